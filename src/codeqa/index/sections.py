"""Makes chunks of a document's sections: prose by its headings, configuration by its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from codeqa.index.sizes import ChunkSizes, Lines
from codeqa.index.split import split
from codeqa.model import Chunk, Kind

TRAIL_SEPARATOR = " > "

NAMED_BESIDE = 5
"""How many of the sections that share a chunk give it their names."""


@dataclass(frozen=True, slots=True)
class Section:
    """Where a section begins. It reaches to the line before the next one, subsections being sections of their own."""

    start: int
    level: int
    """How deep it is nested: 1 for the outermost, 0 for what comes before any heading."""
    trail: tuple[str, ...]
    """The headings that lead to it and its own, outermost first."""
    body: int
    """The line after its heading."""


@dataclass(slots=True)
class _Group:
    start: int
    end: int
    tokens: int
    sections: list[Section]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading on its own."""

    start: int
    """First line of its section: its own, or that of what belongs to it and stands before it."""
    body: int
    """The line after it."""
    level: int
    """1 for the outermost; levels need not be consecutive."""
    text: str


def sections_under(headings: Iterable[Heading]) -> list[Section]:
    """The sections that headings begin, in their order."""
    sections: list[Section] = []
    around: list[Heading] = []
    for heading in headings:
        while around and around[-1].level >= heading.level:
            around.pop()
        around.append(heading)
        trail = tuple(one.text for one in around if one.text)
        sections.append(Section(heading.start, heading.level, trail, heading.body))
    return sections


def chunks_of_sections(
    path: str,
    language_name: str | None,
    kind: Kind,
    lines: Lines,
    sections: Sequence[Section],
    borders: Callable[[int, int], Sequence[tuple[int, int]]],
    sizes: ChunkSizes,
) -> list[Chunk]:
    """The chunks of a document: a section each, tiny ones joined with their neighbours, long ones split.

    Args:
        path: the file's path, copied into the chunks.
        language_name: likewise.
        kind: likewise.
        lines: the file's lines.
        sections: by line, each on a line of its own. What stands before the first is a section without a name.
        borders: gives for a first and a last line (line, depth) of what starts after the first line of that range.
        sizes: how large chunks may be.
    """
    if not lines.count:
        return []
    chunks: list[Chunk] = []
    for group in _groups(lines, sections, sizes):
        trail = _trail(group.sections)
        pieces = [(group.start, group.end)]
        if group.tokens > sizes.largest:
            inside = borders(group.start, group.end)
            pieces = [(one.start, one.end) for one in split(lines, group.start, group.end, inside, sizes)]
        chunks.extend(
            Chunk(
                path=path,
                start_line=start,
                end_line=end,
                kind=kind,
                text=lines.text(start, end),
                language=language_name,
                name=trail[-1] if trail else None,
                symbol=TRAIL_SEPARATOR.join(trail) or None,
                context=TRAIL_SEPARATOR.join(trail) if part > 1 else "",
                part=part if len(pieces) > 1 else 0,
            )
            for part, (start, end) in enumerate(pieces, start=1)
        )
    return chunks


def _groups(lines: Lines, sections: Sequence[Section], sizes: ChunkSizes) -> list[_Group]:
    """Sections joined: a heading without text with the first section under it, and tiny ones with their neighbours."""
    groups: list[_Group] = []
    single = list(_single(lines, sections))
    for index, group in enumerate(single):
        last = groups[-1] if groups else None
        following = single[index + 1] if index + 1 < len(single) else None
        if last is not None and _bare_parent(lines, last, group, sizes):
            last.sections = group.sections
        elif (
            last is not None
            and min(last.tokens, group.tokens) < sizes.tiny
            and last.sections[0].level <= group.sections[0].level
            and lines.tokens(last.start, group.end) <= sizes.largest
            and not (following is not None and _bare_parent(lines, group, following, sizes))
        ):
            last.sections.extend(group.sections)
        else:
            groups.append(group)
            continue
        last.end = group.end
        last.tokens = lines.tokens(last.start, last.end)
    return groups


def _bare_parent(lines: Lines, upper: _Group, lower: _Group, sizes: ChunkSizes) -> bool:
    """True for nothing but a heading, and a section under it that it can share a chunk with."""
    section = upper.sections[-1]
    return (
        len(upper.sections) == 1
        and bool(section.trail)
        and section.level < lower.sections[0].level
        and (section.body > upper.end or lines.blank(section.body, upper.end))
        and (lower.tokens > sizes.largest or lines.tokens(upper.start, lower.end) <= sizes.largest)
    )


def _single(lines: Lines, sections: Sequence[Section]) -> Iterator[_Group]:
    """Each section on its own. Blank lines before the first belong to it."""
    bounds = [one.start for one in sections] + [lines.count + 1]
    first = bounds[0]
    if first > 1 and (first > lines.count or not lines.blank(1, first - 1)):
        yield _Group(1, first - 1, lines.tokens(1, first - 1), [Section(1, 0, (), 1)])
        start = first
    else:
        start = 1
    for section, following in zip(sections, bounds[1:], strict=True):
        yield _Group(start, following - 1, lines.tokens(start, following - 1), [section])
        start = following


def _trail(sections: Sequence[Section]) -> tuple[str, ...]:
    """The headings that lead to all of the sections, and the sections' own where they stand side by side."""
    named = [section.trail for section in sections if section.trail]
    if not named:
        return ()
    shared = tuple(names[0] for names in takewhile(lambda names: len(set(names)) == 1, zip(*named, strict=False)))
    if shared == named[0]:
        return shared
    beside = list(dict.fromkeys(trail[len(shared)] for trail in named))
    more = ["…"] if len(beside) > NAMED_BESIDE else []
    return (*shared, ", ".join([*beside[:NAMED_BESIDE], *more]))
