from __future__ import annotations

import numpy as np
import pytest

from codeqa.embed.base import embed_filled, unit_rows
from codeqa.embed.instructions import instruction_of
from codeqa.errors import EmbedderError


def test_rows_come_to_length_1_and_zeros_stay() -> None:
    matrix = np.array([[3, 4], [0, 0], [1e-10, 0]], dtype=np.float32)
    assert unit_rows(matrix) is matrix
    np.testing.assert_allclose(matrix, [[0.6, 0.8], [0, 0], [1, 0]], rtol=1e-5)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_what_is_no_number_is_an_error(number: float) -> None:
    with pytest.raises(EmbedderError, match="not-a-number"):
        unit_rows(np.array([[number, 1]], dtype=np.float32))


def test_only_texts_that_hold_something_are_embedded() -> None:
    seen: list[str] = []

    def embed(texts: list[str]) -> np.ndarray:
        seen.extend(texts)
        return np.ones((len(texts), 4), dtype=np.float32)

    vectors = embed_filled(["", "a", " ", "b"], embed, lambda: 4)
    assert seen == ["a", "b"]
    np.testing.assert_allclose(vectors.sum(axis=1), [0, 2, 0, 2])
    assert embed_filled(["", ""], embed, lambda: 4).shape == (2, 4)


@pytest.mark.parametrize(
    ("model", "query"),
    [
        ("nomic-ai/nomic-embed-code", "Represent this query"),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence"),
        ("snowflake-arctic-embed2", "query: "),
        ("Snowflake/snowflake-arctic-embed-m-v1.5", "Represent this sentence"),
        ("intfloat/multilingual-e5-base", "query: "),
        ("text-embedding-3-large", ""),
    ],
)
def test_prefixes_by_the_model_s_name(model: str, query: str) -> None:
    assert instruction_of(model).query.startswith(query)
    assert bool(instruction_of(model).query) == bool(query)
