"""The reference graph: definitions as nodes, resolved references and membership as edges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import rustworkx

from codeqa.model import ReferenceKind

CALLS = frozenset({ReferenceKind.CALL, ReferenceKind.INSTANTIATION, ReferenceKind.DECORATOR})
"""Kinds that make one definition the caller of another."""

MEMBER_COST = 0.25
"""A step between a class and its member says little by itself, so routes take it nearly for free."""

ACCESS_COST = 1.0
"""What a value that is only read costs more than a call: who inherits from B in two steps is closer to it."""
GUESS_COST = 2.0
"""What a step of confidence 0 costs more than one of confidence 1: two certain steps beat one guess."""

MEMBER_RANK = 0.5
"""How much a member passes on to its class, where a certain reference passes on 1."""

CLASS_RANK = 0.05
"""How much a class passes on to each member: not nothing, so that no rank is lost where a class refers to nothing."""

DAMPING = 0.85
"""Brin and Page 1998, "The anatomy of a large-scale hypertextual web search engine", section 2.1."""


@dataclass(frozen=True, slots=True)
class Step:
    """The definition ``source`` refers to the definition ``target`` at ``path:line``."""

    source: str
    target: str
    kind: ReferenceKind
    path: str
    line: int
    confidence: float


@dataclass(frozen=True, slots=True)
class _Edge:
    step: Step
    cost: float
    """For routes."""
    weight: float
    """For PageRank."""


class ReferenceGraph:
    """Who refers to whom.

    Args:
        steps: resolved references that have a source and a target.
        parents: for each definition that lies in another, that other's id.
    """

    def __init__(self, steps: Iterable[Step], parents: Mapping[str, str]) -> None:
        self._steps = tuple(steps)
        self._parents = parents
        self._outgoing: dict[str, list[Step]] = defaultdict(list)
        self._incoming: dict[str, list[Step]] = defaultdict(list)
        for step in self._steps:
            self._outgoing[step.source].append(step)
            self._incoming[step.target].append(step)

    def references_to(self, definition_id: str) -> int:
        """How many references are tied to a definition."""
        return len(self._incoming.get(definition_id, ()))

    def callers(self, ids: Collection[str], depth: int, kinds: Collection[ReferenceKind] = CALLS) -> list[Step]:
        """Steps that lead to any of the ids over at most ``depth`` steps, nearest first."""
        return _breadth_first(ids, depth, kinds, self._incoming, lambda step: step.source)

    def callees(self, ids: Collection[str], depth: int, kinds: Collection[ReferenceKind] = CALLS) -> list[Step]:
        """Steps that start at any of the ids and go at most ``depth`` deep, nearest first."""
        return _breadth_first(ids, depth, kinds, self._outgoing, lambda step: step.target)

    def route(self, sources: Sequence[str], targets: Sequence[str]) -> list[Step]:
        """The cheapest way from any source to any target, in walking order; empty when nothing connects them.

        A way along the references' direction wins; then one from the targets back to the sources; then one that
        walks references either way (both use the same thing). A step keeps its own direction.
        """
        directed, undirected = self._digraph, self._undirected
        for graph, starts, ends in (
            (directed, sources, targets),
            (directed, targets, sources),
            (undirected, sources, targets),
        ):
            steps = self._cheapest(graph, starts, ends)
            if steps:
                return steps
        return []

    def ranks(self, focus: Collection[str] = ()) -> dict[str, float]:
        """PageRank of every connected definition, the walk returning to ``focus`` where it is given.

        Rank flows from a definition to those it refers to, in proportion to confidence, and from a member to its
        class. Source: Page, Brin, Motwani, Winograd 1998, "The PageRank Citation Ranking", section 6 for the
        personalised form.
        """
        return self._ranks(focus) if focus else self._ranks_of_all

    @cached_property
    def _ranks_of_all(self) -> dict[str, float]:
        return self._ranks(())

    def _ranks(self, focus: Collection[str]) -> dict[str, float]:
        if not self._digraph.num_nodes():
            return {}
        returning = {self._node_of[one]: 1.0 for one in focus if one in self._node_of}
        ranks = rustworkx.pagerank(
            self._digraph,
            alpha=DAMPING,
            weight_fn=lambda edge: edge.weight,
            personalization=returning or None,
            tol=1e-6,
            max_iter=200,
        )
        return {self._digraph[node]: rank for node, rank in ranks.items()}

    def _cheapest(self, graph: _AnyGraph, sources: Sequence[str], targets: Sequence[str]) -> list[Step]:
        ends = {self._node_of[one] for one in targets if one in self._node_of}
        best: tuple[float, list[Step]] | None = None
        for start in sorted({self._node_of[one] for one in sources if one in self._node_of} - ends):
            for end in sorted(ends):
                paths = rustworkx.dijkstra_shortest_paths(graph, start, target=end, weight_fn=lambda edge: edge.cost)
                if end not in paths:
                    continue
                nodes = list(paths[end])
                edges = [
                    min(graph.get_all_edge_data(here, there), key=lambda edge: edge.cost)
                    for here, there in pairwise(nodes)
                ]
                cost = sum(edge.cost for edge in edges)
                if best is None or cost < best[0]:
                    best = (cost, [edge.step for edge in edges])
        return [] if best is None else best[1]

    @cached_property
    def _node_of(self) -> dict[str, int]:
        names = {name for step in self._steps for name in (step.source, step.target)}
        names.update(self._parents, self._parents.values())
        return {name: node for node, name in enumerate(sorted(names))}

    @cached_property
    def _digraph(self) -> rustworkx.PyDiGraph[str, _Edge]:
        digraph: rustworkx.PyDiGraph[str, _Edge] = rustworkx.PyDiGraph(multigraph=True)
        digraph.add_nodes_from(list(self._node_of))
        digraph.add_edges_from(
            [(self._node_of[edge.step.source], self._node_of[edge.step.target], edge) for edge in self._edges()]
        )
        return digraph

    @cached_property
    def _undirected(self) -> rustworkx.PyGraph[str, _Edge]:
        return self._digraph.to_undirected(multigraph=True)

    def _edges(self) -> Iterable[_Edge]:
        """One edge, the most certain, for each pair and kind; membership can be walked both ways."""
        strongest: dict[tuple[str, str, ReferenceKind], Step] = {}
        for step in self._steps:
            key = (step.source, step.target, step.kind)
            known = strongest.get(key)
            if step.source != step.target and (known is None or step.confidence > known.confidence):
                strongest[key] = step
        for step in strongest.values():
            kind_cost = ACCESS_COST if step.kind is ReferenceKind.ACCESS else 0.0
            yield _Edge(step, 1.0 + kind_cost + GUESS_COST * (1.0 - step.confidence), step.confidence)
        for child, parent in self._parents.items():
            path = child.partition("::")[0]
            yield _Edge(Step(child, parent, ReferenceKind.MEMBER, path, 0, 1.0), MEMBER_COST, MEMBER_RANK)
            yield _Edge(Step(parent, child, ReferenceKind.MEMBER, path, 0, 1.0), MEMBER_COST, CLASS_RANK)


_AnyGraph: TypeAlias = "rustworkx.PyDiGraph[str, _Edge] | rustworkx.PyGraph[str, _Edge]"


def _breadth_first(
    ids: Collection[str],
    depth: int,
    kinds: Collection[ReferenceKind],
    steps_at: Mapping[str, Sequence[Step]],
    next_node: Callable[[Step], str],
) -> list[Step]:
    found: list[Step] = []
    seen = set(ids)
    frontier = sorted(seen)
    for _ in range(depth):
        following: list[str] = []
        for node in frontier:
            for step in steps_at.get(node, ()):
                if step.kind in kinds:
                    found.append(step)
                    if next_node(step) not in seen:
                        seen.add(next_node(step))
                        following.append(next_node(step))
        frontier = following
    return found
