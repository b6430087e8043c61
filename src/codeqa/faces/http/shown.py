"""From the records of a codebase to what the API shows."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from codeqa.faces.http.highlight import highlighted
from codeqa.faces.http.markdown import Sources, answer_html
from codeqa.faces.http.pages import ShownAnswer
from codeqa.faces.http.records import (
    ShownChain,
    ShownChoice,
    ShownCitation,
    ShownDefinition,
    ShownEdge,
    ShownFreshness,
    ShownGraph,
    ShownHit,
)
from codeqa.model import Answer, Definition, Edge, Freshness, Graph, Hit
from codeqa.settings import EDITOR_LINKS, Settings

_RUNS: Final = re.compile(r"\s*(?:javascript|data|vbscript|blob|about)\s*:", re.IGNORECASE)


def definitions(found: Sequence[Definition]) -> tuple[ShownDefinition, ...]:
    """Definitions."""
    return tuple(map(ShownDefinition.model_validate, found))


def hit(found: Hit) -> ShownHit:
    """A hit with its text highlighted."""
    return ShownHit.model_validate(found).model_copy(
        update={"html": highlighted(found.text, found.language, found.path)}
    )


def answer(made: Answer) -> ShownAnswer:
    """An answer, rendered, with its sources highlighted."""
    return ShownAnswer(
        question=made.question,
        text=made.text,
        html=answer_html(made.text, Sources.of(made.citations)),
        citations=tuple(map(ShownCitation.model_validate, made.citations)),
        sources=tuple(map(hit, made.sources)),
        model=made.model,
        notes=made.notes,
    )


def graph(found: Graph, limit: int) -> ShownGraph:
    """A graph of as many nodes as can be drawn, the first ones, and the edges between them."""
    nodes = found.nodes[:limit]
    kept = {one.id for one in nodes}
    labels = found.labels()

    def between(edges: Sequence[Edge]) -> tuple[ShownEdge, ...]:
        return tuple(ShownEdge.model_validate(one) for one in edges if one.source in kept and one.target in kept)

    return ShownGraph(
        nodes=definitions(nodes),
        edges=between(found.edges),
        maybe=between(found.maybe),
        total=found.total,
        maybe_total=found.maybe_total,
        chains=tuple(map(ShownChain.model_validate, found.chains)),
        choices=tuple(map(ShownChoice.model_validate, found.choices)),
        notes=found.notes,
        labels={one.id: labels[one.id] for one in nodes},
        omitted=len(found.nodes) - len(nodes),
    )


def freshness(known: Freshness) -> ShownFreshness:
    """How an index stands to the files, also in words."""
    return ShownFreshness(
        indexing=known.indexing,
        pending=known.pending,
        updated=known.updated,
        stage=known.stage,
        done=known.done,
        total=known.total,
        files=known.files,
        error=known.error,
        behind=known.behind,
        sentence=known.sentence(),
    )


def folder(path: Path) -> str:
    """A folder as text; bytes of its name that are none are replaced."""
    return os.fsencode(path).decode("utf-8", "replace")


def editor_link(settings: Settings) -> str:
    """The URL with ``{path}`` and ``{line}`` that opens a place; empty for none.

    The setting may come from the ``codeqa.toml`` of somebody else's repository: what could run in the page is none.
    """
    link = EDITOR_LINKS.get(settings.editor_links, settings.editor_links)
    return "" if _RUNS.match(link) else link


def editor_url(settings: Settings, root: Path, path: str, line: int) -> str:
    """What opens a line of a file; empty for nothing."""
    whole = quote(f"{folder(root)}/{path}")
    return editor_link(settings).replace("{path}", whole).replace("{line}", str(line))
