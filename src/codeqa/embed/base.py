"""What an embedder is, and what all of them need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from codeqa.errors import EmbedderError

Vectors = NDArray[np.float32]
"""Either one vector, of shape (dimension,), or a matrix of them, one a row."""


class Embedder(Protocol):
    """Turns texts into vectors whose inner product says how near their meanings are."""

    @property
    def name(self) -> str:
        """Identity of the vectors: the model and its version or digest, and how texts are prepared for it.

        Vectors of different names must never be compared. The index stores it and embeds anew when it changes.
        """
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector. A remote service may be asked for it, once."""
        ...

    @property
    def remote(self) -> bool:
        """Whether the texts leave this machine."""
        ...

    @property
    def separate_head(self) -> bool:
        """Whether a chunk's head and body are better embedded each on its own.

        An average of word vectors drowns a head of ten words in a body of two hundred, and costs next to nothing
        to ask twice. A transformer reads both in one text and sees how they belong together, for half the price.
        """
        ...

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are searched.

        Returns:
            Shape (number of texts, dimension), rows of length 1; a row of zeros for a text with nothing in it.

        Raises:
            EmbedderError: the model or its service failed.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, of shape (dimension,), by the same rules.

        Raises:
            EmbedderError: the model or its service failed.
        """
        ...

    def forget(self) -> None:
        """Gives back memory that only makes many texts faster. It may embed again at any time."""
        ...


def unit_rows(matrix: Vectors) -> Vectors:
    """The matrix with its rows brought to length 1, in place; rows of zeros stay.

    Raises:
        EmbedderError: a number is infinite or not a number.
    """
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise EmbedderError(
            "The embedder returned vectors that hold infinity or not-a-number. The model is broken or was loaded in a "
            "precision too low for it: choose another model or precision."
        )
    np.divide(matrix, lengths, out=matrix, where=lengths > 0)
    return matrix


def embed_filled(texts: Sequence[str], embed: Callable[[list[str]], Vectors], dimension: Callable[[], int]) -> Vectors:
    """Embed the texts that hold something, at length 1, and give the others rows of zeros.

    Models invent a vector for the empty text, and services refuse it.

    Args:
        texts: any texts.
        embed: gives the vectors of texts that are not empty, one a row.
        dimension: gives the number of columns, asked only where no text holds anything.
    """
    filled = [index for index, text in enumerate(texts) if text.strip()]
    if not filled:
        return np.zeros((len(texts), dimension() if texts else 0), dtype=np.float32)
    vectors = unit_rows(embed([texts[index] for index in filled]))
    if len(filled) == len(texts):
        return vectors
    result = np.zeros((len(texts), vectors.shape[1]), dtype=np.float32)
    result[filled] = vectors
    return result


def missing_package(package: str, extra: str) -> EmbedderError:
    """The error for an embedder whose package is not installed."""
    return EmbedderError(
        f"The embedder {extra!r} needs the package {package}. Install it with: pip install 'codeqa[{extra}]'"
    )


def model_not_loaded(kind: str, model: str, error: Exception) -> EmbedderError:
    """The error for a model that is neither a readable folder nor a name that can be fetched."""
    first_line = str(error).strip().partition("\n")[0].rstrip(".")
    return EmbedderError(
        f"The {kind} model {model!r} cannot be loaded: {first_line or type(error).__name__}. Give the name of a model "
        f"that {kind} knows (it is fetched once, with network) or a folder that holds one."
    )
