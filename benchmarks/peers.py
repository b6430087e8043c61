"""CodeQA beside other tools that run here, on the same queries, repositories and machine, in one run.

    python benchmarks/peers.py DATA CHECKOUTS [--semble PYTHON] [--aider PYTHON] [--queries N]

Shown are NDCG@10 as in search.py, how many of the files that were meant a reader has seen after so many tokens of
results (as semble's own page measures it; a token is 4 characters), and seconds to index and to ask. The peers:

- BM25: the package bm25s with its defaults over windows of 50 lines.
- ripgrep: what a person does with keywords: files by how many of the query's words they hold, then by how often, each
  read whole. Needs ``rg``.
- semble: the package, with the word vectors that are CodeQA's default in place of its own model, which has to be
  fetched. PYTHON is an interpreter that has ``semble`` and ``wordllama``.
- Aider: its repository map (files in the order of its ranked tags, the query's words given as mentioned identifiers).
  PYTHON is an interpreter that has ``aider-chat``.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

from codeqa.model import Hit, Kind
from data import Repository, indexed, lines_of, repositories, save, table
from search import ndcg

WINDOW = 50
DEPTH = 60
"""Results asked for, so that 32,000 tokens can be filled."""
BUDGETS = (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000)
DRIVERS = Path(__file__).parent / "drivers"
_STOP = frozenset(
    "a an and are as by do does for from how in into is it of on or that the to used using what when where which "
    "with".split()
)


@dataclass(frozen=True)
class Found:
    """A result: lines of a file, and how long they are to read."""

    path: str
    start_line: int
    end_line: int
    characters: int


@dataclass
class Measured:
    """What a tool did over all repositories."""

    ndcg: dict[str, dict[str, list[float]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    recall: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    indexing: float = 0.0
    asking: list[float] = field(default_factory=list)

    def take(self, repository: Repository, query: dict[str, Any], found: Sequence[Found], seconds: float) -> None:
        """Judges the results of one query."""
        hits = [Hit(one.path, one.start_line, one.end_line, Kind.TEXT, None, 0.0, "") for one in found]
        self.ndcg[repository.language][repository.name].append(ndcg(hits, query["targets"], repository.prefix))
        wanted = {one["path"].removeprefix(f"{repository.prefix}/") for one in query["targets"]}
        for budget in BUDGETS:
            self.recall[budget].append(len(wanted & _seen(found, budget)) / len(wanted))
        self.asking.append(seconds)

    def mean_ndcg(self) -> float:
        """The mean over repositories, then languages."""
        return mean(mean(mean(one) for one in by_repository.values()) for by_repository in self.ndcg.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--semble", metavar="PYTHON", help="an interpreter that has semble and wordllama")
    parser.add_argument("--aider", metavar="PYTHON", help="an interpreter that has aider-chat")
    parser.add_argument("--queries", type=int, default=10**6, help="at most so many queries of a repository")
    arguments = parser.parse_args()
    asked = defaultdict(list)
    for query in lines_of(arguments.data / "search-queries.jsonl"):
        asked[query["repo"]].append(query)
    tools: dict[str, Callable[[Repository, Sequence[str]], Answers]] = {
        "CodeQA": ask_codeqa,
        "BM25 (bm25s)": ask_bm25,
        "ripgrep and read": ask_ripgrep,
    }
    if arguments.semble:
        tools["semble"] = lambda repository, queries: ask_driver("semble", arguments.semble, repository, queries)
    if arguments.aider:
        tools["Aider's map"] = lambda repository, queries: ask_driver("aider", arguments.aider, repository, queries)
    results = {name: Measured() for name in tools}
    for repository in repositories(arguments.data, arguments.checkouts, use=None):
        queries = asked[repository.name][: arguments.queries]
        for name, ask in tools.items():
            answers = ask(repository, [one["query"] for one in queries])
            results[name].indexing += answers.indexing
            for query, found, seconds in zip(queries, answers.found, answers.seconds, strict=True):
                results[name].take(repository, query, found, seconds)
    print(
        table(
            ["tool", "NDCG@10", "indexing, s", "a query, ms (median)"],
            [
                [n, one.mean_ndcg(), f"{one.indexing:.0f}", f"{median(one.asking) * 1000:.0f}"]
                for n, one in results.items()
            ],
        )
    )
    print("\nShare of the files meant that were seen after so many tokens:\n")
    rows = [[name, *(mean(one.recall[budget]) for budget in BUDGETS)] for name, one in results.items()]
    print(table(["tool", *(f"{budget:,}" for budget in BUDGETS)], rows))
    save(
        "peers",
        {
            name: {
                "ndcg": one.mean_ndcg(),
                "recall": {budget: mean(values) for budget, values in one.recall.items()},
                "indexing_s": one.indexing,
                "asking_s": median(one.asking),
            }
            for name, one in results.items()
        },
    )


@dataclass(frozen=True)
class Answers:
    """A tool's results for each query, and what they took."""

    indexing: float
    found: list[list[Found]]
    seconds: list[float]


