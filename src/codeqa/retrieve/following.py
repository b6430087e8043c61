"""Follows calls through the graph: who calls something, and whom it calls."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from codeqa.retrieve.adjacency import Edges, Numbers, each_once
from codeqa.retrieve.graph import LIKELY, OVERRIDES_SHOWN, Followed, ReferenceGraph, Step, Steps, listed
from codeqa.retrieve.nodes import NO_NODE


def callers(graph: ReferenceGraph, roots: Numbers, depth: int) -> Followed:
    """Steps that lead to any of the roots over at most ``depth`` calls, nearest first, tests last among equals.

    A call of a class counts for the constructors it runs, and one of a base's member for those that override it.
    """
    seen = np.zeros(len(graph.nodes), dtype=np.bool_)
    seen[roots] = True
    steps = maybe = _none(graph)
    frontier = each_once(roots)
    for _ in range(depth):
        if not len(frontier):
            break
        entries, targets, sure = _entries(graph, frontier, seen)
        found = _into(graph, graph.calls, entries, targets, sure)
        found = found.kept(~_is_super(graph, found))
        likely = found.edges.confidences >= LIKELY
        maybe = maybe.then(found.kept(~likely)).then(_into(graph, graph.possible_calls, entries, targets, sure))
        level = _production_first(graph, found.kept(likely))
        steps = steps.then(level)
        frontier = each_once(level.edges.sources)
        frontier = frontier[~seen[frontier]]
        seen[frontier] = True
    return Followed(steps, _production_first(graph, _not_among(maybe, steps)), {})


def callees(graph: ReferenceGraph, roots: Numbers, depth: int) -> Followed:
    """Steps that start at any of the roots and go at most ``depth`` calls deep, in the order of the code.

    A call of a base's member goes on to those that override it, and one of a class, where the depth allows more, to the
    constructors it runs.
    """
    seen = np.zeros(len(graph.nodes), dtype=np.bool_)
    seen[roots] = True
    steps = maybe = _none(graph)
    omitted: dict[int, int] = {}
    frontier = each_once(roots)
    for level in range(depth):
        if not len(frontier):
            break
        called = _out_of(graph.calls, frontier)
        overriding, more = _down(graph, called)
        omitted |= more
        likely = overriding.edges.confidences >= LIKELY
        maybe = maybe.then(overriding.kept(~likely)).then(_out_of(graph.possible_calls, frontier))
        found = _in_order(called, overriding.kept(likely), frontier)
        reached = each_once(found.edges.targets)
        reached = reached[~seen[reached]]
        seen[reached] = True
        steps = steps.then(found)
        if level + 1 < depth:
            running = _out_of(graph.constructors, reached)
            running = running.kept(~seen[running.edges.targets])
            seen[running.edges.targets] = True
            steps = steps.then(running)
            reached = np.concatenate([reached, each_once(running.edges.targets)])
        frontier = reached
    return Followed(steps, _not_among(maybe, steps), omitted)


def calls_around(graph: ReferenceGraph, ids: Iterable[str]) -> list[Step]:
    """The calls that lead to any of some definitions, and those that they make, each once."""
    roots = graph.nodes.numbers(ids)
    followed = (callees(graph, roots, 1), callers(graph, roots, 1))
    return list(dict.fromkeys(step for one in followed for step in listed(graph.nodes, one.steps)))


def _entries(graph: ReferenceGraph, frontier: Numbers, seen: np.ndarray) -> tuple[Numbers, Numbers, np.ndarray]:
    """What a call has to name to run each node of a frontier: itself, a class, a member that it overrides.

    Returns:
        The named nodes, the frontier's node that each runs, and how sure that is.
    """
    named, runs, sure = [frontier], [frontier], [np.ones(len(frontier), dtype=np.float32)]
    for leading in (graph.constructors, graph.overrides):
        numbers, _ = leading.into(frontier)
        numbers = numbers[~seen[leading.sources[numbers]]]
        named.append(leading.sources[numbers])
        runs.append(leading.targets[numbers])
        sure.append(leading.confidences[numbers])
    return np.concatenate(named), np.concatenate(runs), np.concatenate(sure)


def _into(graph: ReferenceGraph, edges: Edges, entries: Numbers, targets: Numbers, sure: np.ndarray) -> Steps:
    numbers, places = edges.into(entries)
    found = edges.kept(numbers)
    meant = targets[places]
    # That a constructor runs because its own class is called goes without saying.
    is_plain = (meant == found.targets) | (graph.nodes.owners[meant] == found.targets)
    through = np.where(is_plain, NO_NODE, found.targets).astype(np.int32)
    confidences = (found.confidences * sure[places]).astype(np.float32)
    return Steps(Edges(found.sources, meant, found.kinds, found.lines, confidences, found.nodes), through)


def _out_of(edges: Edges, nodes: Numbers) -> Steps:
    found = edges.kept(edges.out_of(nodes)[0])
    return Steps(found, np.full(len(found), NO_NODE, dtype=np.int32))


def _down(graph: ReferenceGraph, called: Steps) -> tuple[Steps, dict[int, int]]:
    """From calls of members to those that override these, and how many were left out of each member's."""
    edges = called.edges.kept(~graph.overriding(called.edges.sources, called.edges.targets))
    numbers, places = graph.overrides.out_of(edges.targets)
    starts = np.searchsorted(places, places)
    is_shown = np.arange(len(places)) - starts < OVERRIDES_SHOWN
    members = np.unique(edges.targets[places[~is_shown]])
    omitted = {int(one): int(graph.overrides.out_of(np.array([one]))[0].size) - OVERRIDES_SHOWN for one in members}
    numbers, places = numbers[is_shown], places[is_shown]
    named = edges.kept(places)
    sure = (named.confidences * graph.overrides.confidences[numbers]).astype(np.float32)
    down = Edges(named.sources, graph.overrides.targets[numbers], named.kinds, named.lines, sure, named.nodes)
    return Steps(down, named.targets), omitted


