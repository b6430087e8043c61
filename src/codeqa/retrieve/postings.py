"""Inverted lists in memory: for each token the rows that hold it, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


def vocabulary_of(
    columns: Sequence[pa.ChunkedArray],
) -> tuple[dict[str, int], list[tuple[NDArray[np.int64], NDArray[np.int64]]]]:
    """Columns of space-separated tokens as numbers of one vocabulary.

    Returns:
        The vocabulary, and for each column the row and the number of every token.
    """
    flat, rows = [], []
    for column in columns:
        split = pc.split_pattern(column.combine_chunks(), " ")
        sizes = np.diff(split.offsets.to_numpy())
        rows.append(np.repeat(np.arange(len(split), dtype=np.int64), sizes))
        flat.append(split.flatten())
    encoded = pa.concat_arrays(flat).dictionary_encode()
    vocabulary = {token: number for number, token in enumerate(encoded.dictionary.to_pylist())}
    numbers = encoded.indices.to_numpy().astype(np.int64)
    ends = np.cumsum([len(one) for one in flat])
    parts = np.split(numbers, ends[:-1])
    empty = vocabulary.get("", -1)  # what splitting an empty text gives
    return vocabulary, [(row[part != empty], part[part != empty]) for row, part in zip(rows, parts, strict=True)]


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
    for token, weight in tokens.items():
        found = [(*postings.of(token), postings, share, length) for postings, share, length in fields]
        rows = found[0][0] if len(found) == 1 else np.unique(np.concatenate([one[0] for one in found]))
        if rows.size == 0:
            continue
        frequency = np.zeros(rows.size, dtype=np.float32)
        for at, counts, postings, share, length in found:
            if at.size:
                norm = 1 - length + length * postings.lengths[at] / postings.mean_length
                frequency[np.searchsorted(rows, at)] += share * counts / norm
        rarity = np.log1p((row_count - rows.size + 0.5) / (rows.size + 0.5))
        scores[rows] += weight * rarity * frequency * (saturation + 1) / (saturation + frequency)
    return scores
