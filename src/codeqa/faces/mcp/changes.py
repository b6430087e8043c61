"""Tells clients when the codebase has changed: which files there are, what is in them, and which codebases.

Clients of the protocol's revision 2026-07-28 hear of it on the streams that they open for it; older ones by
notifications on their connection.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import anyio
import anyio.to_thread
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp.types import ResourceListChangedNotification, ToolListChangedNotification

from codeqa.errors import CodeQAError

if TYPE_CHECKING:
    from codeqa.faces.mcp.shelf import Shelf, Shelved

LOOK_SECONDS: Final = 0.5
"""Between two looks whether an index was written; a look costs nothing where it was not."""

OLDER_CLIENTS: Final = 64
"""Connections of older clients that are told; the oldest is forgotten first."""

OUTLINE: Final = "codeqa://outline"


class Changes:
    """What clients were told of, and what is new.

    Args:
        shelf: the codebases.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.bus: Final = InMemorySubscriptionBus()
        self._shelf = shelf
        self._older: deque[ServerSession] = deque(maxlen=OLDER_CLIENTS)
        self._seen: dict[str, tuple[object, dict[str, str]]] = {}
        """By codebase: when its index was written, and the digests of its files."""

    def add(self, session: ServerSession) -> None:
        """Tells a client of before 2026-07-28 from now on."""
        self._older.append(session)

    async def watch(self) -> None:
        """Looks for changes until it is cancelled."""
        codebases = len(self._shelf)
        while True:
            await anyio.sleep(LOOK_SECONDS)
            if (len(self._shelf) > 1) != (codebases > 1):  # the tools have one argument more, or less
                await self._tell([ToolsListChanged()])
            codebases = len(self._shelf)
            for one in self._shelf:
                written = one.freshness.updated
                seen = self._seen.get(one.id)
                if written is None or (seen is not None and seen[0] == written):
                    continue
                files = await self._files(one)
                self._seen[one.id] = (written, files)
                if seen is not None:
                    await self._tell(_events(seen[1], files, one.id if codebases > 1 else None))

    async def _files(self, one: Shelved) -> dict[str, str]:
        """A codebase's files with their digests; none where the index cannot be read, which calls will tell."""

        def read() -> dict[str, str]:
            try:
                return {file.path: file.digest for file in one.codebase().files()}
            except CodeQAError:
                return {}

        return await anyio.to_thread.run_sync(read, abandon_on_cancel=True)

    async def _tell(self, events: Iterable[ServerEvent]) -> None:
        for event in events:
            await self.bus.publish(event)
            for session in self._older:
                try:
                    if isinstance(event, ToolsListChanged):
                        await session.send_notification(ToolListChangedNotification())
                    elif isinstance(event, ResourcesListChanged):
                        await session.send_notification(ResourceListChangedNotification())
                except (MCPError, anyio.ClosedResourceError, anyio.BrokenResourceError):
                    continue  # it has hung up


def _events(before: dict[str, str], now: dict[str, str], codebase: str | None) -> list[ServerEvent]:
    """What to tell of two states of a codebase's files."""
    changed = sorted(path for path in before.keys() & now.keys() if before[path] != now[path])
    events: list[ServerEvent] = [ResourcesListChanged()] if before.keys() != now.keys() else []
    if before != now:
        events.append(ResourceUpdated(uri=OUTLINE))
    return [*events, *(ResourceUpdated(uri=file_uri(path, codebase)) for path in changed)]


def file_uri(path: str, codebase: str | None) -> str:
    """The address of a file as a resource; the codebase is named where there are several."""
    return f"codeqa://file/{quote(path)}" + (f"?codebase={quote(codebase)}" if codebase else "")
