"""The tables' columns, and files' facts as their rows.

Rows are made inside worker processes, so this module loads pyarrow but never LanceDB, and goes by columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from codeqa.model import Chunk, FileFacts, Skipped, Trait
from codeqa.text.tokens import code_tokens

if TYPE_CHECKING:
    from codeqa.index.resolve import Link

SCHEMA_VERSION: Final = 2
"""Raised with every change of a table's columns or of what they mean; an index of another version is built anew."""


class Table(StrEnum):
    """The index's tables."""

    FILES = "files"
    CHUNKS = "chunks"
    DEFINITIONS = "definitions"
    REFERENCES = "references"
    LINKS = "links"
    """What references mean. Derived from definitions and references, and written after them."""
    SKIPPED = "skipped"


def _fields(types: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema([pa.field(name, kind) for name, kind in types.items()])


_TEXT, _NUMBER, _BIG = pa.string(), pa.int32(), pa.int64()

FILES: Final = _fields(
    {
        "path": _TEXT,
        "language": _TEXT,
        "size": _BIG,
        "mtime_ns": _BIG,
        "digest": _TEXT,
        "lines": _NUMBER,
        "encoding": _TEXT,
        "traits": pa.list_(_TEXT),
        "broken_lines": _NUMBER,
        "note": _TEXT,
        "chunks": _NUMBER,
        "definitions": _NUMBER,
        "references": _NUMBER,
        "ctime_ns": _BIG,
        "inode": _BIG,
    }
)

CHUNK_ROWS: Final = _fields(
    {
        "path": _TEXT,
        "language": _TEXT,
        "kind": _TEXT,
        "name": _TEXT,
        "symbol": _TEXT,
        "start_line": _NUMBER,
        "end_line": _NUMBER,
        "text": _TEXT,
        "signature": _TEXT,
        "doc": _TEXT,
        "context": _TEXT,
        "part": _NUMBER,
        "traits": _NUMBER,
        "names_tokens": _TEXT,
        "body_tokens": _TEXT,
    }
)
"""Chunks as workers make them: the writer adds ``id`` and ``vector``."""

DEFINITIONS: Final = _fields(
    {
        "id": _TEXT,
        "path": _TEXT,
        "name": _TEXT,
        "qualified_name": _TEXT,
        "kind": _TEXT,
        "start_line": _NUMBER,
        "end_line": _NUMBER,
        "line": _NUMBER,
        "column": _NUMBER,
        "signature": _TEXT,
        "doc": _TEXT,
        "language": _TEXT,
        "parent": _TEXT,
        "ordinal": _NUMBER,
    }
)

REFERENCES: Final = _fields(
    {
        "path": _TEXT,
        "ordinal": _NUMBER,
        "line": _NUMBER,
        "column": _NUMBER,
        "text": _TEXT,
        "kind": _TEXT,
        "name": _TEXT,
        "receiver": _TEXT,
        "alias": _TEXT,
        "arguments": _NUMBER,
        "enclosing": _TEXT,
        "enclosing_id": _TEXT,
        "language": _TEXT,
    }
)
"""``ordinal`` counts a file's references from 0; with the path it is a reference's key."""

LINKS: Final = _fields(
    {
        "path": _TEXT,
        "ordinal": _NUMBER,
        "line": _NUMBER,
        "name": _TEXT,
        "kind": _TEXT,
        "source_id": _TEXT,
        "target_id": _TEXT,
        "confidence": pa.float32(),
        "candidates": pa.list_(_TEXT),
    }
)

SKIPPED: Final = _fields(
    {
        "path": _TEXT,
        "reason": _TEXT,
        "size": _BIG,
        "mtime_ns": _BIG,
        "ctime_ns": _BIG,
        "inode": _BIG,
        "digest": _TEXT,
    }
)
"""All but the first two only of files that had to be read to find out that they are left out."""


def schema_of(table: Table, dimension: int) -> pa.Schema:
    """A table's columns as they are stored.

    Args:
        table: which one.
        dimension: how many numbers a chunk's vector has.
    """
    if table is Table.CHUNKS:
        vector = pa.field("vector", pa.list_(pa.float32(), dimension))
        return pa.schema([pa.field("id", _BIG), *CHUNK_ROWS, vector])
    return {
        Table.FILES: FILES,
        Table.DEFINITIONS: DEFINITIONS,
        Table.REFERENCES: REFERENCES,
        Table.LINKS: LINKS,
        Table.SKIPPED: SKIPPED,
    }[table]


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What tells whether a file has changed since it was indexed."""

    size: int
    mtime_ns: int
    digest: str
    ctime_ns: int = 0
    inode: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows the tables hold."""

    files: int
    chunks: int
    definitions: int
    references: int
    skipped: int


@dataclass(frozen=True, slots=True)
class SkippedStamp:
    """What tells whether a file that was read and then left out has changed since."""

    reason: str
    size: int
    mtime_ns: int
    ctime_ns: int = 0
    inode: int = 0
    digest: str | None = None
    """None where the file could not be read."""


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows that some files give to the tables. Cheap to pickle."""

    files: pa.RecordBatch
    chunks: pa.RecordBatch
    """Has the columns of :data:`CHUNK_ROWS`."""
    definitions: pa.RecordBatch
    references: pa.RecordBatch


def rows_of(facts: Sequence[FileFacts]) -> FileRows:
    """The rows of whole files, in the files' order; chunks in the order of each file's chunks.

    Args:
        facts: what was found in each file.
    """
    files = [one.file for one in facts]
    counts = {
        "chunks": [len(one.chunks) for one in facts],
        "definitions": [len(one.definitions) for one in facts],
        "references": [len(one.references) for one in facts],
    }
    traits = [sorted(one.traits) for one in files]
    languages = chain.from_iterable(repeat(one.file.language, len(one.references)) for one in facts)
    ordinals = chain.from_iterable(range(len(one.references)) for one in facts)
    return FileRows(
        files=_batch(FILES, files, {"traits": traits, **counts}),
        chunks=_chunk_batch(facts),
        definitions=_batch(DEFINITIONS, [one for each in facts for one in each.definitions], {}),
        references=_batch(
            REFERENCES,
            [one for each in facts for one in each.references],
            {"ordinal": list(ordinals), "language": list(languages)},
        ),
    )


def links_table(links: Iterable[Link]) -> pa.Table:
    """Links as rows."""
    return pa.Table.from_batches([_batch(LINKS, list(links), {})])


def skipped_table(skipped: Iterable[Skipped], stamps: Mapping[str, SkippedStamp]) -> pa.Table:
    """Files that were left out, as rows, by path.

    Args:
        skipped: the files and why.
        stamps: of those that had to be read to find out, by path.
    """
    ordered = sorted(skipped, key=lambda one: (one.path, one.reason))
    found = [stamps.get(one.path) for one in ordered]
    given = {
        name: [None if one is None else getattr(one, name) for one in found]
        for name in SKIPPED.names
        if name not in ("path", "reason")
    }
    return pa.Table.from_batches([_batch(SKIPPED, ordered, given)])


_TRAITS: Final = tuple(Trait)


def mask_of(traits: Iterable[Trait]) -> int:
    """Traits as a bit mask, a bit a trait in the order of :class:`Trait`."""
    return sum(1 << _TRAITS.index(one) for one in traits)


def traits_of_mask(mask: int) -> frozenset[Trait]:
    """The traits that a bit mask stands for."""
    return frozenset(one for bit, one in enumerate(_TRAITS) if mask >> bit & 1)


def _chunk_batch(facts: Sequence[FileFacts]) -> pa.RecordBatch:
    names: list[str] = []
    bodies: list[str] = []
    masks: list[int] = []
    for one in facts:
        path_tokens = code_tokens(one.file.path)
        masks.extend(repeat(mask_of(one.file.traits), len(one.chunks)))
        for chunk in one.chunks:
            names.append(" ".join(path_tokens + code_tokens(_names_in(chunk))))
            bodies.append(" ".join(code_tokens(f"{chunk.text}\n{chunk.doc}")))
    chunks = [chunk for one in facts for chunk in one.chunks]
    return _batch(CHUNK_ROWS, chunks, {"traits": masks, "names_tokens": names, "body_tokens": bodies})


def _names_in(chunk: Chunk) -> str:
    """What names a chunk, beside its path. For prose the name is its heading."""
    return f"{chunk.symbol or ''} {chunk.name or ''} {chunk.signature}"


def _batch(schema: pa.Schema, records: Sequence[Any], given: Mapping[str, Sequence[Any]]) -> pa.RecordBatch:
    """Records as a batch: each column an attribute of that name, or what is given for it."""
    read = [name for name in schema.names if name not in given]
    if not records:
        columns: dict[str, Sequence[Any]] = dict.fromkeys(read, ())
    elif len(read) == 1:
        columns = {read[0]: [getattr(one, read[0]) for one in records]}
    else:
        columns = dict(zip(read, zip(*map(attrgetter(*read), records), strict=True), strict=True))
    arrays = [pa.array({**columns, **given}[field.name], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
