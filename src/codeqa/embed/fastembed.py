"""Any fastembed model: ONNX transformers without torch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from codeqa.embed.base import Vectors, embed_filled, missing_package, model_not_loaded
from codeqa.embed.instructions import instruction_of
from codeqa.errors import EmbedderError

if TYPE_CHECKING:
    from fastembed import TextEmbedding

BATCH: Final = 32
"""Texts run at once. All are padded to the longest, so larger batches waste more than they save."""

MODEL_FILES: Final = ("model.onnx", "onnx/model.onnx", "model_optimized.onnx", "model_quantized.onnx")


def load_fastembed(model: str) -> FastEmbedEmbedder:
    """An embedder from one of fastembed's names, fetched only the first time, or from a folder.

    A folder is laid out as sentence-transformers exports ONNX: a model file, ``tokenizer.json``, ``config.json`` and
    ``1_Pooling/config.json``.

    Raises:
        EmbedderError: the package is missing, or the model cannot be loaded.
    """
    try:
        from fastembed import TextEmbedding
    except ImportError as error:
        raise missing_package("fastembed", "fastembed") from error
    folder = Path(model).expanduser()
    try:
        if folder.is_dir():
            return _load_folder(folder.resolve())
        # fastembed chooses the file behind a name, so its own version is the version of the model.
        return FastEmbedEmbedder(model, version("fastembed"), TextEmbedding(model))
    except EmbedderError:
        raise
    except Exception as error:
        raise model_not_loaded("fastembed", model, error) from error


class FastEmbedEmbedder:
    """Embeds with an ONNX transformer, with the prefixes known for the model's name."""

    remote: Final = False
    separate_head: Final = False

    def __init__(self, name: str, digest: str, model: TextEmbedding) -> None:
        self._model = model
        self._instruction = instruction_of(name)
        suffix = f" {self._instruction.document!r}" if self._instruction.document else ""
        self.name: Final = f"fastembed/{name}@{digest}{suffix}"
        self.dimension: Final = int(model.embedding_size)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts, see ``Embedder.embed_documents``. What exceeds the model's window is not read."""

        def embed(filled: list[str]) -> Vectors:
            prefixed = [self._instruction.document + text for text in filled]
            return _matrix(self._model.passage_embed(prefixed, batch_size=BATCH))

        return embed_filled(texts, embed, lambda: self.dimension)

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, see ``Embedder.embed_query``."""

        def embed(filled: list[str]) -> Vectors:
            return _matrix(self._model.query_embed([self._instruction.query + text for text in filled]))

        vector: Vectors = embed_filled([text], embed, lambda: self.dimension)[0]
        return vector

    def forget(self) -> None:
        """Nothing is kept, see ``Embedder.forget``."""


def _load_folder(folder: Path) -> FastEmbedEmbedder:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    file = next((file for file in MODEL_FILES if (folder / file).is_file()), None)
    if file is None:
        raise EmbedderError(f"{folder} holds no ONNX model; looked for {', '.join(MODEL_FILES)}.")
    pooling = json.loads((folder / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    with (folder / file).open("rb") as opened:
        digest = hashlib.file_digest(opened, lambda: hashlib.blake2b(digest_size=6)).hexdigest()
    known_as = f"{folder}@{digest}"
    if known_as not in {str(description["model"]) for description in TextEmbedding.list_supported_models()}:
        TextEmbedding.add_custom_model(
            model=known_as,
            pooling=PoolingType.CLS if pooling.get("pooling_mode_cls_token") else PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(url="local"),
            dim=int(config["hidden_size"]),
            model_file=file,
        )
    return FastEmbedEmbedder(folder.name, digest, TextEmbedding(known_as, specific_model_path=str(folder)))


def _matrix(vectors: object) -> Vectors:
    return np.asarray(list(vectors)).astype(np.float32)  # type: ignore[call-overload]
