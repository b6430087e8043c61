"""Whether what a search brought up has anything to do with the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.plans.verbs import is_known
from codeqa.answer.question import STOP_TOKENS, Question, QuestionKind
from codeqa.model import Hit
from codeqa.text.tokens import WORD, code_tokens

SHARE: Final = 0.35
UNKNOWN_WEIGHT: Final = 0.7
"""Share of the question's words that the best single source must hold, and what the words that the whole codebase lacks
take off it."""

LONG: Final = 10
SHARE_OF_LONG: Final = 0.25
"""A question of so many words describes more than any one source holds."""

SHARE_FOR_NEW_CODE: Final = 0.1
"""What code is to be written about need not be there yet."""

VERB: Final = 0.5
ACRONYM: Final = 2.0
"""What words count that say how something is done ("registered"), which code may say otherwise, and those that name
one thing only ("TTL"). Other words count 1."""

SEARCHED: Final = 3


class Fit(Enum):
    """How sources stand to a question."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    """They hold a good part of its words, but others the whole codebase lacks."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Relevance:
    """How sources stand to a question, and the words of it that occur nowhere in the codebase."""

    fit: Fit
    lacking: tuple[str, ...] = ()


def relevance(lookup: Lookup, question: Question, hits: Sequence[Hit]) -> Relevance:
    """Whether one of the sources holds enough of the question's words. A search always brings up something."""
    weights = _weights(question)
    total = sum(weights.values())
    if not weights:
        return Relevance(Fit.GOOD if hits else Fit.NONE)
    shown = [weights.keys() & _tokens(hit) for hit in hits]
    share = max((sum(weights[one] for one in found) / total for found in shown), default=0.0)
    if question.kind is QuestionKind.WRITE:
        return Relevance(Fit.GOOD if share >= SHARE_FOR_NEW_CODE else Fit.NONE)
    if len(weights) >= LONG:
        return Relevance(Fit.GOOD if share >= SHARE_OF_LONG else Fit.NONE)
    missing = set(weights).difference(*shown)
    lacking = [token for token in weights if token in missing and not _occurs(lookup, token)]
    said = tuple(_as_written(question, lacking))
    if share < SHARE:
        return Relevance(Fit.NONE, said)
    rest = share - UNKNOWN_WEIGHT * sum(weights[token] for token in lacking) / total
    return Relevance(Fit.GOOD if rest >= SHARE else Fit.DOUBTFUL, said)


def _weights(question: Question) -> dict[str, float]:
    """What each of the question's words counts, by token."""
    weights: dict[str, float] = {}
    for word in WORD.findall(question.text):
        weight = VERB if _is_verb(word) else ACRONYM if word.isupper() and len(word) > 1 else 1.0
        for token in code_tokens(word):
            if token in question.words:
                weights[token] = max(weight, weights.get(token, 0.0))
    return weights


def _as_written(question: Question, tokens: Sequence[str]) -> list[str]:
    """The words of a question that have the tokens, without verbs that name nothing that code does."""
    words = dict.fromkeys(WORD.findall(question.text))
    found = [(word, set(tokens) & (set(code_tokens(word)) - STOP_TOKENS)) for word in words]
    return [word for word, held in found if held and not (_is_verb(word) and not any(map(is_known, held)))]


def _is_verb(word: str) -> bool:
    return word.islower() and len(word) > 4 and word.endswith(("ed", "ing"))


def _occurs(lookup: Lookup, word: str) -> bool:
    return any(word in _tokens(hit) for hit in lookup.search(word, SEARCHED))


def _tokens(hit: Hit) -> set[str]:
    return set(code_tokens(f"{hit.path} {hit.symbol or ''} {hit.signature} {hit.doc} {hit.context} {hit.text}"))
