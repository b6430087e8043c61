"""How much of a result is shown: pages that keep to a number of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

CHARACTERS_A_TOKEN: Final = 4
"""The estimate that the whole of CodeQA counts with."""

CUT: Final = " …"


@dataclass(frozen=True, slots=True)
class Page:
    """What of a list of texts fits."""

    texts: tuple[str, ...]
    next_offset: int | None
    """Where the next page begins; None at the end."""


def tokens(text: str) -> int:
    """Tokens of a text, estimated."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def page(texts: Sequence[str], offset: int, limit: int, max_tokens: int) -> Page:
    """The texts from an offset on that fit; one at least, cut where it alone is too long.

    Args:
        texts: all of them.
        offset: how many to leave out.
        limit: how many at most.
        max_tokens: how long they may be together.
    """
    shown: list[str] = []
    left = max_tokens
    for text in texts[offset : offset + limit]:
        cost = tokens(text) + 1
        if cost > left and shown:
            break
        shown.append(clipped(text, max_tokens))
        left -= cost
    following = offset + len(shown)
    return Page(tuple(shown), following if shown and following < len(texts) else None)


def clipped(text: str, max_tokens: int) -> str:
    """A text that is not longer, cut at a line's end where it has to be."""
    if tokens(text) <= max_tokens:
        return text
    kept = text[: max(max_tokens * CHARACTERS_A_TOKEN - len(CUT), 0)]
    return kept.rsplit("\n", 1)[0] + CUT


def line(text: str, width: int = 160) -> str:
    """A text on one line, not longer than a width in characters."""
    joined = " ".join(text.split())
    return joined if len(joined) <= width else joined[: width - 1] + "…"


def more(next_offset: int | None, total: int | None = None) -> list[str]:
    """The line under a page that is not the last."""
    if next_offset is None:
        return []
    of = f" of {total}" if total is not None else ""
    return [f"… {next_offset}{of} shown; more with offset={next_offset}"]


def beyond(offset: int, total: int) -> str:
    """What to say of a page that lies beyond the end."""
    if not total:
        return "There are none."
    return f"There {'is' if total == 1 else 'are'} only {total}: offset {offset} lies beyond the end."
