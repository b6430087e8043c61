"""Work trees begin with a copy of each other's index, and end with what a fresh run gives."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from pipeline_samples import CODEBASE, OtherEmbedder, contents, fresh_contents, index, write

from codeqa.index.facts import FactOptions
from codeqa.pipeline import update as module
from codeqa.pipeline.update import update
from codeqa.pipeline.worktrees import siblings
from codeqa.store.location import CACHE_FOLDER, LANCE_FOLDER
from codeqa.store.lock import WriterLock
from codeqa.store.manifest import MANIFEST_FILE, read_manifest
from codeqa.store.reader import IndexReader


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def own(root: Path) -> Path:
    return root / ".codeqa"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    folder = tmp_path / "main"
    write(folder, CODEBASE)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "one")
    return folder


@pytest.fixture
def side(main: Path, tmp_path: Path) -> Path:
    """A work tree of another branch, in which files were changed, added and removed."""
    folder = tmp_path / "side"
    git(main, "worktree", "add", "-q", "-b", "side", str(folder))
    write(folder, {"units.py": "def metres(value, digits=3):\n    return round(value, digits)\n", "new.py": "N = 1\n"})
    (folder / "web" / "app.js").unlink()
    return folder


def test_work_trees_know_each_other(main: Path, side: Path) -> None:
    assert list(siblings(main)) == [side]
    assert list(siblings(side)) == [main]
    assert list(siblings(main / "web")) == [side / "web"]  # an empty folder, which git left behind
    shutil.rmtree(side)
    assert list(siblings(main)) == []


def test_other_repositories_and_plain_folders_have_none(main: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    write(plain, CODEBASE)
    git(tmp_path, "clone", "-q", str(main), str(tmp_path / "clone"))
    assert [*siblings(plain), *siblings(main), *siblings(tmp_path / "clone")] == []


def test_trees_of_a_bare_repository(main: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    git(tmp_path, "clone", "-q", "--bare", str(main), str(bare))
    for name in ("one", "two"):
        git(bare, "worktree", "add", "-q", "-b", name, str(tmp_path / name))
    assert list(siblings(tmp_path / "one")) == [tmp_path / "two"]


@pytest.mark.parametrize("newcomer", ["side", "main"])
def test_only_what_differs_is_indexed(
    main: Path, side: Path, tmp_path: Path, newcomer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (main, side) if newcomer == "side" else (side, main)
    index(first, own(first))
    before = contents(own(first))
    taken: list[str] = []

    def noted(tasks, workers):  # type: ignore[no-untyped-def]
        taken.extend(task.found.path for task in tasks)
        return batches_of(tasks, workers)

    batches_of = module.batches_of
    monkeypatch.setattr(module, "batches_of", noted)
    report = index(second, own(second))
    assert set(taken) == ({"units.py", "new.py"} if newcomer == "side" else {"units.py", "web/app.js"})
    assert report.notes == (f"Began with a copy of the index of {first}, another work tree of the same repository.",)
    assert (report.added, report.changed, report.removed, report.unchanged) == (1, 1, 1, 3)
    assert contents(own(second)) == fresh_contents(second, tmp_path / "fresh", facts=FactOptions())
    assert contents(own(first)) == before


def test_the_index_lies_where_it_is_told_to(main: Path, side: Path) -> None:
    index(main, main / "build" / "index")
    report = index(side, side / "build" / "index")
    assert report.unchanged == 3
    assert str(main) in report.notes[0]


def test_a_folder_inside_the_repository(main: Path, side: Path) -> None:
    (side / "web" / "app.js").write_text(CODEBASE["web/app.js"])
    index(main / "web", own(main / "web"))
    report = index(side / "web", own(side / "web"))
    assert (report.unchanged, len(report.notes)) == (1, 1)


@pytest.mark.parametrize("unfit", ["settings", "embedder", "incomplete", "damaged manifest", "locked", "rebuild"])
def test_what_does_not_fit_is_left_alone(main: Path, side: Path, unfit: str) -> None:
    index(main, own(main))
    lock = WriterLock(own(main))
    if unfit == "embedder":
        update(main, own(main), OtherEmbedder())
    elif unfit == "incomplete":
        manifest = own(main) / MANIFEST_FILE
        manifest.write_text(manifest.read_text().replace('"complete": true', '"complete": false'))
    elif unfit == "damaged manifest":
        (own(main) / MANIFEST_FILE).write_text("{")
    elif unfit == "locked":
        lock.acquire()
    options = {"facts": FactOptions(secrets=True)} if unfit == "settings" else {}
    try:
        if unfit == "rebuild":
            report = update(side, own(side), module_embedder(), rebuild=True)
        else:
            report = index(side, own(side), **options)
    finally:
        lock.release()
    assert (report.added, report.unchanged, report.notes) == (5, 0, ())


def module_embedder():  # type: ignore[no-untyped-def]
    from codeqa.embed import load_embedder

    return load_embedder("wordllama")


def test_a_copy_that_fails_is_told_and_everything_is_indexed(main: Path, side: Path) -> None:
    index(main, own(main))
    state = next(iter(read_manifest(own(main)).tables.values()))
    shutil.rmtree(own(main) / LANCE_FOLDER / f"{state.name}.lance")
    report = index(side, own(side))
    assert report.added == 5
    assert "could not be copied" in report.notes[0]
    assert len(IndexReader.open(own(side)).files()) == 5


def test_what_a_killed_run_left_is_no_hindrance(main: Path, side: Path, tmp_path: Path) -> None:
    index(main, own(main))
    index(side, own(side))
    (own(side) / MANIFEST_FILE).unlink()
    (own(side) / CACHE_FOLDER).mkdir(exist_ok=True)
    (own(side) / CACHE_FOLDER / "words.npz").write_bytes(b"of another index")
    assert index(side, own(side)).unchanged == 3
    assert not (own(side) / CACHE_FOLDER / "words.npz").exists()
    assert contents(own(side)) == fresh_contents(side, tmp_path / "fresh")


def test_an_index_that_is_there_stays(main: Path, side: Path) -> None:
    index(side, own(side))
    created = read_manifest(own(side)).created
    index(main, own(main))
    write(side, {"more.py": "MORE = 1\n"})
    assert index(side, own(side)).notes == ()
    assert read_manifest(own(side)).created == created
