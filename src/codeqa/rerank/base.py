"""What a reranker is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]


class Reranker(Protocol):
    """Reads a query beside each of a few texts, more closely than a search over all can."""

    @property
    def name(self) -> str:
        """What it is, as `codeqa doctor` shows it."""
        ...

    @property
    def remote(self) -> bool:
        """Whether the query and the texts leave this machine."""
        ...

    @property
    def share(self) -> float:
        """How much of the final order is its own, 0 to 1; the rest is the first ranking's."""
        ...

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """How well each text answers the query, the higher the better, on any scale; shape (texts,).

        Raises:
            RerankerError: the model or its service failed.
        """
        ...
