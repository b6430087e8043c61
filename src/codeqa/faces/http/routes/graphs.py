"""How symbols and modules are connected."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from codeqa.faces.http import shown
from codeqa.faces.http.dependencies import IN_TURN, Chosen, Name
from codeqa.faces.http.highlight import highlighted
from codeqa.faces.http.markdown import document_html
from codeqa.faces.http.pages import Symbol
from codeqa.faces.http.records import ShownGraph, ShownModuleGraph

router = APIRouter(prefix="/codebases/{codebase}", tags=["graphs"], dependencies=[IN_TURN])

EDGES = 1_000
"""More than can be drawn; the rest is counted."""

Nodes = Annotated[int, Query(ge=1, le=500, description="Most nodes; the nearest are kept.")]


@router.get("/graph")
def graph(
    chosen: Chosen,
    name: Name,
    direction: Literal["callers", "callees"] = "callers",
    depth: Annotated[int, Query(ge=1, le=6)] = 1,
    limit: Nodes = 150,
) -> ShownGraph:
    """Who calls it, or whom it calls, nearest first; calls that may mean something else are apart, in ``maybe``."""
    codebase = chosen.codebase
    follow = codebase.callers if direction == "callers" else codebase.callees
    return shown.graph(follow(name, depth, EDGES), limit)


@router.get("/route")
def route(chosen: Chosen, a: Name, b: Name, chains: Annotated[int, Query(ge=1, le=10)] = 1) -> ShownGraph:
    """How one name reaches the other; without edges where they are not known to be connected."""
    found = chosen.codebase.route(a, b, chains)
    return shown.graph(found, len(found.nodes))


@router.get("/modules")
def modules(chosen: Chosen, limit: Annotated[int, Query(ge=1, le=300)] = 60) -> ShownModuleGraph:
    """The repository's modules, and how often one's code refers to another's."""
    return chosen.remembered(
        f"modules {limit}", lambda: ShownModuleGraph.model_validate(chosen.codebase.module_graph(limit))
    )


@router.get("/symbol")
def symbol(chosen: Chosen, name: Name) -> Symbol:
    """A definition's page: the first that the name means, and which others there are."""
    codebase = chosen.codebase
    first, *others = codebase.definitions(name)
    members = [
        one.definition for one in codebase.outline(first.path).entries if one.definition.parent == first.qualified_name
    ]
    return Symbol(
        definition=shown.definitions([first])[0],
        doc_html=document_html(first.doc),
        signature_html=highlighted(first.signature, first.language, first.path),
        others=shown.definitions(others),
        references_total=codebase.references_page(first.id, limit=1).total,
        members=shown.definitions(members),
    )
