"""Sources as a language model is shown them: numbered, fenced, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from codeqa.answer.page import fence_for
from codeqa.answer.plans.findings import covers
from codeqa.model import Hit
from codeqa.text.tokens import estimate_tokens

LARGEST_SHARE = 0.4
"""Share of the budget that one of several sources may take: a long class must not hide all others."""

SHORTEST = 6
"""Lines that are still worth showing of a source that does not fit whole."""


def rendered(sources: Sequence[Hit], first: int = 1) -> str:
    """The sources one after the other.

    Args:
        sources: in the order of their numbers.
        first: the first one's number.
    """
    return "\n\n".join(_rendered(number, source) for number, source in enumerate(sources, start=first))


def _rendered(number: int, source: Hit) -> str:
    about = f", {source.kind} {source.symbol}" if source.symbol else f", {source.kind}"
    text = f"{source.context}\n…\n{source.text}" if source.context else source.text
    fence = fence_for(text)
    language = (source.language or "text").replace(" ", "")
    # A name of a file is repository text too; on one line it stays what it is.
    where = f"[{number}] {source.path.replace('`', chr(39))} lines {source.start_line}-{source.end_line}{about}"
    return f"{' '.join(where.split())}\n{fence}{language}\n{text}\n{fence}"


def cost(source: Hit) -> int:
    """Estimated tokens that a source takes."""
    return estimate_tokens(_rendered(10, source)) + 1


def fit(sources: Iterable[Hit], token_budget: int) -> tuple[Hit, ...]:
    """As many of the sources as the budget allows, the first ones first.

    One that lies within another is left out; one that is too long is cut at its end where a good part of it fits.

    Args:
        sources: best first.
        token_budget: estimated tokens.
    """
    kept: list[Hit] = []
    candidates = list(sources)
    left = token_budget
    largest = token_budget if len(candidates) == 1 else int(token_budget * LARGEST_SHARE)
    for source in candidates:
        if any(covers(one, source) for one in kept):
            continue
        fitting = _cut(source, min(left, largest))
        if fitting is not None:
            kept.append(fitting)
            left -= cost(fitting)
    return tuple(kept)


def _cut(source: Hit, token_budget: int) -> Hit | None:
    if cost(source) <= token_budget:
        return source
    lines = source.text.split("\n")
    room = token_budget - cost(replace(source, text=""))
    taken = 0
    while taken < len(lines) and (room := room - estimate_tokens(lines[taken] + "\n")) >= 0:
        taken += 1
    if taken < SHORTEST:
        return None
    return replace(source, text="\n".join(lines[:taken]), end_line=source.start_line + taken - 1)
