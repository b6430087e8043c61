"""Rerankers that run a model in this process. Each needs its extra, and fetches a model by name or reads a folder.

What exceeds a model's window is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from codeqa.errors import RerankerError
from codeqa.rerank.base import Scores


class ModelReranker:
    """A model in this process.

    Args:
        name: the setting that names it.
        score: how well each text answers the query, in any array.
    """

    remote: Final = False
    share: Final = 1.0

    def __init__(self, name: str, score: Callable[[str, list[str]], object]) -> None:
        self.name: Final = name
        self._score = score

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """See ``Reranker.scores``."""
        return np.asarray(self._score(query, list(texts)), dtype=np.float32).reshape(len(texts))


def load_cross_encoder(model: str) -> ModelReranker:
    """A cross-encoder of sentence-transformers, which reads query and text together.

    Source: Nogueira and Cho 2019, "Passage re-ranking with BERT".

    Args:
        model: its name or its folder.

    Raises:
        RerankerError: the package is not installed, or the model cannot be loaded.
    """
    try:
        from sentence_transformers import CrossEncoder
    except ImportError:
        raise _missing("sentence-transformers") from None
    try:
        loaded = CrossEncoder(model)
    except (OSError, ValueError, KeyError) as error:
        raise _not_loaded("sentence-transformers", model, error) from error
    return ModelReranker(
        f"sentence-transformers:{model}",
        lambda query, texts: loaded.predict([(query, text) for text in texts], show_progress_bar=False),
    )


def load_fastembed(model: str) -> ModelReranker:
    """A cross-encoder of fastembed, in ONNX; arguments and errors as :func:`load_cross_encoder`."""
    try:
        from fastembed.rerank.cross_encoder import TextCrossEncoder
    except ImportError:
        raise _missing("fastembed") from None
    try:
        loaded = TextCrossEncoder(model)
    except (OSError, ValueError) as error:
        raise _not_loaded("fastembed", model, error) from error
    return ModelReranker(f"fastembed:{model}", lambda query, texts: list(loaded.rerank(query, texts)))


def load_colbert(model: str) -> ModelReranker:
    """A late-interaction model of fastembed: each token of the query meets the nearest of a text, and that is summed.

    Source: Khattab and Zaharia 2020, "ColBERT", section 3.1. Arguments and errors as :func:`load_cross_encoder`.
    """
    try:
        from fastembed import LateInteractionTextEmbedding
    except ImportError:
        raise _missing("fastembed") from None
    try:
        loaded = LateInteractionTextEmbedding(model)
    except (OSError, ValueError) as error:
        raise _not_loaded("fastembed", model, error) from error

    def score(query: str, texts: list[str]) -> list[float]:
        wanted = next(iter(loaded.query_embed(query)))
        return [float((wanted @ document.T).max(axis=1).sum()) for document in loaded.embed(texts)]

    return ModelReranker(f"colbert:{model}", score)


def _missing(package: str) -> RerankerError:
    return RerankerError(f"The reranker needs the package {package}. Install it with: pip install 'codeqa[{package}]'")


def _not_loaded(kind: str, model: str, error: Exception) -> RerankerError:
    first_line = str(error).strip().partition("\n")[0].rstrip(".")
    return RerankerError(
        f"The {kind} reranker {model!r} cannot be loaded: {first_line or type(error).__name__}. Give the name of a "
        f"model that {kind} knows (it is fetched once, with network)."
    )
