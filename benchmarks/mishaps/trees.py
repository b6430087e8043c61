"""Codebases that are made up for the campaign, and what an index of one holds."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from codeqa import Codebase
from codeqa.store.location import LANCE_FOLDER
from codeqa.store.manifest import read_manifest
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Table
from codeqa.store.tables import Tables

FUNCTIONS = 12
_NOT_COMPARED = {Table.CHUNKS: {"id", "vector"}, Table.FILES: {"mtime_ns"}}
"""Ids depend on the order of runs, and a time that is too near to a run is not kept. Vectors are compared apart: their
last bits depend on the texts that were embedded with them."""


@dataclass
class Part:
    """What became of a part of the campaign."""

    name: str
    tried: int = 0
    faults: list[str] = field(default_factory=list)
    """Each thing that was lost or wrong, in a line."""
    note: str = ""
    seconds: float = 0.0

    def expect(self, holds: bool, fault: str) -> None:
        """Notes a fault where something does not hold."""
        if not holds:
            self.faults.append(fault)


def source(number: int, generation: int, files: int) -> str:
    """A module of functions that name its generation, each of which calls one of the next module."""
    called = (number + 1) % files
    lines = [f'"""Part {number}."""\n\nfrom part{called} import run0 as following\n']
    for function in range(FUNCTIONS):
        lines.append(f"\ndef run{function}(value):\n    return following(value + {generation})\n")
    return "\n".join(lines)


def make_tree(root: Path, files: int) -> None:
    """Writes a made-up codebase."""
    root.mkdir(parents=True)
    for number in range(files):
        (root / f"part{number}.py").write_text(source(number, 0, files))


def edit(root: Path, files: int, generation: int, moments: random.Random, share: float) -> None:
    """Changes some files, removes one and adds one."""
    chosen = moments.sample(range(files), max(1, round(files * share)))
    for number in chosen:
        (root / f"part{number}.py").write_text(source(number, generation, files))
    (root / f"part{moments.randrange(files)}.py").unlink(missing_ok=True)
    (root / f"more{generation}.py").write_text(source(generation, generation, files))


def contents(index_dir: Path) -> dict[str, list[str]]:
    """All that an index holds, in an order that does not depend on its history."""
    tables = Tables(index_dir / LANCE_FOLDER)
    found: dict[str, list[str]] = {}
    for table, state in read_manifest(index_dir).tables.items():
        rows = tables.open_at(state).to_arrow()
        names = [name for name in rows.column_names if name not in _NOT_COMPARED.get(table, ())]
        found[table] = sorted(map(repr, rows.select(names).to_pylist()))
    return found


def vectors(index_dir: Path) -> np.ndarray:
    """The chunks' vectors, by place."""
    rows = IndexReader.open(index_dir).chunk_table(["path", "start_line", "part", "vector"])
    ordered = rows.sort_by([("path", "ascending"), ("start_line", "ascending"), ("part", "ascending")])
    flat = ordered["vector"].combine_chunks().flatten().to_numpy()
    return np.asarray(flat, dtype=np.float32)


def difference(root: Path, index_dir: Path, scratch: Path) -> str | None:
    """How an index differs from a clean one of the same files, in a line; None where it does not."""
    clean = scratch / "clean"
    shutil.rmtree(clean, ignore_errors=True)
    Codebase(root, clean).index()
    IndexReader.open(index_dir).check(thorough=True)
    expected, found = contents(clean), contents(index_dir)
    for table, rows in expected.items():
        if rows != found[table]:
            missing, added = len(set(rows) - set(found[table])), len(set(found[table]) - set(rows))
            return f"{table}: {len(found[table])} rows for {len(rows)}, {missing} missing, {added} others"
    if not np.allclose(vectors(clean), vectors(index_dir), atol=1e-4):
        return "vectors differ"
    return None


def only(faults: Sequence[str], shown: int = 5) -> list[str]:
    """The first faults, and how many more there are."""
    more = len(faults) - shown
    return [*faults[:shown], *([f"and {more} more"] if more > 0 else [])]


def by_path(index_dir: Path) -> dict[str, dict[str, list[str]]]:
    """Each file's rows, without what references mean: only a finished run has all of that."""
    tables = Tables(index_dir / LANCE_FOLDER)
    found: dict[str, dict[str, list[str]]] = {}
    for table, state in read_manifest(index_dir).tables.items():
        if table in (Table.LINKS, Table.SKIPPED):
            continue
        rows = tables.open_at(state).to_arrow()
        names = [name for name in rows.column_names if name not in _NOT_COMPARED.get(table, ())]
        for row in rows.select(names).to_pylist():
            found.setdefault(row["path"], {}).setdefault(table, []).append(repr(row))
    return {path: {table: sorted(rows) for table, rows in tables.items()} for path, tables in found.items()}


def begin(*arguments: str | Path) -> subprocess.Popen[str]:
    """A process of the campaign, once it has begun."""
    child = subprocess.Popen(
        [sys.executable, "-m", "mishaps.child", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])},
    )
    if child.stdout is None or child.stdout.readline() != "begun\n":
        raise SystemExit(f"a process of the campaign did not begin: {child.communicate()[1]}")
    return child
