"""A table that somebody reads stays; one that nobody reads any more goes, however the reader ended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from store_samples import build, facts_of, open_writer, put

from codeqa.store.lease import Lease, lease_file, make_lease_file, remove_unless_leased
from codeqa.store.location import LANCE_FOLDER
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Table

HOLDER = """
import sys
from pathlib import Path
from codeqa.store.reader import IndexReader
reader = IndexReader.open(Path(sys.argv[1])).pinned()
print("held", flush=True)
sys.stdin.read()
print([one.path for one in reader.files()], reader.counts().chunks, flush=True)
"""


def table_in(folder: Path) -> tuple[Path, Path]:
    """A table's folder with a file, and its lease file."""
    table, file = folder / "links-1.lance", lease_file(folder, "links-1")
    (table / "data").mkdir(parents=True)
    (table / "data" / "0.lance").write_bytes(b"rows")
    make_lease_file(file)
    return table, file


def holder(index_dir: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(index_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def rewrite(index_dir: Path, path: str) -> None:
    with open_writer(index_dir, rebuild=True) as writer:
        put(writer, facts_of(path, "one", "two", "three"))
        writer.finish()


def test_a_held_table_stays_until_all_have_let_it_go(tmp_path: Path) -> None:
    table, file = table_in(tmp_path)
    first, second = Lease([file]), Lease([file])
    assert not remove_unless_leased(table, file)
    first.release()
    first.release()
    assert not remove_unless_leased(table, file)
    assert (table / "data" / "0.lance").exists()
    del second
    assert remove_unless_leased(table, file)
    assert list(tmp_path.iterdir()) == []


def test_a_table_without_a_lease_file_goes(tmp_path: Path) -> None:
    table, file = table_in(tmp_path)
    file.unlink()
    Lease([file]).release()
    assert remove_unless_leased(table, file)
    assert not table.exists()


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_reading_process_keeps_its_tables_until_it_ends(tmp_path: Path, is_killed: bool) -> None:
    build(tmp_path, facts_of("old.py", "one"))
    held = {f"{one.name}.lance" for one in IndexReader.open(tmp_path).manifest.tables.values()}
    with holder(tmp_path) as child:
        rewrite(tmp_path, "new.py")
        rewrite(tmp_path, "newer.py")
        assert held <= {one.name for one in (tmp_path / LANCE_FOLDER).iterdir()}
        if is_killed:
            child.kill()
        else:
            output, _ = child.communicate()
            assert output == "['old.py'] 1\n"
    with open_writer(tmp_path):
        pass
    left = {one.name for one in (tmp_path / LANCE_FOLDER).iterdir() if one.suffix == ".lance"}
    assert left == {f"{one.name}.lance" for one in IndexReader.open(tmp_path).manifest.tables.values()}


def test_a_reader_that_nobody_asks_holds_nothing(tmp_path: Path) -> None:
    build(tmp_path, facts_of("old.py", "one"))
    reader = IndexReader.open(tmp_path)
    assert reader.counts().files == 1
    rewrite(tmp_path, "new.py")
    assert len([one for one in (tmp_path / LANCE_FOLDER).iterdir() if one.suffix == ".lance"]) == len(Table)
    assert [one.path for one in reader.files()] == ["new.py"]
