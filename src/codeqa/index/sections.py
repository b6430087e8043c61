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


@dataclass(slots=True)
class _Group:
    start: int
    end: int
    tokens: int
    sections: list[Section]


def trails(headings: Iterable[tuple[int, int, str]]) -> list[Section]:
    """Sections from headings.

    Args:
        headings: (line, level, text) of each, in order; levels need not be consecutive.
    """
    sections: list[Section] = []
    open_headings: list[tuple[int, str]] = []
    for line, level, text in headings:
        while open_headings and open_headings[-1][0] >= level:
            open_headings.pop()
        open_headings.append((level, text))
        sections.append(Section(line, level, tuple(one for _, one in open_headings if one)))
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
    """Sections joined with the ones before, where one of both is tiny and no new chapter begins."""
    groups: list[_Group] = []
    for group in _single(lines, sections):
        last = groups[-1] if groups else None
        if (
            last is not None
            and min(last.tokens, group.tokens) < sizes.tiny
            and last.sections[0].level <= group.sections[0].level
            and lines.tokens(last.start, group.end) <= sizes.largest
        ):
            last.end = group.end
            last.tokens = lines.tokens(last.start, last.end)
            last.sections.extend(group.sections)
        else:
            groups.append(group)
    return groups


def _single(lines: Lines, sections: Sequence[Section]) -> Iterator[_Group]:
    if not lines.count:
        return
    start = 1
    section = Section(1, 0, ())
    for following in [*sections, Section(lines.count + 1, 0, ())]:
        if following.start > start and not (
            following.start <= lines.count and not section.trail and lines.blank(start, following.start - 1)
        ):
            yield _Group(start, following.start - 1, lines.tokens(start, following.start - 1), [section])
            start = following.start
        section = following


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
