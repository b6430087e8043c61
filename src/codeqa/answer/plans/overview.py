"""What is this repository about: its own words, where it starts, what it is made of."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import find, is_aside, only_declares
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import Findings, as_hit, hits_of, item, lines_hit, plural
from codeqa.answer.plans.readme import Manifest, Paragraph, introduction, manifest
from codeqa.answer.question import Question
from codeqa.languages.registry import load_languages
from codeqa.model import CALLABLES, CONTAINERS, Definition, Kind, OutlineEntry, SourceFile

MOST_USED = 8
LANGUAGES = 3
_IN_SHORT: Final = re.compile(r",? (?:in (?:short|brief|a nutshell)|shortly|briefly)$", re.IGNORECASE)
_STRUCTURE: Final = re.compile(
    r"architectur|structur|organi[sz]|overview|picture|view|pieces|parts|fit together|read|start|begin|class|module"
    r"|component|design|layout|laid out|entry|core|central|built|code base|codebase",
    re.IGNORECASE,
)
_TELLING = (CONTAINERS | CALLABLES) - {Kind.CONSTRUCTOR}
FOLDERS = 8
NAMES_A_FOLDER = 5
MAINS = 3
ENTRY_POINTS = 6


def overview(lookup: Lookup, question: Question | None = None) -> Findings:
    """What the README says, the entry points, and the most referenced definitions by folder.

    A question about the structure gets what the code is made of first; any other gets what the repository says it is.
    """
    page = Page()
    package = manifest(lookup)
    said = introduction(lookup)
    described = package.description
    if described is not None and not any(described.text.rstrip(".") in one.text for one in said):
        said = [*said[:1], described, *said[1:]]
    mains = _mains(lookup)
    entries = _central(lookup)
    if not (said or entries or package.entry_points):
        page.say("The index has no README, no manifest and no definitions to tell what this repository is about.")
        return Findings(page, found=False)
    of_structure = question is not None and _STRUCTURE.search(question.text) is not None
    if of_structure and entries:
        _sizes(lookup, page)
        _most_used(page, entries)
        _starts(page, package, mains)
        _quoted(page, said[:1])
    else:
        _quoted(page, said)
        _starts(page, package, mains)
        _most_used(page, entries)
    _folders(page, entries)
    sources = hits_of(
        [
            *(
                lines_hit(lookup, one.place.path, (one.place.start_line + one.place.end_line) // 2, None, around=12)
                for one in said
            ),
            *(lines_hit(lookup, one.place.path, one.place.start_line, None) for one in package.entry_points[:1]),
            *(as_hit(lookup, entry.definition, limit=30) for entry in entries[:MOST_USED]),
            *(as_hit(lookup, one, limit=30) for one in mains),
        ]
    )
    return Findings(page, sources)


def is_repository(lookup: Lookup, name: str) -> bool:
    """Whether a name, as a question writes it ("axios", "flask, in short"), is the package's own."""
    bare = _IN_SHORT.sub("", name).strip("` ,")
    own = manifest(lookup).name
    return own is not None and bare == own.lower() and bare.islower()


def _central(lookup: Lookup) -> list[OutlineEntry]:
    """The product's own definitions by the references to them, types before functions of as many."""
    entries = [
        entry
        for entry in lookup.outline().entries
        if entry.definition.kind in _TELLING
        and not is_aside(entry.definition.path, entry.definition.qualified_name)
        and not only_declares(entry.definition.path)
    ]
    # Rank flows on to members that nothing refers to; where others are referred to, they tell more.
    referred = [entry for entry in entries if entry.references]
    return referred if len(referred) >= MOST_USED else entries


def _quoted(page: Page, said: Sequence[Paragraph]) -> None:
    for paragraph in said:
        page.quote(paragraph.text)
        page.say(paragraph.place)


def _sizes(lookup: Lookup, page: Page) -> None:
    """Says how much code there is, of which languages."""
    code = [one for one in lookup.files() if one.language is not None and not is_aside(one.path) and _is_code(one)]
    languages = Counter[str]()
    for one in code:
        languages[one.language or ""] += one.lines
    most = ", ".join(f"{lines:,} of {language}" for language, lines in languages.most_common(LANGUAGES))
    page.say(f"{plural(len(code), 'file')} of code without tests and examples; lines: {most}.")


def _is_code(file: SourceFile) -> bool:
    language = load_languages().called(file.language or "")
    return language is not None and language.is_code


def _starts(page: Page, package: Manifest, mains: Sequence[Definition]) -> None:
    if package.entry_points or mains:
        page.heading("Where it starts")
    for point in package.entry_points[:ENTRY_POINTS]:
        page.say(f"- `{point.name}` runs `{point.target}` ", point.place)
    for one in mains:
        page.say(f"- `{one.qualified_name}` ", Place.line(one.path, one.line, one.qualified_name))


def _most_used(page: Page, entries: Sequence[OutlineEntry]) -> None:
    types = [entry for entry in entries if entry.definition.kind in CONTAINERS]
    functions = [entry for entry in entries if entry.definition.kind not in CONTAINERS]
    types = sorted(types, key=_carries, reverse=True)[:MOST_USED]
    functions = sorted(functions, key=_carries, reverse=True)[: MOST_USED - len(types) // 2]
    for heading, chosen in (("Most used types", types), ("Most used functions", functions)):
        if chosen:
            page.heading(heading)
        # What is both used and long chooses them; the numbers shown are in their own order.
        for entry in sorted(chosen, key=lambda one: -one.references):
            item(page, entry.definition, note=f" ({plural(entry.references, 'reference')})")


def _mains(lookup: Lookup) -> list[Definition]:
    named = find(lookup, "main")
    if named is None:
        return []
    mains = [one for one in named.definitions if one.kind in CALLABLES and not is_aside(one.path)]
    # Many of them are benchmarks and samples, none of which is where the repository starts.
    return mains if len(mains) <= MAINS else []


def _carries(entry: OutlineEntry) -> float:
    """How much a definition carries: a type that all refer to may be three lines, a long one that none uses a tool."""
    one = entry.definition
    return math.log1p(entry.references) * math.log1p(one.end_line - one.line)


def _folders(page: Page, entries: list[OutlineEntry]) -> None:
    by_folder: dict[str, list[Definition]] = defaultdict(list)
    for entry in entries:
        if entry.definition.parent is None:
            by_folder[entry.definition.path.rpartition("/")[0] or "."].append(entry.definition)
    if len(by_folder) < 2:
        return
    page.heading("Where things are")
    for folder, found in list(by_folder.items())[:FOLDERS]:
        names = ", ".join(f"`{name}`" for name in list(dict.fromkeys(one.name for one in found))[:NAMES_A_FOLDER])
        page.say(f"- `{folder}/`: {names}")
