"""What the addresses share: the codebases, the bounds, and the words of their parameters."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import Depends, Path, Query, Request

from codeqa.faces.http.bounds import Bounds, Rate, Room
from codeqa.faces.http.shelf import Shelf, Shelved
from codeqa.faces.http.streams import Streams

AT_ONCE: Final = (os.cpu_count() or 2) + 2
"""Lookups that are worked on at once; the rest waits in order. They keep processors busy, not waiting for something:
more at once would only make each take longer."""


class Services:
    """What a server answers with: its codebases, the streams that are open, and what bounds them.

    Args:
        shelf: the codebases.
        bounds: how much it takes on.
    """

    def __init__(self, shelf: Shelf, bounds: Bounds) -> None:
        self.shelf = shelf
        self.streams = Streams()
        self.questions = Rate("questions", bounds.asks_a_minute)
        self.indexings = Rate("requests to index", bounds.indexings_a_minute)
        self.answers = Room("answers", bounds.answers_at_once, bounds.answers_a_client)
        self.working = asyncio.Semaphore(AT_ONCE)
        self.listeners = Room("streams", bounds.streams_at_once, bounds.streams_a_client)


def client_of(request: Request) -> str:
    """Who sends a request, as far as bounds go: the machine."""
    return request.client.host if request.client is not None else "unknown"


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def _in_turn(request: Request) -> AsyncIterator[None]:
    async with _services(request).working:
        yield


IN_TURN = Depends(_in_turn, scope="function")
"""Makes an address wait its turn to work. Its turn is over before the response is sent: slow readers hold up nobody."""

AllServices = Annotated[Services, Depends(_services)]


def _chosen(
    services: AllServices,
    codebase: Annotated[str, Path(min_length=1, max_length=100, description="A codebase's id.")],
) -> Shelved:
    return services.shelf[codebase]


Chosen = Annotated[Shelved, Depends(_chosen)]
"""The codebase that an address names."""

Name = Annotated[
    str, Query(min_length=1, max_length=1_000, description="A bare or qualified name, an id, or path:line.")
]
FilePath = Annotated[str, Query(min_length=1, max_length=4_096, description="A file's path in the index.")]
