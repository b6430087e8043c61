"""Scores files and chunks by everything that is known of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codeqa.embed.wordllama import load_wordllama
from codeqa.model import CONTAINERS, Kind, Trait
from codeqa.retrieve.corpus import Corpus, Defined
from codeqa.retrieve.matching import HUMPS, match_names, similar_names
from codeqa.retrieve.postings import Floats
from codeqa.retrieve.query import Query
from codeqa.retrieve.signals import (
    ChunkSignals,
    best_of_files,
    chunk_signals,
    named_after,
    share_of_words,
    size,
    standing_out,
)
from codeqa.retrieve.weights import Weights
from codeqa.store.schema import mask_of

_TEST = mask_of([Trait.TEST])
_ASIDE = mask_of([Trait.EXAMPLE, Trait.VENDORED, Trait.GENERATED])
_DOCUMENTATION = mask_of([Trait.DOCUMENTATION])
_VALUES = frozenset(kind.value for kind in (Kind.FIELD, Kind.VARIABLE, Kind.PROPERTY, Kind.ENUM_MEMBER))
_TYPES = frozenset(kind.value for kind in CONTAINERS) - {Kind.IMPL.value}

NEAR = 0.8
"""What a definition counts whose name is only like the one asked for."""

NEAREST_NAMES = 3

MENTIONED_WHOLE = 0.7
"""What a definition counts that a question mentions with its owner (``req.accepts``), where a bare name alone counts 1:
NDCG@10 0.905 over the public queries, 0.897 without."""

MENTIONED = 0.3
"""The same for a name alone that only code writes so; questions name what they are not about, too."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Scores, one a chunk, and what they are made of."""

    scores: Floats
    chunks: ChunkSignals
    definitions: dict[int, tuple[float, str]]
    """Chunks that define what is asked for or mentioned, how well each fits, 0 to 1, and the name as defined there."""
    named: Floats
    """1 where the query names the chunk's lines."""
    file_signals: dict[str, Floats]
    """By the weight's name, one a file, before weighting."""


def rank(query: Query, corpus: Corpus, vector: Floats, weights: Weights, allowed: NDArray[np.bool_] | None) -> Ranked:
    """Scores all chunks: the file's score, less what the chunk lacks to the file's best.

    So files are ordered by all that speaks for them, and a file's chunks among themselves by their own.

    Args:
        query: the query.
        corpus: the chunks.
        vector: the query's, shape (dimension,).
        weights: what each signal counts.
        allowed: which chunks may be found; None for all.
    """
    chunks = chunk_signals(query, corpus, vector)
    both = chunks.both
    definitions = definitions_named(query, corpus)
    defines = _fits(definitions, corpus)
    named = places_of(query, corpus)
    if allowed is not None:
        both, defines, named = (np.where(allowed, scores, 0) for scores in (both, defines, named))
    signals = file_signals(query, corpus, vector, chunks, both, defines, named)
    files = np.zeros(len(corpus.paths), dtype=np.float32)
    for name, values in signals.items():
        files += getattr(weights, name) * values
    own = both + weights.definition * defines + weights.place * named
    scores = (files - corpus.best_of_file(own))[corpus.file_of] + own
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    return Ranked(scores.astype(np.float32), chunks, definitions, named, signals)


def file_signals(
    query: Query,
    corpus: Corpus,
    vector: Floats,
    chunks: ChunkSignals,
    both: Floats,
    defines: Floats,
    named: Floats,
) -> dict[str, Floats]:
    """What speaks for or against each file, by the name of its weight."""
    best = best_of_files(both, corpus, 3)
    aside = corpus.file_traits
    prose = corpus.file_prose | ((aside & _DOCUMENTATION) > 0)
    nothing = np.zeros(len(corpus.paths), dtype=np.float32)
    return {
        "best": best[0],
        "others": best[1] + best[2],
        "text": best_of_files(chunks.text, corpus, 1)[0],
        "file_vector": standing_out(corpus.file_vectors @ vector),
        "path_vector": standing_out(corpus.path_vectors @ load_wordllama().embed_query(query.text)),
        "defined": share_of_words(query, corpus, corpus.words.defined),
        "named_after": named_after(query, corpus),
        "words": share_of_words(query, corpus, corpus.words.files),
        "size": size(corpus),
        "test": nothing if query.wants_tests else ((aside & _TEST) > 0).astype(np.float32),
        "aside": ((aside & _ASIDE) > 0).astype(np.float32),
        "prose": nothing if query.wants_prose else prose.astype(np.float32),
        "definition": corpus.best_of_file(defines),
        "place": corpus.best_of_file(named),
    }


