"""Stored rows as what resolving works on, and what it finds as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.resolve import Link
from codeqa.model import Kind, ReferenceKind
from codeqa.store.schema import LINKS, links_table

DEFINITION_COLUMNS: Final = ("id", "path", "name", "qualified_name", "kind", "language", "parent", "signature")
"""In the order of `DefinitionKey`'s fields."""

REFERENCE_COLUMNS: Final = (
    "path",
    "ordinal",
    "name",
    "kind",
    "receiver",
    "alias",
    "enclosing_id",
    "line",
    "language",
    "arguments",
)
"""In the order of `ReferenceKey`'s fields."""

_MEANING: Final = tuple(name for name in REFERENCE_COLUMNS if name not in ("ordinal", "line"))
"""What decides what a reference means. Half of all references have the same as an earlier one of their file."""

_KINDS: Final = {str(kind): kind for kind in Kind}
_REFERENCE_KINDS: Final = {str(kind): kind for kind in ReferenceKind}


def definition_keys(rows: pa.Table) -> list[DefinitionKey]:
    """Definitions from rows that have DEFINITION_COLUMNS."""
    columns = {name: _shared(rows[name]) for name in DEFINITION_COLUMNS}
    columns["kind"] = [_KINDS[kind] for kind in columns["kind"]]
    return list(map(DefinitionKey, *columns.values()))


def reference_keys(rows: pa.Table | pa.RecordBatch) -> Iterator[ReferenceKey]:
    """References from rows that have REFERENCE_COLUMNS."""
    columns = {name: _shared(rows[name]) for name in REFERENCE_COLUMNS}
    columns["kind"] = [_REFERENCE_KINDS[kind] for kind in columns["kind"]]
    return map(ReferenceKey, *columns.values())


def links_of(rows: pa.Table | pa.RecordBatch, resolve: Callable[[Iterable[ReferenceKey]], Iterator[Link]]) -> pa.Table:
    """What references mean, as rows for the links' table.

    Args:
        rows: references, with REFERENCE_COLUMNS.
        resolve: gives a link for each reference. It is asked once for those that can only mean the same.
    """
    numbers: dict[tuple[object, ...], int] = {}
    first: list[int] = []
    group: list[int] = []
    for row, key in enumerate(zip(*(rows[name].to_pylist() for name in _MEANING), strict=True)):
        number = numbers.setdefault(key, len(numbers))
        if number == len(first):
            first.append(row)
        group.append(number)
    links = links_table(resolve(reference_keys(rows.take(pa.array(first, pa.int64())))))
    decided = links.select(["kind", "target_id", "confidence", "candidates"]).take(pa.array(group, pa.int64()))
    columns = {
        "path": rows["path"],
        "ordinal": rows["ordinal"],
        "line": rows["line"],
        "name": rows["name"],
        "source_id": rows["enclosing_id"],
        **{name: decided[name] for name in decided.column_names},
    }
    return pa.table([columns[name] for name in LINKS.names], schema=LINKS)


def _shared(column: pa.ChunkedArray | pa.Array) -> list[Any]:
    """A column's values; those that are equal are one object, which saves most of the memory."""
    if not pa.types.is_string(column.type):
        return list(column.to_pylist())
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    encoded = whole.dictionary_encode()
    values = [*encoded.dictionary.to_pylist(), None]
    return [values[index] for index in pc.fill_null(encoded.indices, -1).to_pylist()]
