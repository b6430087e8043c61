"""How it works, which do it, what to build on: what the searches bring up, the place that answers best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import dedent
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import is_aside, references_to
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.doers import CONDITION, Doer
from codeqa.answer.plans.findings import Findings, as_hit, hit_item, hits_of, is_type, item, members_of
from codeqa.answer.plans.leads import Leads
from codeqa.answer.plans.prose import best_sentences, body_start, clip, first_sentence, overlap, telling_window
from codeqa.answer.plans.steps import steps
from codeqa.answer.question import Aspect, Question
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind, ReferenceKind

EXCERPT: Final = 14
DECISION: Final = 10
"""Lines of the main place that are shown, and of what decides something."""

CALLED_LINES: Final = 40
"""Lines at most of each call's code that a language model reads."""

MEMBERS: Final = 4
BESIDE: Final = 5
READERS: Final = 4
DOCUMENTS: Final = 1
TESTS: Final = 2
LISTED: Final = 8
CODE: Final = 90
"""Characters of a line of code in a list."""

ENOUGH: Final = 0.35
"""What stands beside the best answer is worth at least this share of it."""


def how(lookup: Lookup, question: Question, found: Sequence[Doer], leads: Leads) -> Findings:
    """The best place with the calls around it, then what stands beside it, in the docs and in the tests.

    Args:
        lookup: the index.
        question: the question.
        found: what answers, best first; empty where nothing of the product's own code does.
        leads: what was searched.
    """
    page = Page()
    main = found[0] if found else None
    reached: list[Definition] = []
    if main is not None:
        _shown(lookup, page, question, main)
        reached = _around(lookup, page, question, main, found)
    said = {one.id for one in reached}
    rest = [one for one in found[1:] if _stands_beside(one, found[0], said)]
    beside(page, "Beside it", rest[:BESIDE])
    if main is None:
        _listed(page, "Found", leads.own[:BESIDE])
    documents(page, question, leads.prose[: DOCUMENTS + 1], DOCUMENTS)
    _listed(page, "In the tests", leads.tests[:TESTS])
    called = (as_hit(lookup, one, CALLED_LINES) for one in reached)
    best = (evidence_of(lookup, one, CALLED_LINES) for one in rest[:BESIDE])
    whole = evidence_of(lookup, main) if main is not None else None
    return Findings(page, hits_of([whole, *best, *leads.evidence, *called]))


def which(lookup: Lookup, question: Question, found: Sequence[Doer], leads: Leads) -> Findings:
    """The definitions of the kind asked for that fit best: the first with its code, the others one a line."""
    of_kind = [one for one in found if not question.kinds or _kind(one) in question.kinds]
    if not of_kind:
        page = Page()
        _listed(page, "", [*leads.own, *leads.evidence][:LISTED])
        return Findings(page, leads.evidence)
    return how(lookup, question, [of_kind[0], *(one for one in found if one is not of_kind[0])], leads)


def write(lookup: Lookup, question: Question, found: Sequence[Doer], leads: Leads) -> Findings:
    """What new code can build on: the nearest definitions, one of them in full as an example, tests to follow."""
    page = Page()
    page.say("Writing code takes a language model. What the codebase already has for it:")
    _listed(page, "To build on", [hit for hit in leads.own if hit.kind in CALLABLES | CONTAINERS][:BESIDE])
    if found:
        page.heading("Nearest in kind")
        _shown(lookup, page, question, found[0])
    documents(page, question, leads.prose[: DOCUMENTS + 1], DOCUMENTS)
    _listed(page, "Tests to follow", leads.tests[:TESTS])
    return Findings(page, hits_of([evidence_of(lookup, found[0]) if found else None, *leads.evidence]))


def evidence_of(lookup: Lookup, one: Doer, limit: int = 120) -> Hit | None:
    """A place as evidence for a model."""
    return one.hit if one.definition is None else as_hit(lookup, one.definition, limit)


def beside(page: Page, heading: str, found: Sequence[Doer]) -> None:
    """Lists places, each with what it says of itself."""
    if found:
        page.heading(heading)
    for one in found:
        if one.definition is not None:
            item(page, one.definition)
        elif one.hit is not None:
            hit_item(page, one.hit)


def documents(page: Page, question: Question, hits: Iterable[Hit], most: int) -> None:
    """Quotes what the documentation says with the question's words."""
    quoted = [(hit, said) for hit in hits if (said := best_sentences(hit.text, question.words, 1))][:most]
    if quoted:
        page.heading("In the documentation")
    for hit, said in quoted:
        page.quote(said)
        page.say(Place.of(hit))


