"""The reranker that needs nothing: each word of the query meets the most similar word of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from codeqa.embed.base import Embedder
from codeqa.rerank.base import Scores
from codeqa.text.asking import ASKING
from codeqa.text.tokens import WORD, code_tokens

WORDS_A_TEXT: Final = 200


class LateInteraction:
    """Source: Khattab and Zaharia 2020, "ColBERT", section 3.1 (MaxSim), here over static word vectors.

    Args:
        embedder: gives words' vectors, on this machine.
    """

    name: Final = "late-interaction"
    remote: Final = False
    share: Final = 0.1
    """Word vectors have had their say in the first ranking: NDCG@10 0.901 without, 0.902 with a tenth, 0.894 with 0.3,
    over the queries of ``benchmarks/search.py``."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """The mean over the query's words of the similarity to the nearest word of a text; see ``Reranker.scores``."""
        wanted = list(dict.fromkeys(word for word in WORD.findall(query) if word.lower() not in ASKING))
        if not wanted:
            return np.zeros(len(texts), dtype=np.float32)
        words_of = [list(dict.fromkeys(code_tokens(text)))[:WORDS_A_TEXT] for text in texts]
        vocabulary = list(dict.fromkeys([*wanted, *(word for words in words_of for word in words)]))
        row = {word: at for at, word in enumerate(vocabulary)}
        vectors = self._embedder.embed_documents(vocabulary)
        question = vectors[[row[word] for word in wanted]]
        return np.array(
            [
                (question @ vectors[[row[word] for word in words]].T).max(axis=1).mean() if words else 0.0
                for words in words_of
            ],
            dtype=np.float32,
        )
