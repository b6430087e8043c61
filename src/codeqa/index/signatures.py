"""What a signature tells: how many arguments a callable takes, and the names of its parameters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from codeqa.index.program import DefinitionKey
from codeqa.model import CALLABLES

REMEMBERED: Final = 200_000
"""Signatures whose parameters are remembered: those of a large codebase."""

_SELF: Final = re.compile(r"(?:&?(?:mut )?self|cls|&'\w+ (?:mut )?self)\b(?!\w)(?!\s*:\s*\w+\s*<)|this\b")
_OPTIONAL: Final = re.compile(r"[\w$]+\?")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_OPENERS: Final = "([{<"
_CLOSERS: Final = ")]}>"


def takes(definition: DefinitionKey, arguments: int | None) -> bool:
    """False when a callable's parameters, counted in its signature, cannot take that many arguments."""
    if arguments is None or definition.kind not in CALLABLES:
        return True
    counted = parameter_counts(definition.signature, definition.name)
    return counted is None or counted[0] <= arguments <= counted[1]


@lru_cache(maxsize=REMEMBERED)
def parameter_counts(signature: str, name: str) -> tuple[int, int] | None:
    """The least and the most arguments that a signature takes; None where it has no parameter list."""
    parameters = parameter_list(signature, name)
    if parameters is None:
        return None
    least = most = 0
    for parameter in parameters:
        bare = parameter.strip()
        if bare in ("*", "/", "") or _SELF.match(bare):
            continue
        if bare.startswith("*") or "..." in bare or "vararg " in bare or "params " in bare:
            most = 10_000
            continue
        most += 1
        least += "=" not in bare and not _OPTIONAL.match(bare)
    return least, max(most, least)


def parameter_list(signature: str, name: str) -> list[str] | None:
    """The parameters in a signature, split at its outer commas; None where it has none."""
    start = signature.find("(", max(signature.find(name), 0))
    if start == -1:
        return None
    depth = 0
    pieces: list[str] = []
    piece_start = start + 1
    for at in range(start, len(signature)):
        letter = signature[at]
        if letter in _OPENERS:
            depth += 1
        elif letter in _CLOSERS and not (letter == ">" and signature[at - 1] in "-="):
            depth -= 1
            if depth == 0:
                pieces.append(signature[piece_start:at])
                return [piece for piece in pieces if piece.strip()]
        elif letter == "," and depth == 1:
            pieces.append(signature[piece_start:at])
            piece_start = at + 1
    return None


def has_parameter(definition: DefinitionKey, name: str, *, names_first: bool = False) -> bool:
    """True when a callable takes a parameter of that name.

    Args:
        definition: the callable.
        name: without sigils.
        names_first: names stand before their types without a colon (Go), not behind them (Java).
    """
    if definition.kind not in CALLABLES or name not in definition.signature:
        return False
    return name in _parameter_names(definition.signature, definition.name, names_first)


@lru_cache(maxsize=REMEMBERED)
def _parameter_names(signature: str, name: str, names_first: bool) -> frozenset[str]:
    parameters = parameter_list(signature, name) or ()
    return frozenset(bound for piece in parameters for bound in _bound_by(piece.partition("=")[0], names_first))


def _bound_by(parameter: str, names_first: bool) -> list[str]:
    """The names that a parameter binds; a pattern in brackets binds several."""
    written, colon, _ = parameter.partition(":")
    words = _WORD.findall(written)
    if colon or not words or any(bracket in written for bracket in "{["):
        return words
    return words[:1] if names_first else words[-1:]
