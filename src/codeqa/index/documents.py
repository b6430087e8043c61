"""Cuts what is not parsed into chunks: prose, configuration, and plain text of any other sort."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial

from codeqa.index.configuration import CONFIGURATION_LANGUAGES, configuration_sections
from codeqa.index.markdown import read_markdown
from codeqa.index.restructuredtext import restructuredtext_sections
from codeqa.index.sections import Section, chunks_of_sections
from codeqa.index.sizes import DEFAULT_SIZES, ChunkSizes, Lines
from codeqa.index.split import indentation_borders, paragraph_borders
from codeqa.model import Chunk, Kind

__all__ = ["chunk_document"]


def chunk_document(
    path: str, language_name: str | None, lines: Sequence[str], sizes: ChunkSizes = DEFAULT_SIZES
) -> list[Chunk]:
    """The chunks of a file that is read as text, in order. Every line lies in exactly one.

    Markdown and reStructuredText are cut by their headings, configuration by its outermost keys or tables, anything
    else by blank lines; where a chunk would be too large nonetheless, between paragraphs, list items or lines.

    Args:
        path: the file's path, copied into the chunks.
        language_name: likewise. A programming language's when its file could not be parsed.
        lines: the file's lines, without line ends.
        sizes: how large chunks may be.
    """
    measured = Lines(lines)
    sections: list[Section] = []
    borders: Callable[[int, int], Sequence[tuple[int, int]]] = partial(paragraph_borders, measured)
    if language_name == "markdown":
        kind = Kind.DOCUMENTATION
        sections, blocks = read_markdown(lines)
        borders = partial(_within, blocks)
    elif language_name == "restructuredtext":
        kind = Kind.DOCUMENTATION
        sections = restructuredtext_sections(lines)
    elif language_name in CONFIGURATION_LANGUAGES:
        kind = Kind.CONFIGURATION
        sections = configuration_sections(language_name, lines)
        borders = partial(indentation_borders, measured)
    else:
        kind = Kind.TEXT if language_name is None else Kind.CODE
    return chunks_of_sections(path, language_name, kind, measured, sections, borders, sizes)


def _within(borders: Sequence[tuple[int, int]], start: int, end: int) -> Sequence[tuple[int, int]]:
    return borders[bisect_right(borders, start, key=_line) : bisect_right(borders, end, key=_line)]


def _line(border: tuple[int, int]) -> int:
    return border[0]
