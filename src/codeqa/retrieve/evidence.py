"""Packs the evidence for a question into a token budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from codeqa.embed.base import Embedder
from codeqa.errors import UsageError
from codeqa.model import Chunk, Context, Hit, Kind
from codeqa.retrieve.corpus import CORPORA, Corpus
from codeqa.retrieve.expand import NEIGHBOURS, Neighbours, used_by_best, using_best
from codeqa.retrieve.packing import SOURCE_TOKENS, Passage, choose, passages
from codeqa.retrieve.postings import Floats, bm25f
from codeqa.retrieve.query import Query, read_query
from codeqa.retrieve.rank import definitions_of, places_of, traits_of_chunks
from codeqa.retrieve.signals import NAMES_LENGTH, chunk_signals, standing_out
from codeqa.store.reader import IndexReader
from codeqa.text.tokens import code_tokens, estimate_tokens

LOOKED_AT = 400
"""Chunks whose passages compete for the budget; 8,000 tokens hold about 60."""

SATURATION = 3.0
"""k1 for questions: of many words, several that meet repeatedly say more than many that meet once."""


FED_BACK = 10
"""Chunks whose mean vector is added to a question's, as if they had been found relevant."""

FEEDBACK = 0.5
"""How much of it. (Cited spans 0.718 without, 0.730 with it; search for files loses by it, 0.901 to 0.896.)"""


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """What each signal counts for a chunk as evidence, on the scale of log-odds.

    Fitted as :class:`~codeqa.retrieve.weights.Weights`, on the cited lines of long questions about three repositories,
    each predicted from the other two, and rounded.
    """

    text: float = 5.0
    vector: float = 3.0
    names: float = 1.0
    """Words that meet in symbol, path and signature, beside what they count in the text."""
    test: float = -2.0
    test_named: float = -1.5
    """The same where the question speaks of tests: it may ask about them, or what they show."""
    prose: float = -2.0
    configuration: float = -1.0
    definition: float = 5.0
    place: float = 10.0
    """Lines that the question names, as a pasted traceback does: more than all likeness together."""
    used: float = 1.5
    """The best chunks refer to it."""
    uses: float = 1.5
    """It refers to the best chunks: who calls something shows what it is for."""


EVIDENCE_WEIGHTS = EvidenceWeights()


def evidence(
    reader: IndexReader,
    embedder: Embedder,
    question: str,
    token_budget: int,
    weights: EvidenceWeights = EVIDENCE_WEIGHTS,
) -> Context:
    """The lines that fit a question best, best first.

    The best chunks come whole, further ones with the passage that speaks of the question; what lies side by side is
    one source. Indentation that all lines of a source share is left out of its text: it costs tokens and says nothing.

    Args:
        reader: the index.
        embedder: the one that the index was made with.
        question: in words.
        token_budget: estimated tokens of all sources together.
        weights: what each signal counts.

    Raises:
        UsageError: an empty question or a budget below one.
        StoreError: the index cannot be read.
    """
    if not question.strip():
        raise UsageError("The question is empty. Ask with a word, a name or a question.")
    if token_budget < 1:
        raise UsageError(f"The token budget is {token_budget}; it must be at least 1.")
    pinned, corpus = CORPORA.of(reader)
    if corpus.size == 0:
        return Context(question, (), "", 0)
    query = read_query(question)
    neighbours = NEIGHBOURS.of(pinned, corpus)
    vector = embedder.embed_query(question)
    scores = evidence_scores(query, corpus, neighbours, vector, weights)
    scores = evidence_scores(query, corpus, neighbours, fed_back(vector, corpus, scores), weights)
    first = np.lexsort((corpus.ids, -scores))[:LOOKED_AT]
    chunks = dict(zip(first.tolist(), pinned.chunks(corpus.ids[first]), strict=True))
    chosen = choose(_candidates(query, corpus, chunks, scores), token_budget)
    sources = _sources(chosen, chunks)
    while sum(map(_cost, sources)) > token_budget:  # joined passages share less indentation
        chosen.pop()
        sources = _sources(chosen, chunks)
    text = "\n\n".join(_shown(number, source) for number, source in enumerate(sources, 1))
    return Context(question, tuple(sources), text, sum(map(_cost, sources)))


