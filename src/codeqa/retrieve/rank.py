"""Scores files and chunks by everything that is known of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codeqa.embed.wordllama import load_wordllama
from codeqa.model import CONTAINERS, Kind, Trait
from codeqa.retrieve.corpus import Corpus
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
_TYPES = frozenset(kind.value for kind in CONTAINERS) - {Kind.IMPL.value}


@dataclass(frozen=True, slots=True)
class Ranked:
    """Scores, one a chunk, and what they are made of."""

    scores: Floats
    chunks: ChunkSignals
    defines: Floats
    """How well a chunk fits as the definition of what is named, 0 to 1."""
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
    defines = definitions_of(query, corpus)
    if allowed is not None:
        both = np.where(allowed, both, 0)
        defines = np.where(allowed, defines, 0)
    signals = file_signals(query, corpus, vector, chunks, both, defines)
    files = np.zeros(len(corpus.paths), dtype=np.float32)
    for name, values in signals.items():
        files += getattr(weights, name) * values
    own = both + weights.definition * defines
    scores = (files - corpus.best_of_file(own))[corpus.file_of] + own
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    return Ranked(scores.astype(np.float32), chunks, defines, signals)


def file_signals(
    query: Query, corpus: Corpus, vector: Floats, chunks: ChunkSignals, both: Floats, defines: Floats
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
    }


def definitions_of(query: Query, corpus: Corpus) -> Floats:
    """How well each chunk fits as the definition of a bare name; zeros for any other query.

    A type before a function of that name, as it is written before other cases, the whole or the beginning before a
    later piece, at the top before inside of something.
    """
    found = np.zeros(corpus.size, dtype=np.float32)
    if not query.is_symbol or not query.words:
        return found
    name = query.words[-1]
    for place in corpus.chunks_named.get(name.lower(), ()):
        symbol = corpus.symbols[place] or ""
        fits = 1.0 if corpus.names[place] == name else 0.7
        fits *= 1.0 if corpus.kinds[place] in _TYPES else 0.8
        fits *= 1.0 if symbol == corpus.names[place] else 0.8
        fits *= 1.0 if corpus.parts[place] <= 1 else 0.5
        found[place] = fits
    return found


def traits_of_chunks(corpus: Corpus) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which chunks are tests, and which are prose."""
    return (corpus.traits & _TEST) > 0, corpus.prose | ((corpus.traits & _DOCUMENTATION) > 0)
