from __future__ import annotations

import math
import threading
import zlib
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.embed import static
from codeqa.embed.base import Vectors
from codeqa.embed.static import StaticEmbedder
from codeqa.text.tokens import WORD, split_identifier


class Random:
    """Word vectors drawn from the word itself. Counts how often each word was asked for."""

    name = "random"
    dimension = 16

    def __init__(self) -> None:
        self.asked: list[str] = []

    def vector(self, word: str) -> Vectors:
        return np.random.default_rng(zlib.crc32(word.encode("utf-8", "surrogatepass"))).normal(size=16).astype("f4")

    def sums(self, words: Sequence[str]) -> Vectors:
        self.asked.extend(words)
        return np.array([self.vector(word) for word in words], dtype=np.float32).reshape(len(words), 16)


def by_hand(text: str) -> Vectors:
    """The definition, word by word."""
    words = [part for word in WORD.findall(text) if len(word) <= 128 for part in split_identifier(word)]
    total = np.zeros(16)
    for word in set(words):
        total += (1 + math.log(words.count(word))) * Random().vector(word)
    length = np.linalg.norm(total)
    return (total / length if length else total).astype(np.float32)


TEXTS = st.lists(st.text(alphabet="abAB_1 é\n.", max_size=60), max_size=12)


@given(TEXTS)
def test_a_text_is_the_weighted_sum_of_its_words(texts: list[str]) -> None:
    vectors = StaticEmbedder(Random()).embed_documents(texts)
    assert vectors.shape == (len(texts), 16)
    assert vectors.dtype == np.float32
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_allclose(vector, by_hand(text), atol=1e-5)


@given(TEXTS)
def test_rows_have_length_1_or_0(texts: list[str]) -> None:
    lengths = np.linalg.norm(StaticEmbedder(Random()).embed_documents(texts), axis=1)
    assert all(length == pytest.approx(1, abs=1e-5) or length == 0 for length in lengths)


def test_a_text_s_vector_does_not_depend_on_its_company() -> None:
    texts = [f"def parse_url_{number}(text): return text * {number}" for number in range(1000)]
    embedder = StaticEmbedder(Random())
    together = embedder.embed_documents(texts)
    np.testing.assert_allclose(together[777], StaticEmbedder(Random()).embed_query(texts[777]), atol=1e-6)
    assert embedder.embed_documents([]).shape == (0, 16)


def test_identifiers_are_split_whatever_their_convention() -> None:
    embedder = StaticEmbedder(Random())
    camel, snake = embedder.embed_documents(["parseUrl parseUrl", "parse_Url"])
    np.testing.assert_allclose(camel, snake, atol=1e-6)


def test_each_word_is_asked_for_once() -> None:
    vectors = Random()
    embedder = StaticEmbedder(vectors)
    for _ in range(3):
        embedder.embed_documents(["getUserName", "get_user_name UserName", "name"])
    assert sorted(vectors.asked) == ["Name", "User", "get", "name", "user"]


def test_the_cache_is_bounded_and_forgetting_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "CACHED_WORDS", 10)
    monkeypatch.setattr(static, "BLOCK", 4)
    texts = [f"alpha{chr(97 + number % 26)} beta{chr(97 + number % 7)}" for number in range(100)]
    embedder = StaticEmbedder(Random())
    vectors = embedder.embed_documents(texts)
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_allclose(vector, by_hand(text), atol=1e-5)
    assert len(embedder._words.rows) < 20


def test_threads_may_share_an_embedder() -> None:
    embedder = StaticEmbedder(Random())
    results: dict[int, Vectors] = {}

    def work(number: int) -> None:
        results[number] = embedder.embed_documents([f"word{chr(97 + number)} t{chr(97 + step)}" for step in range(26)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, vectors in results.items():
        np.testing.assert_allclose(vectors[3], by_hand(f"word{chr(97 + number)} td"), atol=1e-5)
