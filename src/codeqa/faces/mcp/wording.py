"""Results as compact text: places first, in the form that editors and the other tools take."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from codeqa.faces.mcp.budget import line
from codeqa.model import Definition, Edge, Hit, OutlineEntry, Reference, ReferenceKind

MATCHING_LINES: Final = 3
SURE: Final = 0.9
"""From this confidence on a use is shown as certain."""

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}|\d{2,}")
_HUMP: Final = re.compile(r"[A-Z]?[a-z0-9]{3,}|[A-Z]{3,}")
_IDLE: Final = frozenset("the and for are how does what where when which that this with from who why is it".split())


def signature(definition: Definition | Hit, width: int) -> str:
    """A signature on one line, not longer than a width in characters."""
    text = " ".join(definition.signature.split())
    return line(text.replace("( ", "(").replace(" )", ")").replace(",)", ")"), width)


def place(definition: Definition) -> str:
    """``path:start-end`` of a definition."""
    return f"{definition.path}:{definition.start_line}-{definition.end_line}"


def matching_lines(hit: Hit, query: str) -> dict[int, str]:
    """The lines of a hit that share most words with a query, by line; none where none does."""
    words = {word.lower() for word in _WORD.findall(query)} - _IDLE
    words |= {part.lower() for word in _WORD.findall(query) for part in _HUMP.findall(word)} - _IDLE
    # A crude stem: "retries" and "retry" share their first letters.
    stems = {word[: max(4, len(word) - 2)] for word in words}
    scored = [
        (sum(stem in text for stem in stems), -number, number)
        for number, text in enumerate(hit.text.lower().split("\n"))
    ]
    best = sorted((one for one in scored if one[0]), reverse=True)[:MATCHING_LINES]
    lines = hit.text.split("\n")
    return {hit.start_line + number: line(lines[number]) for _, _, number in sorted(best, key=lambda one: one[2])}


def hit(one: Hit, lines: dict[int, str], mark: str = "") -> str:
    """A hit, and the lines that show why it was found."""
    shown = [f"{one.place}  {one.symbol or ''} ({one.kind}){mark}".replace("  (", " (")]
    head = signature(one, 160)
    if head and head not in lines.values():
        shown.append(f"    {head}")
    shown += [f"  {number}: {text}" for number, text in lines.items()]
    return "\n".join(shown)


def definition(one: Definition, mark: str = "", code: str = "") -> str:
    """A definition with the first paragraph of its documentation, or with its code."""
    head = f"{place(one)}  {one.qualified_name} ({one.kind}){mark}"
    if code:
        return f"{head}\n{code}"
    doc = line(one.doc.strip().split("\n\n")[0], 300)
    parts = [head, f"    {signature(one, 300)}"]
    return "\n".join([*parts, *([f"    {doc}"] if doc else [])])


def reference(one: Reference, mark: str = "") -> str:
    """A use of a name, without its path."""
    within = f" in {one.enclosing}" if one.enclosing else ""
    maybe = "" if one.confidence >= SURE else ", likely" if one.confidence >= 0.5 else ", maybe"
    return f"  {one.line} ({one.kind}{maybe}){within}: {line(one.text, 120)}{mark}"


def step(edge: Edge, nodes: Mapping[str, Definition], labels: Mapping[str, str], mark: str = "") -> str:
    """A step from one definition to another."""
    target = nodes.get(edge.target)
    names = labels.get(edge.source, edge.source), labels.get(edge.target, edge.target)
    at = f" [{target.path}:{target.line}]" if target else ""
    if edge.kind is ReferenceKind.MEMBER:
        return f"{names[0]} and {names[1]}{at}: one is a member of the other{mark}"
    maybe = "" if edge.confidence >= SURE else ", likely" if edge.confidence >= 0.5 else ", maybe"
    through = f" through {labels.get(edge.through, edge.through)}" if edge.through else ""
    return f"{names[0]} → {names[1]}{at}  ({edge.kind} at {edge.path}:{edge.line}{through}{maybe}){mark}"


def entry(one: OutlineEntry, with_path: bool, mark: str = "") -> str:
    """A line of an outline."""
    found = one.definition
    depth = 0 if with_path else found.qualified_name.count(".") + found.qualified_name.count("::")
    at = place(found) if with_path else f"{found.start_line}-{found.end_line}"
    uses = f"  ×{one.references}" if one.references else ""
    return f"{'  ' * depth}{at}  {signature(found, 120) or found.qualified_name}{uses}{mark}"


def short(name: str) -> str:
    """A name that a model gave, as it is repeated to it."""
    return line(name, 100)


def state(mark: str) -> str:
    """A mark as a record has it."""
    return mark.strip(" []")
