"""Edges of a large graph as arrays: who is next to whom is found without an object for each edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]
"""Numbers of nodes or of edges."""


@dataclass(frozen=True, eq=False)
class Edges:
    """Directed edges, each a place in the code. All arrays have one entry an edge.

    Attributes:
        sources: the node whose code holds the reference.
        targets: the node that it means.
        kinds: a number for the kind of the reference.
        lines: where it stands in the source's file.
        confidences: from 0 to 1.
        nodes: how many nodes the graph has.
    """

    sources: Numbers
    targets: Numbers
    kinds: NDArray[np.uint8]
    lines: Numbers
    confidences: NDArray[np.float32]
    nodes: int

    def __len__(self) -> int:
        return len(self.sources)

    def kept(self, which: NDArray[np.bool_] | NDArray[np.integer]) -> Edges:
        """Some of the edges.

        Args:
            which: a mask, or the edges' numbers in the order wanted.
        """
        return Edges(
            self.sources[which],
            self.targets[which],
            self.kinds[which],
            self.lines[which],
            self.confidences[which],
            self.nodes,
        )

    def together_with(self, other: Edges) -> Edges:
        """These edges and then others over the same nodes."""
        return Edges(
            np.concatenate([self.sources, other.sources]),
            np.concatenate([self.targets, other.targets]),
            np.concatenate([self.kinds, other.kinds]),
            np.concatenate([self.lines, other.lines]),
            np.concatenate([self.confidences, other.confidences]),
            self.nodes,
        )

    def turned(self) -> Edges:
        """The same edges, each walked from its target to its source."""
        return Edges(self.targets, self.sources, self.kinds, self.lines, self.confidences, self.nodes)

    def out_of(self, nodes: Numbers) -> tuple[Numbers, Numbers]:
        """The edges that start at any of the nodes, node after node.

        Returns:
            The edges' numbers, and for each the place of its node among the given ones.
        """
        return self._by_source.at(nodes)

    def into(self, nodes: Numbers) -> tuple[Numbers, Numbers]:
        """The edges that end at any of the nodes; as :meth:`out_of`."""
        return self._by_target.at(nodes)

    def counts_into(self, nodes: Numbers) -> Numbers:
        """How many edges end at each of the nodes."""
        return np.asarray(self._by_target.starts[nodes + 1] - self._by_target.starts[nodes], dtype=np.int32)

    @cached_property
    def _by_source(self) -> _Sorted:
        return _Sorted.by(self.sources, self.nodes)

    @cached_property
    def _by_target(self) -> _Sorted:
        return _Sorted.by(self.targets, self.nodes)


@dataclass(frozen=True, slots=True, eq=False)
class _Sorted:
    """Edges in compressed sparse rows: those of node n are ``edges[starts[n]:starts[n + 1]]``."""

    starts: Numbers
    edges: Numbers

    @classmethod
    def by(cls, ends: Numbers, nodes: int) -> _Sorted:
        starts = np.zeros(nodes + 1, dtype=np.int32)
        np.cumsum(np.bincount(ends, minlength=nodes), out=starts[1:])
        return cls(starts, np.argsort(ends, kind="stable").astype(np.int32))

    def at(self, nodes: Numbers) -> tuple[Numbers, Numbers]:
        counts = self.starts[nodes + 1] - self.starts[nodes]
        places = np.repeat(np.arange(len(nodes), dtype=np.int32), counts)
        within = np.arange(len(places), dtype=np.int32) - (np.cumsum(counts) - counts)[places]
        return self.edges[self.starts[nodes][places] + within], places


def edges_of(pairs: Sequence[tuple[int, int]], kind: int, confidences: Sequence[float], nodes: int) -> Edges:
    """Edges of one kind that stand at no line.

    Args:
        pairs: source and target of each.
        kind: their kind's number.
        confidences: one an edge.
        nodes: how many nodes the graph has.
    """
    ends = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return Edges(
        ends[:, 0],
        ends[:, 1],
        np.full(len(ends), kind, dtype=np.uint8),
        np.zeros(len(ends), dtype=np.int32),
        np.array(confidences, dtype=np.float32),
        nodes,
    )


def each_once(numbers: Numbers) -> Numbers:
    """Numbers without repetitions, in the order in which they first stand."""
    first = np.unique(numbers, return_index=True)[1]
    return numbers[np.sort(first)]
