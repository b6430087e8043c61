from __future__ import annotations

from pathlib import Path

from codeqa.index.survey import Place, SkippedTally, Tally, survey
from codeqa.index.walk import WalkOptions


def detect(path: str, head: str) -> str | None:
    if path.endswith(".py") or head.startswith("#!/usr/bin/env python"):
        return "python"
    return None


def build(root: Path) -> Path:
    files = {
        "src/app/main.py": b"x = 1\ny = 2\n",
        "src/app/deep/long.py": b"z = 3\n" * 1_000,
        "tool": b"#!/usr/bin/env python\n",
        "notes.txt": b"one\ntwo",
        "tests/test_main.py": b"assert True\n",
        "img/a.png": b"",
        "img/b.png": b"",
        "c.png": b"",
        "blob": b"\0",
        "node_modules/a/index.js": b"",
        "web/node_modules/b/index.js": b"",
        "bundle.js": b"var a=1;" * 2_000,
    }
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def test_what_would_be_indexed(tmp_path: Path) -> None:
    result = survey(build(tmp_path), WalkOptions(), detect)
    assert result.root == str(tmp_path)
    assert result.total == Tally("total", files=5, bytes=6053, lines=1006, chunks=9)
    assert result.languages == (
        Tally("python", files=4, bytes=6046, lines=1004, chunks=8),
        Tally("plain text", files=1, bytes=7, lines=2, chunks=1),
    )
    assert [(tally.name, tally.files) for tally in result.folders] == [("src/", 2), (".", 2), ("tests/", 1)]
    assert [(tally.name, tally.files) for tally in result.traits] == [("test", 1)]


def test_folders_can_be_told_apart_deeper(tmp_path: Path) -> None:
    result = survey(build(tmp_path), WalkOptions(), detect, depth=3)
    assert [tally.name for tally in result.folders] == ["src/app/deep/", ".", "src/app/", "tests/"]


def test_what_would_not(tmp_path: Path) -> None:
    result = survey(build(tmp_path), WalkOptions(), detect)
    assert result.skipped == (
        SkippedTally("binary", files=4, folders=0, places=(Place(".", 2), Place("img/", 2))),
        SkippedTally(
            "dependency folder", files=0, folders=2, places=(Place("node_modules/", 1), Place("web/node_modules/", 1))
        ),
        SkippedTally("minified", files=1, folders=0, places=(Place(".", 1),)),
    )


def test_an_empty_folder(tmp_path: Path) -> None:
    result = survey(tmp_path, WalkOptions(), detect)
    assert (result.total.files, result.languages, result.folders, result.skipped) == (0, (), (), ())
