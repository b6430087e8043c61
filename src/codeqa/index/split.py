"""Cuts a range of lines that is too long for one chunk into pieces of balanced size, at the best places there are.

The places are chosen as Knuth and Plass choose line breaks ("Breaking paragraphs into lines", Software: Practice and
Experience 11, 1981): all ways of cutting are compared by the sum of what each piece and each cut cost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf

from codeqa.index.sizes import ChunkSizes, Lines

# Costs of a cut, on the scale on which a piece of twice its fair size, or an empty one, costs 1.
LEVEL_COST = 0.3
"""For each level of nesting that a cut lies deeper than the outermost cuts of its range."""
DEEPEST_COST = 0.9
UNSPACED_COST = 0.1
"""No blank line before the cut."""
AFTER_COMMENT_COST = 0.4
"""The line before is a comment, which most likely speaks of the line after."""
PARAGRAPH_COST = 1.0
"""A blank line inside a statement."""
ANYWHERE_COST = 2.0

COMMENT_STARTS = ("#", "//", "/*", "*/", "--", ";", "%", "<!--", "@")

WITHIN_PARAGRAPHS = 10_000
"""Added to the depth of lines that begin no paragraph; more than any indentation."""

OPENERS = 3
"""How many of the blocks around a piece are named to its reader, the innermost ones."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A range of lines, inclusive."""

    start: int
    end: int
    openers: tuple[int, ...] = ()
    """Lines inside the split range that open the blocks which the piece starts in, outermost first."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A place to cut: before the line."""

    line: int
    cost: float


def split(
    lines: Lines, start: int, end: int, borders: Sequence[tuple[int, int]], sizes: ChunkSizes
) -> tuple[Piece, ...]:
    """Pieces that cover a range, none larger than ``sizes.piece`` but for single lines that are.

    Args:
        lines: the file's lines.
        start: the range's first line.
        end: its last line.
        borders: (line, depth) of what starts inside the range, by line; depth says how deep it is nested.
        sizes: how large a piece may be.
    """
    if lines.tokens(start, end) <= sizes.piece:
        return (Piece(start, end),)
    cuts = _thinned(lines, _cuts(lines, start, end, borders, sizes.piece), end, sizes.piece // 8)
    starts = _best_starts(lines, [start, *(cut.line for cut in cuts), end + 1], [cut.cost for cut in cuts], sizes)
    openers = _openers(lines, start, borders, starts)
    return tuple(Piece(one, following - 1, openers[one]) for one, following in pairwise([*starts, end + 1]))


def paragraph_borders(lines: Lines, start: int, end: int) -> list[tuple[int, int]]:
    """Borders of text without known syntax: first lines of paragraphs, then all lines, outer before indented ones."""
    return [
        (line, lines.indentation(line) + (WITHIN_PARAGRAPHS if lines[line - 1].strip() else 0))
        for line in range(start + 1, end + 1)
        if lines[line].strip()
    ]


def indentation_borders(lines: Lines, start: int, end: int) -> list[tuple[int, int]]:
    """Borders of text that is nested by indentation: all lines that are not blank."""
    return [(line, lines.indentation(line)) for line in range(start + 1, end + 1) if lines[line].strip()]


def _cuts(lines: Lines, start: int, end: int, borders: Sequence[tuple[int, int]], largest: int) -> list[_Cut]:
    """The outermost borders; inside what lies between two and is more than half a chunk the next deeper ones.

    Where nothing of the syntax helps, blank lines; where these do not, every line.
    """
    found: list[_Cut] = []
    places = [line for line, _ in borders]
    todo = [(start, end, 0)]
    while todo:
        first, last, level = todo.pop()
        tokens = lines.tokens(first, last)
        if tokens * 2 <= largest:
            continue
        inside = borders[bisect_right(places, first) : bisect_right(places, last)]
        if inside:
            shallowest = min(depth for _, depth in inside)
            at = [line for line, depth in inside if depth == shallowest]
            cost = min(LEVEL_COST * level, DEEPEST_COST)
            # A body behind its short head is all there is on its level: what it holds counts as no deeper.
            deeper = level + (len(at) > 1 or lines.tokens(first, at[0] - 1) * 4 > largest)
            todo.extend((a, b - 1, deeper) for a, b in pairwise([first, *at, last + 1]))
        elif tokens > largest and last > first:
            at = [line for line in range(first + 1, last + 1) if not lines[line - 1].strip() and lines[line].strip()]
            cost = PARAGRAPH_COST
            if at:
                todo.extend((a, b - 1, level) for a, b in pairwise([first, *at, last + 1]))
            else:
                at = list(range(first + 1, last + 1))
                cost = ANYWHERE_COST
        else:
            continue
        found.extend(_Cut(line, cost + _look(lines, line)) for line in at)
    found.sort(key=lambda cut: cut.line)
    return found


def _look(lines: Lines, line: int) -> float:
    before = lines[line - 1].strip()
    if not before:
        return 0.0
    return AFTER_COMMENT_COST if before.startswith(COMMENT_STARTS) else UNSPACED_COST


def _thinned(lines: Lines, cuts: Sequence[_Cut], end: int, grain: int) -> list[_Cut]:
    """Fewer cuts, at least about a grain apart, so that a hundred thousand short lines are no hundred thousand cuts."""
    kept: list[_Cut] = []
    for index, cut in enumerate(cuts):
        following = cuts[index + 1].line if index + 1 < len(cuts) else end + 1
        if kept and cut.cost >= kept[-1].cost and lines.tokens(kept[-1].line, following - 1) <= grain:
            continue
        kept.append(cut)
    return kept


def _best_starts(lines: Lines, places: Sequence[int], costs: Sequence[float], sizes: ChunkSizes) -> list[int]:
    """The first lines of the pieces that cost least.

    Args:
        lines: the file's lines.
        places: the range's first line, the possible cuts, the line after its last.
        costs: one for each possible cut.
        sizes: how large a piece may be.
    """
    total = lines.tokens(places[0], places[-1] - 1)
    fair = total / ceil(total / sizes.piece)
    least = [0.0] + [inf] * (len(places) - 1)
    came_from = [0] * len(places)
    for index in range(1, len(places)):
        last = places[index] - 1
        cost_here = costs[index - 1] if index <= len(costs) else 0.0
        for earlier in range(index - 1, -1, -1):
            tokens = lines.tokens(places[earlier], last)
            if tokens > sizes.piece and earlier < index - 1:
                break
            cost = least[earlier] + (tokens / fair - 1) ** 2 + cost_here
            if cost < least[index]:
                least[index] = cost
                came_from[index] = earlier
    starts: list[int] = []
    index = len(places) - 1
    while index > 0:
        index = came_from[index]
        starts.append(places[index])
    starts.reverse()
    return starts


def _openers(
    lines: Lines, start: int, borders: Sequence[tuple[int, int]], starts: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """For each piece's first line the less indented lines before it that open the blocks around it."""
    found: dict[int, tuple[int, ...]] = {}
    around: list[tuple[int, int]] = []
    openers = [start, *(line for line, _ in borders)]
    place = 0
    for first in starts:
        while place < len(openers) and openers[place] < first:
            line = openers[place]
            indentation = lines.indentation(line)
            while around and around[-1][0] >= indentation:
                around.pop()
            around.append((indentation, line))
            place += 1
        indentation = lines.indentation(first)
        found[first] = tuple(line for outer, line in around if outer < indentation)[-OPENERS:]
    return found
