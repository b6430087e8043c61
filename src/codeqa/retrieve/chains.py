"""The shortest ways through arrays of edges, and among those the most certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codeqa.retrieve.adjacency import Edges, Numbers
from codeqa.retrieve.graph import Steps
from codeqa.retrieve.nodes import NO_NODE

LONGEST = 8
"""Steps of a chain at most: what more steps connect has nothing to do with one another any more."""


@dataclass(frozen=True, eq=False)
class Ways:
    """What a chain may walk over.

    Attributes:
        edges: each is a step.
        leads_on: from what a step names to what that runs: no step of its own.
        leading: True for the edges after which that counts.
        beginning: True for the edges that only begin a chain: elsewhere a step leads on over them.
        turned: the number from which on edges stand for those that point the other way; None where none do.
    """

    edges: Edges
    leads_on: Edges
    leading: NDArray[np.bool_]
    beginning: NDArray[np.bool_]
    turned: int | None = None

    def either_way(self) -> Ways:
        """The same edges, each walked forward or backward; nothing leads on."""
        both = self.edges.together_with(self.edges.turned())
        nowhere = np.zeros(len(both), dtype=np.bool_)
        return Ways(both, self.leads_on, nowhere, nowhere, len(self.edges))


@dataclass(frozen=True, eq=False)
class Found:
    """A chain: the nodes that it visits, and its steps."""

    nodes: tuple[int, ...]
    steps: Steps


class _Search:
    """Goes out from the starts step by step until an end is met."""

    def __init__(self, ways: Ways, starts: Numbers, blocked: Numbers) -> None:
        nodes = ways.edges.nodes
        self._ways = ways
        self._is_new = np.ones(nodes, dtype=np.bool_)
        self._is_new[blocked] = False
        self._sure = np.zeros(nodes, dtype=np.float32)
        """How certain the best way to a node is: the product of its steps'."""
        self._edge = np.full(nodes, NO_NODE, dtype=np.int32)
        self._from = np.full(nodes, NO_NODE, dtype=np.int32)
        """What was named where this node is run by it, else NO_NODE; the step's edge is then that one's."""
        self._frontier = starts[self._is_new[starts]]
        self._is_new[self._frontier] = False
        self._sure[self._frontier] = 1.0

    def chain(self, ends: Numbers, not_next: Numbers, *, begins: bool = True) -> Found | None:
        """The best chain to any of the ends.

        Args:
            ends: nodes.
            not_next: nodes that the first step must not lead to.
            begins: False where the starts are the middle of a longer chain.
        """
        is_end = np.zeros(len(self._is_new), dtype=np.bool_)
        is_end[ends] = True
        self._is_new[not_next] &= False
        for level in range(LONGEST):
            reached = self._step(not_next if level == 0 else None, begins=begins and level == 0)
            if not len(reached):
                return None
            met = reached[is_end[reached]]
            if len(met):
                return self._back_from(int(met[np.argmax(self._sure[met])]))
            self._frontier = reached
        return None

    def _step(self, allowed_again: Numbers | None, *, begins: bool) -> Numbers:
        edges, leads_on = self._ways.edges, self._ways.leads_on
        numbers, places = edges.out_of(self._frontier)
        if not begins:
            is_open = ~self._ways.beginning[numbers]
            numbers, places = numbers[is_open], places[is_open]
        targets = edges.targets[numbers]
        sure = self._sure[self._frontier[places]] * edges.confidences[numbers]
        best = _best(targets, sure, self._is_new)
        named, reached = numbers[best], targets[best]
        self._sure[reached], self._edge[reached] = sure[best], named
        going_on = reached[self._ways.leading[named]]
        hops, places = leads_on.out_of(going_on)
        run = leads_on.targets[hops]
        sure = self._sure[going_on[places]] * leads_on.confidences[hops]
        best = _best(run, sure, self._is_new)
        best = best[sure[best] > self._sure[run[best]]]
        self._sure[run[best]], self._from[run[best]] = sure[best], leads_on.sources[hops[best]]
        reached = np.unique(np.concatenate([reached, run[best]]))
        self._is_new[reached] = False
        if allowed_again is not None:
            self._is_new[allowed_again] = True
        return reached

    def _back_from(self, end: int) -> Found:
        numbers: list[int] = []
        visited, through = [end], []
        confidences: list[float] = []
        while (number := int(self._edge[self._named(visited[-1])])) != NO_NODE:
            named = self._named(visited[-1])
            source = int(self._ways.edges.sources[number])
            numbers.append(number)
            through.append(NO_NODE if named == visited[-1] else named)
            confidences.append(float(self._sure[visited[-1]] / self._sure[source]))
            visited.append(source)
        numbers.reverse()
        visited.reverse()
        edges = self._ways.edges.kept(np.array(numbers, dtype=np.int32))
        sources, targets = edges.sources, np.array(visited[1:], dtype=np.int32)
        if self._ways.turned is not None:  # a step keeps the direction that its reference has
            against = np.array(numbers) >= self._ways.turned
            sources, targets = np.where(against, targets, sources), np.where(against, sources, targets)
        steps = Edges(
            sources,
            targets,
            edges.kinds,
            edges.lines,
            np.array(confidences[::-1], dtype=np.float32),
            edges.nodes,
        )
        return Found(tuple(visited), Steps(steps, np.array(through[::-1], dtype=np.int32)))

    def _named(self, node: int) -> int:
        return node if self._from[node] == NO_NODE else int(self._from[node])


