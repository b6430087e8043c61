"""Hybrid search: words and meaning score chunks, all that is known of files orders them, each file takes one place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from codeqa.embed.base import Embedder
from codeqa.errors import UsageError
from codeqa.languages.registry import load_languages
from codeqa.model import Hit, Kind
from codeqa.rerank import Reranker
from codeqa.retrieve.corpus import CORPORA, Corpus
from codeqa.retrieve.postings import Floats
from codeqa.retrieve.query import read_query
from codeqa.retrieve.rank import Ranked, rank
from codeqa.retrieve.reasons import reasons_for
from codeqa.retrieve.rerank import RERANKED, reranked
from codeqa.retrieve.weights import DEFAULT_WEIGHTS, Weights
from codeqa.store.filter import matching_paths
from codeqa.store.reader import IndexReader

LOOKED_AT = 20
"""Chunks that are put in order for each hit asked for; more where these lie in too few files."""

MORE = 4
"""How many further chunks of a file a hit carries."""

GOOD = 0.5
"""A further chunk is shown when it fits at least half as well as the best of all by words and meaning."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What a search may find and how its hits are arranged."""

    limit: int = 10
    per_file: int = 1
    paths: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    languages: frozenset[str] = frozenset()
    reranker: Reranker | None = None
    """Reads the first hits again; None leaves them in their order."""
    weights: Weights = field(default=DEFAULT_WEIGHTS)


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
        RerankerError: the reranker failed.
    """
    _check(text, options)
    pinned, corpus = CORPORA.of(reader)
    if corpus.size == 0:
        return []
    query = read_query(text)
    ranked = rank(query, corpus, embedder.embed_query(text), options.weights, _allowed(corpus, options))
    wanted = max(options.limit, RERANKED) if options.reranker else options.limit
    places = _places(corpus, ranked, wanted, options.per_file)
    fetched = hits_at(pinned, corpus, ranked, [one for place in places for one in (place.chunk, *place.more)])
    hits = [replace(fetched[one.chunk], more=tuple(fetched[each] for each in one.more)) for one in places]
    if options.reranker is not None:
        hits = reranked(options.reranker, text, hits)
    return hits[: options.limit]


def hits_at(reader: IndexReader, corpus: Corpus, ranked: Ranked, chunks: Sequence[int]) -> dict[int, Hit]:
    """Chunks as hits, by their place in the corpus."""
    unique = list(dict.fromkeys(chunks))
    found = reader.chunks(corpus.ids[unique])
    return {
        place: Hit(
            path=chunk.path,
            start_line=chunk.start_line,
            end_line=chunk.end_line,
            kind=chunk.kind,
            symbol=chunk.symbol,
            score=round(float(ranked.scores[place]), 4),
            text=chunk.text,
            language=chunk.language,
            signature=chunk.signature,
            doc=chunk.doc,
            context=chunk.context,
            reasons=reasons_for(place, corpus, ranked),
        )
        for place, chunk in zip(unique, found, strict=True)
    }


@dataclass(frozen=True, slots=True)
class _Place:
    chunk: int
    more: tuple[int, ...]


def _places(corpus: Corpus, ranked: Ranked, limit: int, per_file: int) -> list[_Place]:
    """The first chunks with at most ``per_file`` of a file; the first of each carries the file's next best."""
    looked_at = LOOKED_AT * limit
    while True:
        taken: dict[int, int] = defaultdict(int)
        chosen: list[int] = []
        for chunk in _first(ranked.scores, corpus.ids, looked_at).tolist():
            if ranked.scores[chunk] == -np.inf or len(chosen) == limit:
                break
            file = int(corpus.file_of[chunk])
            if taken[file] < per_file:
                taken[file] += 1
                chosen.append(chunk)
        if len(chosen) == limit or looked_at >= corpus.size:
            break
        looked_at *= 8
    good = ranked.chunks.both >= GOOD
    shown = set(chosen)
    places = []
    for chunk in chosen:
        more: tuple[int, ...] = ()
        file = int(corpus.file_of[chunk])
        if taken.pop(file, 0):
            others = np.flatnonzero((corpus.file_of == file) & good & (ranked.scores > -np.inf))
            best_first = others[np.lexsort((corpus.ids[others], -ranked.scores[others]))]
            more = tuple(one for one in best_first.tolist() if one not in shown)[:MORE]
        places.append(_Place(chunk, more))
    return places


def _first(scores: Floats, ids: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The best chunks, best first; of those that are equally good, the lower id comes first."""
    best = np.arange(scores.size)
    if count < scores.size:
        least = np.partition(scores, scores.size - count)[scores.size - count]
        best = np.flatnonzero(scores >= least)
    return best[np.lexsort((ids[best], -scores[best]))]


def _allowed(corpus: Corpus, options: SearchOptions) -> NDArray[np.bool_] | None:
    """Which chunks the filters let through; None where there are no filters."""
    if not (options.paths or options.kinds or options.languages):
        return None
    allowed = np.ones(corpus.size, dtype=bool)
    if options.paths:
        matching = set(matching_paths(options.paths, corpus.paths))
        files = np.array([path in matching for path in corpus.paths], dtype=bool)
        allowed &= files[corpus.file_of]
    if options.kinds:
        allowed &= np.isin(corpus.kinds, [kind.value for kind in options.kinds])
    if options.languages:
        allowed &= np.array([language in options.languages for language in corpus.languages], dtype=bool)
    return allowed


def _check(text: str, options: SearchOptions) -> None:
    if not text.strip():
        raise UsageError("The query is empty. Ask with a word, a name or a question.")
    for what, number in (("limit", options.limit), ("number of hits a file", options.per_file)):
        if number < 1:
            raise UsageError(f"The {what} is {number}; it must be at least 1.")
    known = {language.name for language in load_languages().languages}
    for language in sorted(options.languages - known):
        raise UsageError(f"There is no language '{language}'. Known: {', '.join(sorted(known))}.")
