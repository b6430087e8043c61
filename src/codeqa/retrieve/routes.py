"""How one definition reaches another: by calls, through overrides, or not at all but related."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from codeqa.model import Relation
from codeqa.retrieve.adjacency import Edges, Numbers
from codeqa.retrieve.chains import Found, Ways, best_chains
from codeqa.retrieve.graph import CALLED, OVERRIDDEN, ReferenceGraph
from codeqa.retrieve.nodes import CLASS_LIKE

_REACHES: Final = (Relation.CALLS, Relation.OVERRIDES)
_ELSE: Final = (Relation.MAYBE, Relation.RELATED)


@dataclass(frozen=True, eq=False)
class Ends:
    """Where a route may begin or end.

    Attributes:
        all: every node.
        own: those outside tests and the like.
    """

    all: Numbers
    own: Numbers


@dataclass(frozen=True, eq=False)
class Route:
    """The chains of a route.

    Attributes:
        relation: what kind of steps they are made of.
        is_backward: True where they lead from the end to the start.
        chains: best first.
        backward: a chain that leads back too, where these lead forward.
    """

    relation: Relation
    is_backward: bool
    chains: tuple[Found, ...]
    backward: Found | None = None


class Routes:
    """Routes through a graph.

    Args:
        graph: the graph.
    """

    def __init__(self, graph: ReferenceGraph) -> None:
        self._graph = graph

    def between(self, starts: Ends, ends: Ends, count: int) -> Route | None:
        """The best chains between two names.

        A chain of calls wins; then one that inheritance and overrides help; then one with calls that may be none; what
        remains says how both are related. Forward goes before backward, production code before tests.

        Args:
            starts: definitions of one name.
            ends: definitions of the other.
            count: how many chains at most.
        """
        for relations in (_REACHES, _ELSE):
            for some, others in _choices(starts, ends):
                found = self._forward(relations, some, others, count)
                if found is not None:
                    back = self._forward(_REACHES, others, some, 1) if relations is _REACHES else None
                    return replace(found, backward=None if back is None else back.chains[0])
                found = self._forward(relations, others, some, count)
                if found is not None:
                    return replace(found, is_backward=True)
                if relations is _ELSE and (either := best_chains(self._either, some, others, count)):
                    return Route(Relation.RELATED, False, tuple(either))
        return None

    def _forward(self, relations: Sequence[Relation], starts: Numbers, ends: Numbers, count: int) -> Route | None:
        for relation in relations:
            chains = best_chains(self._ways(relation), starts, ends, count)
            if chains:
                return Route(relation, False, tuple(chains))
        return None

    def _ways(self, relation: Relation) -> Ways:
        return {
            Relation.CALLS: lambda: self._calls,
            Relation.OVERRIDES: lambda: self._overrides,
            Relation.MAYBE: lambda: self._maybe,
            Relation.RELATED: lambda: self._related,
        }[relation]()

    @cached_property
    def _calls(self) -> Ways:
        calls = self._graph.calls
        every = np.ones(len(calls), dtype=np.bool_)
        return Ways(calls, self._graph.constructors, every, ~every)

    @cached_property
    def _overrides(self) -> Ways:
        graph = self._graph
        edges = graph.calls.together_with(graph.handed_on).together_with(graph.bases).together_with(graph.overrides)
        return self._dispatched(edges)

    @cached_property
    def _maybe(self) -> Ways:
        return self._dispatched(self._overrides.edges.together_with(self._graph.possible_calls))

    def _dispatched(self, edges: Edges) -> Ways:
        """Edges whose calls lead on to overrides; a call of what the caller itself extends does not."""
        leads_on = self._graph.constructors.together_with(self._graph.overrides)
        leading = CALLED[edges.kinds] & ~self._graph.overriding(edges.sources, edges.targets)
        return Ways(edges, leads_on, leading, edges.kinds == OVERRIDDEN)

    @cached_property
    def _related(self) -> Ways:
        graph = self._graph
        inside = graph.memberships.together_with(graph.memberships.turned())
        edges = graph.edges.together_with(graph.overrides).together_with(inside)
        return Ways(edges, graph.constructors, CALLED[edges.kinds], np.zeros(len(edges), dtype=np.bool_))

    @cached_property
    def _either(self) -> Ways:
        return self._related.either_way()


def _choices(starts: Ends, ends: Ends) -> Iterator[tuple[Numbers, Numbers]]:
    if len(starts.own) and len(ends.own):
        yield starts.own, ends.own
        if len(starts.own) == len(starts.all) and len(ends.own) == len(ends.all):
            return
    yield starts.all, ends.all


def ends_of(graph: ReferenceGraph, definitions: Numbers) -> Ends:
    """Definitions and, of classes, all that lies in them.

    Args:
        graph: the graph.
        definitions: nodes.
    """
    is_class = graph.nodes.of_kinds(CLASS_LIKE)[definitions]
    inside = graph.members(definitions[is_class]) if is_class.any() else definitions[:0]
    every = np.unique(np.concatenate([definitions, inside])).astype(np.int32)
    return Ends(every, every[~graph.nodes.aside[every]])
