"""The reference graph: definitions as nodes, references and what they may run as edges, all of it in arrays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from codeqa.model import CALL_KINDS, CALLABLES, GRAPH_KINDS, ReferenceKind
from codeqa.retrieve.adjacency import Edges, Numbers, each_once
from codeqa.retrieve.nodes import NO_NODE, Nodes
from codeqa.retrieve.overrides import KINDS, Inheritance
from codeqa.retrieve.pagerank import pagerank

LIKELY = 0.5
"""From this confidence on a step is followed; below it is one of several that a line may mean, and shown apart."""

HANDED_ON = 0.6
"""How sure it is that a function that another hands on as a value is called because of it."""

OVERRIDES_SHOWN = 20
"""Of so many overrides of one member that is called, each is listed; the rest is counted."""

MEMBER_RANK = 0.5
"""How much a member passes on to its class, where a certain reference passes on 1."""

CLASS_RANK = 0.05
"""How much a class passes on to each member: not nothing, so that no rank is lost where a class refers to nothing."""

INHERITED = KINDS.index(ReferenceKind.INHERITANCE)
ACCESSED = KINDS.index(ReferenceKind.ACCESS)
OVERRIDDEN = KINDS.index(ReferenceKind.OVERRIDE)
MEMBER = KINDS.index(ReferenceKind.MEMBER)
CALLED = np.array([kind in CALL_KINDS for kind in KINDS])
"""True at the numbers of the kinds that make one definition the caller of another."""


@dataclass(frozen=True, slots=True)
class Step:
    """The definition ``source`` refers to the definition ``target`` at ``path:line``."""

    source: str
    target: str
    kind: ReferenceKind
    path: str
    line: int
    confidence: float
    through: str | None = None
    """What the line names, where that is a member that ``target`` overrides, or a class that inherits it."""


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps as arrays.

    Attributes:
        edges: the places; an edge's target is what the step leads to.
        through: for each what its line names where that is another than its target, else NO_NODE.
    """

    edges: Edges
    through: Numbers

    def __len__(self) -> int:
        return len(self.edges)

    def kept(self, which: NDArray[np.bool_] | NDArray[np.integer]) -> Steps:
        """Some of the steps; argument as for :meth:`Edges.kept`."""
        return Steps(self.edges.kept(which), self.through[which])

    def then(self, other: Steps) -> Steps:
        """These steps and others after them."""
        return Steps(self.edges.together_with(other.edges), np.concatenate([self.through, other.through]))


@dataclass(frozen=True, eq=False)
class Followed:
    """Who calls something, or whom it calls.

    Attributes:
        steps: nearest first.
        maybe: steps that may be none, from or to what the others reach; nothing is followed over them.
        omitted: for members with very many overrides, how many of these are not listed.
    """

    steps: Steps
    maybe: Steps
    omitted: dict[int, int]