def _kind(one: Doer) -> Kind:
    return one.definition.kind if one.definition is not None else Kind.CODE


def _stands_beside(one: Doer, main: Doer, said: set[str]) -> bool:
    if one.worth < ENOUGH * main.worth or (one.definition is not None and one.definition.id in said):
        return False
    place, around = one.definition or one.hit, main.definition or main.hit
    if place is None or around is None or is_aside(place.path, one.symbol):
        return False
    within = place.path == around.path and around.start_line <= place.start_line and place.end_line <= around.end_line
    return not within or (main.definition is not None and is_type(main.definition))


def _around(lookup: Lookup, page: Page, question: Question, main: Doer, found: Sequence[Doer]) -> list[Definition]:
    """Says the steps around a function, the nearest members of a class, or who reads a value; returns what was said."""
    one = main.definition
    if one is None:
        return []
    if one.kind in CALLABLES:
        return steps(lookup, page, one, found)
    if is_type(one):
        members = _by_words(lookup, question, one)
        if members:
            page.heading("Its members that come nearest")
        for member in members:
            item(page, member)
        raised = _uses(lookup, page, one) if question.aspect is not Aspect.PROCESS else []
        return [*members, *raised]
    return _uses(lookup, page, one)


def _uses(lookup: Lookup, page: Page, one: Definition) -> list[Definition]:
    """Says where a value is read or an exception raised, in the product's own code."""
    references = [
        each
        for each in references_to(lookup, [one])
        if each.kind not in (ReferenceKind.IMPORT, ReferenceKind.TYPE, ReferenceKind.INHERITANCE)
        and not is_aside(each.path, each.enclosing)
    ]
    if references:
        page.heading(f"Who uses `{one.name}`")
    for each in references[:READERS]:
        inside = f"`{each.enclosing}` " if each.enclosing else ""
        code = clip(each.text.replace("`", "'"), CODE)
        page.say(f"- {inside}", Place.line(each.path, each.line, each.enclosing), f": `{code}`")
    if len(references) > READERS:
        page.say(f"- … and {len(references) - READERS} more")
    return lookup.definitions_of([each.enclosing_id for each in references[:READERS] if each.enclosing_id])


def _shown(lookup: Lookup, page: Page, question: Question, main: Doer) -> None:
    """Says what the main place is, with the lines of it in which the question's words are densest.

    Of a long function the place said first is that of these lines; all of it follows.
    """
    one, place = main.definition, main.definition or main.hit
    if place is None:
        return
    start = one.line if one is not None else place.start_line
    end = min(place.end_line, start + 2) if one is not None and is_type(one) else place.end_line
    lines = (lookup.lines(place.path, start, end) or "").split("\n")
    telling = None if question.aspect is Aspect.PROCESS else CONDITION
    body = 0 if len(lines) <= EXCERPT else body_start(lines, "" if one is None else one.doc)
    first, last = telling_window(lines[body:], question.words, EXCERPT if telling is None else DECISION, telling)
    shown = lines[body + first : body + last]
    excerpt = Place(place.path, start + body + first, start + body + last - 1, main.symbol)
    name = f"**`{one.qualified_name}`** ({one.kind})" if one is not None else f"**`{place.path.rpartition('/')[2]}`**"
    said = first_sentence(one.doc) if one is not None else ""
    whole: tuple[str | Place, ...] = (Place.of(place),)
    if (first or body) and any(line.strip() for line in shown):
        whole = (excerpt, " of ", Place.of(place))
    page.say(f"{name} ", *whole, f": {said}" if said else "")
    if any(line.strip() for line in shown):
        page.code(dedent("\n".join(shown)).strip("\n"), place.language or None)


def _by_words(lookup: Lookup, question: Question, owner: Definition) -> list[Definition]:
    """The members of a class that have any of the question's words, those with most first; all where none has."""
    found = members_of(lookup, owner)
    scores = {one.id: overlap(question.words, f"{one.name} {one.signature} {one.doc}") for one in found}
    telling = sorted((one for one in found if scores[one.id]), key=lambda one: -scores[one.id])
    return (telling or found)[:MEMBERS]


def _listed(page: Page, heading: str, hits: Iterable[Hit]) -> None:
    hits = list(hits)
    if hits and heading:
        page.heading(heading)
    for hit in hits:
        hit_item(page, hit)
