"""How it works, which do it, what to build on: what a search brings up, the definition that answers best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import dedent

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, find, is_aside, is_test
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.definition import calls
from codeqa.answer.plans.findings import Findings, as_hit, head, hit_item, hits_of, is_type, item, members_of
from codeqa.answer.plans.prose import best_sentences, body_start, first_paragraph, overlap, telling_window
from codeqa.answer.question import Question
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind
from codeqa.text.tokens import code_tokens

MAIN_CANDIDATES = 5
TELLING = 0.5
"""Share of the question's words, the class's name aside, by which a member stands out among its class's."""

EXCERPT = 16
"""Lines of the main definition that are shown."""

MEMBERS = 5
BESIDE = 6
DOCUMENTS = 2
TESTS = 2
LISTED = 10

CONTEXT_TOKENS = 8_000
"""What the context is asked for where no model reads it: about twelve sources are shown of it."""

_PROSE = frozenset({Kind.DOCUMENTATION, Kind.TEXT})


def how(lookup: Lookup, question: Question, named: Sequence[Named], hits: Sequence[Hit]) -> Findings:
    """The best definition with its calls, then what stands beside it, in the docs and in the tests.

    Args:
        lookup: the index.
        question: the question.
        named: definitions that the question names.
        hits: what a search found, best first.
    """
    page = Page()
    main = _main(lookup, question, named, hits)
    reached: list[Definition] = []
    if main is not None:
        head(page, main)
        if is_type(main):
            page.heading("Its members that come nearest")
            for one in _by_words(lookup, question, main):
                item(page, one)
        else:
            _excerpt(lookup, page, question, main)
        if main.kind in CALLABLES:
            reached = calls(lookup, page, main)
    rest = [hit for hit in hits if main is None or not _within(hit, main)]
    own = [hit for hit in rest if hit.kind not in _PROSE and not is_aside(hit.path, hit.symbol)]
    own.sort(key=lambda hit: hit.kind is Kind.CONFIGURATION)
    _listed(page, "Beside it" if main is not None else "Found", own[:BESIDE])
    _documents(page, question, [hit for hit in rest if hit.kind in _PROSE][:DOCUMENTS])
    _listed(
        page, "In the tests", [hit for hit in rest if hit.kind not in _PROSE and is_test(hit.path, hit.symbol)][:TESTS]
    )
    first = as_hit(lookup, main) if main is not None else None
    return Findings(page, hits_of([first, *hits, *(as_hit(lookup, one, 40) for one in reached[:4])]))


def which(lookup: Lookup, question: Question, hits: Sequence[Hit]) -> Findings:
    """The definitions of the kind asked for that fit best, one a line."""
    page = Page()
    fitting = [hit for hit in hits if not question.kinds or hit.kind in question.kinds] or list(hits)
    own = [hit for hit in fitting if not is_aside(hit.path, hit.symbol) and hit.kind not in _PROSE] or fitting
    _listed(page, "", own[:LISTED])
    _documents(page, question, [hit for hit in hits if hit.kind in _PROSE][:1])
    _listed(page, "In the tests", [hit for hit in hits if is_test(hit.path, hit.symbol) and hit not in own][:TESTS])
    return Findings(page, hits_of([*own[:LISTED], *hits]))


def write(lookup: Lookup, question: Question, named: Sequence[Named], hits: Sequence[Hit]) -> Findings:
    """What new code can build on: the nearest definitions, one of them in full as an example, tests to follow."""
    page = Page()
    page.say("Writing code takes a language model. What the codebase already has for it:")
    code = [hit for hit in hits if hit.kind in CALLABLES | CONTAINERS and not is_aside(hit.path, hit.symbol)]
    _listed(page, "To build on", code[:BESIDE])
    example = _main(lookup, question, named, hits)
    if example is not None:
        page.heading("Nearest in kind")
        head(page, example)
        if not is_type(example):
            _excerpt(lookup, page, question, example)
    _documents(page, question, [hit for hit in hits if hit.kind in _PROSE][:DOCUMENTS])
    _listed(page, "Tests to follow", [hit for hit in hits if is_test(hit.path, hit.symbol)][:TESTS])
    first = as_hit(lookup, example) if example is not None else None
    return Findings(page, hits_of([first, *hits]))


def _main(lookup: Lookup, question: Question, named: Sequence[Named], hits: Sequence[Hit]) -> Definition | None:
    """The definition that answers best: one that the question names, else the hit that says most about its words."""
    for one in named:
        if one.first.kind in CALLABLES and not is_aside(one.first.path):
            return one.first
    types = [one.first for one in named if is_type(one.first) and not is_aside(one.first.path)]
    for owner in types:
        member = _telling_member(lookup, question, owner)
        if member is not None:
            return member
    if types and not hits:
        return types[0]
    candidates = [
        hit
        for hit in hits
        if hit.kind in CALLABLES | CONTAINERS and hit.symbol is not None and not is_aside(hit.path, hit.symbol)
    ][:MAIN_CANDIDATES]
    if not candidates:
        return types[0] if types else None
    words = question.words

    def worth(rank_and_hit: tuple[int, Hit]) -> float:
        rank, hit = rank_and_hit
        says = overlap(words, f"{hit.symbol} {hit.signature} {hit.doc}")
        # The search's own order counts as much as one word in three.
        return says + overlap(words, hit.text) / 2 + 1 / (2 + rank)

    best = max(enumerate(candidates), key=worth)[1]
    return _definition_at(lookup, best)


def _telling_member(lookup: Lookup, question: Question, owner: Definition) -> Definition | None:
    """The member of a class that says most about the question's other words; None where none has half of them."""
    words = question.words - set(code_tokens(owner.name))
    members = members_of(lookup, owner, lambda one: one.kind in CALLABLES)
    if not words or not members:
        return None
    scores = {one.id: overlap(words, f"{one.name} {one.signature} {first_paragraph(one.doc)}") for one in members}
    best = max(members, key=lambda one: scores[one.id])
    return best if scores[best.id] >= TELLING else None


def _definition_at(lookup: Lookup, hit: Hit) -> Definition | None:
    named = find(lookup, hit.symbol or "")
    fitting = [
        one
        for one in (named.definitions if named is not None else ())
        if one.path == hit.path and one.start_line <= hit.end_line and hit.start_line <= one.end_line
    ]
    return fitting[0] if fitting else None


def _by_words(lookup: Lookup, question: Question, owner: Definition) -> list[Definition]:
    """The members of a class that have any of the question's words, those with most first; all where none has."""
    found = members_of(lookup, owner)
    scores = {one.id: overlap(question.words, f"{one.name} {one.signature} {one.doc}") for one in found}
    telling = sorted((one for one in found if scores[one.id]), key=lambda one: -scores[one.id])
    return (telling or found)[:MEMBERS]


def _excerpt(lookup: Lookup, page: Page, question: Question, main: Definition) -> None:
    """The lines of a definition's body in which the question's words are densest."""
    text = lookup.lines(main.path, main.line, main.end_line)
    if text is None:
        return
    lines = text.split("\n")
    body = body_start(lines, main.doc)
    first, last = telling_window(lines[body:], question.words, EXCERPT)
    shown = lines[body + first : body + last]
    if not any(line.strip() for line in shown):
        return
    place = Place(main.path, main.line + body + first, main.line + body + last - 1, main.qualified_name)
    page.say("From ", place, ":")
    page.code(dedent("\n".join(shown)).strip("\n"), main.language)


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


def _within(hit: Hit, main: Definition) -> bool:
    return hit.path == main.path and main.start_line <= hit.start_line and hit.end_line <= main.end_line
