"""How soon a change in the files is found: from the saved file until a search has answered with it.

    python benchmarks/following.py REPOSITORY

The repository is copied first and stays as it is; the copy gets a git repository with made-up commits. A follower keeps
its index current, as `codeqa serve` does, with one search answered before. "One file saved": a function of a new name
is added to a file, for files of several sizes, one after the other. "Branch switch": `git checkout` of a commit in
which as many files have another function. "Idle": processor time while nothing changes. The program's own searches
count.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from codeqa import Codebase
from codeqa.follow import Follower
from codeqa.model import Freshness
from data import save, table

SAVED_FILES = 9
SWITCHED_FILES = 1_000
IDLE_SECONDS = 30.0
BOUND_SECONDS = 600.0
SETTLED_SECONDS = 3.0

FUNCTION = {
    ".py": "\n\ndef {name}():\n    return 1\n",
    ".js": "\n\nfunction {name}() {{ return 1; }}\n",
    ".ts": "\n\nfunction {name}() {{ return 1; }}\n",
    ".java": "\n\nclass {name} {{ }}\n",
    ".go": "\n\nfunc {name}() int {{ return 1 }}\n",
    ".rs": "\n\nfn {name}() -> u8 {{ 1 }}\n",
    ".c": "\n\nint {name}(void) {{ return 1; }}\n",
}
"""What is added to a file, by the end of its name."""


class Clock:
    """When the index became current, as the follower's listener hears of it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._newest = Freshness(indexing=True)
        self._runs = 0

    def hear(self, freshness: Freshness) -> None:
        """Is told how the index stands."""
        with self._changed:
            self._runs += self._newest.indexing and not freshness.indexing
            self._newest = freshness
            self._changed.notify_all()

    @property
    def runs(self) -> int:
        """How many runs have ended."""
        with self._changed:
            return self._runs

    def wait_for_run_after(self, runs: int) -> None:
        """Waits until the index is current, with a run more than there were."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._runs > runs and not self._newest.behind, BOUND_SECONDS):
                raise SystemExit(f"the index was not current after {BOUND_SECONDS:g} seconds: {self._newest}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / arguments.repository.resolve().name
        shutil.copytree(
            arguments.repository, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".codeqa", ".gitignore")
        )
        measure(root, Path(scratch) / "index")


def measure(root: Path, index_dir: Path) -> None:
    codebase = Codebase(root, index_dir)
    codebase.index()
    paths = files_to_edit(codebase)
    switched = paths[:: max(1, len(paths) // SWITCHED_FILES)][:SWITCHED_FILES]
    git(root, "init", "-q", "-b", "before")
    commit_all(root)
    git(root, "checkout", "-q", "-b", "after")
    for path in switched:
        add_function(root / path, f"after_the_switch_{switched.index(path)}")
    commit_all(root)
    git(root, "checkout", "-q", "before")
    codebase.index()
    clock = Clock()
    with codebase.follow(clock.hear) as follower:
        clock.wait_for_run_after(0)
        codebase.search("warm up")
        idle = idle_share()
        saved = [save_one(codebase, clock, paths[number * len(paths) // SAVED_FILES]) for number in range(SAVED_FILES)]
        forth = switch(codebase, follower, clock, "after", len(switched))
        back = switch(codebase, follower, clock, "before", len(switched))
    indexed, found, used = (median(one[place] for one in saved) for place in (0, 1, 2))
    rows: list[list[object]] = [
        ["one file saved: in the index after", f"{indexed:.2f} s", ""],
        ["one file saved: a search has answered with it after", f"{found:.2f} s", "2 s"],
        ["the same, seconds of processors", f"{used:.2f} s", ""],
        ["the same, the slowest", f"{max(one[1] for one in saved):.2f} s", "2 s"],
        [f"branch switch, {len(switched):,} files: a search has answered after", f"{forth:.2f} s", ""],
        ["and back", f"{back:.2f} s", ""],
        ["idle, share of one processor", f"{idle:.2%}", ""],
    ]
    counts = codebase.counts()
    print(f"{root.name}: {counts.files:,} files, {counts.chunks:,} chunks, {counts.references:,} references\n")
    print(table(["what", "figure", "goal: at most"], rows))
    figures = {"saved": saved, "switched_files": len(switched), "switch": [forth, back], "idle_share": idle}
    save(f"following-{root.name}", {"repository": root.name, "files": counts.files, **figures})


def files_to_edit(codebase: Codebase) -> list[str]:
    """Files of the kind that there are most of, by size; the first definition of an empty one is another matter."""
    suffixes = [suffix for one in codebase.files() if (suffix := Path(one.path).suffix) in FUNCTION]
    most = max(set(suffixes), key=suffixes.count)
    return [
        one.path for one in sorted(codebase.files(), key=lambda one: one.size) if one.path.endswith(most) and one.size
    ]


def add_function(file: Path, name: str) -> None:
    """Adds a function of that name at a file's end."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(FUNCTION[file.suffix].format(name=name))


def save_one(codebase: Codebase, clock: Clock, path: str) -> tuple[float, float, float]:
    """What a function added to a file costs.

    Returns:
        Seconds until the index has it, seconds until a search has answered with it, seconds of processors until then.
    """
    time.sleep(SETTLED_SECONDS)
    used = processor_seconds()
    name = f"quokka_{abs(hash((path, time.time_ns()))):x}"
    runs, started = clock.runs, time.monotonic()
    add_function(codebase.root / path, name)
    clock.wait_for_run_after(runs)
    indexed = time.monotonic() - started
    expect(codebase, name, path)
    found = time.monotonic() - started
    return indexed, found, processor_seconds() - used


def switch(codebase: Codebase, follower: Follower, clock: Clock, branch: str, files: int) -> float:
    """Seconds from the beginning of a checkout until a search has answered with what it brought."""
    git(codebase.root, "stash", "-q")
    time.sleep(SETTLED_SECONDS)
    follower.wait(BOUND_SECONDS)
    time.sleep(SETTLED_SECONDS)
    runs, started = clock.runs, time.monotonic()
    git(codebase.root, "checkout", "-q", branch)
    wanted = files if branch == "after" else 0
    while True:
        clock.wait_for_run_after(runs)
        if len(codebase.search("after the switch", limit=1)) and count_named(codebase) == wanted:
            return time.monotonic() - started
        runs = clock.runs


def count_named(codebase: Codebase) -> int:
    return sum(name.startswith("after_the_switch_") for name in codebase._reader.definition_names()["name"].to_pylist())


def expect(codebase: Codebase, name: str, path: str) -> None:
    found = codebase.search(name, limit=1)
    if not found or found[0].path != path:
        raise SystemExit(f"the search for {name} did not find {path}: {found}")


def processor_seconds() -> float:
    """Of this process and those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def idle_share() -> float:
    """Processor time of this process while nothing happens, as a share of the time."""
    started, used = time.monotonic(), processor_seconds()
    time.sleep(IDLE_SECONDS)
    return (processor_seconds() - used) / (time.monotonic() - started)


def commit_all(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "made up")


def git(root: Path, *arguments: str) -> None:
    identity: Sequence[str] = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


if __name__ == "__main__":
    main()
