"""Making an index, and how it stands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from http import HTTPStatus

from fastapi import APIRouter, Request

from codeqa.faces.http import shown
from codeqa.faces.http.bodies import IndexRequest
from codeqa.faces.http.dependencies import AllServices, Chosen, client_of
from codeqa.faces.http.description import FRESHNESS_EVENTS, events
from codeqa.faces.http.newest import Listener
from codeqa.faces.http.records import ShownFreshness
from codeqa.faces.http.streams import ALIVE, ALIVE_SECONDS, EventStream, event
from codeqa.model import Freshness

router = APIRouter(prefix="/codebases/{codebase}", tags=["indexing"])


@router.post("/index", status_code=HTTPStatus.ACCEPTED)
def index(request: Request, chosen: Chosen, services: AllServices, wanted: IndexRequest) -> ShownFreshness:
    """Brings the index up to date, or makes it anew, and keeps it current from then on."""
    services.indexings.count(client_of(request))
    chosen.index(wanted.rebuild)
    return shown.freshness(chosen.freshness)


@router.get(
    "/index/events",
    status_code=HTTPStatus.OK,
    response_class=EventStream,
    responses=events("How the index stands: at once, and at every change.", **FRESHNESS_EVENTS),
)
async def news(request: Request, chosen: Chosen, services: AllServices) -> EventStream:
    """How the index stands to the files, as it changes."""
    place = services.listeners.enter(client_of(request))
    listener = chosen.news.listener()
    # After listening began, so that no change falls between.
    return EventStream(_sent(listener, chosen.freshness), listener, services.streams, place.leave)


async def _sent(listener: Listener[Freshness], first: Freshness) -> AsyncIterator[bytes]:
    yield event("freshness", shown.freshness(first))
    async for one in listener.items(ALIVE_SECONDS):
        yield ALIVE if one is None else event("freshness", shown.freshness(one))
