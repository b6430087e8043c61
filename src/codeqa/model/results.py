"""What questions are answered with: hits, graphs, outlines, source, evidence, answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from codeqa.model.facts import Definition, Kind, ReferenceKind


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result."""

    path: str
    start_line: int
    end_line: int
    kind: Kind
    symbol: str | None
    score: float
    text: str
    language: str | None = None
    signature: str = ""
    doc: str = ""
    context: str = ""
    reasons: tuple[str, ...] = ()
    """Why it was found, in words, the strongest first."""
    more: tuple[Hit, ...] = ()
    """The file's other good chunks, best first."""

    @property
    def place(self) -> str:
        """``path:start-end``, the form terminals and editors open."""
        return f"{self.path}:{self.start_line}-{self.end_line}"


@dataclass(frozen=True, slots=True)
class Edge:
    """A step between two definitions. It points from the one whose code holds the reference to the one it means."""

    source: str
    target: str
    kind: ReferenceKind
    path: str
    line: int
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Graph:
    """Definitions and how they are connected. For a route, the edges are in walking order."""

    nodes: tuple[Definition, ...] = ()
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A line of an outline."""

    definition: Definition
    references: int
    """How many references the index ties to it."""
    rank: float
    """Its share of the PageRank over the reference graph."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The map of a file (in file order) or of the repository (the most referenced first)."""

    path: str | None
    entries: tuple[OutlineEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Module:
    """A folder of a repository; a file in a small one."""

    path: str
    files: int
    lines: int
    rank: float
    """Its share of the PageRank over the reference graph."""


@dataclass(frozen=True, slots=True)
class ModuleEdge:
    """How often the code of one module refers to another's."""

    source: str
    target: str
    references: int


@dataclass(frozen=True, slots=True)
class ModuleGraph:
    """A repository from afar: its modules, the highest ranked first, and what goes between them, the most first."""

    nodes: tuple[Module, ...] = ()
    edges: tuple[ModuleEdge, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of a file as indexed."""

    path: str
    language: str | None
    start_line: int
    end_line: int
    total_lines: int
    text: str
    """The lines, joined by ``\\n``."""
    enclosing: tuple[Definition, ...] = ()
    """The definitions around the first line, the outermost first."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a begun name may become."""

    kind: Literal["file", "symbol"]
    text: str
    """A path, or a qualified name."""
    path: str
    line: int | None
    detail: str
    """What a list shows beside it: the kind and the file of a symbol, the language of a file."""


@dataclass(frozen=True, slots=True)
class Context:
    """Evidence for a question, packed into a token budget."""

    question: str
    sources: tuple[Hit, ...]
    text: str
    """The sources as a language model is shown them, numbered from 1."""
    tokens: int


class Verdict(StrEnum):
    """What checking a citation found."""

    VALID = "valid"
    MOVED = "moved"
    """The quoted names were found in another source; the citation points there now."""
    UNKNOWN = "unknown"
    """The place exists; whether it supports the sentence could not be decided."""
    INVALID = "invalid"
    """No such source, or no such lines in the file as indexed."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A source that the answer cites."""

    number: int
    path: str
    start_line: int
    end_line: int
    verdict: Verdict
    symbol: str | None = None

    @property
    def place(self) -> str:
        """``path:start-end``."""
        return f"{self.path}:{self.start_line}-{self.end_line}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its sources."""

    question: str
    text: str
    citations: tuple[Citation, ...] = ()
    sources: tuple[Hit, ...] = ()
    """The evidence that was looked at, in the order of its numbers."""
    model: str | None = None
    """``provider/model``; None for an extractive answer."""
    notes: tuple[str, ...] = field(default=())
    """What a person should know: evidence left out, a stream cut short."""
