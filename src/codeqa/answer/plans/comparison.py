"""How two definitions differ: both as they describe themselves, and the members that only one has."""

from __future__ import annotations

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named
from codeqa.answer.page import Page
from codeqa.answer.plans.connection import say_route
from codeqa.answer.plans.findings import Findings, as_hit, head, hits_of, is_type, members_of, short_code

MEMBERS = 20


def comparison(lookup: Lookup, a: Named, b: Named) -> Findings:
    """Two definitions one after the other, their members compared, and how they are connected."""
    page = Page()
    ends = (a.first, b.first)
    for one in ends:
        page.blank()
        head(page, one, short_code(lookup, one))
    if is_type(a.first) and is_type(b.first):
        names = [{member.name: None for member in members_of(lookup, one)} for one in ends]
        _members(page, "In both", [name for name in names[0] if name in names[1]])
        for one, mine, other in zip(ends, names, reversed(names), strict=True):
            _members(page, f"Only in `{one.qualified_name}`", [name for name in mine if name not in other])
    graph = lookup.route(a.first.id, b.first.id)
    if graph.edges:
        page.heading("How they are connected")
        say_route(page, graph)
    return Findings(page, hits_of(as_hit(lookup, one) for one in ends))


def _members(page: Page, heading: str, names: list[str]) -> None:
    if not names:
        return
    more = f" and {len(names) - MEMBERS} more" if len(names) > MEMBERS else ""
    page.blank()
    page.say(f"{heading}: {', '.join(f'`{name}`' for name in names[:MEMBERS])}{more}.")
