"""The way of a process through the code: who calls the place that does it, and what that calls, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import is_aside
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.doers import Doer
from codeqa.answer.plans.findings import listed_place
from codeqa.answer.plans.flow import calls_in_order
from codeqa.answer.plans.prose import clip
from codeqa.model import Definition, Edge

ABOVE: Final = 2
"""Callers that are shown, one above the other: from there the way is the same for much else."""

CALLS: Final = 5
DEEPER: Final = 2
"""Calls of the main place that are shown, and of those that answer well by themselves."""

AMONG: Final = 10
"""Of so many first answers each counts as answering well."""

LINE: Final = 90
"""Characters of a line of code."""


def steps(lookup: Lookup, page: Page, main: Definition, found: Sequence[Doer]) -> list[Definition]:
    """Says the chain of calls around the main place, and returns the definitions on it.

    Args:
        lookup: the index.
        page: where it is said.
        main: the place that does what is asked.
        found: what answers, best first.
    """
    worth = {one.definition.id: one.worth for one in found if one.definition is not None}
    best = {one.definition.id for one in found[:AMONG] if one.definition is not None}
    above = _above(lookup, main, worth)
    calls, nodes = _calls(lookup, main, worth, CALLS)
    if not above and not calls:
        return []
    page.heading("Step by step")
    number = 0
    for caller, edge in above:
        number += 1
        page.say(
            f"{number}. `{caller.qualified_name}` ", listed_place(caller), f" line {edge.line}: `{_code(edge.text)}`"
        )
    if above:
        number += 1
        page.say(f"{number}. `{main.qualified_name}` ", Place.line(main.path, main.line, main.qualified_name))
    for edge in calls:
        number += 1
        _say(page, f"{number}. line {edge.line}: ", nodes[edge.target], edge)
        if edge.target in best:
            inner, inner_nodes = _calls(lookup, nodes[edge.target], worth, DEEPER)
            for each in inner:
                if each.target != main.id and each.target not in nodes:
                    _say(page, f"   - line {each.line}: ", inner_nodes[each.target], each)
                    nodes[each.target] = inner_nodes[each.target]
    return [*(caller for caller, _ in above), *(nodes[edge.target] for edge in calls)]


def _say(page: Page, begun: str, target: Definition, edge: Edge) -> None:
    page.say(f"{begun}`{target.qualified_name}` ", listed_place(target), f": `{_code(edge.text)}`")


def _above(lookup: Lookup, main: Definition, worth: Mapping[str, float]) -> list[tuple[Definition, Edge]]:
    """The callers from the outermost in, one of each: what answers best, then the product's own, then the surest."""
    chain: list[tuple[Definition, Edge]] = []
    seen = {main.id}
    for _ in range(ABOVE):
        below = chain[0][0] if chain else main
        graph = lookup.callers(below.id, 1)
        nodes = {one.id: one for one in graph.nodes}
        callers = [
            (nodes[edge.source], edge)
            for edge in graph.edges
            if edge.target == below.id
            and edge.source in nodes
            and edge.source not in seen
            and edge.confidence >= 0.5
            and not is_aside(edge.path, nodes[edge.source].qualified_name)
        ]
        if not callers or (chain and len({caller.id for caller, _ in callers}) > 2 * AMONG):
            break
        caller = max(callers, key=lambda pair: (worth.get(pair[0].id, 0.0), pair[1].confidence, -pair[1].line))
        if chain and worth.get(caller[0].id, 0.0) <= 0:
            break
        seen.add(caller[0].id)
        chain.insert(0, caller)
    return chain


def _calls(
    lookup: Lookup, one: Definition, worth: Mapping[str, float], most: int
) -> tuple[list[Edge], dict[str, Definition]]:
    """What a definition calls, in the order of the lines; where there is more, what answers best."""
    graph = lookup.callees(one.id, 1)
    nodes = {each.id: each for each in graph.nodes}
    edges = calls_in_order(graph.edges, nodes, with_aside=is_aside(one.path)).get(one.id, [])
    best = sorted(edges, key=lambda edge: -worth.get(edge.target, 0.0))[:most]
    return sorted(best, key=edges.index), nodes


def _code(text: str) -> str:
    return clip(text.replace("`", "'"), LINE)
