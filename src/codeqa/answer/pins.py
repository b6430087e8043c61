"""``@codebase``, ``@path`` and ``@symbol`` in a message: what a person wants looked at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import find
from codeqa.answer.plans.findings import as_hit
from codeqa.languages.registry import load_languages
from codeqa.model import Hit, Kind

_PIN: Final = re.compile(r"(?<![\w@`/.])@(?P<name>[\w./:#-]*[\w/])")
_LINES: Final = re.compile(r"(?P<path>.+?):(?P<start>\d+)(?:-(?P<end>\d+))?$")

CODEBASE: Final = "codebase"

FILE_LINES: Final = 400
"""Lines of a pinned file that are shown at most."""


@dataclass(frozen=True, slots=True)
class Pins:
    """A message, and what is pinned in it."""

    text: str
    """The message as a question, without the marks."""
    hits: tuple[Hit, ...]
    anew: bool
    """``@codebase``: search again, whatever was talked about before."""
    unknown: tuple[str, ...]
    """Pins that are neither a file nor a name."""


def read_pins(lookup: Lookup, message: str) -> Pins:
    """Finds the pins of a message."""
    hits: list[Hit] = []
    unknown: list[str] = []
    anew = False

    def unmarked(match: re.Match[str]) -> str:
        nonlocal anew
        name = match["name"].rstrip(".:")
        if name == CODEBASE:
            anew = True
            return ""
        hit = _file(lookup, name)
        if hit is not None:
            hits.append(hit)
            return match[0][1:]
        named = find(lookup, name)
        if named is None:
            unknown.append(name)
            return match[0]
        made = as_hit(lookup, named.first)
        if made is not None:
            hits.append(made)
        return f"`{name}`"

    text = " ".join(_PIN.sub(unmarked, message).split())
    return Pins(text, tuple(hits), anew, tuple(unknown))


def _file(lookup: Lookup, name: str) -> Hit | None:
    place = _LINES.fullmatch(name)
    path = place["path"] if place is not None else name
    start = int(place["start"]) if place is not None else 1
    end = int(place["end"] or place["start"]) if place is not None else FILE_LINES
    text = lookup.lines(path, start, min(end, start + FILE_LINES - 1))
    if text is None and "." in path:
        # A file's name alone will do.
        found = lookup.search(path, 1, paths=[f"**/{path.lstrip('/')}"])
        if not found:
            return None
        path = found[0].path
        text = lookup.lines(path, start, min(end, start + FILE_LINES - 1))
    if text is None:
        return None
    language = load_languages().detect(path, text)
    return Hit(
        path,
        start,
        start + text.count("\n"),
        Kind.CODE,
        None,
        1.0,
        text,
        language.name if language is not None else None,
    )
