"""What the API sends and takes: the records of `codeqa.model` under their fields' names, and what pages need beside.

A test holds each of them to the record that it shows.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from codeqa.model import Kind, ReferenceKind, Verdict

CONVERSATION_ID = "^[0-9]{8}-[0-9]{6}-[0-9a-f]{4}$"
"""Whole ids alone name a conversation here: the beginning of one does in a terminal, but is too little to delete by."""


class Shown(BaseModel):
    """A record as the API shows it; made from the record with ``model_validate``."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


class Taken(BaseModel):
    """The body of a request. What is not known is refused, so that a misspelt option does not pass for a default."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# The records of codeqa.model


class ShownDefinition(Shown):
    """A named thing that the code defines."""

    id: str
    path: str
    name: str
    qualified_name: str
    kind: Kind
    start_line: int
    end_line: int
    line: int
    column: int
    signature: str
    doc: str
    language: str
    parent: str | None
    ordinal: int


class ShownReference(Shown):
    """A place that uses a name."""

    path: str
    line: int
    column: int
    text: str
    kind: ReferenceKind
    name: str
    receiver: str | None
    alias: str | None
    arguments: int | None
    enclosing: str | None
    enclosing_id: str | None
    target: ShownDefinition | None
    target_id: str | None
    confidence: float
    candidates: tuple[str, ...]


class ShownHit(Shown):
    """A place that was found."""

    path: str
    start_line: int
    end_line: int
    place: str
    kind: Kind
    symbol: str | None
    score: float
    text: str
    language: str | None
    signature: str
    doc: str
    context: str
    reasons: tuple[str, ...]
    more: tuple[ShownHit, ...]
    html: str = ""
    """The text, highlighted; empty for those in ``more``."""


class ShownCitation(Shown):
    """A source that an answer cites."""

    number: int
    path: str
    start_line: int
    end_line: int
    place: str
    verdict: Verdict
    symbol: str | None


class ShownEdge(Shown):
    """A step between two definitions, by their ids."""

    source: str
    target: str
    kind: ReferenceKind
    path: str
    line: int
    text: str
    confidence: float


class ShownGraph(Shown):
    """Definitions and how they are connected."""

    nodes: tuple[ShownDefinition, ...]
    edges: tuple[ShownEdge, ...]
    omitted: int = 0
    """Nodes that were left out because there are too many to draw."""


class ShownOutlineEntry(Shown):
    """A line of an outline."""

    definition: ShownDefinition
    references: int
    rank: float


class ShownOutline(Shown):
    """The map of a file, or of the repository."""

    path: str | None
    entries: tuple[ShownOutlineEntry, ...]


class ShownModule(Shown):
    """A folder; a file in a small repository."""

    path: str
    files: int
    lines: int
    rank: float


class ShownModuleEdge(Shown):
    """How often one module's code refers to another's."""

    source: str
    target: str
    references: int


class ShownModuleGraph(Shown):
    """A repository from afar."""

    nodes: tuple[ShownModule, ...]
    edges: tuple[ShownModuleEdge, ...]


class ShownCompletion(Shown):
    """What a begun name may become."""

    kind: Literal["file", "symbol"]
    text: str
    path: str
    line: int | None
    detail: str


class ShownFreshness(Shown):
    """How the index stands to the files."""

    indexing: bool
    pending: int
    updated: datetime | None
    stage: str | None
    done: int
    total: int
    error: str | None
    behind: bool
    sentence: str
    """The same in words; empty when the index is current."""


class ShownStatus(Shown):
    """What there is of an index."""

    root: str
    index_dir: str
    exists: bool
    complete: bool
    added: int
    changed: int
    removed: int
    outdated: bool
    files: int
    languages: tuple[tuple[str, int], ...]
    chunks: int
    definitions: int
    references: int
    skipped: tuple[tuple[str, int], ...]
    problems: tuple[tuple[str, str], ...]
    broken_files: int
    embedder: str
    bytes: int
    updated: datetime | None
    stale: bool
    freshness: ShownFreshness


# What pages need


class NamedCodebase(Shown):
    """A codebase by its name in addresses."""

    id: str
    name: str
    root: str


class ListedCodebase(NamedCodebase):
    """A codebase and how its index stands."""

    has_index: bool
    freshness: ShownFreshness


class About(Shown):
    """What is running, and what would leave the machine."""

    version: str
    model: str | None
    """``provider/model``; None: answers are arranged evidence."""
    model_url: str | None
    embedder: str
    leaves: tuple[str, ...]
    """What would leave the machine, a phrase each; nothing when empty."""
    editor_link: str
    """URL with ``{path}`` (absolute, percent-encoded) and ``{line}`` that opens a place; empty for none."""
    codebases: tuple[NamedCodebase, ...]


class Found(Shown):
    """A page of search results."""

    items: tuple[ShownHit, ...]
    next_offset: int | None
    freshness_note: str


class Definitions(Shown):
    """What a name means."""

    items: tuple[ShownDefinition, ...]


class References(Shown):
    """A page of a name's uses."""

    items: tuple[ShownReference, ...]
    total: int
    next_offset: int | None


