"""Whether what a search brought up has anything to do with the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codeqa.answer.question import Question, QuestionKind
from codeqa.model import Hit
from codeqa.text.tokens import code_tokens

SHARE: Final = 0.34
"""Share of the question's words that the best single source must hold."""

SHARE_FOR_NEW_CODE: Final = 0.1
"""The same for code that is to be written: what it is about need not be there yet."""

LOOKED_AT: Final = 8
"""Hits that are looked at; a search that is right is right among the first."""


def is_relevant(question: Question, hits: Sequence[Hit]) -> bool:
    """Whether one of the first sources holds enough of the question's words.

    A search always brings up something. Vectors find words of like meaning, so the bar is low: what it stops is a
    question about another subject altogether.
    """
    words = question.words
    if not words:
        return bool(hits)
    share = SHARE_FOR_NEW_CODE if question.kind is QuestionKind.WRITE else SHARE
    return any(len(words & _tokens(hit)) >= share * len(words) for hit in hits[:LOOKED_AT])


def _tokens(hit: Hit) -> set[str]:
    return set(code_tokens(f"{hit.path} {hit.symbol or ''} {hit.signature} {hit.doc} {hit.context} {hit.text}"))
