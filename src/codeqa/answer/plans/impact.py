"""What would break: who uses a definition, directly and over others, what overrides it, which tests reach it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside, is_test, references_to
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import EXACT, Findings, as_hit, certainty, hits_of, lines_hit, plural
from codeqa.answer.plans.prose import clip
from codeqa.model import CALLABLES, Definition, Edge, Reference, ReferenceKind

DEPTH: Final = 3
DIRECT: Final = 14
INDIRECT: Final = 6
TESTS: Final = 6
OTHERS: Final = 4
EVIDENCE: Final = 10
LINE: Final = 80
"""Characters of a line of code."""


def impact(lookup: Lookup, named: Named) -> Findings:
    """Direct uses by the definition that they stand in, then what calls those, then overrides, exports and tests."""
    page = Page()
    subject = named.first
    everything = [one for one in references_to(lookup, named.overloads) if not _is_its_own(one, named)]
    references = [one for one in everything if one.kind is not ReferenceKind.IMPORT]
    own = [one for one in references if not is_aside(one.path, one.enclosing)]
    graphs = [lookup.callers(one.id, DEPTH) for one in named.overloads]
    nodes = {one.id: one for graph in graphs for one in graph.nodes}
    distances = distances_to([edge for graph in graphs for edge in graph.edges], [one.id for one in named.overloads])
    over = [nodes[one] for one, distance in distances.items() if distance > 1 and one in nodes]
    reached = [one for one in over if not is_aside(one.path, one.qualified_name)]
    if not references and not over:
        page.say(
            f"Nothing in the index depends on `{subject.qualified_name}` ({subject.kind}) ",
            Place.line(subject.path, subject.line, subject.qualified_name),
            ". Callers outside this codebase, and calls by reflection or configuration, are not seen.",
        )
        return Findings(page, hits_of([as_hit(lookup, subject)]))
    files = len({one.path for one in own})
    more = f", {plural(len(reached), 'more definition')} over others" if reached else ""
    page.say(
        f"{plural(len(own), 'use')} of `{subject.qualified_name}` ({subject.kind}) ",
        Place.line(subject.path, subject.line, subject.qualified_name),
        f" in {plural(files, 'file')} would see a change directly{more}.",
    )
    if own:
        page.blank()
        _direct(page, own)
    if reached:
        page.heading("Over others")
        for one in reached[:INDIRECT]:
            page.say(
                f"- `{one.qualified_name}` ",
                Place.line(one.path, one.line, one.qualified_name),
                f", {distances[one.id]} calls away",
            )
        if len(reached) > INDIRECT:
            page.say(f"- … and {len(reached) - INDIRECT} more: `codeqa callers {subject.name} --depth {DEPTH}`")
    _same_method(lookup, page, subject)
    _exports(page, subject, everything)
    _tests(page, references, [nodes[one] for one in distances if one in nodes])
    telling = sorted(own or references, key=lambda one: (-one.confidence, one.path, one.line))[:EVIDENCE]
    return Findings(
        page,
        hits_of([as_hit(lookup, subject), *(lines_hit(lookup, one.path, one.line, one.enclosing) for one in telling)]),
    )


def _is_its_own(one: Reference, named: Named) -> bool:
    """Whether a reference stands in the definition itself or in the head of one of its overloads."""
    return any(
        each.path == one.path and (each.start_line <= one.line <= each.end_line or one.enclosing == each.qualified_name)
        for each in named.overloads
    )


def _direct(page: Page, references: list[Reference]) -> None:
    """Says each definition that uses the subject once, with its first line that does, the surest first."""
    groups: dict[str, list[Reference]] = defaultdict(list)
    for one in references:
        groups[one.enclosing_id or f"{one.path}:{one.line}"].append(one)
    ordered = sorted(
        groups.values(), key=lambda found: (-max(one.confidence for one in found), found[0].path, found[0].line)
    )
    for found in ordered[:DIRECT]:
        one = found[0]
        sure = "" if one.confidence >= EXACT else f", {certainty(one.confidence)}"
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        name = f"`{one.enclosing}` " if one.enclosing else ""
        code = clip(one.text.replace("`", "'"), LINE)
        page.say(f"- {name}", Place.line(one.path, one.line, one.enclosing), f" ({one.kind}{sure}){more}: `{code}`")
    if len(ordered) > DIRECT:
        page.say(f"- … and {len(ordered) - DIRECT} more")


def _same_method(lookup: Lookup, page: Page, subject: Definition) -> None:
    """Says the methods of that name in classes above and below: overriding and overridden ones change together."""
    if subject.kind not in CALLABLES or subject.parent is None:
        return
    owner = subject.parent.rpartition(".")[2].rpartition("::")[2]
    below = {
        one.enclosing
        for one in lookup.references(owner, [ReferenceKind.INHERITANCE])
        if one.enclosing is not None and not is_aside(one.path, one.enclosing)
    }
    same = [one for one in lookup.definitions(subject.name) if one.parent in below and one.id != subject.id]
    if same:
        page.heading("Overridden by")
    for one in same[:OTHERS]:
        page.say(f"- `{one.qualified_name}` ", Place.of(one))
    if len(same) > OTHERS:
        page.say(f"- … and {len(same) - OTHERS} more")


def _exports(page: Page, subject: Definition, references: Sequence[Reference]) -> None:
    """Says the packages' faces that hand it on."""
    faces = [
        one
        for one in references
        if one.kind is ReferenceKind.IMPORT
        and one.path.rpartition("/")[2].partition(".")[0] in ("__init__", "index", "mod", "lib")
        and one.path != subject.path
        and not is_aside(one.path)
    ]
    if faces:
        page.heading("Exported by")
    for one in faces[:OTHERS]:
        page.say("- ", Place.line(one.path, one.line))


def _tests(page: Page, references: Sequence[Reference], reached: Sequence[Definition]) -> None:
    by_file: dict[str, set[str]] = defaultdict(set)
    first: dict[str, tuple[int, str | None]] = {}
    for one in references:
        if is_test(one.path, one.enclosing):
            by_file[one.path].add(one.enclosing or one.path)
            first.setdefault(one.path, (one.line, one.enclosing))
    for definition in reached:
        if is_test(definition.path, definition.qualified_name):
            by_file[definition.path].add(definition.qualified_name)
            first.setdefault(definition.path, (definition.line, definition.qualified_name))
    if not by_file:
        page.blank()
        page.say("No test reaches it, as far as the index can tell.")
        return
    page.heading("Tests that reach it")
    ordered = sorted(by_file.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    for path, names in ordered[:TESTS]:
        line, name = first[path]
        page.say(
            "- ", Place.line(path, line, name), f": {plural(len(names), 'test')}{f', `{name}` first' if name else ''}"
        )
    if len(ordered) > TESTS:
        page.say(f"- … and {plural(len(ordered) - TESTS, 'more file')}")


def distances_to(edges: Sequence[Edge], starts: Sequence[str]) -> Mapping[str, int]:
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
