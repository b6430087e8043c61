"""Scores candidates by everything that is known of them, over arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.model import Kind, Trait
from codeqa.retrieve.query import Query
from codeqa.retrieve.weights import Weights
from codeqa.store.schema import mask_of
from codeqa.text.tokens import code_tokens

Scores = NDArray[np.float64]

_PROSE = frozenset({Kind.DOCUMENTATION, Kind.CONFIGURATION, Kind.TEXT})
_TEST = mask_of(frozenset({Trait.TEST}))
_ASIDE = mask_of(frozenset({Trait.EXAMPLE, Trait.VENDORED, Trait.GENERATED}))


@dataclass(frozen=True, slots=True)
class Candidates:
    """Chunks that some leg found, with what ranking needs of them; all arrays have one place a chunk."""

    rows: pa.Table
    body: Scores
    """BM25 of the text; 0 where full text did not find it."""
    names: Scores
    """BM25 of the names."""
    similarity: Scores
    """Cosine of the vectors."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidates' scores and why."""

    scores: Scores
    reasons: list[tuple[str, ...]]


def rank(query: Query, candidates: Candidates, weights: Weights) -> Ranked:
    """Scores all candidates.

    The legs are fused by their scores, each less its mean and divided by its maximum, which keeps how clearly a leg
    prefers its first over the rest; reciprocal ranks (Cormack, Clarke and Büttcher 2009) throw that away.
    """
    rows = candidates.rows
    paths: list[str] = rows["path"].to_pylist()
    lexical = _normal(candidates.body + weights.names * candidates.names)
    vector = _normal(candidates.similarity)
    vector_weight = (
        weights.vector_symbol if query.is_symbol else weights.vector_long if query.is_long else weights.vector
    )
    defines = _defines(query, rows, paths, weights)
    path = weights.path * _path_share(query, paths)
    scores = lexical + vector_weight * vector + defines + path
    scores = np.maximum(scores, 1e-6) * _factors(query, rows, weights)
    scores += weights.file * _file_evidence(paths, scores)
    return Ranked(scores, _reasons(candidates, defines, path))


def _normal(scores: Scores) -> Scores:
    """Less the mean, divided by the maximum; zeros where nothing stands out."""
    if scores.size == 0:
        return scores
    centred = scores - scores.mean()
    top = centred.max()
    return centred / top if top > 0 else np.zeros_like(scores)


def _defines(query: Query, rows: pa.Table, paths: Sequence[str], weights: Weights) -> Scores:
    each = weights.defines_symbol if query.is_symbol else weights.defines
    scores = np.zeros(rows.num_rows)
    if not query.identifiers:
        return scores
    names = rows["name"].to_pylist()
    for at, (name, part, kind) in enumerate(
        zip(names, rows["part"].to_pylist(), rows["kind"].to_pylist(), strict=True)
    ):
        if name is None or name.lower() not in query.identifiers or kind in _PROSE:
            continue
        stem = paths[at].rpartition("/")[2].partition(".")[0].lower()
        named_after = weights.named_after if stem.replace("_", "") == name.lower().replace("_", "") else 0.0
        scores[at] = (each + named_after) * (1.0 if part <= 1 else 0.5)
    return scores


def _path_share(query: Query, paths: Sequence[str]) -> Scores:
    wanted = set(query.tokens)
    if not wanted:
        return np.zeros(len(paths))
    known: dict[str, float] = {}
    for one in paths:
        if one not in known:
            known[one] = len(wanted.intersection(code_tokens(one))) / len(wanted)
    return np.array([known[one] for one in paths])


def _factors(query: Query, rows: pa.Table, weights: Weights) -> Scores:
    traits = rows["traits"].to_numpy()
    factors = np.ones(rows.num_rows)
    if not query.wants_tests:
        factors = np.where(traits & _TEST, weights.test, factors)
    factors = np.where(traits & _ASIDE, factors * weights.aside, factors)
    prose = np.array([kind in _PROSE for kind in rows["kind"].to_pylist()], dtype=bool)
    return np.where(prose, factors * (weights.prose_wanted if query.wants_prose else weights.prose), factors)


def _file_evidence(paths: Sequence[str], scores: Scores) -> Scores:
    """For each chunk what its file's other chunks have above half of the file's best, summed."""
    by_file: dict[str, list[float]] = defaultdict(list)
    for path, score in zip(paths, scores, strict=True):
        by_file[path].append(float(score))
    evidence: dict[str, float] = {}
    for path, values in by_file.items():
        best = max(values)
        evidence[path] = min(sum(max(value - best / 2, 0.0) for value in values) - best / 2, best)
    return np.array([evidence[path] for path in paths])


def _reasons(candidates: Candidates, defines: Scores, path: Scores) -> list[tuple[str, ...]]:
    names: list[str | None] = candidates.rows["name"].to_pylist()
    strong = np.quantile(candidates.similarity, 0.9) if candidates.similarity.size else 0.0
    reasons: list[tuple[str, ...]] = []
    for at, name in enumerate(names):
        found = []
        if defines[at] > 0:
            found.append(f"defines {name}")
        if candidates.names[at] > 0:
            found.append("words in its names")
        if candidates.body[at] > 0:
            found.append("words in its text")
        if candidates.similarity[at] >= strong:
            found.append("similar in meaning")
        if path[at] > 0:
            found.append("words in the path")
        reasons.append(tuple(found))
    return reasons
