"""How an index's definitions are connected, from a graph that is built once a commit."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from codeqa.model import (
    GRAPH_KINDS,
    Chain,
    Choice,
    Definition,
    Edge,
    Graph,
    Relation,
    Trait,
    path_of,
)
from codeqa.retrieve.adjacency import Numbers
from codeqa.retrieve.following import callees, callers
from codeqa.retrieve.graph import OVERRIDES_SHOWN, Followed, ReferenceGraph, Step, listed
from codeqa.retrieve.routes import Route, Routes, ends_of
from codeqa.store.reader import IndexReader

ASIDE = frozenset({Trait.TEST, Trait.EXAMPLE, Trait.VENDORED, Trait.GENERATED})
"""Traits of files that come after all others."""


@dataclass(frozen=True, slots=True)
class _Built:
    commit: int
    graph: ReferenceGraph
    routes: Routes


class Connections:
    """Answers how definitions are connected, from an index's newest commit.

    Args:
        reader: the index.
    """

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._known: _Built | None = None
        self._building = threading.Lock()

    @property
    def graph(self) -> ReferenceGraph:
        """The reference graph of the newest commit."""
        return self._built.graph

    def callers(self, roots: Sequence[Definition], depth: int, limit: int | None) -> Graph:
        """Who calls any of some definitions, or a class's constructors, nearest first, tests last.

        Args:
            roots: what is called.
            depth: how many calls far.
            limit: how many edges at most, of those that are certain and of those that are not; None for all.
        """
        graph = self.graph
        called = graph.own_constructors(_numbers(graph, roots))
        return self._described(graph, callers(graph, called, depth), roots, limit)

    def callees(self, roots: Sequence[Definition], depth: int, limit: int | None) -> Graph:
        """Whom some definitions, and what lies directly in them, call, nearest first.

        Args:
            roots: what calls.
            depth: how many calls far.
            limit: as for :meth:`callers`.
        """
        graph = self.graph
        calling = graph.direct_members(_numbers(graph, roots))
        return self._described(graph, callees(graph, calling, depth), roots, limit)

    def route(self, a: tuple[str, Sequence[Definition]], b: tuple[str, Sequence[Definition]], count: int) -> Graph:
        """How one name reaches another.

        Args:
            a: the first name and all its definitions.
            b: the other one.
            count: how many chains at most.
        """
        built = self._built
        graph = built.graph
        starts, ends = (ends_of(graph, _numbers(graph, one)) for _, one in (a, b))
        found = built.routes.between(starts, ends, count)
        if found is None:
            first = (a[1][:1], b[1][:1])
            return Graph(tuple(dict.fromkeys(one for some in first for one in some)))
        chains = tuple(
            Chain(self._edges(listed(graph.nodes, one.steps)), found.relation, found.is_backward)
            for one in found.chains
        )
        met = [graph.nodes.id(node) for node in (found.chains[0].nodes[0], found.chains[0].nodes[-1])]
        choices = tuple(
            _choice(name, definitions, id)
            for (name, definitions), id in zip((a, b), reversed(met) if found.is_backward else met, strict=True)
        )
        edges = chains[0].edges
        nodes = self._definitions(edge for chain in chains for edge in chain.edges)
        return Graph(nodes, edges, total=len(edges), chains=chains, choices=choices, notes=_route_notes(found, choices))

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

    @property
    def _built(self) -> _Built:
        with self._building:
            reader = self._reader.pinned()
            commit = reader.manifest.commit
            if self._known is None or self._known.commit != commit:
                aside = {one.path for one in reader.files() if one.traits & ASIDE}
                graph = ReferenceGraph.of(
                    reader.definition_names(), reader.links_table(), reader.candidates_table(), aside
                )
                self._known = _Built(commit, graph, Routes(graph))
            return self._known

    def _described(
        self, graph: ReferenceGraph, found: Followed, roots: Sequence[Definition], limit: int | None
    ) -> Graph:
        """Steps as a graph for people: with definitions and the lines of code."""
        shown = slice(None) if limit is None else slice(limit)
        steps, maybe = (
            listed(graph.nodes, some.kept(np.arange(len(some), dtype=np.int32)[shown]))
            for some in (found.steps, found.maybe)
        )
        edges = self._edges([*steps, *maybe])
        known = {one.id: one for one in roots}
        nodes = {one.id: one for one in self._definitions(edges)}
        return Graph(
            tuple((known | nodes).values()),
            edges[: len(steps)],
            edges[len(steps) :],
            total=len(found.steps),
            maybe_total=len(found.maybe),
            notes=tuple(
                f"{graph.nodes.name(member)} has {number + OVERRIDES_SHOWN} overrides; {OVERRIDES_SHOWN} are shown."
                for member, number in sorted(found.omitted.items())
            ),
        )

    def _edges(self, steps: Sequence[Step]) -> tuple[Edge, ...]:
        texts = self._reader.reference_texts({(step.path, step.line) for step in steps if step.kind not in GRAPH_KINDS})
        return tuple(
            Edge(
                step.source,
                step.target,
                step.kind,
                step.path,
                step.line,
                texts.get((step.path, step.line), ""),
                step.confidence,
                step.through,
            )
            for step in steps
        )

    def _definitions(self, edges: Iterable[Edge]) -> tuple[Definition, ...]:
        """The definitions at the edges' ends, in the order in which they are met."""
        ids = list(
            dict.fromkeys(end for edge in edges for end in (edge.source, edge.target, edge.through) if end is not None)
        )
        known = {one.id: one for one in self._reader.definitions(id=ids)} if ids else {}
        found = (known.get(one) or self.graph.nodes.module(one) for one in ids)
        return tuple(one for one in found if one is not None)


def _numbers(graph: ReferenceGraph, definitions: Sequence[Definition]) -> Numbers:
    return graph.nodes.numbers(one.id for one in definitions)


def _choice(name: str, definitions: Sequence[Definition], met: str) -> Choice:
    """The definition that a chain's end is, or lies in."""

    def nearness(one: Definition) -> tuple[bool, bool, int]:
        is_around = path_of(met) == one.path and met.startswith(one.id)
        return one.id != met, not is_around, -len(one.id)

    chosen = min(definitions, key=nearness)
    return Choice(name, chosen, tuple(one for one in definitions if one.id != chosen.id))


def _route_notes(found: Route, choices: Sequence[Choice]) -> tuple[str, ...]:
    names = [one.chosen.qualified_name for one in choices]
    notes: list[str] = []
    if found.is_backward:
        notes.append(f"Nothing leads from {names[0]} to {names[1]} in this way; {names[1]} leads to {names[0]}.")
    if found.relation is Relation.OVERRIDES:
        notes.append("No chain of calls alone: inheritance, an override or a function handed on is part of it.")
    if found.relation is Relation.MAYBE:
        notes.append("No certain chain: some steps may mean something else.")
    if found.relation is Relation.RELATED:
        notes.append("Related, not called: no chain of calls connects them.")
    if found.backward is not None:
        count = len(found.backward.steps)
        notes.append(
            f"The other way round, {names[1]} leads to {names[0]} in {count} {'step' if count == 1 else 'steps'}."
        )
    for one in choices:
        if one.others:
            others = ", ".join(f"{other.path}:{other.line}" for other in one.others[:5])
            more = f" and {len(one.others) - 5} more" if len(one.others) > 5 else ""
            notes.append(
                f"{one.name} has {len(one.others) + 1} definitions, all tried; "
                f"shown is {one.chosen.path}:{one.chosen.line}. The others: {others}{more}."
            )
    return tuple(notes)
