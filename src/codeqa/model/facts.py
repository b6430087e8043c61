"""What is known of a codebase: its files, definitions, references and chunks, and how an index stands to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """What a definition or a chunk is. The last group is for chunks alone."""

    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    CLASS = "class"
    INTERFACE = "interface"
    RECORD = "record"
    ENUM = "enum"
    ANNOTATION = "annotation"
    TRAIT = "trait"
    IMPL = "impl"
    STRUCT = "struct"
    UNION = "union"
    OBJECT = "object"
    MODULE = "module"
    MACRO = "macro"
    TYPE = "type"
    CONSTANT = "constant"
    VARIABLE = "variable"
    FIELD = "field"
    PROPERTY = "property"
    ENUM_MEMBER = "enum member"
    TABLE = "table"
    VIEW = "view"
    RULE = "rule"
    """What a style sheet says of a selector."""
    TARGET = "target"
    """What a build can be asked for by name: a Makefile's target, a stage of a Dockerfile, a Bazel rule's call."""
    RESOURCE = "resource"
    """A block of a Terraform configuration that stands for something outside it."""

    CODE = "code"
    """Module-level code that belongs to no definition."""
    DOCUMENTATION = "documentation"
    CONFIGURATION = "configuration"
    TEXT = "text"


CONTAINERS = frozenset(
    {
        Kind.CLASS,
        Kind.INTERFACE,
        Kind.RECORD,
        Kind.ENUM,
        Kind.ANNOTATION,
        Kind.TRAIT,
        Kind.IMPL,
        Kind.STRUCT,
        Kind.UNION,
        Kind.OBJECT,
    }
)
"""Kinds whose directly nested functions are their methods."""

CALLABLES = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.MACRO})


class ReferenceKind(StrEnum):
    """How a reference uses the name."""

    CALL = "call"
    INSTANTIATION = "instantiation"
    INHERITANCE = "inheritance"
    IMPORT = "import"
    TYPE = "type"
    DECORATOR = "decorator"
    """A decorator, an annotation or an attribute, whatever the language calls it."""
    ACCESS = "access"
    """A name read as a value: a function handed on, a constant, an attribute."""
    MEMBER = "member"
    """A definition lies in another. Only graphs have it; it is no place in the text that uses a name."""
    OVERRIDE = "override"
    """A member of a base is given anew in what inherits from it: the step goes down to it. Only graphs have it."""


GRAPH_KINDS = frozenset({ReferenceKind.MEMBER, ReferenceKind.OVERRIDE})
"""Kinds of a graph's steps that are no place in the text."""

CALL_KINDS = frozenset({ReferenceKind.CALL, ReferenceKind.INSTANTIATION, ReferenceKind.DECORATOR})
"""Kinds that make one definition the caller of another."""


class Trait(StrEnum):
    """What is worth knowing about a whole file when it is ranked."""

    TEST = "test"
    EXAMPLE = "example"
    GENERATED = "generated"
    VENDORED = "vendored"
    DOCUMENTATION = "documentation"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it was indexed."""

    path: str
    language: str | None
    """The language's name, None for a file cut as plain text."""
    size: int
    """Bytes on disk."""
    mtime_ns: int
    digest: str
    """Hexadecimal BLAKE2b-128 of the bytes on disk."""
    lines: int
    encoding: str = "utf-8"
    traits: frozenset[Trait] = frozenset()
    broken_lines: int = 0
    """Lines inside nodes the parser could not make sense of."""
    note: str | None = None
    """Why the file was cut as plain text although its language is known; None when nothing went wrong."""
    ctime_ns: int = 0
    """When the system last noted a change of the file; 0 where it does not tell."""
    inode: int = 0
    """Which file of the file system it was; 0 where the system does not tell."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A named thing that the code defines."""

    path: str
    name: str
    qualified_name: str
    """Enclosing names and the name, joined as the language joins them (``Outer.Inner.run``, ``Parser::new``)."""
    kind: Kind
    start_line: int
    """First line, with the decorators, attributes and comments that belong to it."""
    end_line: int
    line: int
    """Line of the name itself."""
    column: int
    signature: str
    """The declaration on one line, without its body."""
    doc: str = ""
    """Docstring or documentation comment, without comment marks."""
    language: str = ""
    parent: str | None = None
    """Qualified name of the enclosing definition in the same file."""
    ordinal: int = 1
    """Counts definitions of one qualified name in one file (overloads, conditional definitions)."""

    @property
    def id(self) -> str:
        """The key that references are tied to. It stays the same when lines move."""
        return definition_id(self.path, self.qualified_name, self.ordinal)


