"""What would break: who uses a definition, directly and over others, and which tests reach it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside, is_test, references_to
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import EXACT, Findings, as_hit, certainty, head, hits_of, lines_hit, plural
from codeqa.answer.plans.prose import clip
from codeqa.model import Definition, Edge, Reference, ReferenceKind

DEPTH = 3
DIRECT = 14
INDIRECT = 10
TESTS = 8
EVIDENCE = 10
LINE = 100


def impact(lookup: Lookup, named: Named) -> Findings:
    """Direct uses first, then what calls those, then tests."""
    page = Page()
    subject = named.first
    head(page, subject)
    references = [one for one in references_to(lookup, named.overloads) if one.kind is not ReferenceKind.IMPORT]
    own = [one for one in references if not is_aside(one.path, one.enclosing)]
    graphs = [lookup.callers(one.id, DEPTH) for one in named.overloads]
    nodes = {one.id: one for graph in graphs for one in graph.nodes}
    distances = _distances([edge for graph in graphs for edge in graph.edges], [one.id for one in named.overloads])
    indirect = [nodes[one] for one, distance in distances.items() if distance > 1 and one in nodes]
    if not references and not indirect:
        page.say(
            f"Nothing in the index depends on `{subject.qualified_name}`. Callers outside this codebase, and calls by "
            "reflection or configuration, are not seen."
        )
        return Findings(page, hits_of([as_hit(lookup, subject)]))
    files = len({one.path for one in own})
    page.say(
        f"{plural(len(own), 'use')} in {plural(files, 'file')} would see the change directly"
        f"{f', {len(indirect)} more definitions over others' if indirect else ''}."
    )
    if own:
        page.heading("Directly")
        _direct(page, own)
    reached = [one for one in indirect if not is_aside(one.path, one.qualified_name)]
    if reached:
        page.heading("Over others")
        for one in reached[:INDIRECT]:
            page.say(
                f"- `{one.qualified_name}` ",
                Place.line(one.path, one.line, one.qualified_name),
                f", {distances[one.id]} calls away",
            )
        if len(reached) > INDIRECT:
            page.say(f"- … and {len(reached) - INDIRECT} more")
    _tests(page, references, [nodes[one] for one in distances if one in nodes])
    telling = sorted(own or references, key=lambda one: (-one.confidence, one.path, one.line))[:EVIDENCE]
    return Findings(
        page,
        hits_of([as_hit(lookup, subject), *(lines_hit(lookup, one.path, one.line, one.enclosing) for one in telling)]),
    )


def _direct(page: Page, references: list[Reference]) -> None:
    ordered = sorted(references, key=lambda one: (-one.confidence, one.path, one.line))
    for one in ordered[:DIRECT]:
        inside = f" in `{one.enclosing}`" if one.enclosing else ""
        sure = "" if one.confidence >= EXACT else f", {certainty(one.confidence)}"
        code = clip(one.text.replace("`", "'"), LINE)
        page.say("- ", Place.line(one.path, one.line, one.enclosing), f"{inside} ({one.kind}{sure}): `{code}`")
    if len(ordered) > DIRECT:
        page.say(f"- … and {len(ordered) - DIRECT} more")


def _tests(page: Page, references: list[Reference], reached: list[Definition]) -> None:
    by_file: dict[str, set[str]] = defaultdict(set)
    first: dict[str, int] = {}
    for one in references:
        if is_test(one.path, one.enclosing):
            by_file[one.path].add(one.enclosing or one.path)
            first.setdefault(one.path, one.line)
    for definition in reached:
        if is_test(definition.path, definition.qualified_name):
            by_file[definition.path].add(definition.qualified_name)
            first.setdefault(definition.path, definition.line)
    page.heading("Tests that reach it")
    if not by_file:
        page.say("None that the index can tell.")
    ordered = sorted(by_file.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    for path, names in ordered[:TESTS]:
        page.say("- ", Place.line(path, first[path]), f": {plural(len(names), 'test')}")
    if len(ordered) > TESTS:
        page.say(f"- … and {plural(len(ordered) - TESTS, 'more file')}")


def _distances(edges: Sequence[Edge], starts: Sequence[str]) -> dict[str, int]:
    """How many calls each caller is away from the nearest start, nearest first."""
    callers: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        callers[edge.target].append(edge.source)
    distances = dict.fromkeys(starts, 0)
    frontier = list(starts)
    while frontier:
        following: list[str] = []
        for node in frontier:
            for caller in callers[node]:
                if caller not in distances:
                    distances[caller] = distances[node] + 1
                    following.append(caller)
        frontier = following
    return {one: distance for one, distance in distances.items() if distance}
