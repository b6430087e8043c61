"""The tables as the writer has them: ahead of the newest commit, and invisible until the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from codeqa.store.checking import check_files
from codeqa.store.lease import make_lease_file, remove_unless_leased
from codeqa.store.manifest import Manifest, TableVersion
from codeqa.store.marks import Marks, marks_of
from codeqa.store.schema import Table, schema_of
from codeqa.store.sql import is_in
from codeqa.store.tables import Tables, lance_errors, rows
from codeqa.store.upkeep import LARGEST, copy_rows, ensure_indices, room_of

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

_VALUES_A_DELETE: Final = 5_000
"""Each delete makes a version of the table, and each value lengthens its condition: 20 ms for 1,000."""


class WorkingTables:
    """The newest versions of the index's tables.

    Args:
        tables: the folder they lie in.
        dimension: how many numbers a chunk's vector has.
    """

    def __init__(self, tables: Tables, dimension: int) -> None:
        self._tables = tables
        self._dimension = dimension
        self._open: dict[Table, LanceTable] = {}
        self.notes: dict[Table, list[str]] = {}
        """What a person should know about indices that could not be made."""

    def __getitem__(self, table: Table) -> LanceTable:
        return self._open[table]

    def states(self) -> dict[Table, TableVersion]:
        """What a manifest says of these tables as they are now."""
        with lance_errors():
            return {key: TableVersion(one.name, one.version, one.count_rows()) for key, one in self._open.items()}

    def all(self) -> Mapping[Table, LanceTable]:
        """The tables as they are now."""
        return dict(self._open)

    def open_committed(self, manifest: Manifest) -> bool:
        """Opens the tables as a commit left them, and takes back what was written after it.

        Returns:
            True when something had to be taken back: the run that wrote it was ended before its commit.

        Raises:
            LanceError: a table or its version is not there.
        """
        repaired = False
        for table, state in manifest.tables.items():
            check_files(self._tables, state, manifest.files)
            self._open[table] = opened = self._tables.open(state.name)
            with lance_errors():
                make_lease_file(self._tables.lease_file(state.name))
                if opened.version != state.version:
                    opened.restore(state.version)
                    repaired = True
        return repaired

    def renew(self, table: Table, rows: pa.Table | None = None) -> None:
        """Puts another table in the place of a table. The old one stays for those who read it.

        Args:
            table: which one.
            rows: the new one's; None leaves it empty.
        """
        new = self._created(table)
        if rows is not None and rows.num_rows:
            with lance_errors():
                new.add(rows)
        self._open[table] = new

    def delete(self, table: Table, column: str, values: Collection[str]) -> None:
        """Deletes the rows that hold one of the values in a column."""
        ordered = sorted(values)
        with lance_errors():
            if not ordered or not self._open[table].count_rows():
                return
            for start in range(0, len(ordered), _VALUES_A_DELETE):
                self._open[table].delete(is_in(column, ordered[start : start + _VALUES_A_DELETE]))

    def append(self, table: Table, rows: pa.Table) -> None:
        """Adds rows, as one version."""
        if rows.num_rows:
            with lance_errors():
                self._open[table].add(rows)

    def merge(self, table: Table, key: Sequence[str], new: pa.Table) -> None:
        """Puts rows in the place of those of the same keys; other rows stay.

        Args:
            table: which one.
            key: the columns that tell rows apart, the path first: whole files' rows are written again.
            new: the rows.
        """
        paths = set(new[key[0]].to_pylist())
        with lance_errors():
            old = rows(self._open[table], new.column_names, is_in(key[0], sorted(paths)))
        numbered = old.select(key).append_column("row", pa.array(range(old.num_rows), pa.int64()))
        kept = numbered.join(new.select(key), keys=list(key), join_type="left anti")["row"].combine_chunks().sort()
        self.delete(table, key[0], paths)
        self.append(table, pa.concat_tables([old.take(kept), new]))

    def keep_up(self, tables: Iterable[Table] = tuple(Table)) -> None:
        """Makes the indices that are missing or lag, and copies worn tables into new ones."""
        for table in tables:
            if room_of(self._tables, self._open[table]).is_worn:
                self._copy(table)
            self.notes[table] = ensure_indices(table, self._open[table])

    def slim(self) -> None:
        """Copies tables, those that waste the most first, until all together take little more than they need."""
        rooms = {table: room_of(self._tables, opened) for table, opened in self._open.items()}
        for table in sorted(rooms, key=lambda table: rooms[table].needed - rooms[table].bytes):
            needed = sum(one.needed for one in rooms.values())
            if sum(one.bytes for one in rooms.values()) <= LARGEST * needed:
                return
            self._copy(table)
            rooms[table] = room_of(self._tables, self._open[table])

    def sweep(self, manifest: Manifest | None) -> None:
        """Removes the tables that belong neither to the newest commit nor to this writer, and that nobody reads.

        Args:
            manifest: the newest commit.
        """
        kept = {one.name for one in self.states().values()}
        if manifest is not None:
            kept.update(one.name for one in manifest.tables.values())
        for name in self._tables.names():
            if name not in kept:
                remove_unless_leased(self._tables.path(name), self._tables.lease_file(name))

    def marks(self, known: Marks) -> Marks:
        """Marks of the files that the tables are made of; those that are known are not read again.

        Raises:
            LanceError: a file cannot be read.
        """
        with lance_errors():
            return marks_of(self._tables.folder, self.states().values(), known)

    def _copy(self, table: Table) -> None:
        copied = self._created(table)
        copy_rows(self._open[table], copied)
        self.notes[table] = ensure_indices(table, copied)
        self._open[table] = copied

    def _created(self, table: Table) -> LanceTable:
        """A new, empty table that nobody names yet."""
        numbers = [int(name.removeprefix(f"{table}-")) for name in self._tables.names() if name.startswith(f"{table}-")]
        created = self._tables.create(f"{table}-{max(numbers, default=0) + 1}", schema_of(table, self._dimension))
        ensure_indices(table, created)
        return created
