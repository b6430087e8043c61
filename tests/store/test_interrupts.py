"""A run that is interrupted at any statement of what writes leaves each file's rows once, old or new, never both."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from store_samples import DIMENSION, build, facts_of, links_of, open_writer, put

from codeqa import store
from codeqa.errors import StoreError
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Table, schema_of
from codeqa.store.writer import IndexWriter

STORE = str(Path(store.__file__).parent)
PARTS = 2
"""Tests that share the statements among them, for workers that run side by side."""

OLD = {path: facts_of(path, "one", "two") for path in ("changed.py", "removed.py", "same.py")}
NEW = {
    "changed.py": facts_of("changed.py", "two", "three", text="changed"),
    "same.py": OLD["same.py"],
    "added.py": facts_of("added.py", "four"),
}


class Interrupter:
    """Raises KeyboardInterrupt at one statement of this room's, in the thread that traces with `trace`.

    Of a statement that is met several times, the first and the third time count.
    """

    def __init__(self, at: int | None = None) -> None:
        self.at = at
        self._met: dict[tuple[str, int], int] = {}
        self.statements = 0

    def trace(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        return self._line if frame.f_code.co_filename.startswith(STORE) else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno)
            self._met[place] = times = self._met.get(place, 0) + 1
            if times in (1, 3):
                self.statements += 1
                if self.statements == self.at:
                    raise KeyboardInterrupt
        return self._line


def work(writer: IndexWriter) -> None:
    """What a run writes, in two flushes and two commits."""
    put(writer, NEW["changed.py"])
    writer.commit()
    writer.remove(["removed.py"])
    put(writer, NEW["added.py"])
    writer.update_links(links_of(list(NEW.values()), {"one": "same.py::top.one"}))
    writer.finish()


def in_writer_thread(writer: IndexWriter, interrupter: Interrupter) -> None:
    writer._steps.take(sys.settrace, interrupter.trace)
    work(writer)


def in_callers_thread(writer: IndexWriter, interrupter: Interrupter) -> None:
    before = sys.gettrace()
    sys.settrace(interrupter.trace)
    try:
        work(writer)
    finally:
        sys.settrace(before)


def interrupted(index_dir: Path, run: Callable[[IndexWriter, Interrupter], None], at: int | None) -> Interrupter:
    """One run as the pipeline does it, interrupted: what is whole is committed before it ends."""
    interrupter = Interrupter(at)
    with open_writer(index_dir) as writer:
        try:
            run(writer, interrupter)
        except KeyboardInterrupt:
            with suppress(StoreError):
                writer.commit()
    return interrupter


def rows_of_files(index_dir: Path) -> dict[str, dict[Table, list[str]]]:
    """Each file's rows, but for the chunks' ids."""
    reader = IndexReader.open(index_dir)
    reader.check(thorough=True)
    found: dict[str, dict[Table, list[str]]] = {}
    for table in (Table.FILES, Table.CHUNKS, Table.DEFINITIONS, Table.REFERENCES, Table.LINKS):
        columns = [name for name in schema_of(table, DIMENSION).names if (table, name) != (Table.CHUNKS, "id")]
        for row in reader.pinned()._newest().rows(table, columns).to_pylist():
            found.setdefault(row["path"], {}).setdefault(table, []).append(repr(row))
    return {path: {table: sorted(rows) for table, rows in tables.items()} for path, tables in found.items()}


def without_links(files: Mapping[str, Mapping[Table, list[str]]]) -> dict[str, dict[Table, list[str]]]:
    """What references mean comes last, and only a finished run has all of it."""
    return {path: {t: rows for t, rows in tables.items() if t is not Table.LINKS} for path, tables in files.items()}


@pytest.mark.parametrize("run", [in_writer_thread, in_callers_thread])
@pytest.mark.parametrize("part", range(PARTS))
def test_an_interrupt_at_any_statement_leaves_each_file_whole(
    tmp_path: Path, run: Callable[[IndexWriter, Interrupter], None], part: int
) -> None:
    first = tmp_path / "first"
    build(first, *OLD.values(), targets={"one": "same.py::top.one"})
    old = without_links(rows_of_files(first))
    shutil.copytree(first, tmp_path / "counted")
    statements = interrupted(tmp_path / "counted", run, None).statements
    finished = rows_of_files(tmp_path / "counted")
    new = without_links(finished)
    assert statements > 50
    assert set(new) == set(NEW)
    for at in range(1 + part, statements + 1, PARTS):
        index_dir = tmp_path / f"at{at}"
        shutil.copytree(first, index_dir)
        interrupted(index_dir, run, at)
        found = without_links(rows_of_files(index_dir))
        assert all(rows in (old.get(path), new.get(path)) for path, rows in found.items())
        assert {"changed.py", "same.py"} <= set(found)
        with open_writer(index_dir) as writer:
            work(writer)
        assert rows_of_files(index_dir) == finished
        shutil.rmtree(index_dir)
