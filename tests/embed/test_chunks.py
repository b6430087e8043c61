from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from codeqa.embed.base import Vectors
from codeqa.embed.chunks import chunk_vectors
from codeqa.embed.wordllama import load_wordllama
from codeqa.index.chunk import chunk_head
from codeqa.model import Chunk, Kind

CHUNKS = [
    Chunk(
        path="shop/cart.py",
        start_line=3,
        end_line=5,
        kind=Kind.METHOD,
        text="def total(self):\n    # with tax\n    return sum(self.prices) * 1.2",
        language="python",
        name="total",
        symbol="Cart.total",
        signature="def total(self)",
    ),
    Chunk(
        path="README.md", start_line=1, end_line=2, kind=Kind.DOCUMENTATION, text="# Shop\n\nSells things.", name="Shop"
    ),
    Chunk(path="empty.py", start_line=1, end_line=1, kind=Kind.CODE, text=""),
]


class Whole:
    """An embedder that reads head and body as one text, and remembers what it was given."""

    name = "whole"
    dimension = 4
    remote = False
    separate_head = False

    def __init__(self) -> None:
        self.read: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        self.read.extend(texts)
        return np.full((len(texts), 4), 0.5, dtype=np.float32)

    def forget(self) -> None:
        pass

    def embed_query(self, text: str) -> Vectors:
        return np.full(4, 0.5, dtype=np.float32)


def test_head_and_body_weigh_the_same() -> None:
    embedder = load_wordllama()
    vectors = chunk_vectors(embedder, CHUNKS)
    for chunk, vector in zip(CHUNKS, vectors, strict=True):
        expected = embedder.embed_query(chunk_head(chunk)) + embedder.embed_query(chunk.text)
        np.testing.assert_allclose(vector, expected / np.linalg.norm(expected), atol=1e-5)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1])


def test_other_embedders_read_head_and_body_as_one_text() -> None:
    embedder = Whole()
    assert chunk_vectors(embedder, CHUNKS).shape == (3, 4)
    assert embedder.read[0] == f"{chunk_head(CHUNKS[0])}\n{CHUNKS[0].text}"
    assert len(embedder.read) == 3


def test_no_chunks_give_no_rows() -> None:
    assert chunk_vectors(load_wordllama(), []).shape == (0, 256)
