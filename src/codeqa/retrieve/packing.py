"""Chooses lines for a budget: the best chunks' best passages, spread over files, neighbours joined."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from codeqa.text.tokens import CHARACTERS_A_TOKEN, estimate_tokens

SOURCE_TOKENS = 12
"""What a source costs beside its text: number, path, lines."""

PASSAGE_TOKENS = 90
"""About how long a passage is: some ten lines, the least that can be read by itself."""

LEAST_TOKENS = 30
"""When less than this is left, nothing useful fits any more."""

SPREAD = 0.2
"""What each further passage of a file loses, times the logarithm of how many there are already."""

DISTANCE = 5.0
"""What a passage loses that has none of the question's words its chunk has."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a chunk that are chosen as one."""

    chunk: int
    file: int
    start: int
    end: int
    tokens: int
    score: float


def passages(
    chunk: int, file: int, start: int, lines: Sequence[str], score: float, share: Callable[[str], float]
) -> Iterator[Passage]:
    """A chunk's passages of about equal length, cut at blank lines where there are any near.

    Args:
        chunk: the chunk's place.
        file: its file's.
        start: its first line.
        lines: its lines.
        score: how well it fits.
        share: which share of the question's words, by rarity, a text has.
    """
    total = sum(len(line) + 1 for line in lines)
    count = max(1, round(total / (PASSAGE_TOKENS * CHARACTERS_A_TOKEN)))
    pieces = list(_pieces(lines, total / count, count))
    shares = [share("\n".join(lines[first : last + 1])) for first, last in pieces]
    best = max(shares)
    for (first, last), own in zip(pieces, shares, strict=True):
        size = estimate_tokens("\n".join(lines[first : last + 1]))
        yield Passage(chunk, file, start + first, start + last, size, score - DISTANCE * (best - own))


def _pieces(lines: Sequence[str], target: float, count: int) -> Iterator[tuple[int, int]]:
    first = 0
    taken = 0
    made = 0
    for at, line in enumerate(lines[:-1]):
        taken += len(line) + 1
        if made < count - 1 and (taken >= target or (taken >= 0.8 * target and not line.strip())):
            yield first, at
            first, taken = at + 1, 0
            made += 1
    yield first, len(lines) - 1


def choose(candidates: Iterable[Passage], token_budget: int) -> list[Passage]:
    """The passages that are worth most within the budget, greedily.

    A further passage of a file is worth less the more of the file there are: a question is seldom answered by one file
    alone. One that touches another of its file costs no heading.

    Args:
        candidates: all that may be chosen.
        token_budget: tokens for their lines and headings together.
    """
    every = list(candidates)
    heap = [(-one.score, at) for at, one in enumerate(every)]
    heapq.heapify(heap)
    of_file: dict[int, int] = defaultdict(int)
    borders: set[tuple[int, int]] = set()
    chosen: list[Passage] = []
    left = token_budget
    while heap and left >= LEAST_TOKENS:
        negative, at = heapq.heappop(heap)
        one = every[at]
        worth = one.score - SPREAD * math.log1p(of_file[one.file])
        if -negative > worth + 1e-9:
            heapq.heappush(heap, (-worth, at))
            continue
        touches = {(one.file, one.start - 1), (one.file, one.end + 1)} & borders
        cost = one.tokens + (0 if touches else SOURCE_TOKENS)
        if cost > left:
            continue
        left -= cost
        of_file[one.file] += 1
        borders |= {(one.file, one.start), (one.file, one.end)}
        chosen.append(one)
    return chosen
