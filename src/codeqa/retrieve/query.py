"""Reads a query: its words, the identifiers in it, and what it asks for beside code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from codeqa.text.asking import ASKING
from codeqa.text.stem import stem
from codeqa.text.tokens import WORD, code_tokens, split_identifier

_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\))?[?!]?")
"""A bare or qualified name, as languages write them."""

_SEPARATORS = re.compile(r"\.|::|#|->")

_WANTS_TESTS = re.compile(r"\b(?:tests?|tested|testing|specs?|fixtures?|mock(?:s|ed)?)\b", re.IGNORECASE)
_WANTS_PROSE = re.compile(
    r"\b(?:docs?|documentation|documented|readme|changelog|guide|tutorial|install(?:ed|ation)?|licen[cs]e)\b"
    r"|\bwhat is (?:this|the) (?:repo|repository|project|codebase|library|package)\b"
    r"|\bwhat (?:does|is) this\b",
    re.IGNORECASE,
)


_PLACE = re.compile(
    r"""(?P<path>[\w.@+~/\\:-]*\w\.[A-Za-z][A-Za-z0-9]{0,9})   # a file with an ending, wherever it lies
        (?:["']?,\ line\ | :line\ | [:(@\#]L?)?               # Python, others, editors and links
        (?P<line>(?<=[:\ (@\#L])\d+)?""",
    re.VERBOSE,
)
"""A file and a line as tracebacks, compilers, editors and links write them."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file that is named, and the line in it where one is."""

    path: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Mention:
    """A name within a question: ``req.accepts``, ``read_file``."""

    name: str
    owner: str | None
    """What stands before it: ``req``."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read."""

    text: str
    words: tuple[str, ...]
    """The words that say something, as written."""
    tokens: tuple[str, ...]
    """What full text is asked for: the words' tokens, each once."""
    joined: tuple[str, ...]
    """Neighbouring words as one token: "body proxy" may be written BodyProxy."""
    identifiers: frozenset[str]
    """Words that can only be names, lower-cased, by how they are written; every word of a bare name."""
    is_symbol: bool
    """A bare name and nothing else."""
    wants_tests: bool
    wants_prose: bool
    mentions: tuple[Mention, ...] = ()
    """Names in a question that says more than a name."""
    places: tuple[Place, ...] = ()
    """Files and lines that are named: a path, an error message, a traceback pasted in."""


def read_query(text: str) -> Query:
    """Reads a query; it is words, never syntax."""
    words = WORD.findall(text)
    saying = [word for word in words if word.lower() not in ASKING] or words
    is_symbol = _NAME.fullmatch(text.strip()) is not None
    named = saying if is_symbol else [word for word in saying if _is_code(word)]
    tokens = dict.fromkeys(code_tokens(" ".join(saying)))
    return Query(
        text=text,
        words=tuple(saying),
        tokens=tuple(tokens),
        joined=tuple(one for one in _joined(words) if one not in tokens),
        identifiers=frozenset(word.lower() for word in named),
        is_symbol=is_symbol,
        wants_tests=_WANTS_TESTS.search(text) is not None,
        wants_prose=_WANTS_PROSE.search(text) is not None,
        mentions=() if is_symbol else tuple(_mentions(text)),
        places=tuple(_places(text)),
    )


def _mentions(text: str) -> Iterator[Mention]:
    for match in _NAME.finditer(text):
        parts = [part for part in _SEPARATORS.split(match.group().rstrip("()?!")) if part]
        if len(parts) > 1:
            yield Mention(parts[-1], parts[-2])
        elif _is_code(parts[0]):
            yield Mention(parts[0], None)


def _places(text: str) -> Iterator[Place]:
    for match in _PLACE.finditer(text):
        path = match["path"].replace("\\", "/")
        yield Place(path, int(match["line"]) if match["line"] else None)


def _joined(words: list[str]) -> list[str]:
    pairs = [(a, b) for a, b in pairwise(words) if not {a.lower(), b.lower()} & ASKING]
    return list(dict.fromkeys(stem(f"{a}{b}".lower().replace("_", "")) for a, b in pairs))


def _is_code(word: str) -> bool:
    """``HTTPServer``, ``read_file``, ``fileName``: of several parts, which prose does not write together."""
    return "_" in word.strip("_") or len(split_identifier(word)) > 1