def definition_id(path: str, qualified_name: str, ordinal: int = 1) -> str:
    """The key of a definition: ``path::qualified_name``, with ``~n`` from the second of that name on."""
    suffix = "" if ordinal == 1 else f"~{ordinal}"
    return f"{path}::{qualified_name}{suffix}"


def path_of(definition_id: str) -> str:
    """The file in which the definition of an id lies."""
    return definition_id.partition("::")[0]


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that uses a name."""

    path: str
    line: int
    column: int
    text: str
    """The line, stripped, at most 200 characters."""
    kind: ReferenceKind
    name: str
    """The bare name. For a star import ``*``."""
    receiver: str | None = None
    """What stands before the name: ``self``, ``a.b``, ``Vec``; for an import, the module it comes from."""
    alias: str | None = None
    """The name an import gives to what it brings in, where that differs."""
    arguments: int | None = None
    """How many arguments a call passes; None where that cannot be told."""
    enclosing: str | None = None
    """Qualified name of the innermost definition around it."""
    enclosing_id: str | None = None
    target: Definition | None = None
    """What it means, where that was decided and lies inside the codebase."""
    target_id: str | None = None
    confidence: float = 0.0
    """0: nothing in the codebase has the name; 1: decided by the language's own rules."""
    candidates: tuple[str, ...] = ()
    """Ids of the definitions it may mean, best first, where that was not decided."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a file that is searched and shown as one."""

    path: str
    start_line: int
    end_line: int
    kind: Kind
    text: str
    """The lines themselves, joined by ``\\n``."""
    language: str | None = None
    name: str | None = None
    """Bare name of the definition it shows; a heading's text for prose."""
    symbol: str | None = None
    """Qualified name of the definition it shows or lies in."""
    signature: str = ""
    doc: str = ""
    context: str = ""
    """What a reader needs from outside the lines: the enclosing class, a split function's signature, the members'."""
    part: int = 0
    """0: whole; 1, 2, …: pieces of one definition that was too long."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """All that the index keeps of one file."""

    file: SourceFile
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()
    chunks: tuple[Chunk, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was not indexed, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a run of indexing did."""

    root: str
    index_dir: str
    files: int
    """Files now in the index."""
    added: int
    changed: int
    removed: int
    unchanged: int
    chunks: int
    definitions: int
    references: int
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[Skipped, ...] = ()
    """Files that are in the index, but as plain text because parsing failed; the reason says why."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    """What else a person should know: a changed embedder, a repaired index."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """How an index that is kept current stands to the files."""

    indexing: bool = False
    pending: int = 0
    """Files that were seen to change since the index was last written."""
    updated: datetime | None = None
    """When the index was last written."""
    stage: str | None = None
    """What the run under way is doing; ``done`` of ``total`` are through."""
    done: int = 0
    total: int = 0
    files: int = 0
    """Files that it has indexed so far."""
    error: str | None = None
    """Why the last run failed, or what it waits for."""

    @property
    def behind(self) -> bool:
        """True when answers may not know the newest files."""
        return self.indexing or self.pending > 0 or self.error is not None

    def sentence(self) -> str:
        """What to tell a person or a model beside an answer; empty when the index is current."""
        if self.error is not None:
            return f"The index is behind: {self.error}"
        if self.indexing and self.updated is None:
            share = f", {100 * self.done // self.total} %" if self.total else ""
            return f"The first index is being made ({self.stage or 'looking at the files'}{share})."
        if self.behind:
            changed = f"{self.pending} changed file{'' if self.pending == 1 else 's'}" if self.pending else "changes"
            return f"The index is behind: {changed} will be in it shortly."
        return ""
