"""Indices that LanceDB fails to make cost speed, and nothing else. The failures here are its own: it gets no memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from store_samples import DIMENSION, facts_of, links_of, open_writer, put, vector_of

from codeqa.model import FileFacts
from codeqa.store import upkeep
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Table

TOO_LITTLE = str(2 * 2**20)
FILES = [
    facts_of(f"src/{number}.py", *(f"n{number}x{each}" + "long" * 500 for each in range(60))) for number in range(12)
]


@pytest.fixture(autouse=True)
def _indices_of_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {
        table: [upkeep._Index(one.column, one.kind, min(one.from_rows, 300)) for one in several]
        for table, several in upkeep._INDICES.items()
    }
    monkeypatch.setattr(upkeep, "_INDICES", few)
    monkeypatch.setenv("LANCE_MEM_POOL_SIZE", TOO_LITTLE)


def build(index_dir: Path, files: list[FileFacts]) -> list[str]:
    """A complete index; returns the notes."""
    with open_writer(index_dir) as writer:
        put(writer, *files)
        writer.replace_links(links_of(files, {"x": "y"}))
        writer.finish()
        return writer.notes


def indexed(index_dir: Path, table: Table) -> set[str]:
    return {one.columns[0] for one in IndexReader.open(index_dir)._newest()[table].list_indices()}


def test_a_sort_that_fails_gets_more_memory(tmp_path: Path) -> None:
    assert build(tmp_path, FILES) == []
    assert indexed(tmp_path, Table.DEFINITIONS) == {"id", "name", "path"}


def test_an_index_that_cannot_be_made_is_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "LARGE_POOL", int(TOO_LITTLE))
    notes = build(tmp_path, FILES)
    assert any("definitions.name (too little memory)" in one for one in notes)
    assert "name" not in indexed(tmp_path, Table.DEFINITIONS)
    reader = IndexReader.open(tmp_path)
    reader.check(thorough=True)
    wanted = FILES[7].definitions[31]
    assert reader.definitions(name=wanted.name) == [wanted]
    assert [one.path for one in reader.references(name=wanted.name)] == [wanted.path]
    assert reader.chunks(reader.full_text(["long"], limit=5)[0]) is not None
    chunk = FILES[3].chunks[9]
    assert reader.chunks(reader.nearest(vector_of(chunk.text), limit=1)[0]) == [chunk]
    assert reader.manifest.dimension == DIMENSION
    monkeypatch.setattr(upkeep, "LARGE_POOL", 2**30)
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("new.py", "zebra"))
        writer.update_links(links_of([facts_of("new.py", "zebra")], {}))
        writer.finish()
        assert writer.notes == []
    assert "name" in indexed(tmp_path, Table.DEFINITIONS)
