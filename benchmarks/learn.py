"""Learns what the signals of search should count, and says how well that carries over to other repositories.

    python benchmarks/learn.py DATA CHECKOUTS

The signals of every file are computed for every query by the product's own code. The weights are those under which the
files that were meant are the likeliest first choice (multinomial logit over a query's files: Cao et al. 2007, "Learning
to rank: from pairwise approach to listwise approach", the top-one form, with a penalty on large weights), found by
Newton's method. The cross-validated figure leaves each repository's queries out while the weights that judge them are
learned. What the product uses (`codeqa/retrieve/weights.py`) is rounded to halves: shown beside.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from codeqa.retrieve.corpus import CORPORA
from codeqa.retrieve.query import read_query
from codeqa.retrieve.rank import rank
from codeqa.retrieve.weights import DEFAULT_WEIGHTS
from data import indexed, lines_of, repositories, save, table

CANDIDATES = 60
"""Files of a query that are learned from, beside those that are meant: the best by the weights as they are."""
PENALTY = 1.0
FOLDS = 7

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """A query: the signals of its files, one a row, and which files are meant."""

    repository: str
    language: str
    signals: Matrix
    meant: NDArray[np.bool_]

    def ndcg(self, weights: Matrix) -> float:
        """NDCG@10 of the files in the order that the weights give them."""
        order = np.argsort(-(self.signals @ weights), kind="stable")[:10]
        gain = sum(1 / math.log2(place + 2) for place, file in enumerate(order) if self.meant[file])
        return gain / sum(1 / math.log2(place + 2) for place in range(min(10, int(self.meant.sum()))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkouts", type=Path)
    arguments = parser.parse_args()
    names = list(asdict(DEFAULT_WEIGHTS))
    used = np.array(list(asdict(DEFAULT_WEIGHTS).values()))
    examples = read_examples(arguments.data, arguments.checkouts, names, used)
    learned = fit(examples)
    print(
        table(
            ["signal", "learned", "used"],
            [[n, float(a), float(b)] for n, a, b in zip(names, learned, used, strict=True)],
        )
    )
    rounds = [cross_validated(examples, seed) for seed in range(3)]
    figures = {
        "the weights used": total(examples, [one.ndcg(used) for one in examples]),
        "the weights learned, on what they were learned from": total(examples, [e.ndcg(learned) for e in examples]),
        "learned, on repositories left out": mean(rounds),
    }
    print()
    print(table(["files ordered by", "NDCG@10"], [[name, value] for name, value in figures.items()]))
    save("learn", {"weights": dict(zip(names, learned.tolist(), strict=True)), "figures": figures})


def read_examples(data: Path, checkouts: Path, names: Sequence[str], weights: Matrix) -> list[Example]:
    """The signals of all queries. Queries none of whose files are in the index teach nothing and are left out."""
    queries = defaultdict(list)
    for query in lines_of(data / "search-queries.jsonl"):
        queries[query["repo"]].append(query)
    examples = []
    for repository in repositories(data, checkouts, use=None):
        codebase = indexed(repository)
        corpus = CORPORA.of(codebase._reader)[1]
        for query in queries[repository.name]:
            text = query["query"]
            ranked = rank(read_query(text), corpus, codebase._embedder.embed_query(text), DEFAULT_WEIGHTS, None)
            signals = np.stack([ranked.file_signals[name] for name in names], axis=1).astype(np.float64)
            targets = {path for one in query["targets"] for path in _below(one["path"], repository.prefix)}
            meant = np.array([path in targets for path in corpus.paths])
            rows = np.union1d(np.argsort(-(signals @ weights))[:CANDIDATES], np.flatnonzero(meant))
            if meant.any():
                examples.append(Example(repository.name, repository.language, signals[rows], meant[rows]))
    return examples


def fit(examples: Sequence[Example]) -> Matrix:
    """The weights that make the files meant the likeliest, by Newton's method with halved steps."""
    signals = np.concatenate([one.signals for one in examples])
    wanted = np.concatenate([one.meant / one.meant.sum() for one in examples])
    sizes = [len(one.meant) for one in examples]
    of_example = np.repeat(np.arange(len(sizes)), sizes)
    begins = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def chances(weights: Matrix) -> tuple[Matrix, float]:
        scores = signals @ weights
        scores -= np.maximum.reduceat(scores, begins)[of_example]
        sums = np.add.reduceat(np.exp(scores), begins)
        loss = float(np.log(sums).sum() - scores @ wanted + PENALTY / 2 * weights @ weights)
        return np.exp(scores) / sums[of_example], loss

    weights = np.zeros(signals.shape[1])
    for _ in range(30):
        chance, loss = chances(weights)
        slope = signals.T @ (chance - wanted) + PENALTY * weights
        expected = np.add.reduceat(signals * chance[:, None], begins, axis=0)
        curvature = signals.T @ (signals * chance[:, None]) - expected.T @ expected + PENALTY * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        while np.abs(step).max() > 1e-4 and chances(weights - step)[1] > loss:
            step /= 2
        weights = weights - step
        if np.abs(step).max() < 1e-3:
            break
    return weights


def cross_validated(examples: Sequence[Example], seed: int) -> float:
    """NDCG@10 where each query is judged by weights that were learned without its repository."""
    names = sorted({one.repository for one in examples})
    np.random.default_rng(seed).shuffle(names)
    values = [0.0] * len(examples)
    for fold in range(FOLDS):
        left_out: Collection[str] = set(names[fold::FOLDS])
        weights = fit([one for one in examples if one.repository not in left_out])
        for place, one in enumerate(examples):
            if one.repository in left_out:
                values[place] = one.ndcg(weights)
    return total(examples, values)


def total(examples: Sequence[Example], values: Sequence[float]) -> float:
    """The mean over repositories, then languages, as in search.py."""
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for example, value in zip(examples, values, strict=True):
        scores[example.language][example.repository].append(value)
    return mean(mean(mean(one) for one in by_repository.values()) for by_repository in scores.values())


def _below(path: str, prefix: str) -> set[str]:
    """A label's path relative to the indexed folder: labels are relative to that or to the checkout."""
    return {path, path.removeprefix(f"{prefix}/")}


if __name__ == "__main__":
    main()
