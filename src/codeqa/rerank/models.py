"""Rerankers that run a model in this process. Each needs its extra, and fetches a model by name or reads a folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from codeqa.errors import RerankerError
from codeqa.rerank.base import Scores

if TYPE_CHECKING:
    from fastembed import LateInteractionTextEmbedding
    from fastembed.rerank.cross_encoder import TextCrossEncoder
    from sentence_transformers import CrossEncoder


class SentenceTransformersReranker:
    """A cross-encoder: query and text are read together (Nogueira and Cho 2019, "Passage re-ranking with BERT")."""

    remote: Final = False
    share: Final = 1.0

    def __init__(self, name: str, model: CrossEncoder) -> None:
        self.name: Final = name
        self._model = model

    @classmethod
    def load(cls, model: str) -> SentenceTransformersReranker:
        """Loads a cross-encoder by its name or its folder.

        Raises:
            RerankerError: the package is not installed, or the model cannot be loaded.
        """
        try:
            from sentence_transformers import CrossEncoder
        except ImportError:
            raise _missing("sentence-transformers") from None
        try:
            return cls(f"sentence-transformers:{model}", CrossEncoder(model))
        except (OSError, ValueError, KeyError) as error:
            raise _not_loaded("sentence-transformers", model, error) from error

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """See ``Reranker.scores``; what exceeds the model's window is not read."""
        pairs = [(query, text) for text in texts]
        return np.asarray(self._model.predict(pairs, show_progress_bar=False), dtype=np.float32).reshape(len(texts))


class FastEmbedReranker:
    """A cross-encoder in ONNX."""

    remote: Final = False
    share: Final = 1.0

    def __init__(self, name: str, model: TextCrossEncoder) -> None:
        self.name: Final = name
        self._model = model

    @classmethod
    def load(cls, model: str) -> FastEmbedReranker:
        """Loads one of fastembed's cross-encoders by its name.

        Raises:
            RerankerError: the package is not installed, or the model cannot be loaded.
        """
        try:
            from fastembed.rerank.cross_encoder import TextCrossEncoder
        except ImportError:
            raise _missing("fastembed") from None
        try:
            return cls(f"fastembed:{model}", TextCrossEncoder(model))
        except (OSError, ValueError) as error:
            raise _not_loaded("fastembed", model, error) from error

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """See ``Reranker.scores``; what exceeds the model's window is not read."""
        return np.fromiter(self._model.rerank(query, list(texts)), dtype=np.float32, count=len(texts))


class ColBERTReranker:
    """Late interaction over a transformer's token vectors (Khattab and Zaharia 2020, "ColBERT", section 3.1)."""

    remote: Final = False
    share: Final = 1.0

    def __init__(self, name: str, model: LateInteractionTextEmbedding) -> None:
        self.name: Final = name
        self._model = model

    @classmethod
    def load(cls, model: str) -> ColBERTReranker:
        """Loads one of fastembed's late-interaction models by its name.

        Raises:
            RerankerError: the package is not installed, or the model cannot be loaded.
        """
        try:
            from fastembed import LateInteractionTextEmbedding
        except ImportError:
            raise _missing("fastembed") from None
        try:
            return cls(f"colbert:{model}", LateInteractionTextEmbedding(model))
        except (OSError, ValueError) as error:
            raise _not_loaded("fastembed", model, error) from error

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """The sum over the query's tokens of the similarity to a text's nearest token; see ``Reranker.scores``."""
        wanted = next(iter(self._model.query_embed(query)))
        documents = self._model.embed(list(texts))
        sums = ((wanted @ document.T).max(axis=1).sum() for document in documents)
        return np.fromiter(sums, dtype=np.float32, count=len(texts))


def _missing(package: str) -> RerankerError:
    return RerankerError(f"The reranker needs the package {package}. Install it with: pip install 'codeqa[{package}]'")


def _not_loaded(kind: str, model: str, error: Exception) -> RerankerError:
    first_line = str(error).strip().partition("\n")[0].rstrip(".")
    return RerankerError(
        f"The {kind} reranker {model!r} cannot be loaded: {first_line or type(error).__name__}. Give the name of a "
        f"model that {kind} knows (it is fetched once, with network)."
    )
