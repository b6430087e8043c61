"""Packs the evidence for a question into a token budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codeqa.embed.base import Embedder
from codeqa.errors import UsageError
from codeqa.model import Context, Hit
from codeqa.retrieve.query import read_query
from codeqa.retrieve.search import SearchOptions, ranked_hits
from codeqa.store.reader import IndexReader
from codeqa.text.tokens import estimate_tokens

SOURCE_TOKENS = 12
"""What a source costs beside its text: number, path, lines."""

LEAST_TOKENS = 40
"""When less than this is left, nothing useful fits any more."""


def evidence(reader: IndexReader, embedder: Embedder, question: str, token_budget: int) -> Context:
    """The best chunks that fit the budget, best first, neighbours merged.

    Args:
        reader: the index.
        embedder: the one that the index was made with.
        question: in words.
        token_budget: estimated tokens of all sources together.

    Raises:
        UsageError: an empty question or a budget below one.
        StoreError: the index cannot be read.
    """
    if not question.strip():
        raise UsageError("The question is empty.")
    if token_budget < 1:
        raise UsageError(f"The token budget is {token_budget}; it must be at least 1.")
    picked: list[Hit] = []
    left = token_budget
    for hit in ranked_hits(reader.pinned(), embedder, read_query(question), SearchOptions()):
        cost = estimate_tokens(hit.text) + SOURCE_TOKENS
        if cost <= left:
            picked.append(hit)
            left -= cost
        elif left < LEAST_TOKENS:
            break
    sources = _merged(picked)
    text = "\n\n".join(_shown(number, source) for number, source in enumerate(sources, 1))
    tokens = sum(estimate_tokens(source.text) + SOURCE_TOKENS for source in sources)
    return Context(question, tuple(sources), text, tokens)


def _merged(hits: Sequence[Hit]) -> list[Hit]:
    """Hits of one file that touch as one source, in the place of the better one."""
    merged: list[Hit] = []
    for hit in hits:
        at = next((at for at, one in enumerate(merged) if _touch(one, hit)), None)
        if at is None:
            merged.append(hit)
        else:
            merged[at] = _joined(merged[at], hit)
    return merged


def _touch(one: Hit, other: Hit) -> bool:
    return one.path == other.path and (one.end_line + 1 == other.start_line or other.end_line + 1 == one.start_line)


def _joined(better: Hit, other: Hit) -> Hit:
    first, second = sorted((better, other), key=lambda hit: hit.start_line)
    return replace(better, start_line=first.start_line, end_line=second.end_line, text=f"{first.text}\n{second.text}")


def _shown(number: int, source: Hit) -> str:
    within = f" ({source.symbol})" if source.symbol else ""
    return f"[{number}] {source.place}{within}\n{source.text}"
