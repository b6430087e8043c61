"""What questions are answered with: hits, graphs, outlines, source, evidence, answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from codeqa.model.facts import Definition, Kind, Reference, ReferenceKind


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
class ReferencePage:
    """Some of the places that use a name."""

    items: tuple[Reference, ...]
    total: int
    """How many there are in all."""


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
    through: str | None = None
    """What the line names, where that is a member that the target overrides, or a class that inherits it."""


class Relation(StrEnum):
    """What the steps of a chain are made of."""

    CALLS = "calls"
    """Each calls the next; making an object calls its constructor."""
    OVERRIDES = "overrides"
    """The same with inheritance, overrides, and functions that are handed on."""
    MAYBE = "maybe"
    """The same with calls that may mean something else."""
    RELATED = "related"
    """Types, members, imports, values: related, not called."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A way from one definition to another."""

    edges: tuple[Edge, ...]
    """In walking order. Where nothing leads from one to the other, some of a related chain point against it."""
    relation: Relation
    is_backward: bool = False
    """True when it leads from the second of the names that were asked for to the first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which definition of a name a route begins or ends with."""

    name: str
    chosen: Definition
    others: tuple[Definition, ...] = ()
    """The name's other definitions; they were tried too."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Definitions and how they are connected. For a route, the edges are the first chain's, in walking order."""

    nodes: tuple[Definition, ...] = ()
    edges: tuple[Edge, ...] = ()
    maybe: tuple[Edge, ...] = ()
    """Calls that may mean something else, nothing was followed over them."""
    total: int = 0
    """How many edges there are, with those beyond the limit asked for."""
    maybe_total: int = 0
    chains: tuple[Chain, ...] = ()
    """Of a route, best first."""
    choices: tuple[Choice, ...] = ()
    """Of a route, which definitions it begins and ends with."""
    notes: tuple[str, ...] = ()
    """What a person should know."""

    def labels(self) -> dict[str, str]:
        """What to call each node: its qualified name, with its place where several have that name."""
        files: dict[str, set[str]] = {}
        names: dict[str, int] = {}
        for one in self.nodes:
            files.setdefault(one.qualified_name, set()).add(one.path)
            names[one.qualified_name] = names.get(one.qualified_name, 0) + 1

        def label(one: Definition) -> str:
            if names[one.qualified_name] == 1:
                return one.qualified_name
            line = f":{one.line}" if names[one.qualified_name] > len(files[one.qualified_name]) else ""
            return f"{one.qualified_name} ({one.path}{line})"

        return {one.id: label(one) for one in self.nodes}


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
