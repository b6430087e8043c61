"""How it works, which do it, what to build on: what the searches bring up, the place that answers best first."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import dedent
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.definition import calls
from codeqa.answer.plans.findings import Findings, as_hit, head, hit_item, hits_of, is_type, item, members_of
from codeqa.answer.plans.leads import Leads, Main
from codeqa.answer.plans.prose import best_sentences, body_start, overlap, telling_window
from codeqa.answer.question import Question
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit

EXCERPT: Final = 16
"""Lines of the main place that are shown."""

CALLS: Final = 4
CALLED_LINES: Final = 40
"""Lines at most of each call's code that a language model reads."""

MEMBERS: Final = 4
BESIDE: Final = 6
DOCUMENTS: Final = 2
TESTS: Final = 2
LISTED: Final = 10


def how(lookup: Lookup, question: Question, main: Main | None, leads: Leads) -> Findings:
    """The best place with its calls, then what stands beside it, in the docs and in the tests.

    Args:
        lookup: the index.
        question: the question.
        main: the place that answers best; None where nothing of the product's own code does.
        leads: what was searched.
    """
    page = Page()
    reached = _main(lookup, page, question, main) if main is not None else []
    rest = [hit for hit in leads.own if main is None or not main.holds(hit)]
    _listed(page, "Beside it" if main is not None else "Found", rest[:BESIDE])
    _documents(page, question, leads.prose[:DOCUMENTS])
    _listed(page, "In the tests", leads.tests[:TESTS])
    called = (as_hit(lookup, one, CALLED_LINES) for one in reached)
    return Findings(page, hits_of([_whole(lookup, main), *leads.evidence, *called]))


def which(question: Question, leads: Leads) -> Findings:
    """The definitions of the kind asked for that fit best, one a line."""
    page = Page()
    found = leads.own or list(leads.evidence)
    listed = ([hit for hit in found if not question.kinds or hit.kind in question.kinds] or found)[:LISTED]
    _listed(page, "", listed)
    _documents(page, question, leads.prose[:1])
    _listed(page, "In the tests", [hit for hit in leads.tests if hit not in listed][:TESTS])
    return Findings(page, hits_of([*listed, *leads.evidence]))


def write(lookup: Lookup, question: Question, main: Main | None, leads: Leads) -> Findings:
    """What new code can build on: the nearest definitions, one of them in full as an example, tests to follow."""
    page = Page()
    page.say("Writing code takes a language model. What the codebase already has for it:")
    _listed(page, "To build on", [hit for hit in leads.own if hit.kind in CALLABLES | CONTAINERS][:BESIDE])
    if main is not None:
        page.heading("Nearest in kind")
        _shown(lookup, page, question, main)
    _documents(page, question, leads.prose[:DOCUMENTS])
    _listed(page, "Tests to follow", leads.tests[:TESTS])
    return Findings(page, hits_of([_whole(lookup, main), *leads.evidence]))


def _main(lookup: Lookup, page: Page, question: Question, main: Main) -> list[Definition]:
    """Says what the main place is, and what it calls, and returns that."""
    _shown(lookup, page, question, main)
    one = main.definition
    if one is None:
        return []
    if is_type(one):
        page.heading("Its members that come nearest")
        for member in _by_words(lookup, question, one):
            item(page, member)
    return calls(lookup, page, one, CALLS, question.words) if one.kind in CALLABLES else []


def _shown(lookup: Lookup, page: Page, question: Question, main: Main) -> None:
    """Says what the main place is, with the lines of it in which the question's words are densest."""
    one = main.definition
    if one is not None:
        head(page, one)
    if one is not None and is_type(one):
        return
    start = main.hit.start_line if one is None else one.line
    end = main.hit.end_line if one is None else one.end_line
    lines = (lookup.lines(main.hit.path, start, end) or "").split("\n")
    body = body_start(lines, "" if one is None else one.doc)
    first, last = telling_window(lines[body:], question.words, EXCERPT)
    shown = lines[body + first : body + last]
    if any(line.strip() for line in shown):
        page.say("From ", Place(main.hit.path, start + body + first, start + body + last - 1, main.hit.symbol), ":")
        page.code(dedent("\n".join(shown)).strip("\n"), main.hit.language)


def _whole(lookup: Lookup, main: Main | None) -> Hit | None:
    if main is None:
        return None
    return main.hit if main.definition is None else as_hit(lookup, main.definition)


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


def _documents(page: Page, question: Question, hits: Iterable[Hit]) -> None:
    quoted = [(hit, said) for hit in hits if (said := best_sentences(hit.text, question.words))]
    if quoted:
        page.heading("In the documentation")
    for hit, said in quoted:
        page.quote(said)
        page.say(Place.of(hit))
