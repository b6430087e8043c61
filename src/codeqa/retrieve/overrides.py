"""What runs when a class or a base's member is called: constructors, and the members that override it."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from codeqa.model import Kind, ReferenceKind
from codeqa.retrieve.adjacency import Edges, edges_of
from codeqa.retrieve.nodes import NO_NODE, Nodes

KINDS = tuple(ReferenceKind)
"""A kind's number in :class:`~codeqa.retrieve.adjacency.Edges` is its place here."""

MAX_BASES = 8
"""How many classes up a member is looked for; as in resolving references."""

ONLY_OVERRIDE = 0.8
FEW_OVERRIDES = 0.6
MANY_OVERRIDES = 0.4
"""How sure it is that a call of a base's member runs a certain one of those that override it: the only one, one of a
few, one of many."""
FEW = 8

_OVERRIDDEN = frozenset({Kind.METHOD, Kind.FUNCTION, Kind.PROPERTY})


class Inheritance:
    """Classes, their bases and their members.

    Args:
        nodes: all definitions.
        bases: one edge for each class and base that is in the codebase.
    """

    def __init__(self, nodes: Nodes, bases: Edges) -> None:
        self._nodes = nodes
        self._bases: dict[int, list[int]] = defaultdict(list)
        itself = nodes.classes
        pairs = zip(itself[bases.sources].tolist(), itself[bases.targets].tolist(), strict=True)
        for one, base in dict.fromkeys(pairs):
            if one != base:
                self._bases[one].append(base)

    def lineage(self, node: int) -> list[int]:
        """The classes that a class inherits from, the nearest first."""
        found = dict.fromkeys([node])
        frontier = [node]
        for _ in range(MAX_BASES):
            frontier = [base for one in frontier for base in self._bases.get(one, ()) if base not in found]
            found.update(dict.fromkeys(frontier))
        return list(found)[1:]

    def overrides(self) -> Edges:
        """From each member of a base to each that overrides it in what inherits from it, however far below."""
        members = self._members(_OVERRIDDEN)
        pairs: dict[tuple[int, int], None] = {}
        for one in sorted(self._bases):
            own = members.get(one)
            if not own:
                continue
            for base in self.lineage(one):
                others = members.get(base, {})
                for name in own.keys() & others.keys():
                    pairs.update(dict.fromkeys((other, mine) for other in others[name] for mine in own[name]))
        ordered = sorted(pairs)
        counts = Counter(base for base, _ in ordered)
        sure = [
            ONLY_OVERRIDE if counts[base] == 1 else FEW_OVERRIDES if counts[base] <= FEW else MANY_OVERRIDES
            for base, _ in ordered
        ]
        return edges_of(ordered, KINDS.index(ReferenceKind.OVERRIDE), sure, len(self._nodes))

    def constructors(self) -> Edges:
        """From each class to the constructors that its instantiation runs, its own or the nearest base's."""
        members = self._members({Kind.CONSTRUCTOR})
        own = {one: [each for some in named.values() for each in some] for one, named in members.items()}
        pairs: list[tuple[int, int]] = []
        for one in sorted({*own, *self._bases}):
            running = own.get(one) or next((own[base] for base in self.lineage(one) if base in own), [])
            pairs += [(one, each) for each in running]
        return edges_of(pairs, KINDS.index(ReferenceKind.MEMBER), [1.0] * len(pairs), len(self._nodes))

    def _members(self, kinds: frozenset[Kind] | set[Kind]) -> dict[int, dict[str, list[int]]]:
        """For each class, its members of some kinds by their bare names."""
        found: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        owners = self._nodes.owners
        wanted = np.flatnonzero(self._nodes.of_kinds(kinds) & (owners != NO_NODE))
        names = self._nodes.table["name"].take(wanted).to_pylist()
        for node, name in zip(wanted.tolist(), names, strict=True):
            found[int(owners[node])][name].append(node)
        return found
