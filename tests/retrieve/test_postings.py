from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from codeqa.retrieve.postings import Postings, bm25f, invert, numbered, renewed

ROWS = st.lists(st.lists(st.sampled_from(["read", "write", "file", "index", "chunk"]), max_size=8), max_size=12)
WORDS = st.lists(st.sampled_from(["read", "write", "file", "index", "chunk"]), max_size=8)


@given(st.lists(WORDS, min_size=1, max_size=12))
def test_every_token_of_every_row_is_counted(rows: list[list[str]]) -> None:
    vocabulary: dict[str, int] = {}
    [(places, numbers)] = numbered([pa.array([" ".join(row) for row in rows])], vocabulary)
    postings = invert(places, numbers, len(rows), len(vocabulary))
    for at, row in enumerate(rows):
        counts = Counter(row)
        for token, number in vocabulary.items():
            found, times = postings.of(number)
            assert counts.get(token, 0) == times[found == at].sum()
        assert postings.lengths[at] == len(row)


@given(st.lists(WORDS, min_size=1, max_size=12), st.sampled_from(["read", "file"]))
def test_one_field_gives_plain_bm25(rows: list[list[str]], word: str) -> None:
    vocabulary: dict[str, int] = {}
    [(places, numbers)] = numbered([pa.array([" ".join(row) for row in rows])], vocabulary)
    postings = invert(places, numbers, len(rows), len(vocabulary))
    query = {vocabulary[word]: 1.0} if word in vocabulary else {}
    scores = bm25f([(postings, 1.0, 0.75)], query, len(rows), 1.2)
    having = sum(word in row for row in rows)
    mean = max(sum(map(len, rows)) / len(rows), 1.0)
    for row, score in zip(rows, scores, strict=True):
        times = row.count(word) / (0.25 + 0.75 * len(row) / mean)
        rarity = math.log1p((len(rows) - having + 0.5) / (having + 0.5))
        assert math.isclose(score, rarity * times * 2.2 / (1.2 + times) if having else 0.0, rel_tol=1e-4, abs_tol=1e-5)


def test_fields_are_summed_before_they_are_saturated() -> None:
    columns = [pa.array(texts) for texts in (["a", "b", "b"], ["a", "a", "b"])]
    vocabulary: dict[str, int] = {}
    first, second = (invert(*pair, 3, len(vocabulary)) for pair in numbered(columns, vocabulary))
    query = {vocabulary["a"]: 1.0}
    both = bm25f([(first, 1.0, 0.0), (second, 1.0, 0.0)], query, 3, 1.2)
    assert both[0] > both[1] > both[2] == 0
    apart = [bm25f([(one, 1.0, 0.0)], query, 3, 1.2) for one in (first, second)]
    assert both[0] < np.sum([one[0] for one in apart])


def test_empty_texts_have_no_tokens() -> None:
    vocabulary: dict[str, int] = {}
    [(places, numbers)] = numbered([pa.array(["", "x", ""])], vocabulary)
    postings = invert(places, numbers, 3, len(vocabulary))
    assert postings.lengths.tolist() == [0, 1, 0]


def test_no_rows_at_all() -> None:
    vocabulary: dict[str, int] = {}
    [(places, numbers)] = numbered([pa.array([], pa.string())], vocabulary)
    postings = invert(places, numbers, 0, len(vocabulary))
    assert bm25f([(postings, 1.0, 0.75)], {}, 0, 1.2).size == 0


@given(
    ROWS,
    st.lists(st.booleans(), min_size=12, max_size=12),
    ROWS,
    st.lists(st.integers(0, 12), min_size=12, max_size=12),
)
def test_renewed_lists_are_those_of_the_rows_that_are_left_and_new(
    old: list[list[str]], keep: list[bool], new: list[list[str]], where: list[int]
) -> None:
    vocabulary: dict[str, int] = {}
    before = lists(dict(enumerate(old)), len(old), vocabulary)
    kept = [row for row, is_kept in zip(old, keep, strict=False) if is_kept]
    now: list[tuple[list[str], bool]] = [(row, False) for row in kept]
    for row, at in zip(new, where, strict=False):
        now.insert(at, (row, True))
    at_now = iter([number for number, (_, is_new) in enumerate(now) if not is_new])
    places = np.array([next(at_now) if is_kept else -1 for _, is_kept in zip(old, keep, strict=False)], dtype=np.int64)
    added = lists({at: row for at, (row, is_new) in enumerate(now) if is_new}, len(now), vocabulary)
    expected = lists({at: row for at, (row, _) in enumerate(now)}, len(now), vocabulary)
    found = renewed(before, places, added)
    for name in ("starts", "rows", "counts", "lengths"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist()


def lists(rows: dict[int, list[str]], size: int, vocabulary: dict[str, int]) -> Postings:
    [(at, numbers)] = numbered([pa.array([" ".join(row) for row in rows.values()], pa.string())], vocabulary)
    return invert(np.array(list(rows), dtype=np.int64)[at], numbers, size, len(vocabulary))
