"""Where a name is used."""

from __future__ import annotations

from collections.abc import Collection

from codeqa.errors import NotFoundError
from codeqa.model import Reference, ReferenceKind
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
