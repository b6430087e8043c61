"""A table with rows twice, or too few, is not committed; where one was, or a file was changed, that is noticed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from store_samples import build, facts_of, links_of, open_writer, put, vectors_of

from codeqa.errors import StoreError
from codeqa.store import writer as writer_module
from codeqa.store.location import LANCE_FOLDER
from codeqa.store.manifest import read_manifest
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Table, rows_of
from codeqa.store.writer import IndexWriter

FILES = [facts_of("a.py", "one", "two"), facts_of("b.py", "three")]
TARGETS = {"one": "a.py::top.one"}


def write_twice(writer: IndexWriter, table: Table) -> None:
    """Writes a table's rows of a file again, as a flush that was repeated halfway would."""
    writer._waiting.add(rows_of(FILES[:1]), vectors_of(FILES[:1]))
    again = dict(writer._waiting.tables())
    again[Table.LINKS] = links_of(FILES[:1], TARGETS)
    writer._waiting.clear()
    writer._steps.take(writer._tables.append, table, again[table])


TABLES = [Table.FILES, Table.CHUNKS, Table.DEFINITIONS, Table.REFERENCES, Table.LINKS]


@pytest.mark.parametrize("table", TABLES)
def test_a_doubled_table_is_not_committed(tmp_path: Path, table: Table) -> None:
    build(tmp_path, *FILES, targets=TARGETS)
    before = read_manifest(tmp_path)
    with open_writer(tmp_path) as writer:
        write_twice(writer, table)
        with pytest.raises(StoreError, match="not whole"):
            writer.finish()
        with pytest.raises(StoreError, match="ended midway"):
            writer.commit()
    assert read_manifest(tmp_path) == before
    with open_writer(tmp_path) as writer:
        assert writer.repaired
        writer.finish()
    IndexReader.open(tmp_path).check(thorough=True)


@pytest.mark.parametrize("table", TABLES)
def test_a_doubled_table_is_noticed_and_built_anew(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, *FILES, targets=TARGETS)
    with monkeypatch.context() as patched, open_writer(tmp_path) as writer:
        patched.setattr(writer_module, "check_whole", lambda tables, complete: None)
        write_twice(writer, table)
        writer.commit(complete=True)
    with pytest.raises(StoreError, match=r"damaged.*--rebuild"):
        IndexReader.open(tmp_path).check()
    with pytest.raises(StoreError, match=r"damaged.*--rebuild"):
        open_writer(tmp_path)
    with open_writer(tmp_path, rebuild=True) as writer:
        put(writer, *FILES)
        writer.finish()
    IndexReader.open(tmp_path).check(thorough=True)


def test_rows_of_one_file_for_another_are_noticed_by_a_thorough_look(tmp_path: Path) -> None:
    swapped = [facts_of("a.py", "one", "two"), facts_of("b.py", "three")]
    with open_writer(tmp_path) as writer:
        rows = rows_of(swapped)
        put(writer, *swapped)
        writer._steps.take(writer._flush)
        writer._steps.take(writer._tables.delete, Table.DEFINITIONS, "path", {"b.py"})
        extra = rows.definitions.slice(0, 1)
        writer._steps.take(writer._tables.append, Table.DEFINITIONS, extra)
        writer.commit()
    reader = IndexReader.open(tmp_path)
    reader.check()
    with pytest.raises(StoreError, match="definitions of 2 files"):
        reader.check(thorough=True)


def data_file(index_dir: Path) -> Path:
    name = read_manifest(index_dir).tables[Table.CHUNKS].name
    return next((index_dir / LANCE_FOLDER / f"{name}.lance" / "data").iterdir())


def test_a_copy_with_other_times_is_the_same_index(tmp_path: Path) -> None:
    build(tmp_path / "first", *FILES)
    shutil.copytree(tmp_path / "first", tmp_path / "copy", copy_function=shutil.copyfile)
    assert IndexReader.open(tmp_path / "copy").counts() == IndexReader.open(tmp_path / "first").counts()
    with open_writer(tmp_path / "copy") as writer:
        assert set(writer.files()) == {"a.py", "b.py"}


def test_an_overwritten_file_is_noticed_before_it_is_read(tmp_path: Path) -> None:
    build(tmp_path, *FILES)
    file = data_file(tmp_path)
    file.write_bytes(file.read_bytes()[::-1])
    with pytest.raises(StoreError, match="not what was written"):
        IndexReader.open(tmp_path).full_text(["one"])


def test_a_file_that_kept_its_time_is_noticed_by_a_thorough_look(tmp_path: Path) -> None:
    build(tmp_path, *FILES)
    file = data_file(tmp_path)
    status = file.stat()
    file.write_bytes(bytes(status.st_size))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    with pytest.raises(StoreError, match="not what was written"):
        IndexReader.open(tmp_path).check(thorough=True)
