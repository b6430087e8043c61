"""What keeps an index fast and small: its indices, and tables written anew when they are worn.

LanceDB's own ``optimize`` is not used. It rewrites a table whenever two indexed fragments stand side by side (1 s for
40,000 chunks, measured with 0.40), deletes old versions by age, whoever reads them, and cannot do one without the
other. Here a worn table is copied into a new one, which the next commit names; the old one's folder is removed
once no reader can have it open.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from codeqa.store.location import folder_size
from codeqa.store.schema import Table
from codeqa.store.tables import BATCH_ROWS, Tables, in_words, is_disk_full, lance_errors

if TYPE_CHECKING:
    from lancedb.table import Table as LanceTable

EXACT_UP_TO: Final = 100_000
"""Chunks whose vectors are compared one by one: measured 52 to 100 ms for 100,000 of 256 numbers, 7 ms for 10,000."""

SCANNED_UP_TO: Final = 50_000
"""Rows among which a value is found by reading its column: measured 14 to 18 ms for 500,000, so 2 ms for these."""

UNINDEXED_ROWS: Final = 2_000
UNINDEXED_SHARE: Final = 0.05
"""New rows are found without being in an index, at 4 µs each. Above both, the table's indices are made anew."""

MANY_FRAGMENTS: Final = 8
FRAGMENT_ROWS: Final = 2_000
"""Each run that adds rows adds a fragment. More than these are many when they hold fewer rows on average: a small
fragment's files take some ten times the room of its rows, and copying a table of 20,000 chunks takes 0.4 s."""

WASTED_SHARE: Final = 0.15
WASTED_BYTES: Final = 48 * 2**10
"""Bytes of old versions and of deleted rows, by what the rows that are left need; above both together, the table is
worn."""

LARGEST: Final = 1.2
"""What all tables together may take at the end of a run, by what their rows need. With what is not counted, such as
that many small fragments are packed less well, an index then stays below 1.3 times what it would be when made anew."""

_COLUMN_BYTES: Final = 190
"""What a fragment takes for each column beside its rows (measured with LanceDB 0.40)."""


@dataclass(frozen=True, slots=True)
class _Index:
    column: str
    kind: str
    from_rows: int = 0
    """How many rows a table must have for the index to pay."""


_INDICES: Final[Mapping[Table, Sequence[_Index]]] = {
    Table.CHUNKS: (
        # Made with the empty table, so that full text is cut into words by whitespace from the first row on.
        _Index("names_tokens", "full text"),
        _Index("body_tokens", "full text"),
        _Index("id", "scalar", SCANNED_UP_TO),
        _Index("path", "scalar", SCANNED_UP_TO),
        _Index("vector", "vector", EXACT_UP_TO),
    ),
    Table.DEFINITIONS: (
        _Index("id", "scalar", SCANNED_UP_TO),
        _Index("name", "scalar", SCANNED_UP_TO),
        _Index("path", "scalar", SCANNED_UP_TO),
    ),
    Table.REFERENCES: (_Index("name", "scalar", SCANNED_UP_TO), _Index("path", "scalar", SCANNED_UP_TO)),
    Table.LINKS: (
        _Index("name", "scalar", SCANNED_UP_TO),
        _Index("path", "scalar", SCANNED_UP_TO),
        _Index("target_id", "scalar", SCANNED_UP_TO),
    ),
}


LARGE_POOL: Final = 2**30
"""Bytes that LanceDB may sort in where its own 150 MB were too little. It cannot always sort in parts: a few thousand
names of 30 KB, as machines write them, are enough to fail."""

_POOL_VARIABLE: Final = "LANCE_MEM_POOL_SIZE"
_POOL_LOCK: Final = threading.Lock()


