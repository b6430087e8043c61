"""What a person sees of an answer: the places named and the lines of code shown, in order, and how far down.

An answer is read as the text that is printed, never from how it was made. Lines are counted as a person scrolls: an
empty line and a fence count nothing, any other line one for each 120 characters begun.

Places are ``path:line`` and ``path:first-last`` of a path that the answer cites, and a model's marks (``[2]``) of what
is cited under that number. A line in a block of code shows the line of the last named file that reads the same, sought
first in the place named before the block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from codeqa.model import Answer

WIDTH: Final = 120
"""Characters a line holds."""

_PLACE: Final = re.compile(r"([^\s`()\[\]<>\"',;]+):(\d+)(?:[-\N{EN DASH}](\d+))?")
_MARK: Final = re.compile(r"\[(\d{1,3})\](?!\()")
_FENCE: Final = re.compile(r"^\s*(`{3,}|~{3,})")
_NUMBERED: Final = re.compile(r"^\s*(?:line )?\d+\s?[|:\N{BOX DRAWINGS LIGHT VERTICAL}]\s?")
_NOTHING: Final = re.compile(
    r"\bnothing\b.{0,60}\b(?:found|named|called|answers|fits|matches|refers)\b|\bnowhere\b|\bnot (?:be )?found\b"
    r"|\bno\w* (?:\w+ ){0,4}(?:found|occurs?|answers)\b|\bno such\b|\bthere (?:is|are) (?:no|none|nothing)\b"
    r"|\b(?:does|do|is|are) not (?:occur|appear|exist|there|defined|mentioned|in this)\b",
    re.IGNORECASE | re.DOTALL,
)
"""Words by which an answer says that it has found nothing, or that a word of the question occurs nowhere."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a file, counted from 1, both ends included."""

    path: str
    start_line: int
    end_line: int
    symbol: str | None = None

    @property
    def length(self) -> int:
        """How many lines."""
        return self.end_line - self.start_line + 1

    def overlap(self, other: Span) -> int:
        """How many lines it shares with another."""
        if self.path != other.path:
            return 0
        return max(0, min(self.end_line, other.end_line) - max(self.start_line, other.start_line) + 1)

    def __str__(self) -> str:
        return f"{self.path}:{self.start_line}-{self.end_line}" + (f" {self.symbol}" if self.symbol else "")


@dataclass(frozen=True, slots=True)
class Seen:
    """A place named or a line of code shown."""

    span: Span
    at: int
    """The line of the answer, as counted above."""
    code: bool
    """A line of code, not a place named."""


def seen(answer: Answer, root: Path) -> list[Seen]:
    """What an answer shows, in order.

    Args:
        answer: with its citations; those that nothing in the text names are not shown.
        root: the codebase, whose lines tell which of them a block of code shows.
    """
    paths = {one.path for one in answer.citations} | {one.path for one in answer.sources}
    found: list[Seen] = []
    at = 0
    fence = ""
    cursor = 0
    for line in answer.text.split("\n"):
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            cursor = 0
            continue
        if not line.strip():
            continue
        begun, at = at + 1, at + -(-len(line) // WIDTH)
        if not fence:
            found += [Seen(span, begun, code=False) for span in _named(line, answer, paths)]
            continue
        place = next((one.span for one in reversed(found) if not one.code), None)
        number = _shows(line, place, cursor, root) if place is not None else None
        if place is not None and number is not None:
            found.append(Seen(Span(place.path, number, number), begun, code=True))
            cursor = number
    return found


def _named(line: str, answer: Answer, paths: set[str]) -> Iterator[Span]:
    """The places that a line of text names, in order."""
    symbols = {(one.path, one.start_line, one.end_line): one.symbol for one in answer.citations}
    cited = {one.number: one for one in answer.citations}
    spans = []
    for match in _PLACE.finditer(line):
        path = _whole(match[1], paths)
        if path is not None:
            start, end = int(match[2]), int(match[3] or match[2])
            spans.append((match.start(), Span(path, start, end, symbols.get((path, start, end)))))
    for match in _MARK.finditer(line) if answer.model is not None else ():
        one = cited.get(int(match[1]))
        if one is not None:
            spans.append((match.start(), Span(one.path, one.start_line, one.end_line, one.symbol)))
    return (span for _, span in sorted(spans, key=lambda pair: pair[0]))


def _whole(written: str, paths: set[str]) -> str | None:
    """The path meant: written in full, or as the end of the only one that ends so."""
    if written in paths:
        return written
    ending = [path for path in paths if path.endswith(f"/{written}")]
    return ending[0] if len(ending) == 1 else None


def _shows(line: str, place: Span, cursor: int, root: Path) -> int | None:
    """The number of the file's line that a line of a block of code is; None where the file has none that reads so."""
    text = line.strip()
    plain = _NUMBERED.sub("", line).strip()
    if not any(character.isalnum() for character in text):
        return None
    lines = lines_of(root / place.path)
    inside = range(max(place.start_line, cursor + 1), min(place.end_line, len(lines)) + 1)
    around = (*inside, *range(cursor + 1, len(lines) + 1))
    return next((number for number in around if lines[number - 1] in (text, plain)), None)


@cache
def lines_of(file: Path) -> Sequence[str]:
    """A file's lines without the blanks around them; none where it cannot be read."""
    if not file.is_file():
        return ()
    return [line.strip() for line in file.read_text(encoding="utf-8", errors="replace").split("\n")]


def says_nothing_found(answer: Answer) -> bool:
    """True where the answer's first paragraph says that nothing was found, or what occurs nowhere."""
    first = answer.text.strip().split("\n\n")[0]
    return not first or _NOTHING.search(re.sub(r"`[^`]*`", "", first)) is not None
