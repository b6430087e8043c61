"""Reranks the first hits by late interaction: each word of the query meets the most similar word of a hit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from codeqa.embed.base import Embedder
from codeqa.model import Hit
from codeqa.text.tokens import WORD, code_tokens

RERANKED = 100
SHARE = 0.5
"""How much of the final score comes from late interaction; the rest is the first ranking's."""
WORDS_A_HIT = 200


def late_interaction(embedder: Embedder, query: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits in a new order.

    Source: Khattab and Zaharia 2020, "ColBERT", section 3.1 (MaxSim), here over static word vectors.

    Args:
        embedder: gives the words' vectors.
        query: as it was asked.
        hits: best first; those beyond the first RERANKED keep their places behind them.
    """
    first, rest = list(hits[:RERANKED]), list(hits[RERANKED:])
    wanted = list(dict.fromkeys(WORD.findall(query)))
    if not first or not wanted:
        return list(hits)
    words_of = [_words(hit) for hit in first]
    vocabulary = list(dict.fromkeys([*wanted, *(word for words in words_of for word in words)]))
    row = {word: at for at, word in enumerate(vocabulary)}
    vectors = embedder.embed_documents(vocabulary)
    question = vectors[[row[word] for word in wanted]]
    interaction = np.array(
        [
            (question @ vectors[[row[word] for word in words]].T).max(axis=1).mean() if words else 0.0
            for words in words_of
        ]
    )
    before = np.array([hit.score for hit in first])
    scores = (1 - SHARE) * _unit(before) + SHARE * _unit(interaction)
    order = np.argsort(-scores, kind="stable")
    scale = float(before.max())
    return [replace(first[at], score=round(float(scores[at]) * scale, 4)) for at in order] + rest


def _words(hit: Hit) -> list[str]:
    return list(dict.fromkeys(code_tokens(f"{hit.path} {hit.symbol or ''} {hit.text}")))[:WORDS_A_HIT]


def _unit(scores: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)