def fed_back(vector: Floats, corpus: Corpus, scores: Floats) -> Floats:
    """A question's vector moved towards its best chunks, which say in the code's words what it asks in its own.

    Source: Rocchio 1971, "Relevance feedback in information retrieval", with the best chunks taken for relevant.

    Args:
        vector: the question's, shape (dimension,).
        corpus: the chunks.
        scores: one a chunk.
    """
    best = np.argsort(-scores, kind="stable")[:FED_BACK]
    moved = vector + FEEDBACK * corpus.vectors[best].mean(axis=0)
    length = float(np.linalg.norm(moved))
    return np.asarray(moved / length if length > 0 else vector, dtype=np.float32)


def evidence_scores(
    query: Query, corpus: Corpus, neighbours: Neighbours, vector: Floats, weights: EvidenceWeights
) -> Floats:
    """How good each chunk is as evidence.

    Args:
        query: the question.
        corpus: the chunks.
        neighbours: their references.
        vector: the question's, shape (dimension,).
        weights: what each signal counts.
    """
    chunks = chunk_signals(query, corpus, vector, SATURATION)
    names = bm25f([(corpus.words.named, 1.0, NAMES_LENGTH)], corpus.numbers(query.tokens), corpus.size, 1.0)
    scores = weights.text * chunks.text + weights.vector * chunks.vector + weights.names * standing_out(names)
    scores = scores + weights.definition * definitions_of(query, corpus) + weights.place * places_of(query, corpus)
    test, prose = traits_of_chunks(corpus)
    configuration = corpus.kinds == Kind.CONFIGURATION.value
    scores = scores + (weights.test_named if query.wants_tests else weights.test) * test
    best = np.maximum(chunks.text + 0.5 * chunks.vector, 0)
    best /= max(float(best.max()), 1e-9)
    scores = scores + weights.used * used_by_best(neighbours, best) + weights.uses * using_best(neighbours, best)
    if not query.wants_prose:
        scores = scores + np.where(configuration, weights.configuration, weights.prose * prose)
    return np.asarray(scores, dtype=np.float32)


def _candidates(query: Query, corpus: Corpus, chunks: dict[int, Chunk], scores: Floats) -> list[Passage]:
    rarity = _rarity(query, corpus)
    total = sum(rarity.values()) or 1.0

    def share(text: str) -> float:
        return sum(rarity.get(token, 0.0) for token in set(code_tokens(text))) / total

    return [
        passage
        for place, chunk in chunks.items()
        for passage in passages(
            place,
            int(corpus.file_of[place]),
            chunk.start_line,
            _dedented(chunk.text.split("\n")),
            float(scores[place]),
            share,
        )
    ]


def _rarity(query: Query, corpus: Corpus) -> dict[str, float]:
    files = len(corpus.paths)
    rarity = {}
    for token in query.tokens:
        number = corpus.words.vocabulary.get(token)
        if number is not None:
            having = corpus.words.files.of(number)[0].size
            rarity[token] = float(np.log1p((files - having + 0.5) / (having + 0.5)))
    return rarity


def _sources(chosen: Sequence[Passage], chunks: dict[int, Chunk]) -> list[Hit]:
    """Passages as sources, those that touch joined, in the order of their best."""
    runs: list[list[Passage]] = []
    for one in sorted(chosen, key=lambda one: (one.file, one.start)):
        if runs and runs[-1][-1].file == one.file and runs[-1][-1].end + 1 == one.start:
            runs[-1].append(one)
        else:
            runs.append([one])
    runs.sort(key=lambda run: (-max(one.score for one in run), run[0].file, run[0].start))
    return [_source(run, chunks) for run in runs]


def _source(run: Sequence[Passage], chunks: dict[int, Chunk]) -> Hit:
    best = max(run, key=lambda one: one.score)
    about = chunks[best.chunk]
    lines: list[str] = []
    for one in run:
        chunk = chunks[one.chunk]
        lines += chunk.text.split("\n")[one.start - chunk.start_line : one.end - chunk.start_line + 1]
    return Hit(
        path=about.path,
        start_line=run[0].start,
        end_line=run[-1].end,
        kind=about.kind,
        symbol=about.symbol,
        score=round(best.score, 4),
        text="\n".join(_dedented(lines)),
        language=about.language,
        signature=about.signature,
        doc=about.doc,
        context=about.context,
    )


def _dedented(lines: Sequence[str]) -> list[str]:
    """The lines without the blanks that all of them begin with."""
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    shared = min(indents, default=0)
    return [line[shared:] for line in lines] if shared else list(lines)


def _cost(source: Hit) -> int:
    return estimate_tokens(source.text) + SOURCE_TOKENS


def _shown(number: int, source: Hit) -> str:
    within = f" ({source.symbol})" if source.symbol else ""
    return f"[{number}] {source.place}{within}\n{source.text}"
