"""How search and indexing grow with the codebase.

    python benchmarks/scale.py FOLDER REPOSITORY… [--chunks 10000 100000 1000000]

Larger codebases are made of the repositories' own files, copied as often as needed into FOLDER; in each copy a third of
the identifiers, others each time, get another name, so that words and vectors differ as they do between projects.
Queries are 200 names and first sentences of documentation drawn from the index with a fixed seed. Shown are the median
and 95th percentile of a warm search, the share of the ten nearest chunks by exact comparison of all vectors that the
ranking's own vector scores have among their first ten, memory, time and size of the index.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from zlib import crc32

import numpy as np

from codeqa import Codebase
from codeqa.index.walk import Found, walk
from codeqa.retrieve.corpus import CORPORA
from data import save, table

QUERIES = 200
NEAREST = 10
LINES_A_CHUNK = 16
"""What chunks of these repositories have on the average; how much to copy is estimated by it."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{4,}")


@dataclass(frozen=True)
class Scale:
    """What was measured at a size."""

    chunks: int
    files: int
    indexing_s: float
    index_mb: float
    opening_s: float
    median_ms: float
    p95_ms: float
    recall: float
    memory_mb: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("repositories", type=Path, nargs="*")
    parser.add_argument("--chunks", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.folder)
        return
    rows = []
    for size in arguments.chunks:
        root = arguments.folder / str(size)
        if not root.is_dir():
            grow(root, arguments.repositories, size * LINES_A_CHUNK)
        command = [sys.executable, __file__, str(root), "--measure"]  # a process each, for its memory
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        rows.append(Scale(**json.loads(done.stdout.splitlines()[-1])))
        print(rows[-1], file=sys.stderr)
    print(table([name.replace("_", ", ") for name in asdict(rows[0])], [list(asdict(row).values()) for row in rows]))
    save("scale", [asdict(row) for row in rows])


def grow(root: Path, repositories: Sequence[Path], lines: int) -> None:
    """Copies the repositories' code below a folder until there are so many lines."""
    sources = [
        (f"{repository.name}/{one.path}", one.absolute.read_text(encoding="utf-8", errors="replace"))
        for repository in repositories
        for one in walk(repository)
        if isinstance(one, Found)
    ]
    copy = 0
    while lines > 0:
        for path, text in sources:
            if lines <= 0:
                break
            target = root / f"copy{copy}" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(text, copy) if copy else text, encoding="utf-8")
            lines -= text.count("\n") + 1
        copy += 1


def renamed(text: str, copy: int) -> str:
    """The text with a third of its names, others in each copy, called something else."""

    def other(match: re.Match[str]) -> str:
        name = match.group()
        chance = crc32(f"{copy}{name}".encode())
        return f"{name}_{_SYLLABLES[chance % len(_SYLLABLES)]}" if chance % 3 == 0 else name

    return _NAME.sub(other, text)


_SYLLABLES = "alpha bravo carbon delta ember falcon garnet harbor indigo jasper kernel lumen maple nectar onyx".split()


def measure(root: Path) -> None:
    """Indexes a codebase and asks it; prints what it took."""
    started = time.perf_counter()
    index_dir = root.with_name(f"{root.name}-index")
    shutil.rmtree(index_dir, ignore_errors=True)
    codebase = Codebase(root, index_dir)
    report = codebase.index()
    indexing = time.perf_counter() - started
    codebase = Codebase(root, index_dir)
    started = time.perf_counter()
    codebase.search("warm up")
    opening = time.perf_counter() - started
    taken = []
    queries = _queries(codebase)
    for query in queries:
        started = time.perf_counter()
        codebase.search(query)
        taken.append((time.perf_counter() - started) * 1000)
    scale = Scale(
        chunks=report.chunks,
        files=report.files,
        indexing_s=round(indexing, 1),
        index_mb=round(codebase.status().bytes / 1e6),
        opening_s=round(opening, 1),
        median_ms=round(median(taken), 1),
        p95_ms=round(quantiles(taken, n=20)[-1], 1),
        recall=round(_recall(codebase, queries), 3),
        memory_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
    )
    print(json.dumps(asdict(scale)))


def _queries(codebase: Codebase) -> list[str]:
    """Half of them first sentences of documentation, half names."""
    corpus = CORPORA.of(codebase._reader)[1]
    chance = random.Random(7)
    places = chance.sample(range(corpus.size), min(corpus.size, 20 * QUERIES))
    docs = [one.doc.partition(".")[0] for one in codebase._reader.chunks(corpus.ids[sorted(places)])]
    sentences = [doc[:200] for doc in docs if len(doc.split()) >= 4]
    names = [name for name in corpus.names if name]
    return [*chance.sample(sentences, min(len(sentences), QUERIES // 2)), *chance.sample(names, QUERIES // 2)]


def _recall(codebase: Codebase, queries: Sequence[str]) -> float:
    """The share of the nearest chunks, all vectors compared, that are among the first by the ranking's own scores."""
    corpus = CORPORA.of(codebase._reader)[1]
    shares = []
    for query in queries:
        vector = codebase._embedder.embed_query(query)
        exact = np.argpartition(-(corpus.vectors @ vector), NEAREST)[:NEAREST]
        found = np.argpartition(-corpus.similarities(vector), NEAREST)[:NEAREST]
        shares.append(np.isin(exact, found).mean())
    return float(np.mean(shares))


if __name__ == "__main__":
    main()
