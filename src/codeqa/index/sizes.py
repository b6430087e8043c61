"""How large chunks are, and a file's lines with what every range of them costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from codeqa.text.tokens import CHARACTERS_A_TOKEN


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """Sizes of chunks in estimated language-model tokens, see `codeqa.text.tokens.estimate_tokens`.

    Measured on 28 repositories with short queries (NDCG@10) and on three with long questions (shares of the files and
    of the places in them that a context of 8,000 tokens brings), ranked by BM25 and vectors alone:

    ======= =====  ======= ===== ======
    largest piece  NDCG@10 files places
    ======= =====  ======= ===== ======
        200   150    0.834  0.87   0.63
        250   200    0.835  0.86   0.64
        350   250    0.834  0.85   0.66
        350   350    0.831  0.84   0.64
        500   400    0.829  0.83   0.64
        700   500    0.828  0.83   0.65
    ======= =====  ======= ===== ======

    With nothing joined (tiny and detail 0) 0.831, 0.85 and 0.65, and a quarter more chunks.
    """

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
