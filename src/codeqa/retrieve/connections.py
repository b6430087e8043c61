"""The reference graph of an index, built once a commit."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from codeqa.model import Definition, Edge, Graph, ReferenceKind, definition_id, path_of
from codeqa.retrieve.graph import ReferenceGraph, Step
from codeqa.store.reader import IndexReader


@dataclass(slots=True)
class _Built:
    commit: int
    graph: ReferenceGraph


class Connections:
    """Answers how definitions are connected, from an index's newest commit.

    Args:
        reader: the index.
    """

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._built: _Built | None = None
        self._building = threading.Lock()

    @property
    def graph(self) -> ReferenceGraph:
        """The reference graph of the newest commit."""
        with self._building:
            commit = self._reader.manifest.commit
            if self._built is None or self._built.commit != commit:
                self._built = _Built(commit, ReferenceGraph(self._steps(), self._parents()))
            return self._built.graph

    def described(self, steps: Iterable[Step], roots: Iterable[Definition]) -> Graph:
        """Steps as a graph for people: with definitions and the lines of code.

        Args:
            steps: in the order to show them in.
            roots: definitions that belong to it even when no step touches them.
        """
        listed = list(steps)
        ids = dict.fromkeys(
            [*(one.id for one in roots), *(end for step in listed for end in (step.source, step.target))]
        )
        nodes = {one.id: one for one in self._reader.definitions(id=list(ids))} if ids else {}
        edges = tuple(
            Edge(step.source, step.target, step.kind, step.path, step.line, self._text(step), step.confidence)
            for step in listed
        )
        return Graph(tuple(nodes[one] for one in ids if one in nodes), edges)

    def between_files(self) -> dict[tuple[str, str], int]:
        """How many references go from one file to another, by their paths."""
        table = self._reader.links_table()
        pairs = Counter(zip(table["path"].to_pylist(), table["target_id"].to_pylist(), strict=True))
        between: Counter[tuple[str, str]] = Counter()
        for (path, target), number in pairs.items():
            between[path, path_of(target)] += number
        return between

    def file_ranks(self) -> dict[str, float]:
        """Each file's share of the PageRank: the sum of its definitions'."""
        ranks: dict[str, float] = defaultdict(float)
        for one, rank in self.graph.ranks().items():
            ranks[path_of(one)] += rank
        return ranks

    def _text(self, step: Step) -> str:
        if step.kind is ReferenceKind.MEMBER:
            return ""
        return self._reader.lines(step.path, step.line, step.line).strip()

    def _steps(self) -> Iterable[Step]:
        table = self._reader.links_table()
        columns = [table[name].to_pylist() for name in ("source_id", "target_id", "kind", "path", "line", "confidence")]
        for source, target, kind, path, line, confidence in zip(*columns, strict=True):
            if source is not None:
                yield Step(source, target, ReferenceKind(kind), path, line, confidence)

    def _parents(self) -> dict[str, str]:
        table = self._reader.definition_names()
        ids = table["id"].to_pylist()
        known = set(ids)
        parents: dict[str, str] = {}
        for one, path, parent in zip(ids, table["path"].to_pylist(), table["parent"].to_pylist(), strict=True):
            if parent is not None and (around := definition_id(path, parent)) in known:
                parents[one] = around
        return parents
