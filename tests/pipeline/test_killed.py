"""A run that is killed leaves an index in which every file is wholly old or wholly new, and the next run ends it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from pipeline_samples import contents, edit, fresh_contents, index, write

from codeqa.store.manifest import MANIFEST_FILE, read_manifest
from codeqa.store.schema import Table

FILES = 60
KILLS = 2
CHILD = """
import sys
from pathlib import Path
from pipeline_samples import index
index(Path(sys.argv[1]), Path(sys.argv[2]), commit_seconds=0.0)
"""


def source(number: int, generation: int) -> str:
    """A file of some functions, each of which names its generation and calls one in the next file."""
    lines = [f"from part{(number + 1) % FILES} import run0_{generation}\n\n"]
    lines += [f"def run{part}_{generation}(value):\n    return run0_{generation}(value)\n\n" for part in range(12)]
    return "\n".join(lines)


def generations(index_dir: Path) -> dict[str, set[str]]:
    """By file, the generations that its definitions, chunks and references are of."""
    held: dict[str, set[str]] = {}
    tables = contents(index_dir)
    for table, column in ((Table.DEFINITIONS, 2), (Table.REFERENCES, 6), (Table.CHUNKS, 7)):
        for row in tables[table]:
            found = row[column].split("_", 1)[1][0]  # type: ignore[index]
            held.setdefault(row[1] if table is Table.DEFINITIONS else row[0], set()).add(found)  # type: ignore[index]
    return held


def start(root: Path, index_dir: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(root), str(index_dir)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def commits_in(index_dir: Path) -> int:
    return read_manifest(index_dir).commit if (index_dir / MANIFEST_FILE).exists() else 0


def kill_after_commits(root: Path, index_dir: Path, commits: int) -> None:
    before = commits_in(index_dir)
    with start(root, index_dir) as child:
        while child.poll() is None and commits_in(index_dir) < before + commits:
            time.sleep(0.02)
        child.kill()


def test_killed_runs_lose_nothing_and_are_completed(tmp_path: Path) -> None:
    root, index_dir = tmp_path / "root", tmp_path / "index"
    write(root, {f"part{number}.py": source(number, 1) for number in range(FILES)})
    moments = random.Random(11)
    kill_after_commits(root, index_dir, 1)
    assert all(found == {"1"} for found in generations(index_dir).values())
    assert index(root, index_dir).files == FILES
    for number in range(0, FILES, 2):
        edit(root, f"part{number}.py", source(number, 2))
    for _ in range(KILLS):
        kill_after_commits(root, index_dir, moments.randint(1, 2))
        held = generations(index_dir)
        assert len(held) == FILES
        assert all(len(found) == 1 for found in held.values())
    index(root, index_dir)
    assert contents(index_dir) == fresh_contents(root, tmp_path / "fresh")
