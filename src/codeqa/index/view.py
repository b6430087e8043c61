"""Files that hold their text encoded, as they are read: a Jupyter notebook is JSON, its cells are strings in it.

The view of a file has exactly its lines, so that a line's number is the one on disk: where the JSON holds a line of a
cell the view shows that line, where it opens a cell a marker (``# %%``, as editors write it), where it holds printed
output that output, and else nothing. https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]  # it is there, and tells where a string ends
from typing import Final

MARKER: Final = "# %%"

MOST_OUTPUT = 40
"""Lines of printed output that are shown of one cell; more is data."""

LONGEST_OUTPUT = 500
"""Characters of a shown line of output."""

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_BARE: Final = re.compile(r"[^\s,\]}]+")
_CELL_MAGIC: Final = re.compile(r"\s*%%(\w+)")
_MAGIC: Final = re.compile(r"^[ \t]*(?:[%!?]|\w[\w.]*\?{1,2}[ \t]*$)[^\n]*", re.MULTILINE)
"""IPython's own: ``%matplotlib inline``, ``!pip install x``, ``name?``."""
_STAY: Final = frozenset({"time", "timeit", "capture", "prun", "debug"})
"""Cell magics after which the cell is still in the notebook's language."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a file that is text of its own."""

    language: str
    """What the file calls it: ``python``, ``markdown``, the name of a cell magic; empty for raw text."""
    text: str
    """What to parse: the cell with what is not of its language blanked."""
    rows: tuple[int, ...]
    """For each line of the text the line of the file that holds it."""
    start: int
    """The file's line on which the cell opens."""
    end: int


@dataclass(frozen=True, slots=True)
class View:
    """What is read of a file."""

    text: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class _String:
    """A string in the JSON, where it starts, and the keys and positions that lead to it."""

    trail: tuple[str | int, ...]
    value: str
    at: int


def notebook_view(text: str) -> View | None:
    """The view of a notebook; None when the text is none.

    Args:
        text: the file's own, JSON of nbformat 4 (or 3, whose cells lie in worksheets).
    """
    try:
        strings = list(_strings(text))
    except (ValueError, IndexError, RecursionError):
        return None
    by_cell: dict[tuple[str | int, ...], list[_String]] = {}
    for one in strings:
        for depth in (2, 4):
            if len(one.trail) > depth and one.trail[depth - 2] == "cells" and isinstance(one.trail[depth - 1], int):
                by_cell.setdefault(one.trail[:depth], []).append(one)
                break
    if not by_cell and not any(one.trail[:1] == ("metadata",) for one in strings):
        return None
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    shown = [""] * len(starts)
    kernel = _kernel(strings)
    cells: list[Cell] = []
    for members in by_cell.values():
        cell = _cell(members, kernel, shown, lambda at: bisect_right(starts, at))
        if cell is not None:
            cells.append(cell)
    return View("\n".join(shown), tuple(cells))


def _kernel(strings: list[_String]) -> str:
    """The language of code cells."""
    told: Mapping[tuple[str | int, ...], str] = {one.trail: one.value for one in strings if one.trail[0] == "metadata"}
    for trail in (("language_info", "name"), ("kernelspec", "language"), ("kernelspec", "name")):
        if (name := told.get(("metadata", *trail))) is not None:
            return name.rstrip("0123456789.-")
    return "python"


def _cell(members: list[_String], kernel: str, shown: list[str], row_of: Callable[[int], int]) -> Cell | None:
    """A cell, with its lines and its output written into the lines to show."""
    depth = 4 if members[0].trail[0] == "worksheets" else 2
    inside = {one.trail[depth]: one for one in members if len(one.trail) == depth + 1}
    kind = inside["cell_type"].value if "cell_type" in inside else "raw"
    pieces = [one for one in members if one.trail[depth] in ("source", "input")]
    if not pieces:
        return None
    language = {"code": kernel, "markdown": "markdown", "heading": "markdown"}.get(kind, "")
    source = "".join(one.value for one in pieces)
    rows: list[int] = []
    for one in pieces:
        row = row_of(one.at)
        lines = one.value.removesuffix("\n").split("\n")
        rows.extend(row for _ in lines)
        shown[row - 1] = lines[0] if len(lines) == 1 else " ⏎ ".join(lines)
    places = [row_of(one.at) for one in members]
    start = min(places)
    if start < min(rows):
        shown[start - 1] = f"{MARKER} [markdown]" if language == "markdown" else MARKER
    _show_output(members, depth, shown, row_of)
    if kind == "code":
        language, source = _without_magic(language, source)
    count = source.removesuffix("\n").count("\n") + 1
    rows = (rows + [rows[-1]] * count)[:count]
    return Cell(language, source, tuple(rows), start, max(places))


def _show_output(members: list[_String], depth: int, shown: list[str], row_of: Callable[[int], int]) -> None:
    """What the cell printed, where it was kept, as far as it is text."""
    room = MOST_OUTPUT
    for one in members:
        is_text = one.trail[depth] == "outputs" and ("text" in one.trail or "text/plain" in one.trail)
        if is_text and room > 0 and one.value.strip():
            shown[row_of(one.at) - 1] = " ⏎ ".join(one.value.rstrip("\n").split("\n"))[:LONGEST_OUTPUT]
            room -= 1


def _without_magic(language: str, source: str) -> tuple[str, str]:
    """The language of a code cell and its source, with IPython's own lines blank."""
    magic = _CELL_MAGIC.match(source)
    if magic is not None and magic[1] not in _STAY:
        line_end = source.find("\n")
        return magic[1], " " * line_end + source[line_end:] if line_end != -1 else ""
    return language, _MAGIC.sub(lambda match: " " * len(match[0]), source)


def _strings(text: str) -> Iterator[_String]:
    """The strings in a JSON text that are values, in order.

    Raises:
        ValueError: it is no JSON.
        IndexError: it ends too early.
    """
    trail: list[str | int] = []
    at = _after_space(text, 0)
    while True:
        sign = text[at]
        if sign in "{[":
            at = _after_space(text, at + 1)
            if text[at] not in "}]":
                trail.append(0 if sign == "[" else "")
                at = _after_key(text, at, trail)
                continue
            at += 1
        elif sign == '"':
            start = at
            value, at = scanstring(text, at + 1)
            yield _String(tuple(trail), value, start)
        else:
            bare = _BARE.match(text, at)
            if bare is None:
                raise json.JSONDecodeError("a value is missing", text, at)
            at = bare.end()
        while True:  # what comes after a value
            at = _after_space(text, at)
            if not trail:
                return
            if text[at] == ",":
                last = trail[-1]
                if isinstance(last, int):
                    trail[-1] = last + 1
                at = _after_key(text, _after_space(text, at + 1), trail)
                break
            if text[at] not in "}]":
                raise json.JSONDecodeError("a comma is missing", text, at)
            trail.pop()
            at += 1


def _after_key(text: str, at: int, trail: list[str | int]) -> int:
    """Reads an object's key into the trail; in a list there is none."""
    if isinstance(trail[-1], int):
        return at
    if text[at] != '"':
        raise json.JSONDecodeError("a key is missing", text, at)
    trail[-1], at = scanstring(text, at + 1)
    at = _after_space(text, at)
    if text[at] != ":":
        raise json.JSONDecodeError("a colon is missing", text, at)
    return _after_space(text, at + 1)


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


VIEWS: Final[Mapping[str, Callable[[str], View | None]]] = {"notebook": notebook_view}
"""By the names that language tables use."""
