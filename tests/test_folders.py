from __future__ import annotations

import os
from pathlib import Path

import pytest

from codeqa.errors import UsageError
from codeqa.folders import breadth_of, check_breadth, exists, folder_at, is_file, is_folder

LONG = "how is a request turned into a response, and which middleware sees it first? " * 4


def test_a_folder_is_given_whole_and_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.chdir(tmp_path)
    assert folder_at("link") == tmp_path.resolve() / "real"


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (LONG, "is too long for a path"),
        ("a/" * 3_000, "is too long for a path"),
        ("gone", "is not a folder"),
        ("file/inner", "is not a folder"),
        ("file", "is not a folder"),
        ("circle", "is a symbolic link that leads back to itself"),
        ("nul\0l", "holds a character that no path has"),
    ],
)
def test_each_fault_is_one_sentence(path: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x")
    (tmp_path / "circle").symlink_to("circle")
    assert not is_folder(path)
    assert not (is_file(path) and path != "file")
    assert exists(path) == (path == "file")
    with pytest.raises(UsageError, match=fault) as raised:
        folder_at(path)
    assert len(str(raised.value)) < 250


def test_a_folder_without_rights_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: object) -> object:  # for root, who may read everything
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(UsageError, match="you have no rights"):
        folder_at(tmp_path)


def test_homes_systems_and_roots_are_broad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "people" / "ann"
    (home / "src").mkdir(parents=True)
    monkeypatch.setattr(Path, "home", lambda: home)
    assert breadth_of(home.resolve()) == "a home folder"
    assert breadth_of(home.resolve().parent) == "a folder of home folders"
    assert breadth_of(home.resolve() / "src") is None
    assert breadth_of(Path(tmp_path.anchor)) == "the root of a file system"
    with pytest.raises(UsageError, match="--yes"):
        check_breadth(home.resolve())


@pytest.mark.skipif(os.name != "posix", reason="other folders hold the system")
def test_folders_of_the_system_are_broad() -> None:
    for path in ("/usr", "/etc", "/var", "/proc/self", "/usr/local"):
        assert breadth_of(Path(path)) == "a folder of the system"
    assert breadth_of(Path("/usr/src/app")) is None
    assert breadth_of(Path("/srv/app")) is None


def test_where_there_is_no_home_nothing_breaks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert breadth_of(tmp_path) is None
