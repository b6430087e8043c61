"""How long indexing takes, as ratios in one run, and how much memory it needs.

    python benchmarks/speed.py REPOSITORY

The unit is bare single-process tree-sitter parsing of the same files. Every other figure is a whole process. Peak
memory is the largest sum of the resident memory of all processes of the run (shared pages count in each), looked at
20 times a second.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import tree_sitter

from codeqa.index.parse import grammar
from codeqa.index.read import UnreadableError, read_source
from codeqa.index.walk import Found, WalkOptions, walk
from codeqa.languages.registry import load_languages
from data import save, table

CODEQA = [sys.executable, "-c", "from codeqa.faces.cli.main import run; run()"]


def parse_seconds(root: Path) -> tuple[float, int]:
    """Seconds to parse every code file of a repository with tree-sitter alone, and their lines."""
    sources = []
    for found in walk(root, WalkOptions()):
        if isinstance(found, Found):
            try:
                source = read_source(found.absolute)
            except UnreadableError:
                continue
            language = load_languages().detect(found.path, source.text[:4000])
            if language is not None and language.is_code:
                sources.append((tree_sitter.Parser(grammar(language)), source.text.encode(), source.lines))
    started = time.perf_counter()
    for parser, text, _ in sources:
        parser.parse(text)
    return time.perf_counter() - started, sum(lines for _, _, lines in sources)


def resident(pid: int) -> int:
    """Resident bytes of a process and its descendants, by /proc (Linux)."""
    total = 0
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        try:
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * 4096
            for task in Path(f"/proc/{one}/task").iterdir():
                waiting += [int(child) for child in (task / "children").read_text().split()]
        except (OSError, ValueError):
            continue
    return total


def run(arguments: Sequence[str]) -> tuple[float, int]:
    """Seconds that a codeqa command takes as a whole process, and its peak memory in bytes."""
    started = time.perf_counter()
    process = subprocess.Popen([*CODEQA, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    ended = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not ended.wait(0.05):
            peak = max(peak, resident(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    status = process.wait()
    ended.set()
    watcher.join()
    if status not in (0, 1):
        raise SystemExit(f"codeqa {' '.join(arguments)} ended with status {status}")
    return time.perf_counter() - started, peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    repository = parser.parse_args().repository
    with tempfile.TemporaryDirectory() as scratch:
        root, index = Path(scratch) / "repository", f"{scratch}/index"
        shutil.copytree(repository, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".codeqa"))
        bare, lines = parse_seconds(root)
        command = ["index", str(root), "--index-dir", index]
        full, peak = run(command)
        unchanged = median(run(command)[0] for _ in range(3))
        path = next(
            found for found in walk(root, WalkOptions()) if isinstance(found, Found) and found.path.endswith(".py")
        )
        edits = []
        for number in range(3):
            with path.absolute.open("a", encoding="utf-8") as file:
                file.write(f"\n\ndef added_{number}():\n    return {number}\n")
            edits.append(run(command)[0])
        searched = median(run(["search", "read a file", str(root), "--index-dir", index])[0] for _ in range(3))
        helped = median(run(["--help"])[0] for _ in range(3))
    changed = median(edits)
    rows: list[list[object]] = [
        ["lines of code", f"{lines:,}"],
        ["bare parsing", f"{bare:.2f} s"],
        ["full index / bare parsing", full / bare],
        ["nothing changed / full", unchanged / full],
        ["one file changed / full", changed / full],
        ["peak memory of a full index", f"{peak / 1e6:.0f} MB"],
        ["codeqa search, whole process", f"{searched:.2f} s"],
        ["codeqa --help, whole process", f"{helped:.2f} s"],
    ]
    print(table(["what", "figure"], rows))
    save("speed", {"repository": repository.name, "rows": rows})


if __name__ == "__main__":
    main()
