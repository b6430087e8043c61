"""A page of findings: lines of text with places in them, so that it can be shown with paths or with source numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.model import Citation, Definition, Hit, Verdict

DECORATED: Final = 2
"""Lines above a definition's own first line that belong to its place: decorators do, a page of comment does not."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file that a statement rests on."""

    path: str
    start_line: int
    end_line: int
    symbol: str | None = None

    @classmethod
    def of(cls, one: Definition | Hit) -> Place:
        """All lines of a hit; of a definition too, but for a long comment above it."""
        if isinstance(one, Definition):
            near = one.line - one.start_line <= DECORATED
            return cls(one.path, one.start_line if near else one.line, one.end_line, one.qualified_name)
        return cls(one.path, one.start_line, one.end_line, one.symbol)

    @classmethod
    def line(cls, path: str, line: int, symbol: str | None = None) -> Place:
        """A single line."""
        return cls(path, line, line, symbol)

    def __str__(self) -> str:
        lines = f"{self.start_line}" if self.start_line == self.end_line else f"{self.start_line}-{self.end_line}"
        return f"{self.path}:{lines}"


class Page:
    """Lines of Markdown, made from the top down."""

    def __init__(self) -> None:
        self._lines: list[tuple[str | Place, ...]] = []

    def say(self, *parts: str | Place) -> None:
        """Adds a line."""
        self._lines.append(parts)

    def blank(self) -> None:
        """Adds an empty line, unless there is one or nothing yet."""
        if self._lines and self._lines[-1]:
            self._lines.append(())

    def heading(self, text: str) -> None:
        """Adds a line in bold, set off from what is above."""
        self.blank()
        self.say(f"**{text}**")
        self.blank()

    def code(self, text: str, language: str | None) -> None:
        """Adds lines of code."""
        self.blank()
        fence = fence_for(text)
        self.say(f"{fence}{(language or '').replace(' ', '')}")
        for line in text.split("\n"):
            self.say(line)
        self.say(fence)
        self.blank()

    def quote(self, text: str) -> None:
        """Adds a paragraph as a quotation."""
        self.blank()
        for line in text.split("\n"):
            self.say(f"> {line}")
        self.blank()

    def add(self, other: Page) -> None:
        """Adds another page's lines."""
        self._lines += other._lines

    @property
    def places(self) -> tuple[Place, ...]:
        """The places it names, in order, each once."""
        return tuple(dict.fromkeys(part for line in self._lines for part in line if isinstance(part, Place)))

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The places as numbered citations."""
        return tuple(
            Citation(number, place.path, place.start_line, place.end_line, Verdict.VALID, place.symbol)
            for number, place in enumerate(self.places, start=1)
        )

    def markdown(self) -> str:
        """The page for people: each place as ``path:lines``."""
        return self._rendered(lambda place: f"`{place}`")

    def numbered(self, sources: Sequence[Hit]) -> str:
        """The page for a language model: each place as the number of the source that shows it, where one does."""

        def number(place: Place) -> str:
            for index, source in enumerate(sources, start=1):
                if source.path == place.path and source.start_line <= place.start_line <= source.end_line:
                    return f"[{index}]"
            return "(not shown)"

        return self._rendered(number)

    def _rendered(self, show: Callable[[Place], str]) -> str:
        lines = ["".join(part if isinstance(part, str) else show(part) for part in line) for line in self._lines]
        return "\n".join(lines).strip("\n")


def fence_for(text: str) -> str:
    """A fence of backticks that nothing in the text can close."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return "`" * max(3, longest + 1)
