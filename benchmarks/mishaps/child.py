"""A process of the campaign: ``python -m mishaps.child index|follow|write|read ROOT INDEX_DIR [SECONDS]``.

It says ``begun`` when all is loaded and it begins.
"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

from codeqa import Codebase
from codeqa.embed import load_embedder
from codeqa.errors import IndexLockedError
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.update import update
from codeqa.store.reader import IndexReader

COMMIT_SECONDS = 0.1
"""Commits come often, so that many moments are close to one."""


def main() -> None:
    # What a shell runs in the background ignores interrupts, and so would this process.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    what, root, index_dir, *rest = sys.argv[1:]
    {"index": index, "follow": follow, "write": write, "read": read}[what](
        Path(root), Path(index_dir), float(rest[0]) if rest else 0.0
    )


def index(root: Path, index_dir: Path, seconds: float) -> None:
    """One run."""
    embedder = load_embedder("wordllama")
    embedder.embed_query("warm")
    print("begun", flush=True)
    update(root, index_dir, embedder, UpdateOptions(workers=1, commit_seconds=COMMIT_SECONDS))


def follow(root: Path, index_dir: Path, seconds: float) -> None:
    """Keeps the index current until it is ended."""
    with Codebase(root, index_dir).follow() as follower:
        follower.wait(60.0)
        print("begun", flush=True)
        time.sleep(3_600.0)


def write(root: Path, index_dir: Path, seconds: float) -> None:
    """Changes a file of its own and indexes, for so long."""
    codebase, number, end = Codebase(root, index_dir), 0, time.monotonic() + seconds
    own = root / f"own{time.time_ns()}.py"
    print("begun", flush=True)
    while time.monotonic() < end:
        number += 1
        own.write_text(f"def own{number}(value):\n    return value + {number}\n")
        try:
            codebase.index()
        except IndexLockedError:
            time.sleep(0.05)
    print(number, flush=True)


def read(root: Path, index_dir: Path, seconds: float) -> None:
    """Asks for so long, and examines each commit that it sees."""
    codebase, asked, reader = Codebase(root, index_dir), 0, IndexReader.open(index_dir)
    codebase.search("run0 value", limit=1)
    print("begun", flush=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        asked += 1
        pinned = reader.pinned()
        pinned.check(thorough=True)
        files = {one.path for one in pinned.files()}
        if not {one.path for one in pinned.definitions()} <= files or not codebase.search("run0 value", limit=3):
            raise SystemExit("a commit does not fit together")
    print(asked, flush=True)


if __name__ == "__main__":
    main()
