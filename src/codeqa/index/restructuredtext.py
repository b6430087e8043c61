"""The sections of reStructuredText.

A section's title has a line of punctuation under it, or one above and one under it; which kind of line means which
level is settled by the order in which they first occur.
https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#sections
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import punctuation
from typing import Final

from codeqa.index.sections import Heading, Section, sections_under

SHORTEST_UNDERLINE: Final = 4
"""A shorter underline counts only when it is as long as its title."""

_PUNCTUATION: Final = frozenset(punctuation)
_INTERPRETED: Final = re.compile(r"(?::(?:[\w+.-]+:)+)?`~?!?([^`<]+?)(?:\s*<[^>`]*>)?`_*")


def restructuredtext_sections(lines: Sequence[str]) -> list[Section]:
    """The sections of a text, each with the link targets that stand right before its title.

    Args:
        lines: the text's lines.
    """
    levels: dict[tuple[str, bool], int] = {}
    headings: list[Heading] = []
    for index, title, style in _titles(lines):
        level = levels.setdefault(style, len(levels) + 1)
        body = index + (4 if style[1] else 3)
        headings.append(Heading(_with_targets(lines, index) + 1, body, level, _plain(title)))
    return sections_under(headings)


def _titles(lines: Sequence[str]) -> Iterator[tuple[int, str, tuple[str, bool]]]:
    """Index of each title's first line, its text, and how it is adorned: by which character, and whether above too."""
    index = 0
    while index < len(lines):
        mark = _adornment(lines, index)
        if mark is not None and _starts_a_block(lines, index) and _is_overline(lines, index, mark):
            yield index, lines[index + 1].strip(), (mark, True)
            index += 2
        elif mark is not None and _starts_a_block(lines, index - 1) and _is_underline(lines, index):
            yield index - 1, lines[index - 1].strip(), (mark, False)
        index += 1


def _adornment(lines: Sequence[str], index: int) -> str | None:
    """The character that a line consists of, where that is one of punctuation."""
    if index >= len(lines) or lines[index][:1] not in _PUNCTUATION:
        return None
    line = lines[index].rstrip()
    return line[0] if len(line) > 1 and line == line[0] * len(line) else None


def _starts_a_block(lines: Sequence[str], index: int) -> bool:
    return index == 0 or (index > 0 and (not lines[index - 1].strip() or lines[index - 1].startswith(".. ")))


def _is_overline(lines: Sequence[str], index: int, mark: str) -> bool:
    return (
        _adornment(lines, index + 2) == mark
        and len(lines[index].rstrip()) == len(lines[index + 2].rstrip()) >= len(lines[index + 1].rstrip())
        and bool(lines[index + 1].strip())
        and _adornment(lines, index + 1) is None
    )


def _is_underline(lines: Sequence[str], index: int) -> bool:
    title = lines[index - 1].rstrip()
    return (
        bool(title)
        and not title[0].isspace()
        and not title.startswith(".. ")
        and _adornment(lines, index - 1) is None
        and len(lines[index].rstrip()) >= min(len(title), SHORTEST_UNDERLINE)
    )


def _with_targets(lines: Sequence[str], index: int) -> int:
    """The index of the first of the link targets (``.. _name:``) before a title; the title's where there is none."""
    first = above = index
    while above > 0 and (not lines[above - 1].strip() or lines[above - 1].startswith(".. _")):
        above -= 1
        if lines[above].strip():
            first = above
    return first


def _plain(title: str) -> str:
    """A title without its markup."""
    return " ".join(_INTERPRETED.sub(r"\1", title).replace("``", "").replace("*", "").split())
