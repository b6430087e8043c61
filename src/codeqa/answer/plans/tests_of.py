"""Which tests cover it: those that use a definition, those that reach it over others, those that speak of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_test, references_to
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.candidates import definition_of
from codeqa.answer.plans.findings import Findings, as_hit, hits_of, plural
from codeqa.answer.plans.prose import clip, overlap
from codeqa.answer.question import Question, content_words
from codeqa.model import Definition, Hit, Kind, Reference, ReferenceKind
from codeqa.text.tokens import code_tokens

DEPTH: Final = 3
"""Calls between a test and what it reaches."""

SHOWN: Final = 16
OVER_OTHERS: Final = 5
EVIDENCE: Final = 8
SEARCHED: Final = 40
A_FILE: Final = 10
LINE: Final = 80
"""Characters of a line of code."""

SAYING: Final = 0.5
"""Share of the question's words by which a test that was searched for is about its subject."""

_NO_TEST: Final = re.compile(r"bench|helper|fixture", re.IGNORECASE)
_ABOUT_TESTS: Final = frozenset(
    code_tokens("test tests tested testing cover covers covered check checked exercise logic")
)


@dataclass(slots=True)
class _Test:
    """A test, or lines of a test file that belong to none, with the lines that use the subject."""

    path: str
    definition: Definition | None
    uses: list[Reference] = field(default_factory=list)

    @property
    def place(self) -> Place:
        if self.definition is not None:
            return Place.of(self.definition)
        return Place.line(self.path, self.uses[0].line)


def tests_of(lookup: Lookup, subject: Named) -> Findings:
    """The tests that use a definition, those named after it first, and how many reach it over other definitions."""
    one = subject.first
    references = [each for each in references_to(lookup, subject.overloads) if is_test(each.path, each.enclosing)]
    tests = _grouped(lookup, [each for each in references if each.kind is not ReferenceKind.IMPORT])
    name = set(code_tokens(one.name))
    tests.sort(key=lambda test: (-_named_after(test, name), -len(test.uses), test.path, test.place.start_line))
    over = _over_others(lookup, subject, {test.definition.id for test in tests if test.definition is not None})
    page = Page()
    files = len({test.path for test in tests})
    if tests:
        more = f"; {plural(len(over), 'more test')} reach it over other definitions" if over else ""
        page.say(
            f"{plural(len(tests), 'test')} in {plural(files, 'file')} use `{one.qualified_name}` ({one.kind}) ",
            Place.line(one.path, one.line, one.qualified_name),
            f" directly{more}:",
        )
        page.blank()
    elif over:
        page.say(f"No test uses `{one.qualified_name}` directly; {plural(len(over), 'test')} reach it over others:")
        page.blank()
    else:
        page.say(f"No test refers to `{one.qualified_name}`, as far as the index can tell.")
        return Findings(page, hits_of([as_hit(lookup, one)]))
    for test in tests[:SHOWN]:
        _say(page, test)
    if len(tests) > SHOWN:
        page.say(f"- … and {len(tests) - SHOWN} more: `codeqa refs {one.name}`")
    if over and len(tests) < SHOWN:
        if tests:
            page.heading("Over other definitions")
        for each in over[:OVER_OTHERS]:
            page.say(f"- `{each.qualified_name}` ", Place.of(each))
        if len(over) > OVER_OTHERS:
            page.say(f"- … and {len(over) - OVER_OTHERS} more")
    shown = [test.definition for test in tests if test.definition is not None] or over
    return Findings(page, hits_of(as_hit(lookup, each, 40) for each in (one, *shown[:EVIDENCE])))


def tests_about(lookup: Lookup, question: Question, hits: Sequence[Hit]) -> Findings | None:
    """The tests that say the words of what was asked about; None where no test says enough of them."""
    words = content_words(question.subjects[0] if question.subjects else question.text) - _ABOUT_TESTS
    searched = lookup.search(
        f"test {question.subjects[0] if question.subjects else question.text}", SEARCHED, per_file=A_FILE
    )
    found = list(
        {hit.place: hit for hit in (*hits, *searched) if is_test(hit.path, hit.symbol) and _is_code(hit)}.values()
    )
    by_path: dict[str, list[Definition]] = defaultdict(list)
    for one in lookup.definitions_in({hit.path for hit in found}):
        by_path[one.path].append(one)
    worth = {hit.place: _says(words, hit) for hit in found}
    ordered = sorted(found, key=lambda hit: (-round(worth[hit.place], 2), hit.path, hit.start_line))
    telling = [hit for hit in ordered if worth[hit.place] >= SAYING]
    if not telling:
        return None
    page = Page()
    files = list(dict.fromkeys(hit.path for hit in telling))
    page.say(f"{plural(len(telling), 'place')} in {plural(len(files), 'test file')} speak of it:")
    page.blank()
    for hit in telling[:SHOWN]:
        around = definition_of(hit, by_path[hit.path])
        place = Place.of(around or hit)
        said = next((line.strip() for line in hit.text.split("\n") if overlap(words, line)), "")
        name = f"`{hit.symbol}` " if hit.symbol else ""
        page.say(f"- {name}", place, f": `{clip(said.replace('`', chr(39)), LINE)}`" if said else "")
    return Findings(page, hits_of(telling[:EVIDENCE]))


def _says(words: frozenset[str], hit: Hit) -> float:
    """How much of what is asked a test's name says, its file's next, its text last."""
    named = 0.75 * overlap(words, hit.symbol or "") + 0.5 * overlap(words, f"{hit.path} {hit.symbol or ''}")
    return named + 0.5 * overlap(words, hit.text) - (0.25 if hit.symbol is None or _NO_TEST.search(hit.symbol) else 0)


def _is_code(hit: Hit) -> bool:
    return hit.kind not in (Kind.DOCUMENTATION, Kind.TEXT, Kind.CONFIGURATION)


def _grouped(lookup: Lookup, references: Iterable[Reference]) -> list[_Test]:
    references = list(references)
    enclosing = {one.id: one for one in lookup.definitions_of([each.enclosing_id or "" for each in references])}
    tests: dict[tuple[str, str], _Test] = {}
    for each in references:
        definition = enclosing.get(each.enclosing_id or "")
        key = (each.path, definition.id if definition is not None else "")
        tests.setdefault(key, _Test(each.path, definition)).uses.append(each)
    return list(tests.values())


def _named_after(test: _Test, name: set[str]) -> bool:
    about = test.definition.qualified_name if test.definition is not None else test.path.rpartition("/")[2]
    return name <= set(code_tokens(about)) or name <= set(code_tokens(test.path.rpartition("/")[2]))


def _over_others(lookup: Lookup, subject: Named, known: set[str]) -> list[Definition]:
    """The tests that reach the subject by calls, nearest first, without those that are known."""
    found: dict[str, Definition] = {}
    for one in subject.overloads:
        for caller in lookup.callers(one.id, DEPTH).nodes:
            if caller.id not in known and caller.id != one.id and is_test(caller.path, caller.qualified_name):
                found[caller.id] = caller
    return list(found.values())


def _say(page: Page, test: _Test) -> None:
    name = f"`{test.definition.qualified_name}` " if test.definition is not None else ""
    use = test.uses[0]
    times = f" and {len(test.uses) - 1} more" if len(test.uses) > 1 else ""
    page.say(f"- {name}", test.place, f" line {use.line}{times}: `{clip(use.text.replace('`', chr(39)), LINE)}`")
