"""Files whose sizes and times say nothing, copies whose stamps say too much, and what cannot be read."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from pipeline_samples import CODEBASE, SHAPES, contents, fresh_contents, index, write

from codeqa.embed import load_embedder
from codeqa.index import walk as walk_module
from codeqa.model import IndexReport, Skipped
from codeqa.pipeline import changes as changes_module
from codeqa.pipeline import update as module
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.staleness import staleness
from codeqa.pipeline.update import update
from codeqa.status import status_of
from codeqa.store.reader import IndexReader

MINIFIED = "var a=1;" * 2_000
OTHER_SHAPES = SHAPES.replace("describe", "describf")

tells_changes = pytest.mark.skipif(os.name != "posix", reason="the system tells no time of change")


@pytest.fixture(autouse=True)
def _settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files written in this moment count as settled, so that it is the stamps that tell, and not their youth."""
    monkeypatch.setattr(changes_module, "TICK_NS", -1_000_000_000_000)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    write(folder, {**CODEBASE, "app.min.js": MINIFIED})
    return folder


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / "index"


def put_back(place: Path, content: str) -> None:
    """Gives a file other content and its old times, as ``touch -r`` and unpacking an archive do."""
    before = place.stat()
    assert len(content.encode()) == before.st_size
    place.write_text(content)
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))


def put_in_place(place: Path, content: str) -> None:
    """Does so with another file that takes the old one's name, as editors do."""
    beside = place.with_name("beside")
    shutil.copy2(place, beside)
    put_back(beside, content)
    beside.replace(place)


@tells_changes
@pytest.mark.parametrize("change", [put_back, put_in_place])
def test_other_content_of_the_same_size_and_time_is_noticed(
    change: object, root: Path, index_dir: Path, tmp_path: Path
) -> None:
    assert callable(change)
    index(root, index_dir)
    reader = IndexReader.open(index_dir)
    assert not staleness(root, UpdateOptions(), reader)
    change(root / "shapes.py", OTHER_SHAPES)
    assert staleness(root, UpdateOptions(), reader).changed == ("shapes.py",)
    report = index(root, index_dir)
    assert (report.changed, report.unchanged) == (1, 4)
    assert contents(index_dir) == fresh_contents(root, tmp_path / "fresh")


@tells_changes
def test_a_file_that_was_left_out_for_its_content_is_noticed_too(root: Path, index_dir: Path) -> None:
    assert index(root, index_dir).skipped == (Skipped("app.min.js", "minified"),)
    text = "var a = 1;\n"
    put_back(root / "app.min.js", (text * (len(MINIFIED) // len(text) + 1))[: len(MINIFIED)])
    assert staleness(root, UpdateOptions(), IndexReader.open(index_dir)).added == ("app.min.js",)
    assert index(root, index_dir).added == 1


def test_where_stamps_tell_nothing_verifying_does(root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk_module, "_TELLS_CHANGES", False)
    index(root, index_dir)
    put_back(root / "shapes.py", OTHER_SHAPES)
    assert index(root, index_dir).changed == 0
    report = update(root, index_dir, load_embedder("wordllama"), UpdateOptions(workers=1), verify=True)
    assert (report.changed, report.unchanged) == (1, 4)
    assert report.notes == ("Compared by their content: 6 files.",)
    assert IndexReader.open(index_dir).definitions(name="describf")


def test_a_copy_of_tree_and_index_is_read_once_and_nothing_is_parsed(
    root: Path, index_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index(root, index_dir)
    copy, index_copy = tmp_path / "copy", tmp_path / "index_copy"
    shutil.copytree(root, copy)  # as a backup brought back: other inodes and times of change
    shutil.copytree(index_dir, index_copy)
    for place in copy.rglob("*"):
        os.utime(place, ns=(1_600_000_000_000_000_000,) * 2)

    def no_pool(*arguments: object) -> object:
        raise AssertionError("something is parsed")

    monkeypatch.setattr(module, "_pool", no_pool)
    found = staleness(copy, UpdateOptions(), IndexReader.open(index_copy))
    assert not found
    assert found.touched == 6
    report = index(copy, index_copy)
    assert (report.added, report.changed, report.unchanged) == (0, 0, 5)
    assert report.skipped == (Skipped("app.min.js", "minified"),)
    found = staleness(copy, UpdateOptions(), IndexReader.open(index_copy))
    assert (bool(found), found.touched) == (False, 0)


def test_what_cannot_be_read_is_named_and_taken_once_it_can(
    root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"closed/inner.py": "x = 1\n"})
    closed = root / "closed"
    scan = os.scandir

    def guarded(folder: object) -> object:  # for root, who may read everything
        if str(folder) == str(closed):
            raise PermissionError(13, "Permission denied")
        return scan(folder)  # type: ignore[call-overload]

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", guarded)
        report: IndexReport = index(root, index_dir)
        assert Skipped("closed/", "unreadable") in report.skipped
        reader = IndexReader.open(index_dir)
        difference = staleness(root, UpdateOptions(), reader)
        assert not difference
        assert status_of(root, index_dir, reader, difference, False).unreadable == ("closed/",)
    assert index(root, index_dir).added == 1


def test_a_file_without_rights_does_not_make_the_index_stale(root: Path, index_dir: Path) -> None:
    (root / "shapes.py").chmod(0)
    if os.access(root / "shapes.py", os.R_OK):
        pytest.skip("root may read everything")
    assert Skipped("shapes.py", "unreadable") in index(root, index_dir).skipped
    assert not staleness(root, UpdateOptions(), IndexReader.open(index_dir))
    (root / "shapes.py").chmod(0o600)
    assert staleness(root, UpdateOptions(), IndexReader.open(index_dir)).added == ("shapes.py",)
    (root / "main.py").chmod(0)
    report = index(root, index_dir)
    assert (report.added, report.removed) == (1, 1)
