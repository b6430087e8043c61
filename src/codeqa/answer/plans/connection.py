"""How two definitions are connected: the route between them, each step with its line and how sure it is."""

from __future__ import annotations

from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import Findings, as_hit, certainty, hits_of, item, lines_hit, plural
from codeqa.answer.plans.prose import clip
from codeqa.model import Edge, Graph, ReferenceKind

LINE: Final = 110
ENDS_SHOWN: Final = 40
"""Lines of either end that a model is shown."""

NEIGHBOURS: Final = 5

VERBS: Final = {
    ReferenceKind.CALL: "calls",
    ReferenceKind.INSTANTIATION: "creates",
    ReferenceKind.INHERITANCE: "extends",
    ReferenceKind.IMPORT: "imports",
    ReferenceKind.TYPE: "names the type",
    ReferenceKind.DECORATOR: "is decorated with",
    ReferenceKind.ACCESS: "refers to",
}


def connection(lookup: Lookup, a: Named, b: Named) -> Findings:
    """The shortest chain of references between two names, or what both have in common."""
    page = Page()
    graph = lookup.route(a.first.id, b.first.id)
    if not graph.edges and (len(a.definitions) > 1 or len(b.definitions) > 1):
        graph = lookup.route(a.name, b.name)
    ends = (a.first, b.first)
    if not graph.edges:
        page.say(
            f"No chain of references connects `{a.first.qualified_name}` and `{b.first.qualified_name}` in the index. "
            "A connection through a registry, a string or a framework leaves none."
        )
        page.blank()
        for end in ends:
            item(page, end)
        return Findings(page, hits_of(as_hit(lookup, end, ENDS_SHOWN) for end in ends))
    names = {one.id: one.qualified_name for one in graph.nodes}
    steps = [edge for edge in graph.edges if edge.kind is not ReferenceKind.MEMBER]
    over = f"over {plural(len(steps), 'step')}" if steps else "as one is a member of the other"
    page.say(f"`{a.first.qualified_name}` and `{b.first.qualified_name}` are connected {over}:")
    page.blank()
    say_route(page, graph)
    page.heading("Both ends")
    for end in ends:
        item(page, end)
    evidence = [lines_hit(lookup, edge.path, edge.line, names.get(edge.source)) for edge in graph.edges if edge.line]
    return Findings(page, hits_of([*(as_hit(lookup, end, ENDS_SHOWN) for end in ends), *evidence]))


def say_route(page: Page, graph: Graph) -> None:
    """Adds the steps of a route as a numbered list."""
    names = {one.id: one.qualified_name for one in graph.nodes}
    for number, edge in enumerate(graph.edges, start=1):
        _step(page, number, edge, graph, names)


def _step(page: Page, number: int, edge: Edge, graph: Graph, names: dict[str, str]) -> None:
    source, target = names.get(edge.source, edge.source), names.get(edge.target, edge.target)
    if edge.kind is ReferenceKind.MEMBER:
        inner = next((one for one in graph.nodes if one.id in (edge.source, edge.target) and one.parent), None)
        upward = inner is not None and inner.id == edge.source
        says = f"`{source}` is a member of `{target}`" if upward else f"`{source}` has the member `{target}`"
        if inner is None:
            page.say(f"{number}. {says}")
        else:
            page.say(f"{number}. {says} ", Place.line(inner.path, inner.line, inner.qualified_name))
        return
    page.say(
        f"{number}. `{source}` {VERBS[edge.kind]} `{target}` ({certainty(edge.confidence)}) ",
        Place.line(edge.path, edge.line, source),
    )
    if edge.text:
        page.say(f"   `{clip(edge.text.replace('`', chr(39)), LINE)}`")
