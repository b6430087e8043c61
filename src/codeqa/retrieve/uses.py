"""Where a name is used, and what belongs to a definition when one asks who calls it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from codeqa.errors import NotFoundError
from codeqa.model import Definition, Kind, Reference, ReferenceKind
from codeqa.retrieve.names import find_definitions
from codeqa.store.reader import IndexReader


def references_to(reader: IndexReader, name: str, kinds: Collection[ReferenceKind] | None = None) -> list[Reference]:
    """Every place that uses a name, by path and line.

    References that were tied to another definition of the same bare name are left out; those that may mean it are kept
    with their confidence. A name that is used here but defined elsewhere is found too.

    Args:
        reader: the index.
        name: as for :func:`~codeqa.retrieve.names.find_definitions`.
        kinds: which kinds of use; None for all.

    Raises:
        NotFoundError: nothing here defines or uses that name.
    """
    try:
        wanted = find_definitions(reader, name)
    except NotFoundError:
        found = reader.references(name=name, kinds=kinds)
        if not found:
            raise
        return found
    ids = {one.id for one in wanted}
    tied = reader.references(target_id=sorted(ids), kinds=kinds)
    by_name = reader.references(name=sorted({one.name for one in wanted}), kinds=kinds)
    may_mean = [
        one for one in by_name if one.target_id is None and (not one.candidates or ids.intersection(one.candidates))
    ]
    places = {(one.path, one.line, one.column): one for one in (*may_mean, *tied)}
    return [places[key] for key in sorted(places)]


def with_constructors(reader: IndexReader, wanted: Sequence[Definition]) -> list[Definition]:
    """Definitions, each class followed by its constructors: who calls these uses the class."""
    return [
        part
        for one in wanted
        for part in (one, *(member for member in members(reader, one) if member.kind is Kind.CONSTRUCTOR))
    ]


def with_members(reader: IndexReader, wanted: Sequence[Definition]) -> list[Definition]:
    """Definitions, each followed by what lies directly in it."""
    return [part for one in wanted for part in (one, *members(reader, one))]


def members(reader: IndexReader, definition: Definition) -> list[Definition]:
    """What lies directly in a definition, in its own file."""
    return [one for one in reader.definitions(path=definition.path) if one.parent == definition.qualified_name]
