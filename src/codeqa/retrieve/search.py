"""Hybrid search: full text and vectors find candidates, ranking orders them, files take one place each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.embed.base import Embedder
from codeqa.errors import UsageError
from codeqa.languages.registry import load_languages
from codeqa.model import Hit, Kind
from codeqa.retrieve.query import Query, read_query
from codeqa.retrieve.rank import Candidates, rank
from codeqa.retrieve.rerank import late_interaction
from codeqa.retrieve.weights import DEFAULT_WEIGHTS, Weights
from codeqa.store.filter import Filter
from codeqa.store.reader import IndexReader

CANDIDATES_A_LEG = 200
"""How many chunks each leg finds. The best file was among 200 in all but a few questions of either benchmark."""

MORE = 4
"""How many further chunks of a file a hit carries."""

_COLUMNS = (
    "path", "language", "kind", "name", "symbol", "start_line", "end_line", "text", "signature", "doc", "context",
    "part", "traits",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search may find and how its hits are arranged."""

    limit: int = 10
    per_file: int = 1
    paths: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    languages: frozenset[str] = frozenset()
    rerank: bool = False
    weights: Weights = field(default=DEFAULT_WEIGHTS)

    def where(self) -> Filter:
        """The part that narrows what is found."""
        return Filter(self.paths, self.kinds, self.languages)


def search(reader: IndexReader, embedder: Embedder, text: str, options: SearchOptions) -> list[Hit]:
    """The places that fit a query best, best first.

    Args:
        reader: the index.
        embedder: the one that the index was made with.
        text: words, a symbol, a path, an error message: never query syntax.
        options: limits, filters, arrangement.

    Raises:
        UsageError: an empty query, a limit below one, an unknown language, a bad glob.
        StoreError: the index cannot be read.
    """
    _check(text, options)
    hits = ranked_hits(reader.pinned(), embedder, read_query(text), options)
    if options.rerank:
        hits = late_interaction(embedder, text, hits)
    return _arranged(hits, options.limit, options.per_file)


def ranked_hits(reader: IndexReader, embedder: Embedder, query: Query, options: SearchOptions) -> list[Hit]:
    """All candidates as hits, best first, several of a file."""
    where = options.where()
    vector = embedder.embed_query(query.text)
    legs = (
        reader.full_text(query.tokens, "body", CANDIDATES_A_LEG, where),
        reader.full_text(query.tokens, "names", CANDIDATES_A_LEG, where),
        reader.nearest(vector, CANDIDATES_A_LEG, where),
    )
    ids = np.unique(np.concatenate([found for found, _ in legs]))
    if ids.size == 0:
        return []
    candidates = Candidates(
        rows=reader.chunk_rows(ids, _COLUMNS),
        body=_scores_at(ids, *legs[0]),
        names=_scores_at(ids, *legs[1]),
        similarity=(reader.vectors(ids) @ vector).astype(np.float64),
    )
    ranked = rank(query, candidates, options.weights)
    order = np.lexsort((ids, -ranked.scores))
    return _hits(candidates.rows.take(order), ranked.scores[order], [ranked.reasons[at] for at in order])


def _scores_at(ids: NDArray[np.int64], found: NDArray[np.int64], scores: NDArray[np.float32]) -> NDArray[np.float64]:
    placed = np.zeros(ids.size)
    placed[np.searchsorted(ids, found)] = scores
    return placed


def _hits(rows: pa.Table, scores: NDArray[np.float64], reasons: Sequence[tuple[str, ...]]) -> list[Hit]:
    return [
        Hit(
            path=row["path"],
            start_line=row["start_line"],
            end_line=row["end_line"],
            kind=Kind(row["kind"]),
            symbol=row["symbol"],
            score=round(float(score), 4),
            text=row["text"],
            language=row["language"],
            signature=row["signature"],
            doc=row["doc"],
            context=row["context"],
            reasons=why,
        )
        for row, score, why in zip(rows.to_pylist(), scores, reasons, strict=True)
    ]


def _arranged(hits: Sequence[Hit], limit: int, per_file: int) -> list[Hit]:
    """The first hits with at most ``per_file`` of a file; the first of each carries the file's next best."""
    by_file: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        by_file[hit.path].append(hit)
    shown: list[Hit] = []
    for hit in hits:
        of_file = by_file[hit.path]
        place = of_file.index(hit)
        if place >= per_file:
            continue
        more = tuple(of_file[per_file : per_file + MORE]) if place == 0 else ()
        shown.append(_with_more(hit, more))
        if len(shown) == limit:
            break
    return shown


def _with_more(hit: Hit, more: tuple[Hit, ...]) -> Hit:
    from dataclasses import replace

    return replace(hit, more=tuple(one for one in more if one.score > hit.score / 2))


def _check(text: str, options: SearchOptions) -> None:
    if not text.strip():
        raise UsageError("The query is empty. Ask with a word, a name or a question.")
    for what, number in (("limit", options.limit), ("number of hits a file", options.per_file)):
        if number < 1:
            raise UsageError(f"The {what} is {number}; it must be at least 1.")
    known = {language.name for language in load_languages().languages}
    for language in sorted(options.languages - known):
        raise UsageError(f"There is no language '{language}'. Known: {', '.join(sorted(known))}.")
