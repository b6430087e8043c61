"""Where and how is it used: what it is, how often, and each place, by file and enclosing definition."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside, is_test, references_to
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import (
    EXACT,
    Findings,
    as_hit,
    certainty,
    counts_by_kind,
    hits_of,
    is_type,
    lines_hit,
    members_of,
    plural,
)
from codeqa.answer.plans.prose import clip, first_sentence, signature
from codeqa.answer.question import Question
from codeqa.errors import NotFoundError
from codeqa.model import Definition, Hit, Kind, Reference, ReferenceKind

PLACES = 20
PLACES_A_FILE = 6
TEST_PLACES = 3
EVIDENCE = 12
LINE = 110
"""Characters of a line of code in a list."""

_RAISES = re.compile(r"\b(?:rais|throw)\w*", re.IGNORECASE)
_RAISED = re.compile(r"\b(?:raise|throw|reject|panic|Err|bail|fail)\b")
_NAMES_OF_NEW = ("new", "__init__", "constructor", "initialize", "init")


def where_used(lookup: Lookup, question: Question, named: Named) -> Findings:
    """Every use of a definition, the product's own first, then its tests."""
    page = Page()
    subject = named.first
    kinds = question.uses or None
    references = references_to(lookup, named.overloads, kinds)
    if _RAISES.search(question.text):
        references = [one for one in references if _RAISED.search(one.text)] or references
    _uses(page, subject.name, references)
    if is_type(subject):
        _constructors(lookup, page, subject)
    page.blank()
    said = first_sentence(subject.doc)
    page.say(f"`{subject.qualified_name}` ({subject.kind}) ", Place.of(subject), f": {said}" if said else "")
    others = [one for one in named.definitions if one not in named.overloads and one.kind is not Kind.IMPL]
    if others:
        page.blank()
        page.say(f"Also named `{subject.name}`: ")
        for one in others[:4]:
            page.say(f"- `{one.qualified_name}` ({one.kind}) ", Place.line(one.path, one.line, one.qualified_name))
    return Findings(page, _evidence(lookup, subject, references))


def used_from_outside(lookup: Lookup, question: Question, name: str) -> Findings | None:
    """Uses of a name that the codebase does not define; None when it does not use it either."""
    try:
        references = lookup.references(name, question.uses or None)
    except NotFoundError:
        return None
    if not references:
        return None
    page = Page()
    page.say(f"`{name}` is used here, but not defined here.")
    _uses(page, name, references)
    return Findings(page, _evidence(lookup, None, references))


def _constructors(lookup: Lookup, page: Page, subject: Definition) -> None:
    made = members_of(lookup, subject, lambda one: one.kind is Kind.CONSTRUCTOR or one.name in _NAMES_OF_NEW)
    if made:
        page.heading("Constructors" if len(made) > 1 else "Constructor")
        for one in made:
            page.say(f"- `{signature(one, LINE * 2)}` ", Place.line(one.path, one.line, one.qualified_name))


def _uses(page: Page, name: str, references: Sequence[Reference]) -> None:
    page.blank()
    if not references:
        page.say(f"Nothing in the index refers to `{name}`. It may be called from outside, or by reflection.")
        return
    own = [one for one in references if not is_aside(one.path, one.enclosing)]
    aside = [one for one in references if is_aside(one.path, one.enclosing)]
    kinds = counts_by_kind(references)
    files = len({one.path for one in references})
    page.say(f"{plural(len(references), 'reference')} to `{name}` in {plural(files, 'file')}: {kinds}.")
    page.blank()
    shown = _by_file(page, own, PLACES)
    if aside:
        where = "Tests" if all(is_test(one.path, one.enclosing) for one in aside) else "Tests, examples and the like"
        page.heading(f"{where} ({plural(len(aside), 'reference')})")
        shown += _by_file(page, aside, TEST_PLACES if own else PLACES)
    if shown < len(references):
        page.blank()
        page.say(f"… and {len(references) - shown:,} more: `codeqa refs {name}`")


def _by_file(page: Page, references: Sequence[Reference], most: int) -> int:
    """Says the places, and returns how many it said. Imports come last in a file: they tell the least."""
    by_file: dict[str, list[Reference]] = defaultdict(list)
    for one in references:
        by_file[one.path].append(one)
    shown = 0
    ordered = sorted(
        by_file.items(), key=lambda pair: (-sum(one.kind is not ReferenceKind.IMPORT for one in pair[1]), pair[0])
    )
    for _, found in ordered:
        if shown >= most:
            break
        found.sort(key=lambda one: (one.kind is ReferenceKind.IMPORT, one.line))
        for one in found[: min(PLACES_A_FILE, most - shown)]:
            shown += 1
            inside = f" in `{one.enclosing}`" if one.enclosing else ""
            sure = "" if one.confidence >= EXACT else f", {certainty(one.confidence)}"
            code = clip(one.text.replace("`", "'"), LINE)
            page.say("- ", Place.line(one.path, one.line, one.enclosing), f"{inside} ({one.kind}{sure}): `{code}`")
    return shown


def _evidence(lookup: Lookup, subject: Definition | None, references: Sequence[Reference]) -> tuple[Hit, ...]:
    telling = sorted(
        references,
        key=lambda one: (
            is_aside(one.path, one.enclosing),
            one.kind is ReferenceKind.IMPORT,
            -one.confidence,
            one.path,
            one.line,
        ),
    )
    own = as_hit(lookup, subject) if subject is not None else None
    return hits_of([own, *(lines_hit(lookup, one.path, one.line, one.enclosing) for one in telling[:EVIDENCE])])
