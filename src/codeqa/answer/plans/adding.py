"""How to add one: the repository's own guide, what to call or extend, what does so already and where that is put."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import is_aside, references_to
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.doers import Doer
from codeqa.answer.plans.findings import Findings, as_hit, hits_of, is_type, item
from codeqa.answer.plans.how import beside, evidence_of
from codeqa.answer.plans.leads import Leads
from codeqa.answer.plans.prose import best_sentences, clip, overlap
from codeqa.answer.question import STOP_TOKENS, Question, content_words
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind, ReferenceKind
from codeqa.text.tokens import code_tokens

GUIDES: Final = 2
EXAMPLES: Final = 3
REGISTERED: Final = 3
NEAREST: Final = 5
LINE: Final = 90
"""Characters of a line of code."""

TELLING: Final = 0.9
"""How much a guide's headings and text say of what is to be added; 1 for a heading that says just that, and 0.3 more
where it speaks of adding."""

SAYING: Final = 0.6
_ABOUT_ADDING: Final = frozenset(code_tokens("add new own custom another write support create extend register"))
_PAST: Final = re.compile(r"change|histor|release|migrat|news|troubleshoot|faq|bench|upgrad", re.IGNORECASE)
_GUIDES: Final = ("contributing", "extend", "develop", "plugin", "guide", "howto", "how-to", "custom", "tutorial")


def adding(lookup: Lookup, question: Question, found: Sequence[Doer], leads: Leads) -> Findings:
    """The guide first where there is one, then what new code calls or extends, with what does so already.

    Args:
        lookup: the index.
        question: the question.
        found: what answers, best first.
        leads: what was searched.
    """
    page = Page()
    words = content_words(question.subjects[0] if question.subjects else question.text) - _ABOUT_ADDING
    guides = _guides(lookup, question, words, leads)
    for guide in guides:
        heading = heading_of(guide)
        page.say(f"**{heading}** ", Place.of(guide))
        said = best_sentences(guide.text, words, 2)
        if said:
            page.quote(said)
    best = [one for one in found if one.definition is not None and one.definition.kind in CALLABLES | CONTAINERS]
    bases = [one.definition for one in best if one.definition is not None and is_type(one.definition)]
    examples: list[Definition] = []
    if best:
        page.heading("To call or to extend")
        for one in best[:NEAREST]:
            if one.definition is not None:
                item(page, one.definition)
    for base in bases[:2]:
        examples += [one for one in _examples(lookup, base) if one not in examples]
    if examples:
        page.heading("What does so already")
        for each in examples[:EXAMPLES]:
            item(page, each)
    _registered(lookup, page, examples[:EXAMPLES])
    if not (guides or best):
        beside(page, "Found", found[:NEAREST])
    sources = hits_of(
        [*guides, *(as_hit(lookup, one, 60) for one in examples[:EXAMPLES])]
        + [evidence_of(lookup, one, 60) for one in best[:NEAREST]]
        + [*leads.evidence]
    )
    return Findings(page, sources)


def _guides(lookup: Lookup, question: Question, words: frozenset[str], leads: Leads) -> list[Hit]:
    """The documentation whose last heading names such a thing, adding it first; none of what tells of the past."""
    searched = lookup.search(question.text, 12, per_file=3, kinds=[Kind.DOCUMENTATION])
    found = {hit.place: hit for hit in (*searched, *leads.prose) if not _PAST.search(f"{hit.path} {hit.symbol}")}

    def telling(hit: Hit) -> float:
        heading = set(code_tokens(heading_of(hit))) - STOP_TOKENS
        place = set(code_tokens(f"{hit.symbol or ''} {hit.path}"))
        adds = bool(heading & _ABOUT_ADDING) or any(one in hit.path.lower() for one in _GUIDES)
        said = len(words & heading) / len(words) if words else 0.0
        precise = len(words & heading) / len(heading - _ABOUT_ADDING) if heading - _ABOUT_ADDING else 0.0
        return said * (0.5 + 0.5 * precise) + 0.25 * overlap(words, hit.text) + 0.3 * adds + 0.2 * bool(words <= place)

    best = sorted(found.values(), key=lambda hit: -telling(hit))
    return [hit for hit in best if telling(hit) >= TELLING and overlap(words, hit.text) >= SAYING][:GUIDES]


def heading_of(hit: Hit) -> str:
    """The heading that a piece of documentation stands under."""
    first = hit.text.lstrip().partition("\n")[0].strip("#=- ")
    return (hit.symbol or first).rpartition(" > ")[2] or hit.path


def _examples(lookup: Lookup, base: Definition) -> list[Definition]:
    """The product's own classes that extend a base, the shortest first: they show what is needed."""
    ids = [
        one.enclosing_id
        for one in references_to(lookup, [base], frozenset({ReferenceKind.INHERITANCE}))
        if one.enclosing_id is not None and not is_aside(one.path, one.enclosing)
    ]
    return sorted(lookup.definitions_of(ids), key=lambda one: one.end_line - one.start_line)


def _registered(lookup: Lookup, page: Page, examples: Sequence[Definition]) -> None:
    """Says where the examples are made or handed on, outside their own files."""
    lines = []
    for one in examples:
        lines += [
            (one, each)
            for each in references_to(lookup, [one])
            if each.path != one.path
            and each.kind not in (ReferenceKind.IMPORT, ReferenceKind.TYPE, ReferenceKind.INHERITANCE)
            and not is_aside(each.path, each.enclosing)
        ][:1]
    if lines:
        page.heading("Where that is put in place")
    for _, each in lines[:REGISTERED]:
        code = clip(each.text.replace("`", "'"), LINE)
        page.say("- ", Place.line(each.path, each.line, each.enclosing), f": `{code}`")
