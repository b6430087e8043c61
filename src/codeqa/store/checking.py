"""Whether an index holds each file's rows exactly once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.store.manifest import TableVersion
from codeqa.store.marks import DamageError, Marks, check_marks
from codeqa.store.schema import Table
from codeqa.store.tables import LanceError, Tables, count, rows

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

_COUNTED: Final = (Table.CHUNKS, Table.DEFINITIONS, Table.REFERENCES)
"""The tables of which each file's row says how many rows the file has there."""


def check_files(tables: Tables, state: TableVersion, marks: Marks, thorough: bool = False) -> None:
    """Raises where a table's files are not as they were committed.

    Args:
        tables: the folder of the tables.
        state: the table.
        marks: the commit's.
        thorough: read them all, whatever their times say.

    Raises:
        LanceError: one is not.
    """
    try:
        check_marks(tables.folder, state, marks, thorough)
    except (DamageError, OSError) as error:
        raise LanceError(str(error)) from error


def check_rows(table: LanceTable, state: TableVersion) -> None:
    """Raises where a table has more or fewer rows than its commit says.

    Raises:
        LanceError: it has, or could not be read.
    """
    found = count(table)
    if found != state.rows:
        raise LanceError(f"table {state.name} has {found:,} rows where {state.rows:,} were committed")


def check_whole(tables: Mapping[Table, LanceTable], complete: bool) -> None:
    """Raises where a file has its rows twice, or not all of them. Cheap: it reads the table of files alone.

    Args:
        tables: the tables, at one commit or at what is to become one.
        complete: True where each reference must have its link.

    Raises:
        LanceError: it has, or a table could not be read.
    """
    files = rows(tables[Table.FILES], ["path", *_COUNTED])
    paths = pc.count_distinct(files["path"]).as_py()
    if paths != files.num_rows:
        raise LanceError(f"{files.num_rows - paths:,} files are there more than once")
    for table in _COUNTED:
        expected, found = pc.sum(files[table]).as_py() or 0, count(tables[table])
        if found != expected:
            raise LanceError(f"there are {found:,} {table} where the files have {expected:,}")
    references, links = count(tables[Table.REFERENCES]), count(tables[Table.LINKS])
    if links > references or (complete and links not in (0, references)):
        raise LanceError(f"there are {links:,} links of {references:,} references")


def check_each_file(tables: Mapping[Table, LanceTable]) -> None:
    """Raises where one file's rows are not as many as its own row says. Reads a column of each table.

    Raises:
        LanceError: there is such a file, or a table could not be read.
    """
    files = rows(tables[Table.FILES], ["path", *_COUNTED])
    for table in _COUNTED:
        held = rows(tables[table], ["path"]).group_by("path").aggregate([([], "count_all")])
        joined = files.select(["path", table]).join(held, keys="path", join_type="full outer")
        unlike = joined.filter(
            pc.not_equal(pc.fill_null(joined[table], 0), pc.fill_null(joined["count_all"], 0).cast(pa.int32()))
        )
        if unlike.num_rows:
            path = unlike["path"][0].as_py()
            raise LanceError(f"the {table} of {unlike.num_rows:,} files are not as many as they have, such as {path}")
    keys = rows(tables[Table.LINKS], ["path", "ordinal"])
    distinct = keys.group_by(["path", "ordinal"]).aggregate([]).num_rows
    if distinct != keys.num_rows:
        raise LanceError(f"{keys.num_rows - distinct:,} references have more than one link")
