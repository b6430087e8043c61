"""Definitions, and references with what they mean, looked up in a snapshot."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from codeqa.model import Definition, Reference, ReferenceKind
from codeqa.store.records import definitions_of, references_of
from codeqa.store.schema import DEFINITIONS, Table
from codeqa.store.snapshot import Snapshot
from codeqa.store.sql import all_of, is_in

Texts = str | Collection[str]
"""One text, or several of which any will do."""

_REFERENCE_COLUMNS = (
    "path",
    "ordinal",
    "line",
    "column",
    "text",
    "kind",
    "name",
    "receiver",
    "alias",
    "arguments",
    "enclosing",
    "enclosing_id",
)
_LINK_COLUMNS = ("path", "ordinal", "name", "kind", "target_id", "confidence", "candidates")


def definitions(
    snapshot: Snapshot, name: Texts | None, qualified_name: Texts | None, id: Texts | None, path: Texts | None
) -> list[Definition]:
    """Definitions by path and place; see :meth:`IndexReader.definitions`."""
    given = {"name": name, "qualified_name": qualified_name, "id": id, "path": path}
    where = all_of(is_in(column, _several(value)) for column, value in given.items() if value is not None)
    table = snapshot.rows(Table.DEFINITIONS, DEFINITIONS.names, where)
    ordering = [("path", "ascending"), ("line", "ascending"), ("column", "ascending"), ("ordinal", "ascending")]
    return definitions_of(table.sort_by(ordering))


def references(
    snapshot: Snapshot,
    name: Texts | None,
    target_id: Texts | None,
    path: Texts | None,
    source_id: Texts | None,
    kinds: Collection[ReferenceKind] | None,
    limit: int | None,
) -> list[Reference]:
    """References by path and place; see :meth:`IndexReader.references`."""
    shared = [is_in(column, _several(one)) for column, one in (("name", name), ("path", path)) if one is not None]
    if source_id is not None:
        # The path is what both tables are quickly searched by.
        shared.append(is_in("path", {one for each in _several(source_id) for one in _possible_paths(each)}))
    by_source = [] if source_id is None else [is_in("source_id", _several(source_id))]
    by_target = [] if target_id is None else [is_in("target_id", _several(target_id))]
    links = snapshot.rows(Table.LINKS, _LINK_COLUMNS, all_of([*shared, *by_source, *by_target]))
    if target_id is not None:
        # Only links know targets: their references are those of the same names in the same files.
        shared = [is_in(column, pc.unique(links[column]).to_pylist()) for column in ("name", "path")]
    by_enclosing = [] if source_id is None else [is_in("enclosing_id", _several(source_id))]
    found = snapshot.rows(Table.REFERENCES, _REFERENCE_COLUMNS, all_of([*shared, *by_enclosing]))
    joined = _joined(found, links, inner=target_id is not None)
    if kinds is not None:
        joined = joined.filter(pc.is_in(joined["kind"], pa.array(sorted(kinds), pa.string())))
    joined = joined.sort_by([(column, "ascending") for column in ("path", "line", "column")]).slice(0, limit)
    targets = pc.unique(joined["target_id"]).drop_null().to_pylist()
    known = definitions(snapshot, None, None, targets, None) if targets else []
    return references_of(joined, {one.id: one for one in known})


def reference_texts(snapshot: Snapshot, places: Collection[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """The lines of references; see :meth:`IndexReader.reference_texts`."""
    where = is_in("path", {path for path, _ in places})
    found = snapshot.rows(Table.REFERENCES, ["path", "line", "text"], where)
    found = found.filter(pc.is_in(found["line"], value_set=pa.array({line for _, line in places}, found["line"].type)))
    rows = zip(found["path"].to_pylist(), found["line"].to_pylist(), found["text"].to_pylist(), strict=True)
    wanted = set(places)
    return {(path, line): text for path, line, text in rows if (path, line) in wanted}


def untied(snapshot: Snapshot, name: Texts) -> pa.Table:
    """References of a name that are tied to nothing; see :meth:`IndexReader.untied`."""
    where = all_of([is_in("name", _several(name)), "target_id IS NULL"])
    return snapshot.rows(Table.LINKS, ["path", "kind", "candidates"], where)


def imports(snapshot: Snapshot, name: str) -> pa.Table:
    """What imports a name, or all of a module; see :meth:`IndexReader.imports`."""
    columns = ["path", "ordinal", "name", "alias", "receiver", "language"]
    where = f"kind = 'import' AND enclosing_id IS NULL AND ({is_in('name', [name, '*'])} OR {is_in('alias', [name])})"
    found = snapshot.rows(Table.REFERENCES, columns, where)
    paths = pc.unique(found["path"])
    same = all_of([is_in("path", paths.to_pylist()), is_in("name", pc.unique(found["name"]).to_pylist())])
    links = snapshot.rows(Table.LINKS, ["path", "ordinal", "target_id"], same)
    link_keys, keys = _keys(links, paths), _keys(found, paths)
    rows = pc.index_in(pa.array(keys), value_set=pa.array(link_keys))
    return found.append_column("target_id", links["target_id"].take(rows))


def _several(value: Texts) -> Collection[str]:
    return [value] if isinstance(value, str) else value


def _possible_paths(definition_id: str) -> list[str]:
    """What may be the path in a definition's id: all that stands before a ``::``, as paths may hold one, too."""
    parts = definition_id.split("::")
    return ["::".join(parts[:end]) for end in range(1, len(parts))]


def _joined(found: pa.Table, links: pa.Table, *, inner: bool) -> pa.Table:
    """References with their links' kind, target, confidence and candidates.

    Args:
        found: references.
        links: links of these references, and maybe of more.
        inner: leave out references that have no link; else they keep their kind, with confidence 0.
    """
    paths = pc.unique(links["path"])
    link_keys, keys = _keys(links, paths), _keys(found, paths)
    order = np.argsort(link_keys)
    place = np.minimum(np.searchsorted(link_keys, keys, sorter=order), max(len(order) - 1, 0))
    matches = link_keys[order][place] == keys if len(order) else np.zeros(len(keys), dtype=bool)
    if inner:
        found, place, matches = found.filter(pa.array(matches)), place[matches], matches[matches]
    rows = pa.array(order[place] if len(order) else place, mask=~matches)
    joined = found.drop_columns(["ordinal", "kind"])
    linked = links.take(rows)
    return (
        joined.append_column("kind", pc.coalesce(linked["kind"], found["kind"]))
        .append_column("target_id", linked["target_id"])
        .append_column("confidence", pc.fill_null(linked["confidence"], 0.0))
        .append_column("candidates", linked["candidates"])
    )


def _keys(rows: pa.Table, paths: pa.Array) -> NDArray[np.int64]:
    """A number for each row's path and ordinal; negative for paths that are not among the given ones."""
    numbers: NDArray[np.int64] = pc.fill_null(pc.index_in(rows["path"], paths), -1).to_numpy().astype(np.int64)
    ordinals: NDArray[np.int64] = rows["ordinal"].to_numpy().astype(np.int64)
    return (numbers << 32) + ordinals
