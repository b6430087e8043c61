"""Stored rows as what resolving works on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyarrow as pa

from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.model import Kind, ReferenceKind

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

_KINDS: Final = {str(kind): kind for kind in Kind}
_REFERENCE_KINDS: Final = {str(kind): kind for kind in ReferenceKind}


def definition_keys(rows: pa.Table) -> list[DefinitionKey]:
    """Definitions from rows that have DEFINITION_COLUMNS."""
    columns = {name: rows[name].to_pylist() for name in DEFINITION_COLUMNS}
    columns["kind"] = [_KINDS[kind] for kind in columns["kind"]]
    return list(map(DefinitionKey, *columns.values()))


def reference_keys(rows: pa.Table | pa.RecordBatch) -> Iterator[ReferenceKey]:
    """References from rows that have REFERENCE_COLUMNS."""
    columns = {name: rows[name].to_pylist() for name in REFERENCE_COLUMNS}
    columns["kind"] = [_REFERENCE_KINDS[kind] for kind in columns["kind"]]
    return map(ReferenceKey, *columns.values())
