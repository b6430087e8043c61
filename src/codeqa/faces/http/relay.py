"""From a thread that makes things one after another to the coroutine that sends them on, a few ahead at most."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import closing
from typing import Final, Generic, TypeVar

_Item = TypeVar("_Item")

AHEAD: Final = 64
"""Items that may wait for a reader."""
PATIENCE: Final = 120.0
"""Seconds that a thread waits for a reader to take something, before it gives the reader up."""


class _End:
    pass


class Relay(Generic[_Item]):
    """Runs a generator in a thread of its own and hands what it makes to one coroutine.

    The generator is closed between two items when nobody listens any more: at `stop`, and when the reader took nothing
    for a long time.

    Args:
        generator: what is run.
        at_end: called in the thread when the generator has ended, however it did.
        ahead: how many items may wait for the reader.
        patience: seconds to wait for a reader that takes nothing.
    """

    def __init__(
        self,
        generator: Generator[_Item, None, None],
        at_end: Callable[[], None],
        ahead: int = AHEAD,
        patience: float = PATIENCE,
    ) -> None:
        self._generator = generator
        self._at_end = at_end
        self._patience = patience
        self._room = threading.Semaphore(ahead)
        self._stopped = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._items: asyncio.Queue[_Item | BaseException | _End] = asyncio.Queue()
        # A daemon: a model that is silent must not keep the program from ending.
        threading.Thread(target=self._run, name="codeqa-answer", daemon=True).start()

    async def items(self, every: float) -> AsyncIterator[_Item | None]:
        """What the generator makes, and None whenever a time passed without anything.

        Args:
            every: that time, in seconds.

        Raises:
            Exception: whatever the generator raised.
        """
        while True:
            try:
                async with asyncio.timeout(every):
                    item = await self._items.get()
            except TimeoutError:
                yield None
                continue
            self._room.release()
            if isinstance(item, _End):
                return
            if isinstance(item, BaseException):
                raise item
            yield item

    def stop(self) -> None:
        """Ends the generator after the item it is at, and the stream at once; from any thread."""
        self._stopped.set()
        self._room.release()
        self._put(_End())

    def _run(self) -> None:
        last: BaseException | _End = _End()
        try:
            with closing(self._generator) as items:
                for item in items:
                    has_room = self._room.acquire(timeout=self._patience)
                    if self._stopped.is_set() or not has_room:
                        break
                    self._put(item)
        except BaseException as error:  # noqa: BLE001 (raised again where the items are read)
            last = error
        finally:
            self._at_end()
            self._put(last)

    def _put(self, item: _Item | BaseException | _End) -> None:
        # A loop that ended has no readers any more.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._items.put_nowait, item)
