from __future__ import annotations

import numpy as np

from codeqa.retrieve.corpus import CORPORA, Corpus
from codeqa.retrieve.expand import NEIGHBOURS, used_by_best, using_best
from codeqa.store.reader import IndexReader


def chunk(corpus: Corpus, path: str, line: int) -> int:
    file = corpus.paths.index(path)
    [place] = np.flatnonzero((corpus.file_of == file) & (corpus.starts <= line) & (corpus.ends >= line))
    return int(place)


def test_what_the_best_chunk_calls_and_what_calls_it(shop: IndexReader) -> None:
    pinned, corpus = CORPORA.of(shop)
    neighbours = NEIGHBOURS.of(pinned, corpus)
    payment = chunk(corpus, "shop/payment.py", 10)
    basket = chunk(corpus, "shop/basket.py", 4)
    scores = np.zeros(corpus.size, dtype=np.float32)
    scores[payment] = 1.0
    assert used_by_best(neighbours, scores)[basket] > 0
    scores[payment], scores[basket] = 0.0, 1.0
    assert using_best(neighbours, scores)[payment] > 0


def test_each_pair_stands_once_and_none_is_its_own_neighbour(shop: IndexReader) -> None:
    neighbours = NEIGHBOURS.of(*CORPORA.of(shop))
    pairs = list(zip(neighbours.sources.tolist(), neighbours.targets.tolist(), strict=True))
    assert pairs
    assert len(set(pairs)) == len(pairs)
    assert all(source != target for source, target in pairs)


def test_one_commit_is_read_once(shop: IndexReader) -> None:
    assert CORPORA.of(shop)[1] is CORPORA.of(shop)[1]
