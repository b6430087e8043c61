"""What an index takes on disk, and what becomes of it when the disk is full."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

from codeqa import Codebase
from codeqa.errors import StoreError
from codeqa.store.location import index_size
from codeqa.store.reader import IndexReader
from mishaps.trees import Part, by_path, difference, edit, make_tree

LARGEST = 1.3
SAMPLES = 20
MORE_BYTES = 256 * 2**20


def growth(scratch: Path, files: int, commits: int) -> Part:
    """Files changed and indexed one at a time: the index must stay small.

    Args:
        scratch: a folder to work in.
        files: the codebase's size.
        commits: how many changes.
    """
    part = Part(f"disk: {commits:,} changes of one file, each indexed")
    root, index_dir = scratch / "root", scratch / "grown"
    make_tree(root, files)
    codebase = Codebase(root, index_dir)
    codebase.index()
    moments, worst = random.Random(3), 0.0
    for number in range(1, commits + 1):
        file = root / f"part{moments.randrange(files)}.py"
        text = file.read_text() if file.stat().st_size < 4_000 else f'"""Begun again in {number}."""\n'
        file.write_text(f"{text}\n\ndef change{number}(value):\n    return value + {number}\n")
        codebase.index()
        part.tried += 1
        if number % max(1, commits // SAMPLES) == 0 or number <= SAMPLES // 2:
            clean = scratch / "clean"
            shutil.rmtree(clean, ignore_errors=True)
            Codebase(root, clean).index()
            share = index_size(index_dir) / index_size(clean)
            worst = max(worst, share)
            part.expect(share <= LARGEST, f"after {number} changes {share:.2f} times a clean index")
    differs = difference(root, index_dir, scratch)
    part.expect(differs is None, f"after all changes: {differs}")
    part.note = f"at most {worst:.2f} times a clean index"
    return part


def full(scratch: Path, files: int, steps: int) -> Part:
    """An index on a disk that gets full, with a little more room each time.

    Args:
        scratch: a folder to work in.
        files: the codebase's size.
        steps: how many sizes of the disk.
    """
    part = Part("disk full")
    root, disk = scratch / "root", scratch / "disk"
    make_tree(root, files)
    Codebase(root, scratch / "clean").index()
    size = index_size(scratch / "clean")
    disk.mkdir()
    refused = 0
    for step in range(steps):
        room = int(size * (1.1 + 1.9 * step / max(1, steps - 1)))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}", "tmpfs", disk], capture_output=True)
        if mounted.returncode:
            part.note = f"not tried: a small disk cannot be mounted here ({mounted.stderr.decode().strip()})"
            return part
        try:
            part.tried += 1
            if fill(part, root, disk / "index", files, f"{room:,} bytes"):
                refused += 1
                subprocess.run(["mount", "-o", f"remount,size={MORE_BYTES}", disk], check=True)
                Codebase(root, disk / "index").index()
                differs = difference(root, disk / "index", scratch)
                part.expect(differs is None, f"{room:,} bytes, and then more: {differs}")
        finally:
            subprocess.run(["umount", disk], check=True)
    part.note = f"{refused} refused with a message; the index before was as it was, and whole once there was room"
    return part


def fill(part: Part, root: Path, index_dir: Path, files: int, what: str) -> bool:
    """One disk, written to until it is full or all is in; True when it was full."""
    before = None
    for generation in range(6):
        if generation:
            edit(root, files, generation, random.Random(generation), 0.7)
        try:
            Codebase(root, index_dir).index()
        except StoreError as error:
            part.expect("is full" in str(error), f"{what}: the message does not say that the disk is full: {error}")
            if before is not None:
                IndexReader.open(index_dir).check(thorough=True)
                part.expect(by_path(index_dir) == before, f"{what}: the index before is not what it was")
            return True
        except Exception as error:  # noqa: BLE001 (what a user would see as a traceback)
            part.faults.append(f"{what}: {type(error).__name__}: {error}")
            return False
        before = by_path(index_dir)
    return False
