"""Rows as the records that the other rooms work with."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.model import Chunk, Definition, Kind, Reference, ReferenceKind, Skipped, SourceFile, Trait
from codeqa.store.schema import FILES, FileStamp, SkippedStamp

CHUNK_COLUMNS = (
    "path",
    "start_line",
    "end_line",
    "kind",
    "text",
    "language",
    "name",
    "symbol",
    "signature",
    "doc",
    "context",
    "part",
)
"""The columns that a :class:`~codeqa.model.Chunk` is made of."""

FILE_COLUMNS = (
    "path",
    "language",
    "size",
    "mtime_ns",
    "digest",
    "lines",
    "encoding",
    "traits",
    "broken_lines",
    "note",
    "ctime_ns",
    "inode",
)
"""The columns that a :class:`~codeqa.model.SourceFile` is made of."""


def files_of(rows: pa.Table) -> list[SourceFile]:
    """Files from rows that have :data:`FILE_COLUMNS`."""
    return [
        SourceFile(**{**row, "traits": frozenset(map(Trait, row["traits"]))})
        for row in rows.select(list(FILE_COLUMNS)).to_pylist()
    ]


def restamped(rows: pa.Table, stamps: Mapping[str, FileStamp]) -> pa.Table:
    """Rows of files with other stamps.

    Args:
        rows: whole rows.
        stamps: by path, one for each row.
    """
    new = [stamps[path] for path in rows["path"].to_pylist()]
    for column in FileStamp.__slots__:
        values = pa.array([getattr(stamp, column) for stamp in new], FILES.field(column).type)
        rows = rows.set_column(FILES.get_field_index(column), FILES.field(column), values)
    return rows


def skipped_of(rows: pa.Table) -> list[Skipped]:
    """Files that were left out, from their rows."""
    return [Skipped(**row) for row in rows.select(["path", "reason"]).to_pylist()]


def skipped_stamps_of(rows: pa.Table) -> dict[str, SkippedStamp]:
    """By path, those of the files that were left out that had to be read to find out."""
    read = rows.filter(pc.is_valid(rows["size"]))
    return {row.pop("path"): SkippedStamp(**row) for row in read.to_pylist()}


def chunks_of(rows: pa.Table) -> list[Chunk]:
    """Chunks from rows that have :data:`CHUNK_COLUMNS`."""
    return [Chunk(**{**row, "kind": Kind(row["kind"])}) for row in rows.select(list(CHUNK_COLUMNS)).to_pylist()]


def definitions_of(rows: pa.Table) -> list[Definition]:
    """Definitions from whole rows."""
    return [Definition(**{**row, "kind": Kind(row["kind"])}) for row in rows.drop_columns(["id"]).to_pylist()]


def references_of(rows: pa.Table, definitions: Mapping[str, Definition]) -> list[Reference]:
    """References from rows that have what resolving found beside them.

    Args:
        rows: columns named as the attributes of :class:`~codeqa.model.Reference`, but ``target``.
        definitions: the targets by id; a target that is not among them stays None.
    """
    return [
        Reference(
            **{
                **row,
                "kind": ReferenceKind(row["kind"]),
                "candidates": tuple(row["candidates"] or ()),
                "target": definitions.get(row["target_id"]),
            }
        )
        for row in rows.to_pylist()
    ]
