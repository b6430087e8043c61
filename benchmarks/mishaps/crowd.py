"""Ten processes that write and read one index at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from codeqa import Codebase
from mishaps.trees import Part, begin, difference, make_tree


def crowd(scratch: Path, files: int, seconds: float, writers: int = 3, readers: int = 7) -> Part:
    """Lets processes write and read one index.

    Args:
        scratch: a folder to work in.
        files: the codebase's size.
        seconds: for how long.
        writers: how many change files and index.
        readers: how many ask, and examine each commit that they see.
    """
    part = Part(f"{writers + readers} processes for {seconds:.0f} s")
    root, index_dir = scratch / "root", scratch / "index"
    make_tree(root, files)
    Codebase(root, index_dir).index()
    kinds = ["write"] * writers + ["read"] * readers
    with ThreadPoolExecutor(len(kinds)) as starters:  # loading takes seconds, and all are to work at the same time
        children = list(starters.map(lambda kind: begin(kind, root, index_dir, str(seconds)), kinds))
    done = {"write": 0, "read": 0}
    for kind, child in zip(kinds, children, strict=True):
        output, errors = child.communicate()
        part.tried += 1
        part.expect(child.returncode == 0, f"a process that {kind}s ended: {errors.strip().splitlines()[-1:]}")
        if child.returncode == 0:
            done[kind] += int(output)
    Codebase(root, index_dir).index()
    differs = difference(root, index_dir, scratch)
    part.expect(differs is None, f"afterwards: {differs}")
    part.note = f"{done['write']:,} changes, {done['read']:,} commits examined"
    return part