def _best(targets: Numbers, sure: NDArray[np.float32], is_new: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For each new target the place of the most certain way to it, the first of equals."""
    order = np.lexsort((-sure, targets))
    order = order[is_new[targets[order]] & (sure[order] > 0)]
    return order[np.unique(targets[order], return_index=True)[1]]


_NOBODY: Numbers = np.empty(0, dtype=np.int32)


def best_chain(ways: Ways, starts: Numbers, ends: Numbers) -> Found | None:
    """The chain of fewest steps from any start to any end, the most certain of those; None where there is none."""
    ends = ends[~np.isin(ends, starts)]
    if not len(starts) or not len(ends):
        return None
    return _Search(ways, starts, _NOBODY).chain(ends, _NOBODY)


def best_chains(ways: Ways, starts: Numbers, ends: Numbers, count: int) -> list[Found]:
    """As many different chains without circles as are wanted, best first.

    Source: Yen 1971, "Finding the K Shortest Loopless Paths in a Network".
    """
    first = best_chain(ways, starts, ends)
    if first is None:
        return []
    ends = ends[~np.isin(ends, starts)]
    chosen, waiting = [first], dict[tuple[int, ...], Found]()
    while len(chosen) < count:
        for at in range(-1, len(chosen[-1].nodes) - 1):
            for other in _deviating(ways, starts, ends, chosen, at):
                waiting.setdefault(other.nodes, other)
        for one in chosen:
            waiting.pop(one.nodes, None)
        if not waiting:
            break
        chosen.append(waiting.pop(min(waiting, key=lambda one: _rank(waiting[one]))))
    return chosen


def _deviating(ways: Ways, starts: Numbers, ends: Numbers, chosen: Sequence[Found], at: int) -> list[Found]:
    """The best chain that begins as the last chosen one up to its node ``at``, and goes on as none chosen does."""
    last = chosen[-1]
    if at < 0:
        begun = np.array([one.nodes[0] for one in chosen], dtype=np.int32)
        found = _Search(ways, starts[~np.isin(starts, begun)], begun).chain(ends, _NOBODY)
        return [] if found is None else [found]
    root = last.nodes[: at + 1]
    taken = [one.nodes[at + 1] for one in chosen if one.nodes[: at + 1] == root and len(one.nodes) > at + 1]
    blocked = np.array([*root[:-1], *(int(one) for one in starts if one != root[-1])], dtype=np.int32)
    spur = np.array(root[-1:], dtype=np.int32)
    found = _Search(ways, spur, blocked).chain(ends, np.array(taken, dtype=np.int32), begins=at == 0)
    if found is None or at + len(found.steps) > LONGEST:
        return []
    begin = last.steps.kept(np.arange(at, dtype=np.int32))
    return [Found((*root, *found.nodes[1:]), begin.then(found.steps))]


def _rank(found: Found) -> tuple[int, float, tuple[int, ...]]:
    return len(found.steps), -float(np.prod(found.steps.edges.confidences)), found.nodes