def places_of(query: Query, corpus: Corpus) -> Floats:
    """1 for the chunks at the lines that a query names, half of it for the beginning of a file named without a line.

    A file is the one whose path ends with what is named, or with which what is named ends (a traceback's paths begin
    at another root); of several, those that share the most folders.
    """
    found = np.zeros(corpus.size, dtype=np.float32)
    for place in query.places:
        for file in corpus.files_named(place.path):
            chunks = np.flatnonzero(corpus.file_of == file)
            if place.line is None:
                first = chunks[np.argmin(corpus.starts[chunks])]
                found[first] = max(found[first], 0.5)
            else:
                at = (corpus.starts[chunks] <= place.line) & (corpus.ends[chunks] >= place.line)
                found[chunks[at]] = 1.0
    return found


def definitions_of(query: Query, corpus: Corpus) -> Floats:
    """How well each chunk fits as the definition of a name that is asked for or mentioned."""
    return _fits(definitions_named(query, corpus), corpus)


def _fits(definitions: dict[int, tuple[float, str]], corpus: Corpus) -> Floats:
    found = np.zeros(corpus.size, dtype=np.float32)
    for chunk, (fits, _) in definitions.items():
        found[chunk] = fits
    return found


def definitions_named(query: Query, corpus: Corpus) -> dict[int, tuple[float, str]]:
    """The chunks that define the names of a query, how well each fits, and the name as it is defined there.

    For a bare name: a type before a function of that name, a function before a field, as it is written before other
    cases, at the top before inside of something. Where nothing has the name, what it may be a slip of the keys or the
    beginning of.
    """
    if not query.is_symbol:
        return _mentioned(query, corpus)
    if not query.words:
        return {}
    name = query.words[-1]
    defined = corpus.defined_at.get(name.lower(), [])
    likeness = 1.0
    if not defined and len(query.words) == 1:
        nearest = similar_names(corpus.defined_at, name, NEAREST_NAMES) or [
            one.name for one in match_names(corpus.defined_at, name, NEAREST_NAMES) if one.how <= HUMPS
        ]
        defined = [one for other in nearest for one in corpus.defined_at[other]]
        likeness = NEAR
    otherwise_written = 0.3 if any(one.name == name for one in defined) else 0.7
    found: dict[int, tuple[float, str]] = {}
    for one in defined:
        fits = likeness * (1.0 if one.name == name or likeness < 1 else otherwise_written)
        fits *= _likely(one) * (1.0 if one.is_top else 0.8)
        found[one.chunk] = max(found.get(one.chunk, (0.0, "")), (fits, one.name))
    return found


def _mentioned(query: Query, corpus: Corpus) -> dict[int, tuple[float, str]]:
    """The definitions of names that a question mentions, as they are written."""
    found: dict[int, tuple[float, str]] = {}
    for mention in query.mentions:
        for one in corpus.defined_at.get(mention.name.lower(), []):
            if one.name == mention.name:
                fits = _likely(one) * (MENTIONED if mention.owner is None else MENTIONED_WHOLE)
                if mention.owner is not None and mention.owner.lower() not in (corpus.symbols[one.chunk] or "").lower():
                    fits *= 0.3
                found[one.chunk] = max(found.get(one.chunk, (0.0, "")), (fits, one.name))
    return found


def _likely(one: Defined) -> float:
    """Whether such a definition is what is meant by a name: a type before a function before a value."""
    return 1.0 if one.kind in _TYPES else 0.5 if one.kind in _VALUES else 0.8


def traits_of_chunks(corpus: Corpus) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which chunks are tests, and which are prose."""
    return (corpus.traits & _TEST) > 0, corpus.prose | ((corpus.traits & _DOCUMENTATION) > 0)