class ReferenceGraph:
    """Who refers to whom.

    Args:
        nodes: all definitions.
        edges: references whose meaning was decided.
        candidates: for references that may mean several definitions, an edge to each.
    """

    def __init__(self, nodes: Nodes, edges: Edges, candidates: Edges) -> None:
        self.nodes = nodes
        self.edges = edges
        self.candidates = candidates

    @classmethod
    def of(
        cls, definitions: pa.Table, links: pa.Table, candidates: pa.Table, aside: Collection[str] = ()
    ) -> ReferenceGraph:
        """The graph of an index.

        Args:
            definitions: id, path, name, qualified_name, kind, parent, language, line.
            links: source_id, target_id, kind, path, line, confidence.
            candidates: the same, with a list ``candidates`` in the place of ``target_id``.
            aside: paths of tests, examples, vendored and generated files.
        """
        outside = [
            pc.unique(table["path"].filter(pc.is_null(table["source_id"]))).to_pylist() for table in (links, candidates)
        ]
        nodes = Nodes.of(definitions, {path for paths in outside for path in paths}, aside)
        return cls(
            nodes,
            _edges(nodes, links, nodes.rows(links["target_id"])),
            _edges(nodes, *_each_candidate(nodes, candidates)),
        )

    @cached_property
    def calls(self) -> Edges:
        """References that call, instantiate or decorate, as likely as not or more."""
        return self.edges.kept(CALLED[self.edges.kinds] & (self.edges.confidences >= LIKELY))

    @cached_property
    def possible_calls(self) -> Edges:
        """The others that may."""
        unsure = self.edges.kept(CALLED[self.edges.kinds] & (self.edges.confidences < LIKELY))
        return unsure.together_with(self.candidates.kept(CALLED[self.candidates.kinds]))

    @cached_property
    def handed_on(self) -> Edges:
        """From a definition to each function that it names without calling it: callbacks, handlers."""
        is_value = (self.edges.kinds == ACCESSED) & self.nodes.of_kinds(CALLABLES)[self.edges.targets]
        found = self.edges.kept(is_value)
        sure = (found.confidences * HANDED_ON).astype(np.float32)
        return Edges(found.sources, found.targets, found.kinds, found.lines, sure, found.nodes)

    @cached_property
    def bases(self) -> Edges:
        """From a class to its bases."""
        return self.edges.kept((self.edges.kinds == INHERITED) & (self.edges.confidences >= LIKELY))

    @cached_property
    def inheritance(self) -> Inheritance:
        """Classes with their bases and members."""
        return Inheritance(self.nodes, self.bases)

    @cached_property
    def overrides(self) -> Edges:
        """From a base's member to those that override it."""
        return self.inheritance.overrides()

    @cached_property
    def constructors(self) -> Edges:
        """From a class to the constructors that its instantiation runs."""
        return self.inheritance.constructors()

    @cached_property
    def memberships(self) -> Edges:
        """From each definition to what it lies in."""
        members = np.flatnonzero(self.nodes.owners != NO_NODE).astype(np.int32)
        owners = self.nodes.owners[members]
        apart = members != owners
        count = int(apart.sum())
        return Edges(
            members[apart],
            owners[apart],
            np.full(count, MEMBER, dtype=np.uint8),
            np.zeros(count, dtype=np.int32),
            np.ones(count, dtype=np.float32),
            len(self.nodes),
        )

    def prepare(self) -> None:
        """Works out what the first questions would wait for."""
        for edges in (self.edges, self.calls, self.possible_calls, self.overrides, self.constructors, self.memberships):
            edges.counts_into(np.empty(0, dtype=np.int32))

    def members(self, nodes: Numbers) -> Numbers:
        """Nodes, then all that lies in them, however deep."""
        found = frontier = each_once(self.nodes.classes[nodes])
        found = each_once(np.concatenate([nodes, found]))
        while len(frontier):
            frontier = self.memberships.sources[self.memberships.into(frontier)[0]]
            frontier = frontier[~np.isin(frontier, found)]
            found = np.concatenate([found, each_once(frontier)])
        return found

    def own_constructors(self, nodes: Numbers) -> Numbers:
        """Nodes, each class with the constructors that lie in it: who calls these uses the class."""
        found = self.constructors.targets[self.constructors.out_of(self.nodes.classes[nodes])[0]]
        own = found[np.isin(self.nodes.owners[found], self.nodes.classes[nodes])]
        return each_once(np.concatenate([nodes, own]))

    def direct_members(self, nodes: Numbers) -> Numbers:
        """Nodes, then what lies directly in them; a class's whichever of its parts is given."""
        return each_once(
            np.concatenate([nodes, self.memberships.sources[self.memberships.into(self.nodes.classes[nodes])[0]]])
        )

    def references_to(self, definition_id: str) -> int:
        """How many references inside definitions are tied to a definition."""
        node = self.nodes.numbers([definition_id])
        return int(self._within_definitions.counts_into(node).sum()) if len(node) else 0

    def overriding(self, source: Numbers, target: Numbers) -> NDArray[np.bool_]:
        """True where a source itself overrides its target: it calls what it extends (``super().run()``)."""
        known = self.overrides.targets.astype(np.int64) * len(self.nodes) + self.overrides.sources
        return np.isin(source.astype(np.int64) * len(self.nodes) + target, known)

    def ranks(self, focus: Collection[str] = ()) -> dict[str, float]:
        """PageRank of every connected definition, the walk returning to ``focus`` where it is given.

        Rank flows from a definition to those it refers to, in proportion to confidence, and from a member to its
        class.
        """
        if not focus:
            return self._ranks_of_all
        return self._ranks(self.nodes.numbers(focus))

    @cached_property
    def _ranks_of_all(self) -> dict[str, float]:
        return self._ranks(np.empty(0, dtype=np.int32))

    def _ranks(self, returning: Numbers) -> dict[str, float]:
        sources, targets, weights = self._weighted
        if not len(sources):
            return {}
        connected = np.unique(np.concatenate([sources, targets]))
        at = np.zeros(len(self.nodes), dtype=np.int32)
        at[connected] = np.arange(len(connected), dtype=np.int32)
        home = at[returning[np.isin(returning, connected)]]
        ranks = pagerank(at[sources], at[targets], weights, len(connected), home)
        ids = self.nodes.table["id"].take(connected).to_pylist()
        return dict(zip(ids, ranks.tolist(), strict=True))

    @cached_property
    def _weighted(self) -> tuple[Numbers, Numbers, NDArray[np.float64]]:
        """One edge, the most certain, for each pair of definitions and kind; membership can be walked both ways."""
        edges = self._within_definitions.kept(self._within_definitions.sources != self._within_definitions.targets)
        key = (edges.sources.astype(np.int64) * len(self.nodes) + edges.targets) * len(KINDS) + edges.kinds
        order = np.lexsort((-edges.confidences, key))
        strongest = edges.kept(order[np.unique(key[order], return_index=True)[1]])
        up = self.memberships
        return (
            np.concatenate([strongest.sources, up.sources, up.targets]),
            np.concatenate([strongest.targets, up.targets, up.sources]),
            np.concatenate([strongest.confidences, np.full(len(up), MEMBER_RANK), np.full(len(up), CLASS_RANK)]).astype(
                np.float64
            ),
        )

    @cached_property
    def _within_definitions(self) -> Edges:
        return self.edges.kept(self.edges.sources < self.nodes.table.num_rows)


