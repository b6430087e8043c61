"""Carries out the plan that a question's kind asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, find, unknown
from codeqa.answer.page import Page
from codeqa.answer.plans.adding import adding
from codeqa.answer.plans.comparison import comparison
from codeqa.answer.plans.connection import connection
from codeqa.answer.plans.definition import definition, file_contents
from codeqa.answer.plans.doers import doers
from codeqa.answer.plans.findings import Findings, hit_item
from codeqa.answer.plans.flow import flow
from codeqa.answer.plans.how import how, which, write
from codeqa.answer.plans.impact import impact
from codeqa.answer.plans.leads import Leads
from codeqa.answer.plans.listing import listing
from codeqa.answer.plans.overview import is_repository, overview
from codeqa.answer.plans.tests_of import tests_about, tests_of
from codeqa.answer.plans.uses import used_from_outside, where_used
from codeqa.answer.question import Question, QuestionKind
from codeqa.answer.relevance import Fit, relevance
from codeqa.errors import NotFoundError
from codeqa.model import CALLABLES, Hit, Outline
from codeqa.retrieve.names import parse_name

MENTIONS = 10
FEW_WORDS = 3
"""Words of a subject that is hardly more than the name in it."""

SEEN = 8
"""Places of each search that are looked at to see whether they fit the question."""

NEAREST = 5
"""Places that are offered where nothing fits."""


def find_out(
    lookup: Lookup, question: Question, named: Sequence[Named], leads: Leads, *, pinned: bool = False
) -> Findings:
    """What the index has on a question.

    Args:
        lookup: the index.
        question: the question, read.
        named: the definitions that it names, of each name the likeliest first.
        leads: what was searched for it.
        pinned: whether the person chose evidence, which then is good enough whatever words it holds.
    """
    if question.kind is QuestionKind.OVERVIEW:
        return replace(overview(lookup, question), facts=True)
    if question.kind is QuestionKind.DEFINITION and question.subjects and is_repository(lookup, question.subjects[0]):
        return replace(overview(lookup), facts=True)
    structural = _structural(lookup, question, named)
    if structural is not None:
        return replace(structural, facts=True)
    missing = _missing(question, named)
    if missing is not None and not pinned:
        mentions = [hit for hit in leads.evidence if parse_name(missing).bare in hit.text]
        return _mentioned(lookup, missing, mentions) if mentions else _nothing(lookup, leads, missing)
    if named or pinned:
        return _searched(lookup, question, named, leads)
    relevant = relevance(lookup, question, [*leads.searched[:SEEN], *leads.evidence[:SEEN]])
    if relevant.fit is Fit.NONE:
        return _nothing(lookup, leads, None)
    findings = _searched(lookup, question, named, leads)
    return _doubted(findings, relevant.lacking) if relevant.lacking else findings


def _searched(lookup: Lookup, question: Question, named: Sequence[Named], leads: Leads) -> Findings:
    """The answer of those kinds that rests on what was searched."""
    if question.kind is QuestionKind.TESTS:
        about = tests_about(lookup, question, [*leads.searched, *leads.evidence])
        if about is not None:
            return about
    found = doers(lookup, question, named, leads)
    if question.kind is QuestionKind.WRITE:
        return write(lookup, question, found, leads)
    if question.kind is QuestionKind.ADD:
        return adding(lookup, question, found, leads)
    plan = which if question.kind is QuestionKind.WHICH or question.kinds else how
    return plan(lookup, question, found, leads)


def _structural(lookup: Lookup, question: Question, named: Sequence[Named]) -> Findings | None:
    """The answer of those kinds that the index alone can give; None where the question is not about definitions."""
    kind = question.kind
    if kind in (QuestionKind.CONNECTION, QuestionKind.COMPARISON):
        ends = [end for subject in question.subjects if (end := find(lookup, subject)) is not None]
        if len(ends) < 2:
            ends = list({one.first.id: one for one in named}.values())
        plan = connection if kind is QuestionKind.CONNECTION else comparison
        return plan(lookup, ends[0], ends[1]) if len(ends) > 1 else None
    if kind is QuestionKind.DEFINITION:
        path = _only_path(question)
        outline = _outline(lookup, path) if path is not None else None
        if path is not None and outline is not None and outline.entries:
            return file_contents(lookup, path, outline)
    if kind is QuestionKind.LIST and (listed := listing(lookup, question, named)) is not None:
        return listed
    subject = _subject(question, named)
    if subject is not None:
        if kind is QuestionKind.TESTS:
            return tests_of(lookup, subject)
        if kind is QuestionKind.WHERE_USED:
            return where_used(lookup, question, subject)
        if kind is QuestionKind.FLOW:
            return flow(lookup, subject)
        if kind is QuestionKind.IMPACT:
            return impact(lookup, subject)
        if kind is QuestionKind.DEFINITION:
            return definition(lookup, subject)
    if kind is QuestionKind.WHERE_USED and question.subjects:
        word = question.subjects[0]
        if " " not in word and find(lookup, word) is None:
            return used_from_outside(lookup, question, word)
    return None


def _subject(question: Question, named: Sequence[Named]) -> Named | None:
    """The name that the whole subject consists of; for a subject of several words the name in it, if it is one only."""
    for one in named:
        if question.subjects and one.name == question.subjects[0].strip("@`").removesuffix("()"):
            return one
    only = named[0] if len(named) == 1 and named[0].name in question.names else None
    if only is not None and question.kind is QuestionKind.FLOW and question.subjects:
        # "What happens when the body is larger than X": X is not what happens.
        return only if only.first.kind in CALLABLES and len(question.subjects[0].split()) <= FEW_WORDS else None
    return only


def _only_path(question: Question) -> str | None:
    if len(question.paths) == 1 and question.subjects and question.subjects[0] == question.paths[0]:
        return question.paths[0]
    return None


def _outline(lookup: Lookup, path: str) -> Outline | None:
    try:
        return lookup.outline(path)
    except NotFoundError:
        return None


def _missing(question: Question, named: Sequence[Named]) -> str | None:
    """The identifier that the question is about, where nothing is named so."""
    known = {one.name for one in named}
    return next((name for name in question.names if name in question.subjects and name not in known), None)


def _mentioned(lookup: Lookup, name: str, mentions: Sequence[Hit]) -> Findings:
    """Says that a name is not defined here, and where it occurs all the same."""
    page = Page()
    page.say(f"{unknown(lookup, name)} It occurs in:")
    page.blank()
    for hit in mentions[:MENTIONS]:
        hit_item(page, hit)
    return Findings(page, tuple(mentions))


def _doubted(findings: Findings, lacking: Sequence[str]) -> Findings:
    """Says which words of the question the codebase lacks, before what comes nearest all the same."""
    page = Page()
    words = ", ".join(f"`{word}`" for word in lacking)
    page.say(f"{words} {'occur' if len(lacking) > 1 else 'occurs'} nowhere in this codebase; what comes nearest:")
    page.blank()
    page.add(findings.page)
    return replace(findings, page=page)


def _nothing(lookup: Lookup, leads: Leads, missing: str | None) -> Findings:
    """Says that nothing fits, and offers what comes nearest."""
    page = Page()
    page.say(
        unknown(lookup, missing) if missing is not None else "Nothing was found in this codebase that answers that."
    )
    nearest = leads.evidence[:NEAREST]
    if nearest:
        page.heading("The nearest there is")
        for hit in nearest:
            hit_item(page, hit)
    return Findings(page, nearest, found=False)
