"""Whether what a search brought up has anything to do with the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.question import Question, QuestionKind
from codeqa.model import Hit
from codeqa.text.tokens import code_tokens

SHARE: Final = 0.35
UNKNOWN_WEIGHT: Final = 0.7
"""Share of the question's words that the best single source must hold, and what each word that the whole codebase
lacks takes off it. Measured on eight repositories: of 217 benchmark questions one was turned down, of 160 questions
about other subjects (cooking, shaders, payments) 15 passed; without the words that are lacking, 34."""

LONG: Final = 10
SHARE_OF_LONG: Final = 0.25
"""A question of so many words describes more than any one source holds."""

SHARE_FOR_NEW_CODE: Final = 0.1
"""What code is to be written about need not be there yet."""

LOOKED_AT: Final = 8
"""Hits that are looked at; a search that is right is right among the first."""

SEARCHED: Final = 3


def is_relevant(lookup: Lookup, question: Question, hits: Sequence[Hit]) -> bool:
    """Whether one of the first sources holds enough of the question's words. A search always brings up something."""
    words = question.words
    if not words:
        return bool(hits)
    shown = [words & _tokens(hit) for hit in hits[:LOOKED_AT]]
    share = max((len(found) / len(words) for found in shown), default=0.0)
    if question.kind is QuestionKind.WRITE:
        return share >= SHARE_FOR_NEW_CODE
    if len(words) >= LONG:
        return share >= SHARE_OF_LONG
    if share < SHARE:
        return False
    missing = words.difference(*shown)
    if share - UNKNOWN_WEIGHT * len(missing) / len(words) >= SHARE:
        return True
    unknown = [word for word in sorted(missing) if not _occurs(lookup, word)]
    return share - UNKNOWN_WEIGHT * len(unknown) / len(words) >= SHARE


def _occurs(lookup: Lookup, word: str) -> bool:
    return any(word in _tokens(hit) for hit in lookup.search(word, SEARCHED))


def _tokens(hit: Hit) -> set[str]:
    return set(code_tokens(f"{hit.path} {hit.symbol or ''} {hit.signature} {hit.doc} {hit.context} {hit.text}"))