def listed(nodes: Nodes, steps: Steps) -> list[Step]:
    """Steps one by one."""
    edges = steps.edges
    found: list[Step] = []
    for at in range(len(steps)):
        source, target, through = int(edges.sources[at]), int(edges.targets[at]), int(steps.through[at])
        kind, line = KINDS[edges.kinds[at]], int(edges.lines[at])
        # Steps that are no place in the text stand where what they lead to is defined.
        is_placed = kind not in GRAPH_KINDS
        found.append(
            Step(
                nodes.id(source),
                nodes.id(target),
                kind,
                nodes.path(source) if is_placed else nodes.path(target),
                line if is_placed else nodes.line(target),
                round(float(edges.confidences[at]), 3),
                None if through == NO_NODE else nodes.id(through),
            )
        )
    return found


def _edges(nodes: Nodes, links: pa.Table, targets: NDArray[np.int32]) -> Edges:
    inside = nodes.rows(links["source_id"])
    sources = np.where(pc.is_null(links["source_id"]).to_numpy(), nodes.module_rows(links["path"]), inside)
    known = (sources != NO_NODE) & (targets != NO_NODE)
    kinds = pc.index_in(links["kind"], value_set=pa.array(KINDS, pa.string())).to_numpy()
    return Edges(
        sources[known].astype(np.int32),
        targets[known],
        kinds[known].astype(np.uint8),
        links["line"].to_numpy()[known].astype(np.int32),
        links["confidence"].to_numpy()[known].astype(np.float32),
        len(nodes),
    )


def _each_candidate(nodes: Nodes, links: pa.Table) -> tuple[pa.Table, NDArray[np.int32]]:
    """The links, each as often as it has candidates, and these."""
    column = links["candidates"].combine_chunks()
    return links.drop_columns(["candidates"]).take(pc.list_parent_indices(column)), nodes.rows(pc.list_flatten(column))
