"""Where a name is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

from codeqa.errors import NotFoundError
from codeqa.model import Definition, Reference, ReferenceKind, ReferencePage
from codeqa.retrieve.graph import ReferenceGraph
from codeqa.retrieve.names import find_definitions
from codeqa.retrieve.overrides import KINDS
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
    return _in(reader, wanted, kinds, None)


def references_page(
    reader: IndexReader,
    graph: ReferenceGraph,
    name: str,
    kinds: Collection[ReferenceKind] | None,
    offset: int,
    limit: int,
) -> ReferencePage:
    """Some of the places that :func:`references_to` gives, and how many there are: only their files are read.

    Args:
        reader: the index.
        graph: of the same commit; it knows how many places each file has.
        name, kinds: as for :func:`references_to`.
        offset: how many to leave out.
        limit: how many at most.

    Raises:
        NotFoundError: nothing here defines or uses that name.
    """
    try:
        wanted = find_definitions(reader, name)
    except NotFoundError:
        found = reader.references(name=name, kinds=kinds)
        if not found:
            raise
        return ReferencePage(tuple(found[offset : offset + limit]), len(found))
    counts = _counted(reader, graph, wanted, kinds)
    paths: list[str] = []
    left_out, before = 0, 0
    for path in sorted(counts):
        if before + counts[path] > offset and before < offset + limit:
            left_out = left_out if paths else before
            paths.append(path)
        before += counts[path]
    found = _in(reader, wanted, kinds, paths) if paths else []
    return ReferencePage(tuple(found[offset - left_out : offset - left_out + limit]), counts.total())


def _counted(
    reader: IndexReader,
    graph: ReferenceGraph,
    wanted: Sequence[Definition],
    kinds: Collection[ReferenceKind] | None,
) -> Counter[str]:
    """How many places each file has."""
    ids = [one.id for one in wanted]
    edges = graph.edges.kept(graph.edges.into(graph.nodes.numbers(ids))[0])
    if kinds is not None:
        edges = edges.kept(np.isin(edges.kinds, [KINDS.index(one) for one in kinds]))
    numbers, tied = np.unique(graph.nodes.path_numbers[edges.sources], return_counts=True)
    counts = Counter({graph.nodes.paths[number]: int(count) for number, count in zip(numbers, tied, strict=True)})
    rows = reader.untied(sorted({one.name for one in wanted})).to_pylist()
    counts.update(
        row["path"]
        for row in rows
        if (kinds is None or row["kind"] in kinds)
        and (not row["candidates"] or set(ids).intersection(row["candidates"]))
    )
    return counts


def _in(
    reader: IndexReader,
    wanted: Sequence[Definition],
    kinds: Collection[ReferenceKind] | None,
    paths: Collection[str] | None,
) -> list[Reference]:
    """The places that mean some definitions or may mean them, in some files or in all, by path and line."""
    ids = {one.id for one in wanted}
    tied = reader.references(target_id=sorted(ids), path=paths, kinds=kinds)
    by_name = reader.references(name=sorted({one.name for one in wanted}), path=paths, kinds=kinds)
    may_mean = [
        one for one in by_name if one.target_id is None and (not one.candidates or ids.intersection(one.candidates))
    ]
    return sorted([*may_mean, *tied], key=lambda one: (one.path, one.line, one.column))
