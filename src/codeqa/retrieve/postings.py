"""Inverted lists in memory: for each token the rows that hold it, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Rows = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Postings:
    """One field's inverted lists.

    Attributes:
        starts: shape (tokens + 1,); token t's rows are ``rows[starts[t] : starts[t + 1]]``.
        rows: row numbers, ascending within a token.
        counts: how often the token stands in the row.
        lengths: shape (rows of the table,); how many tokens each row has.
    """

    starts: NDArray[np.int64]
    rows: Rows
    counts: Floats
    lengths: Floats

    def of(self, token: int) -> tuple[Rows, Floats]:
        """A token's rows and counts."""
        first, last = self.starts[token], self.starts[token + 1]
        return self.rows[first:last], self.counts[first:last]

    @property
    def mean_length(self) -> float:
        """Tokens in a row, on the average; at least one."""
        return max(float(self.lengths.mean()), 1.0) if self.lengths.size else 1.0


FEW: Final = 50
"""Below one row in so many, sorting the rows is faster than a look at all."""

EMPTY: Final = Postings(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.float32), np.empty(0, np.float32))
"""No rows, no tokens."""


def numbered(
    columns: Sequence[pa.StringArray], vocabulary: dict[str, int]
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Columns of space-separated tokens as numbers.

    Args:
        columns: the texts.
        vocabulary: the tokens' numbers; those that are new are added to it.

    Returns:
        For each column the row and the number of every token.
    """
    flat, rows = [], []
    for column in columns:
        split = pc.split_pattern(column, " ")
        sizes = np.diff(split.offsets.to_numpy())
        rows.append(np.repeat(np.arange(len(split), dtype=np.int64), sizes))
        flat.append(split.flatten())
    encoded = pa.concat_arrays(flat).dictionary_encode()
    values = encoded.dictionary.to_pylist()
    # What splitting an empty text gives is no token.
    number_of = [vocabulary.setdefault(token, len(vocabulary)) if token else -1 for token in values]
    numbers = np.array(number_of, dtype=np.int64)[encoded.indices.to_numpy()]
    parts = np.split(numbers, np.cumsum([len(one) for one in flat])[:-1])
    return [(row[part >= 0], part[part >= 0]) for row, part in zip(rows, parts, strict=True)]


def invert(rows: NDArray[np.int64], tokens: NDArray[np.int64], row_count: int, token_count: int) -> Postings:
    """Inverted lists from (row, token) pairs.

    Args:
        rows: each token's row.
        tokens: each token's number.
        row_count: how many rows there are.
        token_count: how many tokens the vocabulary has.
    """
    keys, counts = np.unique(tokens * row_count + rows, return_counts=True)
    return Postings(
        starts=np.searchsorted(keys, np.arange(token_count + 1) * row_count),
        rows=(keys % max(row_count, 1)).astype(np.int32),
        counts=counts.astype(np.float32),
        lengths=np.bincount(rows, minlength=row_count).astype(np.float32),
    )


def renewed(before: Postings, places: NDArray[np.int64], new: Postings) -> Postings:
    """Inverted lists of which some rows are kept, some are gone and some are new.

    Args:
        before: the lists as they were.
        places: each of their rows' number among all rows now, ascending; -1 for those that are gone.
        new: the lists of the new rows alone, over all rows and tokens of now.
    """
    if before.lengths.size == 0:
        return new
    row_count, token_count = new.lengths.size, new.starts.size - 1
    rows = places[before.rows]
    kept = rows >= 0
    keys = (np.repeat(np.arange(before.starts.size - 1), np.diff(before.starts)) * row_count + rows)[kept]
    added = np.repeat(np.arange(token_count), np.diff(new.starts)) * row_count + new.rows
    at = np.searchsorted(keys, added)
    keys = np.insert(keys, at, added)
    lengths = new.lengths.copy()
    lengths[places[places >= 0]] = before.lengths[places >= 0]
    return Postings(
        starts=np.searchsorted(keys, np.arange(token_count + 1) * row_count),
        rows=(keys % max(row_count, 1)).astype(np.int32),
        counts=np.insert(before.counts[kept], at, new.counts),
        lengths=lengths,
    )


def bm25f(
    fields: Sequence[tuple[Postings, float, float]], tokens: Mapping[int, float], row_count: int, saturation: float
) -> Floats:
    """BM25 over weighted fields, for every row.

    Source: Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted fields": counts are
    weighted and length-normalised in each field, summed, and only then saturated.

    Args:
        fields: inverted lists, weight, and how much length counts (b).
        tokens: the query's tokens and what each counts.
        row_count: how many rows there are.
        saturation: k1.
    """
    scores = np.zeros(row_count, dtype=np.float32)
    everywhere = np.zeros(row_count, dtype=np.float32)
    for token, weight in tokens.items():
        found = [(*postings.of(token), postings, share, length) for postings, share, length in fields]
        rows = found[0][0] if len(found) == 1 else _either([one[0] for one in found], row_count)
        if rows.size == 0:
            continue
        for at, counts, postings, share, length in found:
            norm = 1 - length + length * postings.lengths[at] / postings.mean_length
            everywhere[at] += share * counts / norm
        frequency = everywhere[rows]
        everywhere[rows] = 0
        rarity = np.log1p((row_count - rows.size + 0.5) / (rows.size + 0.5))
        scores[rows] += weight * rarity * frequency * (saturation + 1) / (saturation + frequency)
    return scores


def _either(lists: Sequence[Rows], row_count: int) -> Rows:
    """The rows that are in any of some lists, ascending."""
    if sum(map(len, lists)) < row_count // FEW:
        return np.unique(np.concatenate(lists))
    there = np.zeros(row_count, dtype=bool)
    for rows in lists:
        there[rows] = True
    return np.flatnonzero(there).astype(np.int32)
