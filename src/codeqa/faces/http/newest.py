"""From a thread that tells to coroutines that listen, each of which gets the newest there is when it looks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class Newest(Generic[_Item]):
    """What was told last. A listener that is slow misses what was told between, and holds nobody up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[Listener[_Item]] = set()

    def tell(self, item: _Item) -> None:
        """Tells all who listen; from any thread, and never waits."""
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener.tell(item)

    def listener(self) -> Listener[_Item]:
        """Somebody who listens from now on, until `Listener.stop`."""
        listener: Listener[_Item] = Listener(self)
        with self._lock:
            self._listeners.add(listener)
        return listener

    def forget(self, listener: Listener[_Item]) -> None:
        """Tells it nothing any more."""
        with self._lock:
            self._listeners.discard(listener)


class Listener(Generic[_Item]):
    """A coroutine's ear. It is made in the loop that it belongs to."""

    def __init__(self, source: Newest[_Item]) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._called = asyncio.Event()
        self._stopped = False
        self._item: _Item | None = None

    def tell(self, item: _Item) -> None:
        """Has it hear something; from any thread."""
        self._item = item
        self._call()

    def stop(self) -> None:
        """Ends the stream; from any thread."""
        self._source.forget(self)
        self._stopped = True
        self._call()

    async def items(self, every: float) -> AsyncIterator[_Item | None]:
        """The newest at every change, and None whenever a time passed without any.

        Args:
            every: that time, in seconds.
        """
        while not self._stopped:
            try:
                async with asyncio.timeout(every):
                    await self._called.wait()
            except TimeoutError:
                yield None
                continue
            self._called.clear()
            if not self._stopped:
                yield self._item

    def _call(self) -> None:
        # A loop that ended has no listeners any more.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._called.set)
