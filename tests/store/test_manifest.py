from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from codeqa.errors import IndexMissingError, StoreError
from codeqa.store.manifest import MANIFEST_FILE, Manifest, TableVersion, manifest_stamp, read_manifest, write_manifest
from codeqa.store.marks import FileMark
from codeqa.store.schema import Table

MANIFEST = Manifest(
    commit=7,
    complete=True,
    embedder="tests/hashed",
    dimension=8,
    settings="abc",
    created=datetime(2025, 3, 1, 12, tzinfo=UTC),
    updated=datetime(2025, 3, 2, 12, 30, 1, 5, tzinfo=UTC),
    next_chunk=99,
    tables={table: TableVersion(f"{table}-1", number, 10 * number) for number, table in enumerate(Table, 1)},
    files={"links-1.lance/data/0.lance": FileMark(12, 1_700_000_000_000_000_001, "ab")},
)


def test_a_manifest_comes_back_as_it_was(tmp_path: Path) -> None:
    assert manifest_stamp(tmp_path) is None
    write_manifest(tmp_path, MANIFEST)
    assert read_manifest(tmp_path) == MANIFEST
    assert [one.name for one in tmp_path.iterdir()] == [MANIFEST_FILE]


def test_each_write_changes_the_stamp(tmp_path: Path) -> None:
    write_manifest(tmp_path, MANIFEST)
    first = manifest_stamp(tmp_path)
    assert first == manifest_stamp(tmp_path)
    write_manifest(tmp_path, MANIFEST)
    assert manifest_stamp(tmp_path) != first


def test_no_manifest_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match="codeqa index"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", "{}", '{"schema": 1}', '{"schema": 1, "commit": "x"}', "\x00"]
)
def test_a_damaged_manifest_says_what_to_do(tmp_path: Path, content: str) -> None:
    (tmp_path / MANIFEST_FILE).write_text(content)
    with pytest.raises(StoreError, match="codeqa index --rebuild"):
        read_manifest(tmp_path)


def test_another_schema_says_what_to_do(tmp_path: Path) -> None:
    write_manifest(tmp_path, MANIFEST)
    path = tmp_path / MANIFEST_FILE
    path.write_text(json.dumps({**json.loads(path.read_text()), "schema": 4000}))
    with pytest.raises(StoreError, match=r"another version.*4000.*codeqa index --rebuild"):
        read_manifest(tmp_path)
