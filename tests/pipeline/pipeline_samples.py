"""Invented codebases for the pipeline's tests, and what an index of one holds."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from codeqa.embed import load_embedder
from codeqa.embed.base import Vectors
from codeqa.errors import EmbedderError
from codeqa.model import IndexReport
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.update import update
from codeqa.pipeline.work import Outcome, Task, facts_as_rows
from codeqa.store.location import LANCE_FOLDER
from codeqa.store.manifest import read_manifest
from codeqa.store.schema import Table
from codeqa.store.tables import Tables

LONG_AGO_NS = 1_600_000_000_000_000_000
"""A time of change that no run can mistake for its own."""

SHAPES = '''"""Shapes and their areas."""

from units import metres


class Shape:
    """Anything with an area."""

    def area(self):
        return metres(0)

    def describe(self):
        return f"{self.area()} square metres"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return metres(self.side * self.side)
'''

CODEBASE = {
    "shapes.py": SHAPES,
    "units.py": "def metres(value):\n    return round(value, 3)\n",
    "main.py": "from shapes import Square\n\n\ndef main():\n    square = Square(2)\n    print(square.describe())\n",
    "web/app.js": "export function render(shape) {\n  return shape.describe();\n}\n",
    "README.md": "# Shapes\n\nComputes areas.\n\n## Use\n\nCall `main`.\n",
}


def write(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Writes files, changed long ago."""
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.utime(place, ns=(LONG_AGO_NS, LONG_AGO_NS))


def edit(root: Path, path: str, content: str | bytes, seconds_later: int = 60) -> None:
    """Gives a file other content, at a later time than any before."""
    place = root / path
    before = place.stat().st_mtime_ns if place.exists() else LONG_AGO_NS
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content if isinstance(content, bytes) else content.encode())
    later = before + seconds_later * 1_000_000_000
    os.utime(place, ns=(later, later))


def index(root: Path, index_dir: Path, **options: object) -> IndexReport:
    """Brings an index up to date with one worker."""
    return update(root, index_dir, load_embedder("wordllama"), UpdateOptions(workers=1, **options))  # type: ignore[arg-type]


def contents(index_dir: Path) -> dict[str, list[object]]:
    """All that an index holds, without what depends on when it was made: times, inodes, chunks' ids, the rows' order.

    Vectors are rounded: the order in which an embedder sums up words depends on the texts it has met before.
    """
    held: dict[str, list[object]] = {}
    tables = Tables(index_dir / LANCE_FOLDER)
    for table, state in read_manifest(index_dir).tables.items():
        rows = tables.open_at(state).to_arrow()
        ignored = {"mtime_ns", "ctime_ns", "inode"} if table is not Table.CHUNKS else {"id"}
        records = rows.select([name for name in rows.column_names if name not in ignored]).to_pylist()
        for record in records:
            if "vector" in record:
                record["vector"] = Rounded(record["vector"])
        held[table] = sorted((tuple(record.values()) for record in records), key=repr)
    return held


class Rounded:
    """A vector that equals others which are next to it."""

    def __init__(self, numbers: Sequence[float]) -> None:
        self.numbers = np.array(numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rounded) and np.allclose(self.numbers, other.numbers, atol=1e-5)

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "Rounded(…)"  # rows are ordered by what stands before


def fresh_contents(root: Path, index_dir: Path, **options: object) -> dict[str, list[object]]:
    """What an index holds that is made from nothing."""
    index(root, index_dir, **options)
    return contents(index_dir)


def paths_in(index_dir: Path) -> set[str]:
    """The files in an index."""
    return {row[0] for row in contents(index_dir)[Table.FILES]}  # type: ignore[index]


def facts_or_crash(tasks: Sequence[Task]) -> Outcome:
    """What workers do, but a file that says so ends its worker as a parser's bug would."""
    for task in tasks:
        text = task.found.absolute.read_bytes()
        if b"crash always" in text or (b"crash when parsed" in text and task.options.parse):
            os.kill(os.getpid(), signal.SIGSEGV)
    return facts_as_rows(tasks)


class OtherEmbedder:
    """Another embedder, of another dimension. It fails after some texts if told to."""

    name = "tests/other"
    dimension = 4
    remote = False
    separate_head = False

    def __init__(self, texts_before_failure: int | None = None) -> None:
        self.texts_left = texts_before_failure

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if self.texts_left is not None:
            self.texts_left -= len(texts)
            if self.texts_left < 0:
                raise EmbedderError("The service is not there. Try again later.")
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        vectors[:, 0] = 1.0
        return vectors

    def forget(self) -> None:
        pass

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self.embed_documents([text])[0]
        return vector
