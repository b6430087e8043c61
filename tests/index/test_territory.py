from __future__ import annotations

from pathlib import Path

import pytest

from codeqa.errors import UsageError
from codeqa.index.walk import Effect, Territory, WalkOptions


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("src/app.py", "src/data/empty/.keep", "node_modules/pad/index.js", "logs/x.log", "package.json"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("{}\n")
    (tmp_path / ".gitignore").write_text("logs/\n*.tmp\n")
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_folders_that_are_walked_also_empty_ones(root: Path) -> None:
    assert Territory(root).folders == {"", "src/", "src/data/", "src/data/empty/"}


@pytest.mark.parametrize(
    ("path", "effect"),
    [
        ("src/app.py", Effect.FILE),
        ("src/gone.py", Effect.FILE),
        ("src/app.py.tmp", Effect.NONE),
        ("src/.app.py.swp", Effect.NONE),
        ("src/logo.png", Effect.NONE),
        ("src/.env", Effect.NONE),
        ("src/.gitignore", Effect.FOLDERS),
        (".codeqaignore", Effect.FOLDERS),
        ("src/data", Effect.FOLDERS),
        ("node_modules/pad/index.js", Effect.NONE),
        ("node_modules", Effect.NONE),
        ("logs/x.log", Effect.NONE),
        (".git/index", Effect.NONE),
        (".codeqa/manifest.json", Effect.NONE),
    ],
)
def test_what_a_change_means(root: Path, path: str, effect: Effect) -> None:
    assert Territory(root).effect_of(path) is effect


def test_folders_that_came_later(root: Path) -> None:
    territory = Territory(root)
    for path in ("web/deep", "src/__pycache__", "src/logs"):
        (root / path).mkdir(parents=True)
    assert territory.effect_of("web") is Effect.FOLDERS
    assert territory.effect_of("web/deep/page.py") is Effect.FOLDERS
    assert territory.effect_of("src/__pycache__") is Effect.NONE
    assert territory.effect_of("src/logs") is Effect.NONE


def test_patterns_to_take_and_to_leave(root: Path) -> None:
    territory = Territory(root, WalkOptions(include=("src/*.py",), exclude=("*_pb2.py",)))
    assert territory.effect_of("src/new.py") is Effect.FILE
    assert territory.effect_of("src/new_pb2.py") is Effect.NONE
    assert territory.effect_of("readme.md") is Effect.NONE


def test_a_root_that_is_no_folder(root: Path) -> None:
    with pytest.raises(UsageError):
        Territory(root / "nowhere")
