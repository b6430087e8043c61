from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from codeqa.retrieve.postings import bm25f, invert, vocabulary_of

WORDS = st.lists(st.sampled_from(["read", "write", "file", "index", "chunk"]), max_size=8)


@given(st.lists(WORDS, min_size=1, max_size=12))
def test_every_token_of_every_row_is_counted(rows: list[list[str]]) -> None:
    vocabulary, [(places, numbers)] = vocabulary_of([pa.chunked_array([pa.array([" ".join(row) for row in rows])])])
    postings = invert(places, numbers, len(rows), len(vocabulary))
    for at, row in enumerate(rows):
        counts = Counter(row)
        for token, number in vocabulary.items():
            found, times = postings.of(number)
            assert counts.get(token, 0) == times[found == at].sum()
        assert postings.lengths[at] == len(row)


@given(st.lists(WORDS, min_size=1, max_size=12), st.sampled_from(["read", "file"]))
def test_one_field_gives_plain_bm25(rows: list[list[str]], word: str) -> None:
    vocabulary, [(places, numbers)] = vocabulary_of([pa.chunked_array([pa.array([" ".join(row) for row in rows])])])
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
    columns = [pa.chunked_array([pa.array(texts)]) for texts in (["a", "b", "b"], ["a", "a", "b"])]
    vocabulary, pairs = vocabulary_of(columns)
    first, second = (invert(*pair, 3, len(vocabulary)) for pair in pairs)
    query = {vocabulary["a"]: 1.0}
    both = bm25f([(first, 1.0, 0.0), (second, 1.0, 0.0)], query, 3, 1.2)
    assert both[0] > both[1] > both[2] == 0
    apart = [bm25f([(one, 1.0, 0.0)], query, 3, 1.2) for one in (first, second)]
    assert both[0] < np.sum([one[0] for one in apart])


def test_empty_texts_have_no_tokens() -> None:
    vocabulary, [(places, numbers)] = vocabulary_of([pa.chunked_array([pa.array(["", "x", ""])])])
    postings = invert(places, numbers, 3, len(vocabulary))
    assert postings.lengths.tolist() == [0, 1, 0]


def test_no_rows_at_all() -> None:
    vocabulary, [(places, numbers)] = vocabulary_of([pa.chunked_array([pa.array([], pa.string())])])
    postings = invert(places, numbers, 0, len(vocabulary))
    assert bm25f([(postings, 1.0, 0.75)], {}, 0, 1.2).size == 0
