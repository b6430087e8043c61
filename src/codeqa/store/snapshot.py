"""The index as one commit left it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.model import SourceFile
from codeqa.store.checking import check_each_file, check_files, check_rows, check_whole
from codeqa.store.filter import Filter, condition
from codeqa.store.lease import Lease
from codeqa.store.manifest import Manifest
from codeqa.store.records import FILE_COLUMNS, files_of
from codeqa.store.schema import Counts, Table
from codeqa.store.tables import Tables, count, lance_errors, rows

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

_NAME_COLUMNS = ("id", "path", "name", "qualified_name", "kind", "parent", "language", "line")
_GRAPH_COLUMNS = ("source_id", "target_id", "kind", "path", "line", "confidence")
_CANDIDATE_COLUMNS = ("source_id", "kind", "path", "line", "confidence", "candidates")


class Snapshot:
    """A commit's tables, opened when they are first asked for. It never changes, and threads may share it.

    Its methods raise :class:`~codeqa.store.tables.LanceError` where LanceDB fails.

    Args:
        tables: the folder of the tables.
        manifest: the commit.
        stamp: the manifest's.
    """

    def __init__(self, tables: Tables, manifest: Manifest, stamp: tuple[int, int, int] | None = None) -> None:
        self.manifest = manifest
        self.stamp = stamp
        self._tables = tables
        self._open: dict[Table, LanceTable] = {}
        self._opening = threading.Lock()
        self._conditions: dict[Filter, str | None] = {}

    def __getitem__(self, table: Table) -> LanceTable:
        with self._opening:
            if table not in self._open:
                state = self.manifest.tables[table]
                check_files(self._tables, state, self.manifest.files)
                opened = self._tables.open_at(state)
                check_rows(opened, state)
                self._open[table] = opened
            return self._open[table]

    def lease(self) -> Lease:
        """A hold on the tables."""
        return Lease(self._tables.lease_file(one.name) for one in self.manifest.tables.values())

    def check(self, thorough: bool) -> None:
        """Raises where files have not each their rows exactly once.

        Args:
            thorough: look at each file's rows, and not only at how many there are in all; read all files of the
                tables, whatever their times say.

        Raises:
            LanceError: the index is damaged.
        """
        if thorough:
            for state in self.manifest.tables.values():
                check_files(self._tables, state, self.manifest.files, thorough)
        tables = {table: self[table] for table in Table}
        check_whole(tables, self.manifest.complete)
        if thorough:
            check_each_file(tables)

    def rows(self, table: Table, columns: Sequence[str], where: str | None = None) -> pa.Table:
        """Some columns of a table's rows, those that meet an SQL condition."""
        return rows(self[table], columns, where)

    def counts(self) -> Counts:
        """How many rows the tables hold."""
        return Counts(**{name: count(self[Table(name)]) for name in Counts.__slots__})

    def condition(self, where: Filter) -> str | None:
        """A filter as an SQL condition on chunks; None where it lets all through."""
        if where not in self._conditions:
            self._conditions[where] = condition(where, list(self.files_by_path) if where.paths else ())
        return self._conditions[where]

    @cached_property
    def files(self) -> list[SourceFile]:
        """All files, by path."""
        return files_of(self.rows(Table.FILES, FILE_COLUMNS).sort_by("path"))

    @cached_property
    def files_by_path(self) -> dict[str, SourceFile]:
        """All files."""
        return {one.path: one for one in self.files}

    @cached_property
    def definition_names(self) -> pa.Table:
        """All definitions by what they are called."""
        return self.rows(Table.DEFINITIONS, _NAME_COLUMNS)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All bare names of definitions, each once, in order."""
        return tuple(sorted(pc.unique(self.definition_names["name"]).to_pylist()))

    @cached_property
    def graph(self) -> pa.Table:
        """All links that have a target."""
        return self.rows(Table.LINKS, _GRAPH_COLUMNS, "target_id IS NOT NULL")

    def candidates(self) -> pa.Table:
        """All links that have no target, but definitions that they may mean."""
        found = self.rows(Table.LINKS, _CANDIDATE_COLUMNS, "target_id IS NULL AND confidence > 0")
        return found.filter(pc.greater(pc.fill_null(pc.list_value_length(found["candidates"]), 0), 0))

    @cached_property
    def has_vector_index(self) -> bool:
        """True when vectors are compared through an index, so not one by one."""
        with lance_errors():
            return any(one.columns == ["vector"] for one in self[Table.CHUNKS].list_indices())


def in_order(table: pa.Table, ids: pa.Array) -> pa.Table:
    """The rows of the ids, in the ids' order; ids that have no row are passed over."""
    places = pc.index_in(ids, table["id"].combine_chunks())
    return table.take(places.drop_null())
