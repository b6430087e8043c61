"""What is running, and which codebases it answers for."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter

from codeqa.faces.http import shown
from codeqa.faces.http.dependencies import IN_TURN, AllServices, Chosen
from codeqa.faces.http.pages import About, ListedCodebase, NamedCodebase
from codeqa.faces.http.records import ShownStatus
from codeqa.faces.http.shelf import Shelved

router = APIRouter(tags=["about"])


@router.get("/about")
def about(services: AllServices) -> About:
    """What is running, and what would leave the machine."""
    first = next(iter(services.shelf))
    settings = first.codebase.settings
    leaving = dict.fromkeys(what for one in services.shelf for what in one.services.leaves)
    return About(
        version=version("codeqa"),
        model=first.services.model,
        model_url=settings.model_url,
        embedder=first.services.embedder,
        leaves=tuple(leaving),
        editor_link=shown.editor_link(settings),
        codebases=tuple(NamedCodebase(**_named(one)) for one in services.shelf),
    )


@router.get("/codebases")
def codebases(services: AllServices) -> list[ListedCodebase]:
    """The codebases, and how their indexes stand."""
    return [
        ListedCodebase(**_named(one), has_index=one.codebase.has_index, freshness=shown.freshness(one.freshness))
        for one in services.shelf
    ]


@router.get("/codebases/{codebase}/status", dependencies=[IN_TURN])
def status(chosen: Chosen) -> ShownStatus:
    """What the index holds, and how it differs from the files."""
    found = chosen.codebase.status()
    values = {name: getattr(found, name) for name in ShownStatus.model_fields if name != "freshness"}
    return ShownStatus(**values, freshness=shown.freshness(chosen.freshness))


def _named(one: Shelved) -> dict[str, str]:
    return {"id": one.id, "name": one.name, "root": shown.folder(one.codebase.root)}
