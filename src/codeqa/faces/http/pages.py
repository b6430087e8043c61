"""What the API answers with, beside the records themselves: pages, and the events of streams."""

from __future__ import annotations

from codeqa.faces.http.records import (
    Shown,
    ShownCitation,
    ShownCompletion,
    ShownDefinition,
    ShownFreshness,
    ShownHit,
    ShownOutlineEntry,
    ShownReference,
)


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
