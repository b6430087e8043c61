"""Which way the calls go: from a definition down through what it calls, in the order of the lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import Findings, as_hit, head, hits_of, is_type, members_of
from codeqa.answer.plans.prose import SENTENCE, clip, first_sentence
from codeqa.model import CALLABLES, Definition, Edge

DEPTH = 3
LINES = 28
CALLS_A_DEFINITION = 9
EVIDENCE = 8
EVIDENCE_LINES = 60

GUESSED = 0.5
"""Calls less sure than this are left out: a name that several classes have leads anywhere."""


def flow(lookup: Lookup, named: Named) -> Findings:
    """The tree of calls below a definition."""
    page = Page()
    starts = named.overloads if len(named.overloads) > 1 else (_start(lookup, named.first),)
    graphs = [lookup.callees(one.id, DEPTH) for one in starts]
    # Of overloads, most only hand on to the one that does the work.
    start, graph = max(zip(starts, graphs, strict=True), key=lambda pair: len(pair[1].edges))
    head(page, start)
    nodes = {one.id: one for one in graph.nodes}
    calls = calls_in_order(graph.edges, nodes, with_aside=is_aside(start.path))
    if not calls.get(start.id):
        page.say(f"`{start.qualified_name}` calls nothing that this codebase defines.")
        return Findings(page, hits_of([as_hit(lookup, start)]))
    page.heading("Its calls, in the order of the lines")
    walk = _Walk(page, nodes, calls)
    walk.below(start.id, 0)
    if walk.left_out:
        page.blank()
        page.say(f"… and {walk.left_out} more: `codeqa callees {start.name} --depth {DEPTH}`")
    reached = [nodes[one] for one in walk.seen if one in nodes and one != start.id]
    return Findings(
        page,
        hits_of([as_hit(lookup, start), *(as_hit(lookup, one, EVIDENCE_LINES) for one in reached[:EVIDENCE])]),
    )


def calls_in_order(
    edges: Sequence[Edge], nodes: Mapping[str, Definition], *, with_aside: bool = False
) -> dict[str, list[Edge]]:
    """For each caller its calls by line, each called definition once, guesses left out."""
    calls: dict[str, list[Edge]] = defaultdict(list)
    known: set[tuple[str, str]] = set()
    for edge in sorted(edges, key=lambda one: (one.path, one.line)):
        target = nodes.get(edge.target)
        if target is None or edge.confidence < GUESSED or edge.source == edge.target:
            continue
        if (edge.source, edge.target) not in known and (with_aside or not is_aside(target.path)):
            known.add((edge.source, edge.target))
            calls[edge.source].append(edge)
    return calls


def _start(lookup: Lookup, definition: Definition) -> Definition:
    """For a class, the member that runs it: its constructor or what is called when it is called."""
    if not is_type(definition):
        return definition
    for wanted in ("__call__", "run", "main", "execute", "handle", "__init__", "new", "constructor"):
        for member in members_of(lookup, definition):
            if member.name == wanted and member.kind in CALLABLES:
                return member
    return definition


class _Walk:
    """Says the tree of calls, depth first, each definition's own calls once."""

    def __init__(self, page: Page, nodes: Mapping[str, Definition], calls: Mapping[str, Sequence[Edge]]) -> None:
        self._page = page
        self._nodes = nodes
        self._calls = calls
        self._lines = 0
        self.seen: dict[str, None] = {}
        self.left_out = 0

    def below(self, source: str, depth: int) -> None:
        self.seen[source] = None
        calls = self._calls.get(source, ())
        for number, edge in enumerate(calls):
            if self._lines >= LINES or number >= CALLS_A_DEFINITION - 2 * depth:
                self.left_out += len(calls) - number
                return
            self._say(edge, depth)
            if edge.target not in self.seen and depth + 1 < DEPTH:
                self.below(edge.target, depth + 1)
            self.seen.setdefault(edge.target)

    def _say(self, edge: Edge, depth: int) -> None:
        self._lines += 1
        target = self._nodes[edge.target]
        again = edge.target in self.seen and bool(self._calls.get(edge.target))
        said = first_sentence(target.doc, SENTENCE - 60) or (clip(edge.text, SENTENCE - 60) and f"`{_code(edge.text)}`")
        note = " (above)" if again else f": {said}" if said else ""
        self._page.say(
            f"{'   ' * depth}- line {edge.line}: `{target.qualified_name}` ",
            Place.line(target.path, target.line, target.qualified_name),
            note,
        )


def _code(text: str) -> str:
    return clip(text.replace("`", "'"), SENTENCE - 60)
