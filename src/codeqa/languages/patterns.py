"""What to look for in languages without a grammar: the contents of a ``patterns.toml``.

Regular expressions name the constructs, and brackets tell how far they reach. It is what serves where no parser can be
installed, and it stays below what a grammar gives.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from codeqa.errors import LanguageTableError
from codeqa.languages.registry import PATTERNS, Language


@dataclass(frozen=True, slots=True)
class Pattern:
    """One construct."""

    kind: str
    """Of `codeqa.model.Kind` for a definition (``section`` for what is only cut by), else of `ReferenceKind`."""
    expression: re.Pattern[str]
    """Its group ``name`` is the name; a definition may have a group ``owner``, too (what it belongs to, though it
    stands elsewhere), a reference ``receiver``, ``module`` and ``alias``.

    It is matched with MULTILINE where the text's comments are blank, and the contents of its strings, too, unless
    the pattern says ``strings = true``.
    """
    strings: bool = False
    depth: int | None = None
    """Only in so many brackets."""
    end: re.Pattern[str] | None = None
    """What ends it, where that is not what ends the others."""
    within: tuple[str, ...] = ()
    """Kinds of the innermost definition around it; none: anywhere."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """A language's constructs."""

    definitions: tuple[Pattern, ...] = ()
    """Where several match the same name, the first one counts."""
    references: tuple[Pattern, ...] = ()
    """Likewise."""
    comment: re.Pattern[str] | None = None
    string: re.Pattern[str] | None = None
    end: re.Pattern[str] | None = None
    """What ends a construct outside brackets; a closing brace that stands for a block's end does so, too."""
    reset: re.Pattern[str] | None = None
    """Where no bracket can be open: one that was not closed before costs no more than what stands between."""
    body: re.Pattern[str] = re.compile(r"\{")
    """What begins its body: the signature ends there."""
    doc: re.Pattern[str] | None = None
    """Which comments before a definition describe it; None: all."""


@cache
def patterns_of(language: Language) -> Patterns:
    """A language's patterns, compiled when they are first needed: all of them take as long as starting the program.

    Raises:
        LanguageTableError: something is wrong with its table.
    """
    return patterns_from(tomllib.loads(language.patterns_table), f"languages/{language.name}/{PATTERNS}")


def patterns_from(table: Mapping[str, Any], place: str) -> Patterns:
    """Reads the table.

    Args:
        table: the file's contents.
        place: the file, for messages.

    Raises:
        LanguageTableError: an unknown key, a wrong type, or a bad regular expression.
    """
    given: dict[str, Any] = {}
    known = {spec.name for spec in fields(Patterns)}
    for key, value in table.items():
        if key not in known:
            raise LanguageTableError(f"{place}: unknown key '{key}'.")
        if key in ("definitions", "references"):
            given[key] = tuple(_pattern(one, place) for one in value)
        else:
            given[key] = _compiled(value, place)
    return Patterns(**given)


def _pattern(table: Mapping[str, Any], place: str) -> Pattern:
    unknown = set(table) - {"kind", "pattern", "strings", "depth", "end", "within"}
    if unknown or not {"kind", "pattern"} <= set(table):
        raise LanguageTableError(
            f"{place}: a pattern has kind and pattern, and may have strings, depth, end, within; not {sorted(table)}."
        )
    expression = _compiled(table["pattern"], place)
    if "name" not in expression.groupindex:
        raise LanguageTableError(f"{place}: the pattern {table['pattern']!r} has no group 'name'.")
    return Pattern(
        kind=table["kind"],
        expression=expression,
        strings=table.get("strings", False),
        depth=table.get("depth"),
        end=_compiled(table["end"], place) if "end" in table else None,
        within=tuple(table.get("within", ())),
    )


def _compiled(source: object, place: str) -> re.Pattern[str]:
    if not isinstance(source, str):
        raise LanguageTableError(f"{place}: {source!r} must be a regular expression in quotes.")
    try:
        return re.compile(source, re.MULTILINE)
    except re.error as error:
        raise LanguageTableError(f"{place}: {source!r} is no regular expression: {error}.") from error
