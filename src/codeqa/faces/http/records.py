"""The records of `codeqa.model` as the API shows them, under the names of their fields.

A test holds each of them to the record that it shows.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from codeqa.model import Kind, ReferenceKind, Relation, Verdict


class Shown(BaseModel):
    """A record as the API shows it; made from the record with ``model_validate``."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


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
    through: str | None


class ShownChain(Shown):
    """A way from one definition to another."""

    edges: tuple[ShownEdge, ...]
    relation: Relation
    is_backward: bool


class ShownChoice(Shown):
    """Which definition of a name a route begins or ends with, and which others were tried."""

    name: str
    chosen: ShownDefinition
    others: tuple[ShownDefinition, ...]


class ShownGraph(Shown):
    """Definitions and how they are connected."""

    nodes: tuple[ShownDefinition, ...]
    edges: tuple[ShownEdge, ...]
    maybe: tuple[ShownEdge, ...]
    """Calls that may mean something else."""
    total: int
    maybe_total: int
    chains: tuple[ShownChain, ...]
    choices: tuple[ShownChoice, ...]
    notes: tuple[str, ...]
    labels: dict[str, str]
    """What to call each node, by its id: with its place where several have its name."""
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
    files: int
    """Indexed so far by the run under way."""
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
    unreadable: tuple[str, ...]
    problems: tuple[tuple[str, str], ...]
    broken_files: int
    embedder: str
    bytes: int
    updated: datetime | None
    writer: str
    """The process that writes to it now, and how far it is; empty where none does."""
    stale: bool
    freshness: ShownFreshness
