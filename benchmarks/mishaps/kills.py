"""Runs that are ended at random moments: each leaves an index that opens, and the next run leaves a clean one."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

from codeqa import Codebase
from codeqa.errors import CodeQAError
from codeqa.store.manifest import MANIFEST_FILE
from codeqa.store.reader import IndexReader
from mishaps.trees import Part, begin, by_path, difference, edit, make_tree

STATES = ("fresh", "incremental", "following")
SETTLE_SECONDS = 20.0


def kills(scratch: Path, files: int, times: int, how: signal.Signals, seed: int = 1) -> Part:
    """Ends runs by a signal, at moments spread over a run's length.

    Args:
        scratch: a folder to work in.
        files: the codebase's size.
        times: how many runs are ended, fresh, incremental and following in turn.
        how: the signal.
        seed: of the moments.
    """
    part = Part(f"{how.name} at a random moment")
    moments = random.Random(seed)
    cut_short = 0
    lengths = {state: run_seconds(scratch / "length", files, state) for state in STATES}
    for number in range(times):
        state = STATES[number % len(STATES)]
        folder = scratch / f"{how.name}{number}"
        root, index_dir = folder / "root", folder / "index"
        make_tree(root, files)
        if state != "fresh":
            Codebase(root, index_dir).index()
        before = by_path(index_dir) if state != "fresh" else {}
        child = start(root, index_dir, files, state, number + 1)
        time.sleep(moments.uniform(0.0, lengths[state]))
        child.send_signal(how)
        child.wait()
        part.tried += 1
        what = f"{state} {number} after {how.name}"
        try:
            held = None
            if (index_dir / MANIFEST_FILE).exists():
                reader = IndexReader.open(index_dir)
                reader.check(thorough=True)
                cut_short += not reader.manifest.complete
                held = by_path(index_dir)
            Codebase(root, index_dir).index()
            differs = difference(root, index_dir, folder)
            part.expect(differs is None, f"{what}: {differs}")
            after = by_path(index_dir)
            for path, rows in (held or {}).items():
                part.expect(rows in (before.get(path), after.get(path)), f"{what}: {path} is neither old nor new")
        except CodeQAError as error:
            part.faults.append(f"{what}: {error}")
        shutil.rmtree(folder)
    part.note = f"{cut_short} left an index that was not finished"
    return part


def start(root: Path, index_dir: Path, files: int, state: str, generation: int) -> subprocess.Popen[str]:
    """A process that has begun to index what has changed."""
    if state == "following":
        child = begin("follow", root, index_dir)
        edit(root, files, generation, random.Random(generation), 0.3)
        return child
    if state == "incremental":
        edit(root, files, generation, random.Random(generation), 0.3)
    return begin("index", root, index_dir)


def run_seconds(folder: Path, files: int, state: str) -> float:
    """How long a run takes that nobody ends."""
    root, index_dir = folder / "root", folder / "index"
    make_tree(root, files)
    if state != "fresh":
        Codebase(root, index_dir).index()
    child = start(root, index_dir, files, state, 1)
    started = time.monotonic()
    if state == "following":
        reader = IndexReader.open(index_dir)
        while "more1.py" not in {one.path for one in reader.files()} and time.monotonic() - started < SETTLE_SECONDS:
            time.sleep(0.05)
        child.kill()
    child.wait()
    shutil.rmtree(folder)
    return time.monotonic() - started
