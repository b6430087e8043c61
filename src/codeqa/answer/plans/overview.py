"""What is this repository about: its own words, where it starts, what it is made of."""

from __future__ import annotations

from collections import defaultdict

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import find, is_aside
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import Findings, as_hit, hits_of, item, lines_hit, plural
from codeqa.answer.plans.readme import introduction, manifest
from codeqa.model import CALLABLES, CONTAINERS, Definition, Kind, OutlineEntry

MOST_USED = 8
_TELLING = (CONTAINERS | CALLABLES) - {Kind.CONSTRUCTOR}
FOLDERS = 8
NAMES_A_FOLDER = 5
MAINS = 3
ENTRY_POINTS = 6


def overview(lookup: Lookup) -> Findings:
    """What the README says, the entry points, and the most referenced definitions by folder."""
    page = Page()
    package = manifest(lookup)
    said = introduction(lookup)
    described = package.description
    if described is not None and not any(described.text.rstrip(".") in one.text for one in said):
        said = [described, *said]
    for paragraph in said:
        page.quote(paragraph.text)
        page.say(paragraph.place)
    mains = _mains(lookup)
    if package.entry_points or mains:
        page.heading("Where it starts")
        for point in package.entry_points[:ENTRY_POINTS]:
            page.say(f"- `{point.name}` runs `{point.target}` ", point.place)
        for one in mains:
            page.say(f"- `{one.qualified_name}` ", Place.line(one.path, one.line, one.qualified_name))
    entries = [
        entry
        for entry in lookup.outline().entries
        if entry.definition.kind in _TELLING and not is_aside(entry.definition.path, entry.definition.qualified_name)
    ]
    # Rank flows on to members that nothing refers to; where others are referred to, they tell more.
    referred = [entry for entry in entries if entry.references]
    entries = referred if len(referred) >= MOST_USED else entries
    if entries:
        page.heading("Most used")
        for entry in entries[:MOST_USED]:
            item(page, entry.definition, note=f" ({plural(entry.references, 'reference')})")
        _folders(page, entries)
    if not (said or entries or package.entry_points):
        page.say("The index has no README, no manifest and no definitions to tell what this repository is about.")
        return Findings(page, found=False)
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


def _mains(lookup: Lookup) -> list[Definition]:
    named = find(lookup, "main")
    if named is None:
        return []
    mains = [one for one in named.definitions if one.kind in CALLABLES and not is_aside(one.path)]
    # Many of them are benchmarks and samples, none of which is where the repository starts.
    return mains if len(mains) <= MAINS else []


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
