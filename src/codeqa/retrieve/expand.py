"""Widens evidence through the reference graph: what the best chunks use, and what uses them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from codeqa.retrieve.corpus import Corpus
from codeqa.retrieve.postings import Floats
from codeqa.store.reader import IndexReader

SEEDS = 25
"""Chunks from which the graph is walked: about what is shown of a question's evidence by its words alone."""

CERTAIN = 0.3
"""References less certain than this lead everywhere and so nowhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """Which chunk refers to what another one defines; each pair once."""

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    uses: Floats
    """How many other chunks each chunk refers to."""
    used: Floats
    """How many other chunks refer to each chunk."""


def build_neighbours(reader: IndexReader, corpus: Corpus) -> Neighbours:
    """The references of an index as pairs of chunks.

    Args:
        reader: pinned to the corpus's commit.
        corpus: the chunks.
    """
    links = reader.links_table()
    links = links.filter(pc.greater_equal(links["confidence"], CERTAIN))
    definitions = reader.definition_names()
    if corpus.size == 0 or links.num_rows == 0:
        nothing = np.empty(0, dtype=np.int64)
        zeros = np.zeros(corpus.size, dtype=np.float32)
        return Neighbours(nothing, nothing, zeros, zeros)
    defined_at = corpus.chunks_at(definitions["path"].to_pylist(), definitions["line"].to_numpy())
    rows = pc.fill_null(pc.index_in(links["target_id"], definitions["id"].combine_chunks()), -1).to_numpy()
    targets = np.where(rows >= 0, defined_at[rows], -1)
    sources = corpus.chunks_at(links["path"].to_pylist(), links["line"].to_numpy())
    kept = (sources >= 0) & (targets >= 0) & (sources != targets)
    pairs = np.unique(sources[kept] * corpus.size + targets[kept])
    sources, targets = pairs // corpus.size, pairs % corpus.size
    return Neighbours(
        sources,
        targets,
        np.bincount(sources, minlength=corpus.size).astype(np.float32),
        np.bincount(targets, minlength=corpus.size).astype(np.float32),
    )


def used_by_best(neighbours: Neighbours, scores: Floats) -> Floats:
    """How much the best chunks refer to each chunk, 1 for the most.

    A chunk that refers to much says little about each; one that everything refers to is named by each in passing.

    Args:
        neighbours: the references.
        scores: one a chunk, 1 for the best and 0 for what does not fit.
    """
    seeds = _seeds(scores)
    passed = seeds[neighbours.sources] / np.sqrt(1 + neighbours.uses[neighbours.sources])
    total = np.bincount(neighbours.targets, weights=passed, minlength=scores.size)
    return _unit(total / np.sqrt(1 + np.log1p(neighbours.used)))


def using_best(neighbours: Neighbours, scores: Floats) -> Floats:
    """How much each chunk refers to the best chunks, 1 for the most; arguments as for :func:`used_by_best`."""
    seeds = _seeds(scores)
    passed = seeds[neighbours.targets] / np.sqrt(1 + neighbours.used[neighbours.targets])
    return _unit(np.bincount(neighbours.sources, weights=passed, minlength=scores.size))


def _seeds(scores: Floats) -> Floats:
    seeds = np.zeros_like(scores)
    first = np.argsort(-scores, kind="stable")[:SEEDS]
    seeds[first] = scores[first] ** 2
    return seeds


def _unit(scores: NDArray[np.number]) -> Floats:
    top = float(scores.max()) if scores.size else 0.0
    return np.asarray(scores / top if top > 0 else scores, dtype=np.float32)


class NeighbourCache:
    """The neighbours of each corpus in use."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Corpus, Neighbours] = WeakKeyDictionary()
        self._building = threading.Lock()

    def of(self, reader: IndexReader, corpus: Corpus) -> Neighbours:
        """A corpus's neighbours; arguments as for :func:`build_neighbours`."""
        with self._building:
            if corpus not in self._known:
                self._known[corpus] = build_neighbours(reader, corpus)
            return self._known[corpus]


NEIGHBOURS = NeighbourCache()
"""Kept here so that questions about one corpus share them."""
