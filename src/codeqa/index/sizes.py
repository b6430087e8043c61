"""How large chunks are, and a file's lines with what every range of them costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from codeqa.text.tokens import CHARACTERS_A_TOKEN


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """Sizes of chunks in estimated language-model tokens, see `codeqa.text.tokens.estimate_tokens`."""

    largest: int = 350
    """No chunk has more, but for a single line that has more by itself. About 35 lines of code."""
    piece: int = 250
    """What is larger than `largest` is cut into pieces of at most this."""
    tiny: int = 40
    """A function, a statement or a section that has less is joined with its neighbours. About 4 lines."""
    detail: int = 80
    """Likewise for fields, constants and types."""
    context: int = 150
    """Most that the members' signatures beside a large type's header may take."""


DEFAULT_SIZES = ChunkSizes()


class Lines:
    """A file's lines, counted from 1, with running sums of their lengths."""

    __slots__ = ("_lengths", "_lines", "count")

    def __init__(self, lines: Sequence[str]) -> None:
        """Measures the lines.

        Args:
            lines: without their line ends.
        """
        self._lines = lines
        self._lengths = list(accumulate(map(len, lines), initial=0))
        self.count = len(lines)

    def __getitem__(self, line: int) -> str:
        return self._lines[line - 1]

    def text(self, start: int, end: int) -> str:
        """The lines from start to end, inclusive, joined by line breaks."""
        return "\n".join(self._lines[start - 1 : end])

    def tokens(self, start: int, end: int) -> int:
        """What ``estimate_tokens(text(start, end))`` gives, without looking at the text."""
        characters = self._lengths[end] - self._lengths[start - 1] + end - start
        return -(-characters // CHARACTERS_A_TOKEN)

    def blank(self, start: int, end: int) -> bool:
        """True when there is nothing but white space."""
        return not any(map(str.strip, self._lines[start - 1 : end]))

    def indentation(self, line: int) -> int:
        """Characters before the line's first visible one, its length when there is none."""
        text = self._lines[line - 1]
        return len(text) - len(text.lstrip())