def ensure_indices(kind: Table, table: LanceTable) -> list[str]:
    """Makes the indices that the table has grown to need, and anew those that lag behind it.

    An index that LanceDB fails to make is left out, or as it was: what it would have found is then found by reading.

    Args:
        kind: which of the index's tables it is.
        table: its newest version.

    Returns:
        What a person should know about the indices that could not be made.

    Raises:
        LanceError: the table cannot be read, or the disk is full.
    """
    notes: list[str] = []
    with lance_errors():
        count = table.count_rows()
        unindexed = {one.columns[0]: one.num_unindexed_rows or 0 for one in table.list_indices()}
        for index in _INDICES.get(kind, ()):
            if count < index.from_rows:
                continue
            behind = unindexed.get(index.column)
            if behind is None or behind > max(UNINDEXED_ROWS, UNINDEXED_SHARE * count) or behind == count > 0:
                reason = _made(table, index)
                if reason is not None:
                    notes.append(
                        f"LanceDB could not make its index of {kind}.{index.column} ({reason}), so what is asked of "
                        "it is found by reading all rows: slower, but nothing is missing."
                    )
    return notes


def _made(table: LanceTable, index: _Index) -> str | None:
    """Makes an index, if need be with more memory. Returns why that failed; None when it is made."""
    config = _config(index.kind)
    try:
        table.create_index(index.column, config=config, replace=True)
    except RuntimeError as error:
        if is_disk_full(error) or table.count_rows() == 0:
            raise
    else:
        return None
    with _POOL_LOCK:
        before = os.environ.get(_POOL_VARIABLE)
        os.environ[_POOL_VARIABLE] = str(LARGE_POOL)
        try:
            table.create_index(index.column, config=config, replace=True)
        except RuntimeError as error:
            if is_disk_full(error):
                raise
            return "too little memory" if "Resources exhausted" in str(error) else in_words(error)
        finally:
            if before is None:
                del os.environ[_POOL_VARIABLE]
            else:
                os.environ[_POOL_VARIABLE] = before
    return None


@dataclass(frozen=True, slots=True)
class Room:
    """What a table takes on disk."""

    bytes: int
    needed: float
    """What it would take about if it were made anew, in bytes."""
    rows: int
    fragments: int

    @property
    def is_worn(self) -> bool:
        """True when the table is in too many pieces, or takes much more than its rows need."""
        return (
            self.fragments > max(MANY_FRAGMENTS, self.rows / FRAGMENT_ROWS)
            or self.bytes > (1 + WASTED_SHARE) * self.needed + WASTED_BYTES
        )


def room_of(tables: Tables, table: LanceTable) -> Room:
    """What a table takes on disk.

    Args:
        tables: the folder it lies in.
        table: its newest version.

    Raises:
        LanceError: its figures cannot be read.
    """
    with lance_errors():
        figures: Any = table.stats()  # a dict, whatever LanceDB's annotation says
        columns = len(table.schema)
    rows, fragments = figures["num_rows"], figures["fragment_stats"]["num_fragments"]
    stored = max(round(fragments * figures["fragment_stats"]["lengths"]["mean"]), rows, 1)  # deleted rows included
    whole = figures["total_bytes"] - max(fragments - 1, 0) * columns * _COLUMN_BYTES
    return Room(folder_size(tables.path(table.name)), whole * rows / stored, rows, fragments)


def copy_rows(source: LanceTable, target: LanceTable) -> None:
    """Copies all rows of a table into an empty one, a batch at a time, in their order.

    Raises:
        LanceError: it failed.
    """
    with lance_errors():
        target.add(source.search().limit(None).to_batches(BATCH_ROWS))


def _config(kind: str) -> Any:
    from lancedb.index import FTS, BTree, IvfSq

    if kind == "full text":
        # The tokens are made by text.tokens, for the rows and for the questions alike: here they are only told apart.
        return FTS(base_tokenizer="whitespace", stem=False, remove_stop_words=False, max_token_length=None)
    if kind == "vector":
        # Measured on 120,000 code chunks of 256 numbers: built in 1.4 s, 0.996 of the true nearest 100 in 17 ms.
        # IVF_PQ took 13 s for 0.84 (0.93 with refine_factor 10), or 27 s for 0.95 with twice the sub-vectors.
        return IvfSq(distance_type="dot")
    return BTree()
