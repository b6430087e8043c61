"""How much a graph's nodes are referred to, counted with who refers to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codeqa.retrieve.adjacency import Numbers

DAMPING = 0.85
"""Brin and Page 1998, "The anatomy of a large-scale hypertextual web search engine", section 2.1."""

TOLERANCE = 1e-6
ROUNDS = 200


def pagerank(
    sources: Numbers, targets: Numbers, weights: NDArray[np.floating], nodes: int, returning: Numbers | None = None
) -> NDArray[np.float64]:
    """The share of an endless walk that each node has, shape (nodes,), sum 1.

    Source: Page, Brin, Motwani, Winograd 1998, "The PageRank Citation Ranking", section 6 for the personalised form.

    Args:
        sources: where each edge starts.
        targets: where it ends.
        weights: how likely a walk takes it, beside the source's other edges.
        nodes: how many there are, at least one.
        returning: nodes to which a walk that breaks off, or is at an end, returns; None for all alike.
    """
    home = np.zeros(nodes)
    home[slice(None) if returning is None or not len(returning) else returning] = 1.0
    home /= home.sum()
    leaving = np.bincount(sources, weights=weights, minlength=nodes)
    # A source may have nothing but edges of weight 0.
    passed = np.divide(weights, leaving[sources], out=np.zeros(len(sources)), where=leaving[sources] > 0)
    at_end = leaving == 0
    ranks = home.copy()
    for _ in range(ROUNDS):
        arriving = np.bincount(targets, weights=ranks[sources] * passed, minlength=nodes)
        following = DAMPING * (arriving + ranks[at_end].sum() * home) + (1 - DAMPING) * home
        moved = np.abs(following - ranks).sum()
        ranks = following
        if moved < TOLERANCE:
            break
    return ranks
