"""Finds definitions by the names people type: bare, qualified, part of a qualified name, or ``path:line``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.errors import NotFoundError
from codeqa.model import Definition, Kind
from codeqa.retrieve.exports import exported, inherited
from codeqa.retrieve.matching import match_names, nearest_whole, similar_names

if TYPE_CHECKING:
    from codeqa.store.reader import IndexReader

_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?:-\d+)?$")
_SEPARATORS = re.compile(r"::|[.#/]")
SUGGESTIONS = 5


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart."""

    bare: str
    qualifiers: tuple[str, ...] = ()


def parse_name(text: str) -> Name:
    """Takes ``Outer.Inner.run``, ``Parser::new``, ``Parser#run`` or ``run()`` apart.

    >>> parse_name("Parser::new()")
    Name(bare='new', qualifiers=('Parser',))
    """
    parts = [part for part in _SEPARATORS.split(text.strip().removesuffix("()")) if part]
    return Name(parts[-1], tuple(parts[:-1])) if parts else Name(text)


def find_definitions(reader: IndexReader, name: str) -> list[Definition]:
    """Definitions that a name means; several when it is used several times, types before members of that name.

    Args:
        reader: an open index.
        name: bare, qualified (its last parts are enough, also with what a package exports or a class inherits:
            ``requests.Session.send``), a definition's id, or ``path:line`` (the innermost definition around that line).

    Raises:
        NotFoundError: nothing has that name; the message offers the nearest ones.
    """
    place = _PLACE.fullmatch(name.strip())
    if place is not None and "::" not in place["path"]:
        found = _at(reader, place["path"], int(place["line"]))
    else:
        parsed = parse_name(name)
        whole = reader.definitions(id=name) or reader.definitions(name=name.strip())  # ".card", "build/app" are names
        found = whole or _named(reader, (*parsed.qualifiers, parsed.bare))
    if not found:
        raise NotFoundError(_unknown(name, suggestions(reader, name)))
    return sorted(found, key=lambda one: (one.kind is Kind.IMPL, one.parent is not None, one.path, one.start_line))


def suggestions(reader: IndexReader, name: str, limit: int = SUGGESTIONS) -> list[str]:
    """Names in the codebase that look like the given one, nearest first: qualified ones where it is qualified."""
    parsed = parse_name(name)
    names = reader.names()
    fitting = [one.name for one in match_names(names, parsed.bare, limit)] if len(parsed.bare) > 1 else []
    near = list(dict.fromkeys([*similar_names(names, parsed.bare, limit), *fitting]))
    if not parsed.qualifiers:
        return near[:limit]
    table = reader.definition_names()
    rows = table.filter(pc.is_in(table["name"], value_set=pa.array([parsed.bare, *near], pa.string())))
    whole = dict.fromkeys(rows["qualified_name"].to_pylist())
    return nearest_whole(whole, name, limit)


def _named(reader: IndexReader, parts: Sequence[str]) -> list[Definition]:
    """Definitions whose place ends with the parts; else what a module hands on so; else a class's inherited member."""
    *qualifiers, bare = parts
    standing = [one for one in reader.definitions(name=bare) if _ends_with(one, qualifiers)]
    if standing or not qualifiers:
        return standing
    return exported(reader, parts) or inherited(reader, _named(reader, qualifiers), bare)


def _at(reader: IndexReader, path: str, line: int) -> list[Definition]:
    around = [one for one in reader.definitions(path=path) if one.start_line <= line <= one.end_line]
    return [min(around, key=lambda one: one.end_line - one.start_line)] if around else []


def _ends_with(definition: Definition, qualifiers: Sequence[str]) -> bool:
    if not qualifiers:
        return True
    parts = [part for part in _SEPARATORS.split(definition.qualified_name) if part]
    # A qualifier may also be the module: ``resolve.Resolver``.
    place = [*re.split(r"[/.]", definition.path)[:-1], *parts[:-1]]
    return place[-len(qualifiers) :] == list(qualifiers)


def _unknown(name: str, nearest: Sequence[str]) -> str:
    offer = f" Did you mean {', '.join(nearest)}?" if nearest else ""
    return f"Nothing in this codebase is named '{name}'.{offer}"
