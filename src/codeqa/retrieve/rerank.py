"""Puts the first hits of a search into the order in which a reranker sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from codeqa.model import Hit
from codeqa.rerank import Reranker, Scores

RERANKED: Final = 100


def reranked(reranker: Reranker, query: str, hits: Sequence[Hit]) -> list[Hit]:
    """The hits in a new order; their scores stay on the first ranking's scale.

    Args:
        reranker: reads the first hits.
        query: as it was asked.
        hits: best first; those beyond the first RERANKED keep their places behind them.

    Raises:
        RerankerError: it failed.
    """
    first, rest = list(hits[:RERANKED]), list(hits[RERANKED:])
    if not first:
        return list(hits)
    before = np.array([hit.score for hit in first], dtype=np.float32)
    own = reranker.scores(query, [_text(hit) for hit in first])
    scores = (1 - reranker.share) * _unit(before) + reranker.share * _unit(own)
    order = np.argsort(-scores, kind="stable")
    scale = float(before.max())
    return [replace(first[at], score=round(float(scores[at]) * scale, 4)) for at in order] + rest


def _text(hit: Hit) -> str:
    """What is read of a hit: where it stands, what it is called, and its lines."""
    return f"{hit.path} {hit.symbol or ''}\n{hit.text}"


def _unit(scores: Scores) -> Scores:
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)
