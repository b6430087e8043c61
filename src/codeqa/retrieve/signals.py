"""What speaks for a chunk or a file, as numbers between 0 and 1 over all of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from codeqa.retrieve.corpus import Corpus
from codeqa.retrieve.postings import Floats, Postings, bm25f
from codeqa.retrieve.query import Query

LOOKED_AT = 2_000
"""Chunks that are compared within their files; what lies beyond is no file's second best that counts."""

NAMES_LENGTH = 0.5
BODY_LENGTH = 0.75
SATURATION = 1.2
"""b of names and bodies, and k1: the literature's values; names vary less in length with what they tell."""

JOINED = 1.0
"""What two words count that the code writes as one; more would let a chance meeting outweigh the words themselves."""

LARGE = 150
"""Chunks of a large file."""


@dataclass(frozen=True)
class ChunkSignals:
    """One place a chunk; scores less their mean, divided by what the best then has."""

    text: Floats
    vector: Floats

    @cached_property
    def both(self) -> Floats:
        """The sum; the best has 1, and what is below the average 0."""
        total = self.text + self.vector
        top = float(total.max()) if total.size else 0.0
        return np.maximum(total, 0) / top if top > 0 else np.zeros_like(total)


def chunk_signals(query: Query, corpus: Corpus, vector: Floats, saturation: float = SATURATION) -> ChunkSignals:
    """How well each chunk fits by its words and by its meaning.

    Args:
        query: the query.
        corpus: the chunks.
        vector: the query's, shape (dimension,).
        saturation: k1 of BM25.
    """
    tokens = corpus.numbers(query.tokens) | dict.fromkeys(corpus.numbers(query.joined), JOINED)
    fields = ((corpus.words.named, 1.0, NAMES_LENGTH), (corpus.words.body, 1.0, BODY_LENGTH))
    return ChunkSignals(
        text=standing_out(bm25f(fields, tokens, corpus.size, saturation)),
        vector=standing_out(corpus.similarities(vector)),
    )


def standing_out(scores: Floats) -> Floats:
    """Scores less their mean, divided by what the best then has: how clearly each stands out from the rest.

    It keeps how much better the first is, which reciprocal ranks throw away (0.008 of NDCG@10).
    """
    if scores.size == 0:
        return scores
    mean = float(scores.mean())
    top = float(scores.max()) - mean
    return (scores - mean) / top if top > 1e-9 else np.zeros_like(scores)


def best_of_files(scores: Floats, corpus: Corpus, count: int) -> Floats:
    """Each file's best chunks' scores, best first.

    Args:
        scores: one a chunk.
        corpus: says which file a chunk is in.
        count: how many of a file.

    Returns:
        Shape (count, files); 0 where a file has fewer among those that are looked at.
    """
    result = np.zeros((count, len(corpus.paths)), dtype=np.float32)
    first = np.argpartition(-scores, LOOKED_AT)[:LOOKED_AT] if scores.size > LOOKED_AT else np.arange(scores.size)
    files = corpus.file_of[first]
    order = np.lexsort((-scores[first], files))
    chunks, files = first[order], files[order]
    begins = np.flatnonzero(np.diff(files, prepend=-1))
    place = np.arange(files.size) - np.repeat(begins, np.diff(np.append(begins, files.size)))
    kept = place < count
    result[place[kept], files[kept]] = scores[chunks[kept]]
    return result


def share_of_words(query: Query, corpus: Corpus, postings: Postings) -> Floats:
    """For each file the share of the query's words that it has, each counting by how few files have it.

    Args:
        query: the query.
        corpus: the files.
        postings: inverted lists whose rows are files.
    """
    files = len(corpus.paths)
    share = np.zeros(files, dtype=np.float32)
    total = 0.0
    for token in query.tokens:
        number = corpus.words.vocabulary.get(token)
        rows = postings.of(number)[0] if number is not None else np.empty(0, dtype=np.int32)
        rarity = float(np.log1p((files - rows.size + 0.5) / (rows.size + 0.5)))
        if rows.size or postings is corpus.words.files:
            total += rarity
        share[rows] += rarity
    return share / total if total > 0 else share


def named_after(query: Query, corpus: Corpus) -> Floats:
    """1 for files that bear a word of the query as their name."""
    found = np.zeros(len(corpus.paths), dtype=np.float32)
    for word in query.words:
        found[corpus.stems.get(word.lower(), [])] = 1.0
    return found


def size(corpus: Corpus) -> Floats:
    """How large each file is, 1 for a large one; logarithmic."""
    return np.asarray(np.log1p(corpus.file_sizes) / np.log1p(LARGE), dtype=np.float32)
