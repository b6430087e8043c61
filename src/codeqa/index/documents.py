"""Cuts what is not parsed into chunks: prose, configuration, and plain text of any other sort."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from codeqa.index.configuration import json_sections, table_sections, yaml_sections
from codeqa.index.markdown import read_markdown
from codeqa.index.restructuredtext import restructuredtext_sections
from codeqa.index.sections import Section, chunks_of_sections
from codeqa.index.sizes import DEFAULT_SIZES, ChunkSizes, Lines
from codeqa.index.split import indentation_borders, paragraph_borders
from codeqa.languages.registry import load_languages
from codeqa.model import Chunk, Kind

__all__ = ["chunk_document"]

Borders = Callable[[int, int], Sequence[tuple[int, int]]]
"""Gives for a first and a last line (line, depth) of what starts after the first line of that range."""


def chunk_document(
    path: str, language_name: str | None, lines: Sequence[str], sizes: ChunkSizes = DEFAULT_SIZES
) -> list[Chunk]:
    """The chunks of a file that is read as text, in order. Every line lies in exactly one.

    Each is cut as its language's table says: prose by its headings, configuration by its outermost keys or tables,
    anything else by blank lines; where a chunk would be too large nonetheless, between paragraphs, list items or lines.

    Args:
        path: the file's path, copied into the chunks.
        language_name: likewise. A programming language's when its file could not be parsed.
        lines: the file's lines, without line ends.
        sizes: how large chunks may be.
    """
    measured = Lines(lines)
    named = None if language_name is None else load_languages().named(language_name)
    if named is None or named.document is None:
        kind = Kind.TEXT if named is None else Kind.CODE
        borders: Borders = partial(paragraph_borders, measured)
        return chunks_of_sections(path, language_name, kind, measured, [], borders, sizes)
    cutter = _CUTTERS[named.document]
    sections, borders = cutter.cut(measured, lines)
    return chunks_of_sections(path, language_name, cutter.kind, measured, sections, borders, sizes)


@dataclass(frozen=True, slots=True)
class _Cutter:
    kind: Kind
    cut: Callable[[Lines, Sequence[str]], tuple[list[Section], Borders]]


def _markdown(_: Lines, lines: Sequence[str]) -> tuple[list[Section], Borders]:
    sections, blocks = read_markdown(lines)
    return sections, partial(_within, blocks)


def _restructuredtext(measured: Lines, lines: Sequence[str]) -> tuple[list[Section], Borders]:
    return restructuredtext_sections(lines), partial(paragraph_borders, measured)


def _indented(
    sections_of: Callable[[Sequence[str]], list[Section]], measured: Lines, lines: Sequence[str]
) -> tuple[list[Section], Borders]:
    return sections_of(lines), partial(indentation_borders, measured)


_CUTTERS: Final[Mapping[str, _Cutter]] = {
    "markdown": _Cutter(Kind.DOCUMENTATION, _markdown),
    "restructuredtext": _Cutter(Kind.DOCUMENTATION, _restructuredtext),
    "json": _Cutter(Kind.CONFIGURATION, partial(_indented, json_sections)),
    "yaml": _Cutter(Kind.CONFIGURATION, partial(_indented, yaml_sections)),
    "tables": _Cutter(Kind.CONFIGURATION, partial(_indented, table_sections)),
    "lines": _Cutter(Kind.CONFIGURATION, lambda measured, _: ([], partial(paragraph_borders, measured))),
}
"""By the names that language tables use."""


def _within(borders: Sequence[tuple[int, int]], start: int, end: int) -> Sequence[tuple[int, int]]:
    return borders[bisect_right(borders, start, key=_line) : bisect_right(borders, end, key=_line)]


def _line(border: tuple[int, int]) -> int:
    return border[0]