def _in_order(called: Steps, overriding: Steps, frontier: Numbers) -> Steps:
    """Both, caller after caller as they were reached, each by line, a member before what overrides it."""
    found = called.then(overriding)
    order = np.argsort(frontier, kind="stable")
    at = order[np.searchsorted(frontier, found.edges.sources, sorter=order)]
    named = np.where(found.through == NO_NODE, found.edges.targets, found.through)
    return found.kept(np.lexsort((found.through != NO_NODE, named, found.edges.lines, at)))


def _is_super(graph: ReferenceGraph, found: Steps) -> np.ndarray:
    """True for a step over a base's member from one that overrides that member: it extends it."""
    via = found.through != NO_NODE
    is_super = np.zeros(len(found), dtype=np.bool_)
    is_super[via] = graph.overriding(found.edges.sources[via], found.through[via])
    return is_super


def _production_first(graph: ReferenceGraph, steps: Steps) -> Steps:
    """Steps by where they stand, those in tests and the like last. Nodes are numbered by path and line."""
    edges = steps.edges
    outside = edges.sources >= graph.nodes.table.num_rows
    return steps.kept(np.lexsort((edges.lines, edges.sources, outside, graph.nodes.aside[edges.sources])))


def _not_among(maybe: Steps, steps: Steps) -> Steps:
    """The uncertain steps, each once, without those that are certain by another way."""

    def keys(some: Steps) -> np.ndarray:
        edges = some.edges
        return (edges.sources.astype(np.int64) * edges.nodes + edges.targets) * (1 << 20) + edges.lines

    own = keys(maybe)
    is_first = np.zeros(len(own), dtype=np.bool_)
    is_first[np.unique(own, return_index=True)[1]] = True
    return maybe.kept(is_first & ~np.isin(own, keys(steps)))


def _none(graph: ReferenceGraph) -> Steps:
    return Steps(graph.edges.kept(np.empty(0, dtype=np.int32)), np.empty(0, dtype=np.int32))
