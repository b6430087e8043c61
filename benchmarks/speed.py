"""How fast a codebase is indexed, in multiples of what parsing it alone takes on the same machine in the same minute.

    python benchmarks/speed.py REPOSITORY

The repository is copied first and stays as it is. Parsing alone means: one process, the same files, read and parsed,
nothing else; it is measured before and after, as machines get faster and slower. Indexing is measured inside a program
that has what it needs loaded (the API, a server), and as whole commands, which load it first. For "one file changed" a
function is renamed in a file, the median over files of three sizes. Memory is that of all processes of a run together,
looked at 20 times a second, with what they share counted once.

The goals are meant for codebases of a thousand files and more: in small ones, loading LanceDB (a second) counts most.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

SAMPLE_SECONDS = 0.05
COMMAND_RUNS = 3
CODEQA = [sys.executable, "-c", "from codeqa.faces.cli.main import run; run()"]


@dataclass(frozen=True)
class Parsing:
    """What parsing alone took."""

    files: int
    lines: int
    seconds: float


@dataclass(frozen=True)
class Indexing:
    """What indexing took, in seconds."""

    seconds: float
    files: int
    chunks: int
    definitions: int
    references: int


@dataclass(frozen=True)
class Reindexing:
    """What indexing took where there was an index, in seconds."""

    unchanged: float
    changed: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--step", choices=["parse", "index", "again"], help=argparse.SUPPRESS)
    parser.add_argument("--index-dir", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.step == "parse":
        print(json.dumps(asdict(parse(arguments.repository))))
    elif arguments.step == "index":
        print(json.dumps(asdict(index(arguments.repository, arguments.index_dir))))
    elif arguments.step == "again":
        print(json.dumps(asdict(index_again(arguments.repository, arguments.index_dir))))
    else:
        measure(arguments.repository)


def measure(repository: Path) -> None:
    from data import save, table

    name = repository.resolve().name
    with tempfile.TemporaryDirectory() as scratch:
        root, index_dir, other = Path(scratch) / name, Path(scratch) / "index", Path(scratch) / "other"
        shutil.copytree(repository, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".codeqa"))
        before, _ = step("parse", root, index_dir)
        indexed, memory = step("index", root, index_dir)
        reindexed, memory_again = step("again", root, index_dir)
        after, _ = step("parse", root, index_dir)
        full = seconds_of(["index", str(root), "--index-dir", str(other)], runs=1)
        unchanged = seconds_of(["index", str(root), "--index-dir", str(other)])
        searched = seconds_of(["search", "read the settings", str(root), "--index-dir", str(other)])
        helped = seconds_of(["--help"])
    parsing, indexing, reindexing = Parsing(**before), Indexing(**indexed), Reindexing(**reindexed)
    bare = (parsing.seconds + Parsing(**after).seconds) / 2
    rows: list[list[object]] = [
        ["parsing alone", f"{bare:.2f} s", ""],
        ["indexing from nothing", f"{indexing.seconds:.2f} s", ""],
        ["indexing from nothing / parsing alone", f"{indexing.seconds / bare:.1f}", "6"],
        ["nothing changed / from nothing", f"{reindexing.unchanged / indexing.seconds:.1%}", "5 %"],
        ["one file changed / from nothing", f"{median(reindexing.changed) / indexing.seconds:.1%}", "10 %"],
        ["most memory, from nothing", megabytes(memory), "600 MB"],
        ["most memory, one file changed", megabytes(memory_again), "600 MB"],
        ["codeqa index from nothing, whole process", f"{full:.2f} s", ""],
        ["codeqa index, nothing changed, whole process", f"{unchanged:.2f} s", ""],
        ["codeqa search, whole process", f"{searched:.2f} s", "2 s"],
        ["codeqa --help, whole process", f"{helped:.2f} s", "0.3 s"],
    ]
    print(
        f"{name}: {parsing.files:,} files with a grammar, {parsing.lines:,} lines; {indexing.files:,} files, ", end=""
    )
    print(f"{indexing.chunks:,} chunks, {indexing.definitions:,} definitions, {indexing.references:,} references\n")
    print(table(["what", "figure", "goal: at most"], rows))
    figures = {
        "parse_seconds": bare,
        "index": asdict(indexing),
        "again": asdict(reindexing),
        "memory_bytes": memory,
        "memory_bytes_again": memory_again,
        "commands": {"index": full, "index_unchanged": unchanged, "search": searched, "help": helped},
    }
    save(f"speed-{name}", {"repository": name, "files": parsing.files, "lines": parsing.lines, **figures})


def megabytes(size: int | None) -> str:
    return "not measured" if size is None else f"{size / 1e6:.0f} MB"


def step(which: str, root: Path, index_dir: Path) -> tuple[dict[str, Any], int | None]:
    """Runs a step in a process of its own: what it prints, and the most bytes it held with its children."""
    command = [sys.executable, __file__, str(root), "--step", which, "--index-dir", str(index_dir)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    held: list[int] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(SAMPLE_SECONDS):
            held.append(sum(map(memory_of, family(process.pid))))

    if Path("/proc/self/smaps_rollup").exists():
        threading.Thread(target=watch, daemon=True).start()
    output, _ = process.communicate()
    ended.set()
    if process.returncode:
        raise SystemExit(f"the step '{which}' ended with status {process.returncode}")
    return json.loads(output), max(held, default=None)


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for one in found:
        for tasks in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found.extend(map(int, tasks.read_text().split()))
            except OSError:  # it has ended
                continue
    return found


def memory_of(pid: int) -> int:
    """Bytes that a process holds; what it shares with others counts by its share."""
    try:
        match = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    except OSError:  # it has ended
        return 0
    return 0 if match is None else 1024 * int(match[1])


def seconds_of(arguments: Sequence[str], runs: int = COMMAND_RUNS) -> float:
    """The median time of a codeqa command as a whole process."""
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        done = subprocess.run([*CODEQA, *arguments], capture_output=True, text=True)
        taken.append(time.perf_counter() - started)
        if done.returncode not in (0, 1):
            raise SystemExit(f"codeqa {' '.join(arguments)} ended with status {done.returncode}: {done.stderr}")
    return median(taken)


def parse(root: Path) -> Parsing:
    """Reads and parses all files that have a grammar, and does nothing else with them."""
    import tree_sitter

    from codeqa.index.parse import grammar
    from codeqa.index.read import HEAD_CHARACTERS
    from codeqa.index.walk import Found, walk
    from codeqa.languages.registry import Language, load_languages

    parsers: dict[Language, tree_sitter.Parser] = {}
    todo = []
    for entry in walk(root):
        if isinstance(entry, Found):
            head = entry.absolute.read_bytes()[:HEAD_CHARACTERS].decode(errors="replace")
            language = load_languages().detect(entry.path, head)
            if language is not None and language.is_code:
                if language not in parsers:
                    parsers[language] = tree_sitter.Parser(grammar(language))
                todo.append((entry.absolute, parsers[language]))
    lines = 0
    started = time.perf_counter()
    for path, parser in todo:
        content = path.read_bytes()
        parser.parse(content)
        lines += content.count(b"\n")
    return Parsing(len(todo), lines, time.perf_counter() - started)


def index(root: Path, index_dir: Path) -> Indexing:
    """Indexes from nothing."""
    import lancedb  # noqa: F401

    from codeqa.embed import load_embedder
    from codeqa.pipeline.update import update

    report = update(root, index_dir, load_embedder("wordllama"))
    return Indexing(report.seconds, report.files, report.chunks, report.definitions, report.references)


def index_again(root: Path, index_dir: Path) -> Reindexing:
    """Indexes with nothing changed, and with a function renamed in one file."""
    from codeqa.embed import load_embedder
    from codeqa.model import CALLABLES
    from codeqa.pipeline.update import update
    from codeqa.store.reader import IndexReader

    embedder = load_embedder("wordllama")
    definitions = IndexReader.open(index_dir).definition_names()
    kinds, names = definitions["kind"].to_pylist(), definitions["name"].to_pylist()
    paths = definitions["path"].to_pylist()
    named = {path: name for path, name, kind in zip(paths, names, kinds, strict=True) if kind in CALLABLES}
    unchanged = update(root, index_dir, embedder)
    by_size = sorted(named, key=lambda path: ((root / path).stat().st_size, path))
    changed = []
    for quarter in (1, 2, 3):
        path = by_size[quarter * len(by_size) // 4]
        content = (root / path).read_bytes()
        name = named[path].encode()
        (root / path).write_bytes(content.replace(name, name + b"_renamed"))
        changed.append(update(root, index_dir, embedder).seconds)
        (root / path).write_bytes(content)
        update(root, index_dir, embedder)
    return Reindexing(unchanged.seconds, changed)


if __name__ == "__main__":
    main()
