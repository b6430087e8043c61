"""What looking along references takes in a server: uses, callers, callees and routes of a large codebase.

    python benchmarks/graphs.py REPOSITORY [--index-dir FOLDER]

The repository is indexed where it is not. Each question is asked once to load what it needs and ROUNDS times for the
medians: the first page of the uses of the most used definitions, the callers (one and three calls far)
and callees of the functions that are called most, and routes, single and three chains, between functions drawn with a
fixed seed. Shown are the medians over the rounds, of the middle and of the slowest name, how many edges there are, what
building the graph takes, and the memory that it adds.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from codeqa import Codebase
from codeqa.model import CALLABLES
from codeqa.retrieve.connections import Connections
from codeqa.retrieve.graph import ReferenceGraph
from codeqa.store.memory import give_back
from codeqa.store.reader import IndexReader
from data import save, table
from speed import megabytes, memory_of

ROUNDS = 5
NAMES = 12
ROUTES = 40
PAGE = 100
SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--index-dir", type=Path)
    arguments = parser.parse_args()
    codebase = Codebase(arguments.repository, arguments.index_dir)
    codebase.ensure_index()
    codebase = Codebase(arguments.repository, arguments.index_dir)
    lines = sum(one.lines for one in codebase.files())
    reader = IndexReader.open(codebase.index_dir)
    for load in (reader.links_table, reader.definition_names):  # search keeps these, too
        load()
    before, started = memory_of(os.getpid()), time.perf_counter()
    graph = Connections(reader).graph
    building = (time.perf_counter() - started) * 1000
    graph.prepare()
    give_back()
    added = memory_of(os.getpid()) - before
    rows = measured(codebase, graph)
    print(f"{lines:,} lines, {len(graph.nodes):,} definitions, {len(graph.edges):,} references tied to them.")
    print(f"The graph is built in {building:.0f} ms and adds {megabytes(added)}.\n")
    print(table(["question", "names", "median, ms", "slowest, ms", "most found"], rows))
    save("graphs", {"lines": lines, "building_ms": building, "added_bytes": added, "rows": rows})


def measured(codebase: Codebase, graph: ReferenceGraph) -> list[list[object]]:
    """A row for each kind of question."""
    used = most(graph, np.bincount(graph.edges.targets, minlength=len(graph.nodes)))
    called = most(graph, np.bincount(graph.calls.targets, minlength=len(graph.nodes)))
    chance = random.Random(SEED)
    functions = np.flatnonzero(graph.nodes.of_kinds(CALLABLES) & ~graph.nodes.aside)
    drawn = [chance.sample(list(functions), 2) for _ in range(ROUTES)]
    ends = [(graph.nodes.id(int(a)), graph.nodes.id(int(b))) for a, b in drawn]

    def uses(name: str) -> int:
        return codebase.references_page(name, limit=PAGE).total

    def callers(depth: int, name: str) -> int:
        return codebase.callers(name, depth, PAGE).total

    def callees(depth: int, name: str) -> int:
        return codebase.callees(name, depth, PAGE).total

    def chains(count: int, pair: tuple[str, str]) -> int:
        return len(codebase.route(*pair, count).chains)

    asked: list[tuple[str, list[Callable[[], int]]]] = [
        ("first page of uses", [partial(uses, one) for one in used]),
        ("callers", [partial(callers, 1, one) for one in called]),
        ("callers, depth 3", [partial(callers, 3, one) for one in called]),
        ("callees, depth 3", [partial(callees, 3, one) for one in called]),
        ("route", [partial(chains, 1, one) for one in ends]),
        ("route, 3 chains", [partial(chains, 3, one) for one in ends]),
    ]
    return [[name, len(questions), *figures(questions)] for name, questions in asked]


def most(graph: ReferenceGraph, counts: np.ndarray) -> list[str]:
    """The definitions with the highest counts."""
    return [graph.nodes.id(int(node)) for node in np.argsort(-counts, kind="stable")[:NAMES]]


def figures(questions: list[Callable[[], int]]) -> tuple[str, str, int]:
    """The medians of the middle and of the slowest question in milliseconds, and the most that one found."""
    found = [ask() for ask in questions]
    taken = []
    for ask in questions:
        rounds = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            ask()
            rounds.append((time.perf_counter() - started) * 1000)
        taken.append(median(rounds))
    return f"{median(taken):.1f}", f"{max(taken):.1f}", max(found)


if __name__ == "__main__":
    main()
