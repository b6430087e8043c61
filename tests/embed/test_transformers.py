"""What goes into a transformer and what is made of what comes out. The models are stand-ins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from codeqa.embed.base import Vectors
from codeqa.embed.fastembed import FastEmbedEmbedder
from codeqa.embed.sentence_transformers import SentenceTransformerEmbedder


class Model:
    """Answers every text with one vector, and remembers what it was given."""

    embedding_size = 2

    def __init__(self, prompts: dict[str, str] | None = None) -> None:
        self.prompts = prompts or {}
        self.read: list[str] = []

    def encode(self, texts: list[str], **options: Any) -> Vectors:
        self.read.extend(texts)
        return np.full((len(texts), 2), 3.0, dtype=np.float64)  # type: ignore[return-value]

    def encode_document(self, texts: list[str], **options: Any) -> Vectors:
        return self.encode([f"own document: {text}" for text in texts])

    def encode_query(self, texts: list[str], **options: Any) -> Vectors:
        return self.encode([f"own query: {text}" for text in texts])

    def passage_embed(self, texts: list[str], **options: Any) -> Iterator[Vectors]:
        yield from self.encode(texts)

    query_embed = passage_embed

    def state_dict(self) -> dict[str, Any]:
        return {}


def read_by(embedder: Any, model: Model) -> list[str]:
    model.read.clear()
    vectors = embedder.embed_documents(["text", ""])
    np.testing.assert_allclose(vectors, [[0.5**0.5] * 2, [0, 0]], atol=1e-6)
    assert vectors.dtype == np.float32
    assert embedder.embed_query("question").shape == (2,)
    return model.read


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("all-MiniLM-L6-v2", ["text", "question"]),
        ("nomic-ai/nomic-embed-text-v1.5", ["search_document: text", "search_query: question"]),
    ],
)
def test_known_models_get_their_prefixes(name: str, expected: list[str]) -> None:
    model: Any = Model()
    assert read_by(SentenceTransformerEmbedder(name, model), model) == expected
    assert read_by(FastEmbedEmbedder(name, "1.0", model), model) == expected


def test_prompts_that_a_model_brings_come_first() -> None:
    model: Any = Model({"query": "q: ", "document": ""})
    embedder = SentenceTransformerEmbedder("nomic-embed-text", model)
    assert read_by(embedder, model) == ["own document: text", "own query: question"]
    assert embedder.name != SentenceTransformerEmbedder("nomic-embed-text", Model()).name  # type: ignore[arg-type]
