"""What is it: a definition's signature, docs, members and code, and how much it is used."""

from __future__ import annotations

from collections.abc import Collection

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside, references_to
from codeqa.answer.page import Page
from codeqa.answer.plans.findings import (
    Findings,
    as_hit,
    head,
    hits_of,
    is_type,
    item,
    listed_place,
    members_of,
    plural,
    short_code,
)
from codeqa.answer.plans.flow import calls_in_order
from codeqa.answer.plans.prose import first_sentence, overlap
from codeqa.model import CALLABLES, Definition, Edge, Kind, Outline, ReferenceKind

MEMBERS = 14
CALLS = 8
OTHERS = 6
OUTLINED = 30


def definition(lookup: Lookup, named: Named) -> Findings:
    """A name's first definition in full, its other definitions by place."""
    page = Page()
    subject = named.first
    code = short_code(lookup, subject)
    head(page, subject, code)
    if is_type(subject) and code is None:
        _members(lookup, page, subject)
    elif subject.kind in CALLABLES:
        calls(lookup, page, subject)
    references = [one for one in references_to(lookup, named.overloads) if one.kind is not ReferenceKind.IMPORT]
    own = sum(not is_aside(one.path, one.enclosing) for one in references)
    aside = len(references) - own
    page.blank()
    page.say(
        f"Used at {plural(own, 'place')}{f', and at {aside} in tests and the like' if aside else ''}: "
        f"`codeqa refs {subject.name}`"
        if references
        else f"Nothing in the index refers to `{subject.name}`."
    )
    others = [one for one in named.definitions[1:] if one.id != subject.id and one.kind is not Kind.IMPL]
    if others:
        page.heading("Others of that name")
        for one in others[:OTHERS]:
            item(page, one)
        if len(others) > OTHERS:
            page.say(f"- … and {len(others) - OTHERS} more: `codeqa def {named.name}`")
    return Findings(page, hits_of(as_hit(lookup, one) for one in named.definitions[:4]))


def file_contents(lookup: Lookup, path: str, outline: Outline) -> Findings:
    """What a file defines."""
    page = Page()
    shown = [entry for entry in outline.entries if entry.definition.kind not in (Kind.FIELD, Kind.ENUM_MEMBER)]
    page.say(f"`{path}` defines {plural(len(outline.entries), 'thing')}:")
    page.blank()
    for entry in shown[:OUTLINED]:
        depth = 1 if entry.definition.parent else 0
        item(page, entry.definition, indent="  " * depth)
    if len(shown) > OUTLINED:
        page.say(f"- … and {len(shown) - OUTLINED} more: `codeqa outline {path}`")
    return Findings(page, hits_of(as_hit(lookup, entry.definition, 60) for entry in shown[:12]))


def calls(
    lookup: Lookup, page: Page, subject: Definition, most: int = CALLS, words: Collection[str] = ()
) -> list[Definition]:
    """Says what a function calls, in the order of the lines, and returns it.

    Args:
        lookup: the index.
        page: where it is said.
        subject: the function.
        most: how many calls are said.
        words: those whose names or docs hold most of these words go before others where not all are said.
    """
    graph = lookup.callees(subject.id, 1)
    nodes = {one.id: one for one in graph.nodes}
    edges = calls_in_order(graph.edges, nodes, with_aside=is_aside(subject.path)).get(subject.id, [])

    def telling(edge: Edge) -> float:
        target = nodes[edge.target]
        return overlap(words, f"{target.qualified_name} {target.signature} {target.doc}")

    said = sorted(sorted(edges, key=telling, reverse=True)[:most], key=edges.index)
    if said:
        page.heading("It calls, in order")
    for edge in said:
        target = nodes[edge.target]
        doc = first_sentence(target.doc)
        page.say(f"- line {edge.line}: `{target.qualified_name}` ", listed_place(target), f": {doc}" if doc else "")
    if len(edges) > most:
        page.say(f"- … and {len(edges) - most} more: `codeqa callees {subject.name}`")
    return [nodes[edge.target] for edge in said]


def _members(lookup: Lookup, page: Page, subject: Definition) -> None:
    found = members_of(lookup, subject)
    if not found:
        return
    public = [one for one in found if not one.name.startswith("_") or one.kind is Kind.CONSTRUCTOR] or found
    page.heading(f"Members ({len(found)})")
    for one in public[:MEMBERS]:
        item(page, one)
    if len(found) > len(public[:MEMBERS]):
        page.say(f"- … and {len(found) - len(public[:MEMBERS])} more: `codeqa outline {subject.path}`")