class Symbol(Shown):
    """A definition's page."""

    definition: ShownDefinition
    doc_html: str
    signature_html: str
    others: tuple[ShownDefinition, ...]
    """Further definitions that the name may mean."""
    references_total: int
    members: tuple[ShownDefinition, ...]


class LanguageShare(Shown):
    """How much of a repository is in a language."""

    name: str
    files: int
    lines: int


class Counts(Shown):
    """How much an index holds."""

    files: int
    lines: int
    definitions: int
    references: int
    chunks: int


class Overview(Shown):
    """A repository at a glance."""

    name: str
    languages: tuple[LanguageShare, ...]
    readme_path: str | None
    readme_html: str
    entries: tuple[ShownOutlineEntry, ...]
    """The most referenced definitions."""
    counts: Counts


class Line(Shown):
    """A highlighted line."""

    number: int
    html: str


class SourcePage(Shown):
    """Lines of a file as indexed."""

    path: str
    language: str | None
    start_line: int
    end_line: int
    total_lines: int
    lines: tuple[Line, ...]
    enclosing: tuple[ShownDefinition, ...]
    outline: tuple[ShownOutlineEntry, ...]
    editor_url: str
    """Opens the first line in an editor; empty for none."""


class Completions(Shown):
    """What a begun name may become."""

    items: tuple[ShownCompletion, ...]


class ListedConversation(Shown):
    """A conversation in the list."""

    id: str
    title: str
    turns: int
    updated: str


class Conversations(Shown):
    """All that are kept, the newest first."""

    items: tuple[ListedConversation, ...]


class ShownTurn(Shown):
    """A question and its answer."""

    question: str
    stand_alone: str
    answer: str
    html: str
    """The answer, rendered."""
    citations: tuple[ShownCitation, ...]
    """What its numbers point to, as far as the conversation remembers."""
    model: str | None
    asked: str


class ShownConversation(Shown):
    """A conversation with its turns."""

    id: str
    title: str
    turns: tuple[ShownTurn, ...]


class Problem(Shown):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


# Events of an answer


class Begun(Shown):
    """Event ``conversation``: the conversation that the answer belongs to."""

    id: str


class Said(Shown):
    """Events ``step``, ``notice`` and ``piece``."""

    text: str


class ShownAnswer(Shown):
    """Event ``answer``: the last of an answer's stream."""

    question: str
    text: str
    html: str
    citations: tuple[ShownCitation, ...]
    """What the numbers in the text, and on its buttons, point to."""
    sources: tuple[ShownHit, ...]
    """The evidence that was looked at; with a model, number 1 is the first of it."""
    model: str | None
    notes: tuple[str, ...]


class Failed(Shown):
    """Event ``error``: the answer could not be made."""

    title: str
    detail: str


# Bodies


class Question(Taken):
    """What is asked."""

    question: str = Field(min_length=1, max_length=8_000)
    conversation: str | None = Field(default=None, pattern=CONVERSATION_ID)
    """A conversation's id; None begins a new one."""
    rerank: bool | None = None
    hyde: bool = False
    """Whether to search with an answer that the model imagines, too."""
    agentic: bool | None = None
    """Whether the model looks things up itself; None: where the question asks several things."""


class IndexRequest(Taken):
    """How to index."""

    rebuild: bool = False


class Renaming(Taken):
    """A conversation's new title."""

    title: str = Field(min_length=1, max_length=200)