def ask_codeqa(repository: Repository, queries: Sequence[str]) -> Answers:
    """CodeQA, its index made anew."""
    codebase = indexed(repository)
    started = time.perf_counter()
    codebase.index(rebuild=True)
    indexing = time.perf_counter() - started
    codebase.search("warm up")

    def ask(query: str) -> list[Found]:
        return [Found(one.path, one.start_line, one.end_line, len(one.text)) for one in codebase.search(query, DEPTH)]

    return _timed(indexing, ask, queries)


def ask_bm25(repository: Repository, queries: Sequence[str]) -> Answers:
    """bm25s over windows of the files that CodeQA indexes."""
    import bm25s

    started = time.perf_counter()
    windows, texts = [], []
    for path, lines in _files(repository):
        for start in range(0, len(lines), WINDOW):
            text = "\n".join(lines[start : start + WINDOW])
            windows.append(Found(path, start + 1, min(start + WINDOW, len(lines)), len(text)))
            texts.append(f"{path}\n{text}")
    index = bm25s.BM25()
    index.index(bm25s.tokenize(texts, show_progress=False), show_progress=False)
    indexing = time.perf_counter() - started

    def ask(query: str) -> list[Found]:
        tokens = bm25s.tokenize(query, show_progress=False)
        places, _ = index.retrieve(tokens, k=min(DEPTH, len(windows)), show_progress=False)
        return [windows[place] for place in places[0]]

    return _timed(indexing, ask, queries)


def ask_ripgrep(repository: Repository, queries: Sequence[str]) -> Answers:
    """ripgrep for each word of the query; files with most of them first, then with most matches."""
    sizes = {path: (len(lines), sum(map(len, lines)) + len(lines)) for path, lines in _files(repository)}

    def ask(query: str) -> list[Found]:
        words = [word for word in re.findall(r"\w+", query) if word.lower() not in _STOP]
        holds: Counter[str] = Counter()
        matches: Counter[str] = Counter()
        for word in dict.fromkeys(words):
            command = ["rg", "--count-matches", "--ignore-case", "--no-messages", "--fixed-strings", "--", word, "."]
            done = subprocess.run(command, cwd=repository.folder, capture_output=True, text=True, check=False)
            for line in done.stdout.splitlines():
                path, _, count = line.removeprefix("./").rpartition(":")
                if path in sizes:
                    holds[path] += 1
                    matches[path] += int(count)
        order = sorted(holds, key=lambda path: (-holds[path], -matches[path], path))
        return [Found(path, 1, *sizes[path]) for path in order[:DEPTH]]

    return _timed(0.0, ask, queries)


def ask_driver(name: str, python: str, repository: Repository, queries: Sequence[str]) -> Answers:
    """A tool that runs in an environment of its own: `drivers/NAME_driver.py` reads the job and writes the results."""
    job = {"root": str(repository.folder.resolve()), "queries": list(queries), "depth": DEPTH}
    command = [python, str(DRIVERS / f"{name}_driver.py")]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name} failed on {repository.name}:\n{done.stderr}")
    result = json.loads(done.stdout.splitlines()[-1])
    found = [[Found(*one) for one in results] for results in result["found"]]
    return Answers(result["indexing"], found, result["seconds"])


def _timed(indexing: float, ask: Callable[[str], list[Found]], queries: Sequence[str]) -> Answers:
    found, seconds = [], []
    for query in queries:
        started = time.perf_counter()
        found.append(ask(query))
        seconds.append(time.perf_counter() - started)
    return Answers(indexing, found, seconds)


def _files(repository: Repository) -> list[tuple[str, list[str]]]:
    """The files that CodeQA indexes, as lines."""
    return [
        (one.path, (repository.folder / one.path).read_text(encoding="utf-8", errors="replace").split("\n"))
        for one in indexed(repository).files()
    ]


def _seen(found: Sequence[Found], tokens: int) -> set[str]:
    """The files of which something is read within a budget; what no longer fits whole is not read."""
    left = tokens * 4
    seen = set()
    for one in found:
        left -= one.characters
        if left < 0:
            break
        seen.add(one.path)
    return seen


if __name__ == "__main__":
    main()
