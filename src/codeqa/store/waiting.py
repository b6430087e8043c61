"""Rows that wait in memory until there are enough of them to be written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.store.schema import FileRows, Table, schema_of

FLUSH_CHUNKS: Final = 20_000
FLUSH_BYTES: Final = 24 * 2**20
"""Rows wait until there are this many, as each writing makes a version and a file of every table. (Writing takes
several times their bytes of memory: 64 MB here cost 70 MB more at the peak and saved no time.)"""


class WaitingRows:
    """Files' rows, with the chunks' ids and vectors added."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._batches: dict[Table, list[pa.RecordBatch]] = {}
        self._bytes = 0
        self.next_chunk = 0
        """The next chunk's id."""
        self.paths: set[str] = set()
        """The files whose rows wait."""
        self.clear()

    def clear(self) -> None:
        """Forgets the rows."""
        self._batches = {table: [] for table in (Table.FILES, Table.CHUNKS, Table.DEFINITIONS, Table.REFERENCES)}
        self._bytes = 0
        self.paths = set()

    def add(self, rows: FileRows, vectors: NDArray[np.float32]) -> None:
        """Adds whole files.

        Args:
            rows: the files' rows.
            vectors: shape (chunks, dimension), in the order of the chunks.

        Raises:
            ValueError: the vectors do not fit.
        """
        batches = {
            Table.CHUNKS: self._with_vectors(rows.chunks, vectors),
            Table.FILES: rows.files,
            Table.DEFINITIONS: rows.definitions,
            Table.REFERENCES: rows.references,
        }
        for table, batch in batches.items():
            self._batches[table].append(batch)
            self._bytes += batch.nbytes
        self.paths.update(rows.files["path"].to_pylist())

    def is_full(self) -> bool:
        """True when it is time to write."""
        chunks = sum(one.num_rows for one in self._batches[Table.CHUNKS])
        return chunks >= FLUSH_CHUNKS or self._bytes >= FLUSH_BYTES

    def tables(self) -> Iterator[tuple[Table, pa.Table]]:
        """The rows that wait, by table."""
        for table, batches in self._batches.items():
            if batches:
                yield table, pa.Table.from_batches(batches)

    def _with_vectors(self, chunks: pa.RecordBatch, vectors: NDArray[np.float32]) -> pa.RecordBatch:
        if vectors.shape != (chunks.num_rows, self._dimension):
            expected = (chunks.num_rows, self._dimension)
            raise ValueError(f"the vectors' shape is {vectors.shape}, the chunks need {expected}")
        numbers = np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1)
        if not np.isfinite(numbers).all():
            raise ValueError("the vectors hold numbers that are not finite")
        ids = np.arange(self.next_chunk, self.next_chunk + chunks.num_rows, dtype=np.int64)
        self.next_chunk += chunks.num_rows
        listed = pa.FixedSizeListArray.from_arrays(pa.array(numbers), self._dimension)
        schema = schema_of(Table.CHUNKS, self._dimension)
        return pa.RecordBatch.from_arrays([pa.array(ids), *chunks.columns, listed], schema=schema)
