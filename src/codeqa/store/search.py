"""Finding chunks in a snapshot, and fetching them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.errors import NotFoundError, StoreError, UsageError
from codeqa.store.filter import Filter
from codeqa.store.schema import Table
from codeqa.store.snapshot import Snapshot, in_order
from codeqa.store.sql import is_in
from codeqa.store.tables import run

if TYPE_CHECKING:
    from lancedb.query import LanceVectorQueryBuilder

TokenColumn: TypeAlias = Literal["names", "body"]
"""Which of a chunk's tokens are searched: those of path, symbol, name and signature, or those of text and doc."""

Found: TypeAlias = tuple[NDArray[np.int64], NDArray[np.float32]]
"""Chunks' ids and how well they fit, the best first; ids break ties, so that the order is always the same."""

REFINED = 10
"""Candidates of the vector index, for each chunk asked for, whose similarity is then computed exactly."""


def full_text(snapshot: Snapshot, tokens: Sequence[str], column: TokenColumn, limit: int, where: Filter) -> Found:
    """The chunks that BM25 finds by some of the tokens; see :meth:`IndexReader.full_text`."""
    from lancedb.query import MatchQuery

    condition = snapshot.condition(where)
    # A MatchQuery is taken for words, never for syntax, whatever they hold.
    match = MatchQuery(" ".join(tokens), f"{column}_tokens")  # type: ignore[call-arg]  # mypy misses pydantic's defaults
    query = snapshot[Table.CHUNKS].search(match, query_type="fts").select(["id", "_score"]).limit(limit)
    table = run(query if condition is None else query.where(condition, prefilter=True))
    return _best_first(table["id"].to_numpy(), table["_score"].to_numpy())


def nearest(snapshot: Snapshot, vector: NDArray[np.float32], limit: int, where: Filter) -> Found:
    """The chunks whose vectors are most like a vector; see :meth:`IndexReader.nearest`."""
    dimension = snapshot.manifest.dimension
    if vector.shape != (dimension,):
        raise UsageError(
            f"The question's vector has the shape {vector.shape}; the index holds vectors of {dimension} numbers, "
            f"made by {snapshot.manifest.embedder}. Ask with that embedder, or run `codeqa index --rebuild`."
        )
    condition = snapshot.condition(where)
    question = np.asarray(vector, dtype=np.float32)
    found = snapshot[Table.CHUNKS].search(question, vector_column_name="vector", query_type="vector")
    query = cast("LanceVectorQueryBuilder", found).distance_type("dot").select(["id", "_distance"]).limit(limit)
    if snapshot.has_vector_index:
        query = query.refine_factor(REFINED)
    table = run(query if condition is None else query.where(condition, prefilter=True))
    return _best_first(table["id"].to_numpy(), np.float32(1.0) - table["_distance"].to_numpy())


def chunk_rows(snapshot: Snapshot, ids: NDArray[np.int64], columns: Sequence[str]) -> pa.Table:
    """Chunks' rows in the order of the ids; see :meth:`IndexReader.chunk_rows`."""
    wanted = list(dict.fromkeys(["id", *columns]))
    found = in_order(snapshot.rows(Table.CHUNKS, wanted, is_in("id", ids.tolist())), pa.array(ids))
    if found.num_rows != len(ids):
        raise StoreError("The index was changed between finding chunks and reading them. Ask again.")
    return found.select(list(columns))


def vectors(snapshot: Snapshot, ids: NDArray[np.int64]) -> NDArray[np.float32]:
    """Chunks' vectors in the order of the ids, shape (ids, dimension)."""
    column = chunk_rows(snapshot, ids, ["vector"])["vector"].combine_chunks()
    return np.asarray(column.flatten().to_numpy(), dtype=np.float32).reshape(len(ids), snapshot.manifest.dimension)


def lines(snapshot: Snapshot, path: str, start: int, end: int) -> str:
    """A file's lines as they were indexed; see :meth:`IndexReader.lines`."""
    file = snapshot.files_by_path.get(path)
    if file is None:
        raise NotFoundError(f"There is no file {path} in the index.")
    if not 1 <= start <= min(end, file.lines):
        raise UsageError(f"There are no lines {start}-{end} in {path}: as indexed, it has {file.lines}.")
    condition = f"{is_in('path', [path])} AND start_line <= {int(end)} AND end_line >= {int(start)}"
    found = snapshot.rows(Table.CHUNKS, ["start_line", "text"], condition)
    by_number: dict[int, str] = {}
    for first, text in zip(found["start_line"].to_pylist(), found["text"].to_pylist(), strict=True):
        by_number.update(enumerate(text.split("\n"), first))
    return "\n".join(by_number[number] for number in range(start, end + 1) if number in by_number)


def texts(snapshot: Snapshot, paths: Collection[str]) -> dict[str, list[str]]:
    """Files' lines as they were indexed, by path; see :meth:`IndexReader.texts`."""
    known = {path: [""] * snapshot.files_by_path[path].lines for path in paths if path in snapshot.files_by_path}
    found = snapshot.rows(Table.CHUNKS, ["path", "start_line", "text"], is_in("path", known)) if known else None
    if found is not None:
        columns = (found[name].to_pylist() for name in ("path", "start_line", "text"))
        for path, first, text in zip(*columns, strict=True):
            part = text.split("\n")
            known[path][first - 1 : first - 1 + len(part)] = part
    return known


def _best_first(ids: NDArray[np.int64], scores: NDArray[np.float32]) -> Found:
    order = np.lexsort((ids, -scores))
    return ids[order], scores[order]
