from __future__ import annotations

import os
from pathlib import Path

import pytest
from store_samples import build, facts_of, open_writer

from codeqa.errors import IndexLockedError, StoreError
from codeqa.store.location import default_index_dir, destroy, index_size, prepare


def test_the_index_lies_in_the_root(tmp_path: Path) -> None:
    assert default_index_dir(tmp_path) == tmp_path / ".codeqa"


def test_a_root_that_cannot_be_written_has_its_own_folder_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    first, second = tmp_path / "one" / "project", tmp_path / "two" / "project"
    first.mkdir(parents=True)
    second.mkdir(parents=True)
    folder = default_index_dir(first)
    assert folder == default_index_dir(first / ".." / "project")
    assert folder != default_index_dir(second)
    assert not folder.is_relative_to(first)
    assert folder.name.startswith("project-")


def test_the_folder_ignores_itself_in_git(tmp_path: Path) -> None:
    prepare(tmp_path / "deep" / ".codeqa")
    assert "*" in (tmp_path / "deep" / ".codeqa" / ".gitignore").read_text().splitlines()


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lance").mkdir()
    with pytest.raises(StoreError, match="no index of CodeQA"):
        open_writer(tmp_path)
    with pytest.raises(StoreError, match="no index of CodeQA"):
        destroy(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["lance"]


def test_a_file_in_the_folders_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".codeqa").write_text("a file")
    with pytest.raises(StoreError, match="cannot be made"):
        open_writer(tmp_path / ".codeqa")


def test_destroying_removes_the_index_alone(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeqa"
    build(index_dir, facts_of("a.py", "one"))
    assert index_size(index_dir) > 1_000
    (index_dir / "notes.txt").write_text("somebody's own")
    destroy(index_dir)
    assert [one.name for one in index_dir.iterdir()] == ["notes.txt"]
    (index_dir / "notes.txt").unlink()
    build(index_dir, facts_of("a.py", "one"))
    destroy(index_dir)
    assert not index_dir.exists()
    destroy(index_dir)
    assert index_size(index_dir) == 0


def test_an_index_is_not_destroyed_under_its_writer(tmp_path: Path) -> None:
    with open_writer(tmp_path), pytest.raises(IndexLockedError):
        destroy(tmp_path)
