"""How two definitions are connected: the route between them, each step with its line and how sure it is."""

from __future__ import annotations

from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import Findings, as_hit, certainty, hits_of, item, lines_hit, plural
from codeqa.answer.plans.prose import clip
from codeqa.model import Edge, Graph, ReferenceKind, Relation

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
    ReferenceKind.OVERRIDE: "is overridden by",
}


def connection(lookup: Lookup, a: Named, b: Named) -> Findings:
    """How one of two names reaches the other, or what both have in common."""
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
    page.say(_said(a, b, graph))
    page.blank()
    say_route(page, graph)
    page.heading("Both ends")
    for end in ends:
        item(page, end)
    evidence = [lines_hit(lookup, edge.path, edge.line, names.get(edge.source)) for edge in graph.edges if edge.line]
    return Findings(page, hits_of([*(as_hit(lookup, end, ENDS_SHOWN) for end in ends), *evidence]))


def _said(a: Named, b: Named, graph: Graph) -> str:
    """Which reaches which, and how."""
    chain = graph.chains[0]
    names = [a.first.qualified_name, b.first.qualified_name]
    first, second = reversed(names) if chain.is_backward else names
    steps = plural(len(chain.edges), "step")
    if chain.relation is Relation.CALLS:
        return f"`{first}` reaches `{second}` in {plural(len(chain.edges), 'call')}:"
    if chain.relation is Relation.RELATED:
        return f"`{names[0]}` and `{names[1]}` are related over {steps}; no chain of calls connects them:"
    how = "with inheritance or overrides" if chain.relation is Relation.OVERRIDES else "if each call means what it may"
    return f"`{first}` reaches `{second}` in {steps}, {how}:"


def say_route(page: Page, graph: Graph) -> None:
    """Adds the steps of a route as a numbered list."""
    names = graph.labels()
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
    via = f" through `{names.get(edge.through, edge.through)}`" if edge.through else ""
    page.say(
        f"{number}. `{source}` {VERBS[edge.kind]} `{target}`{via} ({certainty(edge.confidence)}) ",
        Place.line(edge.path, edge.line, source),
    )
    if edge.text:
        page.say(f"   `{clip(edge.text.replace('`', chr(39)), LINE)}`")
