"""The sources that a model was shown so far, each with a number that stays its own."""

from __future__ import annotations

from collections.abc import Iterable

from codeqa.answer.evidence import rendered
from codeqa.answer.plans.findings import covers
from codeqa.model import Hit


class Ledger:
    """Numbers sources as they are shown."""

    def __init__(self, sources: Iterable[Hit] = ()) -> None:
        self._sources: list[Hit] = list(sources)

    @property
    def sources(self) -> tuple[Hit, ...]:
        """All sources in the order of their numbers."""
        return tuple(self._sources)

    def show(self, hit: Hit) -> str:
        """A source as text: with a new number, or by its number alone where it was shown before."""
        for number, known in enumerate(self._sources, start=1):
            if covers(known, hit):
                return f"[{number}] was shown before: {hit.path} lines {hit.start_line}-{hit.end_line}"
        self._sources.append(hit)
        return rendered([hit], first=len(self._sources))
