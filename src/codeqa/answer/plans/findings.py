"""What a plan found, and the pieces that plans are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from codeqa.answer.lookup import Lookup
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.prose import SENTENCE, clip, first_paragraph, first_sentence, signature, summary
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind, Reference, ReferenceKind

SHOWN_LINES = 120
"""Lines of one definition that a model is shown at most; longer ones are shown from their start."""

AROUND = 3
"""Lines shown to a model on either side of a line that uses a name."""

SHORT = 24
"""A definition of fewer lines is shown whole."""

SIGNATURE = 400
"""Characters of a signature that stands for itself."""

EXACT = 0.9
"""Confidence from which a reference counts as certain: the language's own rules decided it."""


_NOUNS = {
    ReferenceKind.CALL: "call",
    ReferenceKind.INSTANTIATION: "instantiation",
    ReferenceKind.INHERITANCE: "subtype",
    ReferenceKind.IMPORT: "import",
    ReferenceKind.TYPE: "type use",
    ReferenceKind.DECORATOR: "decoration",
    ReferenceKind.ACCESS: "access",
    ReferenceKind.MEMBER: "member",
    ReferenceKind.OVERRIDE: "override",
}


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found for a question."""

    page: Page
    """Laid out for a person."""
    sources: tuple[Hit, ...] = ()
    """The same places as evidence for a model, the most telling first."""
    facts: bool = False
    """Whether the page holds facts of the index that the sources alone do not show."""
    found: bool = True
    """False when the codebase has nothing that answers the question; the page says so."""


def as_hit(lookup: Lookup, definition: Definition, limit: int = SHOWN_LINES) -> Hit | None:
    """A definition as evidence; None when the index does not hold its lines."""
    end = min(definition.end_line, definition.start_line + limit - 1)
    text = lookup.lines(definition.path, definition.start_line, end)
    if text is None:
        return None
    return Hit(
        path=definition.path,
        start_line=definition.start_line,
        end_line=definition.start_line + text.count("\n"),
        kind=definition.kind,
        symbol=definition.qualified_name,
        score=1.0,
        text=text,
        language=definition.language or None,
        signature=definition.signature,
        doc=definition.doc,
    )


def lines_hit(
    lookup: Lookup, path: str, line: int, symbol: str | None, around: int = AROUND, language: str | None = None
) -> Hit | None:
    """The lines around one as evidence; None when the index does not hold them."""
    start = max(1, line - around)
    text = lookup.lines(path, start, line + around)
    if text is None:
        return None
    return Hit(path, start, start + text.count("\n"), Kind.CODE, symbol, 1.0, text, language)


def hits_of(made: Iterable[Hit | None]) -> tuple[Hit, ...]:
    """Those that there are, without ones that lie wholly in an earlier one."""
    kept: list[Hit] = []
    for hit in made:
        if hit is not None and not any(covers(one, hit) for one in kept):
            kept.append(hit)
    return tuple(kept)


def covers(one: Hit, other: Hit) -> bool:
    """Whether the lines of one hold all lines of the other."""
    return one.path == other.path and one.start_line <= other.start_line and other.end_line <= one.end_line


def head(page: Page, definition: Definition, code: str | None = None) -> None:
    """Adds what a definition is: its name, kind and place, its signature, and what it says of itself.

    Args:
        page: where it is added.
        definition: the definition.
        code: its code, where that is to stand in place of the signature and the docs that it holds.
    """
    page.say(f"**`{definition.qualified_name}`** ({definition.kind}) ", Place.of(definition))
    if code is not None:
        page.code(code, definition.language)
        return
    if definition.signature:
        page.code(signature(definition, SIGNATURE), definition.language)
    said = first_paragraph(definition.doc)
    if said:
        page.quote(said)


def short_code(lookup: Lookup, definition: Definition) -> str | None:
    """All its lines, where they are few; None where they are many."""
    if definition.end_line - definition.start_line >= SHORT:
        return None
    return lookup.lines(definition.path, definition.start_line, definition.end_line)


def item(page: Page, definition: Definition, indent: str = "", note: str = "") -> None:
    """Adds a definition as one line of a list."""
    page.say(f"{indent}- `{definition.qualified_name}` ", listed_place(definition), f"{note}: {summary(definition)}")


def listed_place(definition: Definition) -> Place:
    """A function's lines; of a class, which one does not read through, the line that names it."""
    if definition.kind in CALLABLES:
        return Place.of(definition)
    return Place.line(definition.path, definition.line, definition.qualified_name)


def hit_item(page: Page, hit: Hit) -> None:
    """Adds a search result as one line of a list."""
    name = f"`{hit.symbol}` " if hit.symbol else ""
    said = first_sentence(hit.doc)
    if not said:
        first = next((line for line in hit.text.split("\n") if line.strip()), "")
        said = f"`{signature(hit, SENTENCE) or clip(first.replace('`', chr(39)), SENTENCE)}`"
    page.say(f"- {name}", Place.of(hit), f": {said}")


def certainty(confidence: float) -> str:
    """How sure a tie between a reference and a definition is, in words."""
    if confidence >= EXACT:
        return "exact"
    return "by name" if confidence > 0 else "by text"


def is_type(definition: Definition) -> bool:
    """Whether a definition is a class or the like."""
    return definition.kind in CONTAINERS


def members_of(
    lookup: Lookup, owner: Definition, wanted: Callable[[Definition], bool] = lambda _: True
) -> list[Definition]:
    """The members of a class, in file order; for Rust those of its impl blocks in the same file too."""
    entries = lookup.outline(owner.path).entries
    return [
        entry.definition
        for entry in entries
        if entry.definition.parent == owner.qualified_name
        and entry.definition.kind is not Kind.IMPL
        and wanted(entry.definition)
    ]


def counts_by_kind(references: Iterable[Reference]) -> str:
    """How many references there are of each kind, the most frequent first, in words."""
    counts = Counter(one.kind for one in references)
    return ", ".join(plural(count, _NOUNS[kind]) for kind, count in counts.most_common())


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "call"), plural(3, "class")
    ('1 call', '3 classes')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun}{'es' if noun.endswith(('s', 'x')) else 's'}"
