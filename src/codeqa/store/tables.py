"""LanceDB as this room uses it: tables opened at a version, its errors as ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import pyarrow as pa

from codeqa.errors import StoreError
from codeqa.store.lean import import_lancedb
from codeqa.store.lease import lease_file, make_lease_file

if TYPE_CHECKING:
    from lancedb import Session
    from lancedb.db import DBConnection
    from lancedb.query import LanceQueryBuilder
    from lancedb.table import Table as LanceTable

    from codeqa.store.manifest import TableVersion

_INDEX_CACHE: Final = 256 * 2**20
_METADATA_CACHE: Final = 64 * 2**20
"""Bytes. LanceDB's own defaults are 6 GiB and 1 GiB, too much for a command on a laptop."""

BATCH_ROWS: Final = 8_192
"""Rows read at a time where a table is streamed."""

_SUFFIX: Final = ".lance"

_SOURCE_PLACE: Final = re.compile(r",? ?/\S+\.rs:\d+(:\d+)?")
"""Where in LanceDB's own source an error arose: of no use to those who read the message."""


class LanceError(StoreError):
    """LanceDB could not read or write. Inside this room it is tried again or put into words."""


class Query(Protocol):
    """A LanceDB query that is ready to run."""

    def to_arrow(self) -> pa.Table:
        """Runs it."""
        ...


@contextmanager
def lance_errors() -> Iterator[None]:
    """Turns the errors that LanceDB raises into :class:`LanceError`.

    Its native part raises RuntimeError for everything it could not do, ValueError for tables and versions that are
    not there, and OSError for the file system.
    """
    try:
        yield
    except (RuntimeError, ValueError, OSError) as error:
        raise LanceError(in_words(error)) from error


def is_disk_full(error: Exception) -> bool:
    """True when an error of LanceDB's or of the system's says that the disk is full."""
    return any(one in str(error) for one in ("No space left on device", "os error 28", "StorageFull", "os error 112"))


def in_words(error: Exception) -> str:
    """What an error of LanceDB's says, without what only those can use who work on it."""
    return _SOURCE_PLACE.sub("", str(error))


class Tables:
    """The LanceDB tables in a folder.

    Args:
        folder: the folder; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with lance_errors():
            self._connection = _connect(folder)

    def names(self) -> list[str]:
        """The names of all tables in the folder, whether they can be opened or not."""
        if not self.folder.is_dir():
            return []
        return sorted(one.name.removesuffix(_SUFFIX) for one in self.folder.iterdir() if one.name.endswith(_SUFFIX))

    def path(self, name: str) -> Path:
        """The folder of a table."""
        return self.folder / f"{name}{_SUFFIX}"

    def lease_file(self, name: str) -> Path:
        """The file by which readers hold a table."""
        return lease_file(self.folder, name)

    def create(self, name: str, schema: pa.Schema) -> LanceTable:
        """Makes an empty table.

        Raises:
            LanceError: it could not be made.
        """
        with lance_errors():
            created = self._connection.create_table(name, schema=schema)
            make_lease_file(self.lease_file(name))
            return created

    def open(self, name: str) -> LanceTable:
        """Opens a table at its newest version, to write to it.

        Raises:
            LanceError: it could not be opened.
        """
        with lance_errors():
            return self._connection.open_table(name)

    def open_at(self, state: TableVersion) -> LanceTable:
        """Opens a table at a version, to read it.

        Raises:
            LanceError: there is no such table or version any more.
        """
        table = self.open(state.name)
        with lance_errors():
            table.checkout(state.version)
        return table


def run(query: Query) -> pa.Table:
    """A query's rows.

    Raises:
        LanceError: it failed.
    """
    with lance_errors():
        return query.to_arrow()


def rows(table: LanceTable, columns: Sequence[str], where: str | None = None) -> pa.Table:
    """Some columns of a table's rows.

    Args:
        table: the table.
        columns: the columns to read.
        where: an SQL condition; None reads all rows.

    Raises:
        LanceError: it failed.
    """
    with lance_errors():
        return _scan(table, columns, where).to_arrow()


def batches(table: LanceTable, columns: Sequence[str], where: str | None = None) -> Iterator[pa.RecordBatch]:
    """Some columns of a table's rows, a batch at a time; arguments and errors as :func:`rows`."""
    with lance_errors():
        yield from _scan(table, columns, where).to_batches(BATCH_ROWS)


def count(table: LanceTable) -> int:
    """How many rows a table has.

    Raises:
        LanceError: it failed.
    """
    with lance_errors():
        return table.count_rows()


def _scan(table: LanceTable, columns: Sequence[str], where: str | None) -> LanceQueryBuilder:
    query = table.search().select(list(columns)).limit(None)
    return query if where is None else query.where(where)


def _connect(folder: Path) -> DBConnection:
    connection: DBConnection = import_lancedb().connect(folder, session=_session())
    return connection


@lru_cache(maxsize=1)
def _session() -> Session:
    """One cache for all indexes that this process has open."""
    from lancedb import Session

    return Session(index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_METADATA_CACHE)
