"""Reads the index of scip-python or scip-typescript (npm: ``@sourcegraph/scip-python`` and ``…/scip-typescript``).

The file is a protobuf message, https://github.com/sourcegraph/scip/blob/main/scip.proto. Four of its messages and
seven fields are needed, so they are read here from the wire format instead of by a generated class.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from indexers.ties import Place, Tie

_INDEX_DOCUMENTS, _DOCUMENT_PATH, _DOCUMENT_OCCURRENCES = 2, 1, 2
_OCCURRENCE_RANGE, _OCCURRENCE_SYMBOL, _OCCURRENCE_ROLES = 1, 2, 3
_ROLE_DEFINITION = 1

_NOT_A_DEFINITION = re.compile(
    r"^local |"  # a local variable
    r"\)$|"  # a parameter
    r"\]$|"  # a type parameter
    r" global`?/|/JSX/|"  # HTML's tags and attributes, which every element mentions
    r"(?:typeLiteral|[a-z]\w*)\d+:"  # a property of an object literal or of a type without a name
)

_MODULE = re.compile(r"/(?:__init__:)?$")


def ties(index: Path) -> Iterator[Tie]:
    """The uses of what is defined in the repository: functions, types, members, constants and variables of modules.

    Without targets, because nobody asks where they are used: local variables, parameters, type parameters, properties
    of object literals; likewise what lies outside the repository. Left out: modules, as a file is no definition.

    Args:
        index: the file that the indexer wrote.
    """
    defined: dict[str, list[Place]] = defaultdict(list)
    used: list[tuple[Place, str]] = []
    for number, document in _fields(index.read_bytes()):
        if number != _INDEX_DOCUMENTS or not isinstance(document, bytes):
            continue
        path, occurrences = "", []
        for key, value in _fields(document):
            if key == _DOCUMENT_PATH and isinstance(value, bytes):
                path = value.decode()
            elif key == _DOCUMENT_OCCURRENCES and isinstance(value, bytes):
                occurrences.append(value)
        for occurrence in occurrences:
            line, column, symbol, roles = _occurrence(occurrence)
            place = Place(path, line + 1, column + 1)
            if not roles & _ROLE_DEFINITION:
                used.append((place, symbol))
            elif not _NOT_A_DEFINITION.search(symbol):
                defined[_name(symbol)].append(place)
    for place, symbol in used:
        symbol = _name(symbol)
        if not _MODULE.search(symbol):
            yield Tie(place, tuple(defined.get(symbol, ())), symbol)


def _name(symbol: str) -> str:
    """A symbol without its package: scip-python takes an installed copy for another package."""
    if not symbol.startswith("scip-python "):
        return symbol
    return symbol.split(" ", 4)[-1].removeprefix("`src.").removeprefix("`")


def _occurrence(message: bytes) -> tuple[int, int, str, int]:
    line = column = roles = 0
    symbol = ""
    for key, value in _fields(message):
        if key == _OCCURRENCE_RANGE and isinstance(value, bytes):
            line, after = _varint(value, 0)
            column, _ = _varint(value, after)
        elif key == _OCCURRENCE_SYMBOL and isinstance(value, bytes):
            symbol = value.decode()
        elif key == _OCCURRENCE_ROLES and isinstance(value, int):
            roles = value
    return line, column, symbol, roles


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a protobuf message: numbers, and bytes for whatever has a length."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        match key & 7:
            case 0:
                value, at = _varint(message, at)
                yield key >> 3, value
            case 2:
                length, at = _varint(message, at)
                yield key >> 3, message[at : at + length]
                at += length
            case kind:
                at += {1: 8, 5: 4}[kind]


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
