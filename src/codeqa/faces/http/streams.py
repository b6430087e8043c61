"""Server-sent events, and the streams of them that are open."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from typing import Final, Protocol

from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

ALIVE_SECONDS: Final = 15.0
"""After which a stream without events sends a comment, so that nobody between takes it for dead."""
ALIVE: Final = b": alive\n\n"


def event(name: str, data: BaseModel) -> bytes:
    """An event on the wire; its data is one line of JSON."""
    return f"event: {name}\ndata: {data.model_dump_json()}\n\n".encode()


class Stoppable(Protocol):
    """What feeds a stream."""

    def stop(self) -> None:
        """Ends it; from any thread, any number of times."""


class Streams:
    """The sources of the streams that are open, so that a server that ends can end them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: set[Stoppable] = set()
        self._ended = False

    def add(self, source: Stoppable) -> None:
        """Remembers a source; once all were stopped, new ones are at once."""
        with self._lock:
            self._open.add(source)
            ended = self._ended
        if ended:
            source.stop()

    def remove(self, source: Stoppable) -> None:
        """Forgets a source."""
        with self._lock:
            self._open.discard(source)

    def stop(self) -> None:
        """Ends all streams."""
        with self._lock:
            self._ended = True
            sources = tuple(self._open)
        for source in sources:
            source.stop()


class EventStream(StreamingResponse):
    """A response of events.

    Args:
        events: them, on the wire.
        source: what makes them; it is stopped when the client is gone.
        streams: those that are open.
        at_end: called when the response has ended, however it did.
    """

    media_type = "text/event-stream"

    def __init__(
        self, events: AsyncIterator[bytes], source: Stoppable, streams: Streams, at_end: Callable[[], None]
    ) -> None:
        # Proxies that collect a response before they hand it on are asked not to.
        super().__init__(events, headers={"X-Accel-Buffering": "no"})
        self._source, self._streams, self._at_end = source, streams, at_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events until they end or nobody is there."""
        self._streams.add(self._source)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.remove(self._source)
            self._source.stop()
            self._at_end()
