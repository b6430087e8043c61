"""Any model2vec model: static vectors distilled from a transformer, used as the default ones are."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from codeqa.embed.base import Vectors, missing_package, model_not_loaded
from codeqa.embed.static import StaticEmbedder

if TYPE_CHECKING:
    from model2vec import StaticModel

SAMPLED_ROWS: Final = 4096
"""Rows of the table that go into the digest. A model trained anew differs in all of them."""


def load_model2vec(model: str) -> StaticEmbedder:
    """An embedder from a folder or from a name on the Hugging Face hub, which is fetched only the first time.

    Raises:
        EmbedderError: the package is missing, or the model cannot be loaded.
    """
    try:
        from model2vec import StaticModel
    except ImportError as error:
        raise missing_package("model2vec", "model2vec") from error
    folder = Path(model).expanduser()
    try:
        loaded = StaticModel.from_pretrained(str(folder) if folder.is_dir() else model, force_download=False)
    except Exception as error:
        raise model_not_loaded("model2vec", model, error) from error
    name = folder.resolve().name if folder.is_dir() else model
    return StaticEmbedder(Model2VecVectors(name, loaded))


class Model2VecVectors:
    """Word vectors from a model2vec model."""

    def __init__(self, name: str, model: StaticModel) -> None:
        self._model = model
        self.name: Final = f"model2vec/{name}@{_digest(model)}"
        self.dimension: Final = int(model.dim)

    def sums(self, words: Sequence[str]) -> Vectors:
        """The sums of the vectors of the words' pieces, see ``WordVectors.sums``."""
        pieces = self._model.encode_as_sequence(list(words), use_multiprocessing=False)
        result = np.zeros((len(words), self.dimension), dtype=np.float32)
        for index, vectors in enumerate(pieces):
            if len(vectors):
                result[index] = vectors.sum(axis=0, dtype=np.float32)
        return result


def _digest(model: StaticModel) -> str:
    table = np.asarray(model.embedding)
    digest = hashlib.blake2b(repr((table.shape, table.dtype.str)).encode(), digest_size=6)
    digest.update(np.ascontiguousarray(table[:: max(1, len(table) // SAMPLED_ROWS)]).tobytes())
    digest.update(model.tokenizer.to_str().encode())
    return digest.hexdigest()
