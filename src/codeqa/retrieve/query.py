"""Reads a query: its words, the identifiers in it, and what it asks for beside code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codeqa.text.tokens import WORD, code_tokens, split_identifier

# Words that say how something is asked, not what about. Nouns of code (class, method, file) stay: they find things.
_STOP = frozenset(
    "a an and are as at be been by can could did do does for from had has have how if in into is it its like may me "
    "might my of on or please show should so tell that the their them then there these they this those to was were "
    "what when where which while who whose why will with would you your".split()
)
_LONG = 9
"""From this many words on a question is prose, in which single words and the vector's mean say less."""

_WANTS_TESTS = re.compile(r"\b(?:tests?|tested|testing|specs?|fixtures?|mock(?:s|ed)?)\b", re.IGNORECASE)
_WANTS_PROSE = re.compile(
    r"\b(?:docs?|documentation|documented|readme|changelog|guide|tutorial|install(?:ed|ation)?|licen[cs]e)\b"
    r"|\bwhat is (?:this|the) (?:repo|repository|project|codebase|library|package)\b"
    r"|\bwhat (?:does|is) this\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read."""

    text: str
    tokens: tuple[str, ...]
    """What full text is asked for: tokens of the words that say something."""
    identifiers: frozenset[str]
    """Words that may name a definition, lower-cased: every word of a short query, else those written as code."""
    is_symbol: bool
    """A bare name and nothing else."""
    is_long: bool
    wants_tests: bool
    wants_prose: bool


def read_query(text: str) -> Query:
    """Reads a query; it is words, never syntax."""
    words = WORD.findall(text)
    saying = [word for word in words if word.lower() not in _STOP] or words
    is_symbol = len(words) <= 2 and " " not in text.strip()
    named = saying if len(saying) <= 3 else [word for word in saying if _is_code(word)]
    return Query(
        text=text,
        tokens=tuple(code_tokens(" ".join(saying))),
        identifiers=frozenset(word.lower() for word in named),
        is_symbol=is_symbol,
        is_long=len(words) >= _LONG,
        wants_tests=_WANTS_TESTS.search(text) is not None,
        wants_prose=_WANTS_PROSE.search(text) is not None,
    )


def _is_code(word: str) -> bool:
    """``HTTPServer``, ``read_file``, ``fileName``: of several parts, which prose does not write together."""
    return "_" in word.strip("_") or len(split_identifier(word)) > 1
