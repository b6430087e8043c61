"""Any sentence-transformers model, in this process."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from codeqa.embed.base import Vectors, embed_filled, missing_package, model_not_loaded
from codeqa.embed.instructions import NONE, Instruction, instruction_of

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

SAMPLED_NUMBERS: Final = 64
"""Numbers of each weight tensor that go into the digest. A model trained anew differs in nearly all of them."""


def load_sentence_transformer(model: str) -> SentenceTransformerEmbedder:
    """An embedder from a folder or from a name on the Hugging Face hub, which is fetched only the first time.

    Raises:
        EmbedderError: the package is missing, or the model cannot be loaded.
    """
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise missing_package("sentence-transformers", "sentence-transformers") from error
    folder = Path(model).expanduser()
    source = str(folder) if folder.is_dir() else model
    try:
        try:
            loaded = SentenceTransformer(source, local_files_only=True)
        except OSError:
            if folder.is_dir():
                raise
            loaded = SentenceTransformer(source)
    except Exception as error:
        raise model_not_loaded("sentence-transformers", model, error) from error
    return SentenceTransformerEmbedder(folder.resolve().name if folder.is_dir() else model, loaded)


class SentenceTransformerEmbedder:
    """Embeds with a transformer. Prompts are the model's own where it brings some, else those known for its name."""

    remote: Final = False
    separate_head: Final = False

    def __init__(self, name: str, model: SentenceTransformer) -> None:
        self._model = model
        self._prompted = any(model.prompts.values())
        self._instruction: Instruction = NONE if self._prompted else instruction_of(name)
        documents = dict(model.prompts) if self._prompted else self._instruction.document
        self.name: Final = f"sentence-transformers/{name}@{_digest(model, repr(documents))}"
        self.dimension: Final = int(model.encode(["dimension"], show_progress_bar=False).shape[1])

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts, see ``Embedder.embed_documents``. What exceeds the model's window is not read."""
        return embed_filled(texts, self._encode_documents, lambda: self.dimension)

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, see ``Embedder.embed_query``."""
        vector: Vectors = embed_filled([text], self._encode_queries, lambda: self.dimension)[0]
        return vector

    def forget(self) -> None:
        """Nothing is kept, see ``Embedder.forget``."""

    def _encode_documents(self, texts: list[str]) -> Vectors:
        if self._prompted:
            return _floats(self._model.encode_document(texts, show_progress_bar=False))
        return self._encode(texts, self._instruction.document)

    def _encode_queries(self, texts: list[str]) -> Vectors:
        if self._prompted:
            return _floats(self._model.encode_query(texts, show_progress_bar=False))
        return self._encode(texts, self._instruction.query)

    def _encode(self, texts: list[str], prefix: str) -> Vectors:
        return _floats(self._model.encode([prefix + text for text in texts], show_progress_bar=False))


def _floats(vectors: object) -> Vectors:
    return np.asarray(vectors).astype(np.float32)


def _digest(model: SentenceTransformer, prompts: str) -> str:
    digest = hashlib.blake2b(prompts.encode(), digest_size=6)
    for name, tensor in model.state_dict().items():
        digest.update(repr((name, tuple(tensor.shape))).encode())
        digest.update(tensor.flatten()[:SAMPLED_NUMBERS].float().cpu().numpy().tobytes())
    return digest.hexdigest()
