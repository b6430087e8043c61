"""What all tool calls share: which codebase, waiting for its first index, work in threads, errors for models."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, cast
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import anyio
import anyio.to_thread
from mcp.server.mcpserver import Context, ListRoots, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ListRootsResult, TextContent

from codeqa.errors import CodeQAError, IndexMissingError, NotFoundError, UsageError, refusal
from codeqa.faces.mcp.budget import line
from codeqa.faces.mcp.records import Result
from codeqa.faces.mcp.shelf import Shelf, Shelved
from codeqa.model import Freshness

if TYPE_CHECKING:
    from codeqa.codebase import Codebase

_Made = TypeVar("_Made")

FIRST_INDEX_SECONDS: Final = 25.0
"""How long a call waits for a first index; clients give a call up after 30 to 60 seconds."""

PROGRESS_SECONDS: Final = 0.25
"""Between two notifications of progress."""

LONGEST_ERROR: Final = 600
"""Characters of an error; what a model gave is repeated in it."""

_LONG_WORD: Final = re.compile(r"(\S{100})\S{20,}?(?=['\"]|\s|$)")
"""A word of a model's that would fill an error, and leave no room for what to do; the quote after it stays."""

AT_ONCE: Final = 4
"""Calls that work at the same time; more wait. Each holds its results in memory."""


class Asked:
    """A tool call.

    Args:
        context: the SDK's.
        shelf: the codebases.
        limiter: keeps calls to `AT_ONCE`.
    """

    def __init__(self, context: Context[Any, Any], shelf: Shelf, limiter: anyio.CapacityLimiter) -> None:
        self._context = context
        self._shelf = shelf
        self._limiter = limiter
        self.is_given_up = threading.Event()
        """Set when the client cancelled the call."""

    async def work(
        self, codebase: str | None, roots: ListRootsResult | None, make: Callable[[Codebase], _Made]
    ) -> tuple[_Made, str]:
        """Works something out in a thread; returns it and what to say about how current it is.

        Args:
            codebase: which one; None for the only one.
            roots: the folders that the client has open, where it told.
            make: what to work out.

        Raises:
            ToolError: a message that the model can act on.
        """
        try:
            if self._shelf.wants_roots:
                self._shelf.take_roots(None if roots is None else folders_of(roots))
            chosen = self._shelf.chosen(codebase)
            opened = await self._in_thread(chosen.codebase)
            _refuse_what_is_gone(opened.root)
            await self._wait_for_first_index(chosen, opened)
            made = await self._in_thread(lambda: self._made(opened, make))
        except CodeQAError as error:
            raise ToolError(_one_line(str(error))) from error
        except OSError as error:
            raise ToolError(_one_line(f"The system refused: {refusal(error)}")) from error
        return made, _behind(chosen.freshness)

    def _made(self, opened: Codebase, make: Callable[[Codebase], _Made]) -> _Made:
        if not opened.files():
            skipped = opened.skipped()
            left_out = (
                f" {len(skipped)} were left out, such as {skipped[0].path} ({skipped[0].reason})." if skipped else ""
            )
            raise NotFoundError(f"The codebase {opened.root} is empty: the index has no files.{left_out}")
        return make(opened)

    async def progress(self, done: float, message: str) -> None:
        """Tells the client how far the call is, where it wants to know."""
        await self._context.report_progress(done, None, message)

    async def _in_thread(self, make: Callable[[], _Made]) -> _Made:
        try:
            return await anyio.to_thread.run_sync(make, abandon_on_cancel=True, limiter=self._limiter)
        except anyio.get_cancelled_exc_class():
            self.is_given_up.set()
            raise

    async def _wait_for_first_index(self, shelved: Shelved, codebase: Codebase) -> None:
        """Waits for the first index, not for later ones, and not for long.

        Raises:
            IndexMissingError: nothing was indexed yet; the message says how far it is.
        """
        deadline = anyio.current_time() + FIRST_INDEX_SECONDS
        told = 0.0
        while (freshness := shelved.freshness).indexing and freshness.updated is None:
            if anyio.current_time() > deadline:
                break
            # Progress must grow with every notification, also from one stage to the next.
            told += 1
            await self._context.report_progress(told, None, _how_far(freshness))
            await anyio.sleep(PROGRESS_SECONDS)
        if not codebase.has_index:
            freshness = shelved.freshness
            state = freshness.error or (_how_far(freshness) if freshness.indexing else "")
            raise IndexMissingError(
                f"{state}. Call again in half a minute."
                if state
                else f"There is no index of {codebase.root}, and this server was told not to make one. "
                "Run `codeqa index` there."
            )


def _one_line(said: str) -> str:
    return line(_LONG_WORD.sub(r"\1…", said), LONGEST_ERROR)


def _how_far(freshness: Freshness) -> str:
    share = f" {100 * freshness.done // freshness.total} %" if freshness.total else ""
    files = f", {freshness.files:,} files so far" if freshness.files else ""
    return f"The first index is being made: {freshness.stage or 'looking at the files'}{share}{files}"


def _behind(freshness: Freshness) -> str:
    """What to say of an index that is behind: only where a file is known to have changed, or a run failed.

    A run that only looks whether something has changed, as at the start, says nothing of the kind. That places are
    those of now is checked for each result.
    """
    known = freshness.error is not None or freshness.pending > 0 or freshness.updated is None
    return freshness.sentence() if known else ""


def _refuse_what_is_gone(root: Path) -> None:
    """Says what is wrong with a folder that can no longer be listed.

    Raises:
        UsageError: it is gone, or may not be read.
    """
    try:
        with os.scandir(root):
            return
    except FileNotFoundError:
        reason = "is gone"
    except NotADirectoryError:
        reason = "is no folder any more"
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
    raise UsageError(f"The codebase's folder {root} {reason}. Put that right, or start the server for another folder.")


def client_roots(ctx: Context[Any, Any]) -> ListRoots | None:
    """Asks the client which folders it has open, where none were given and it can tell."""
    shelf = cast(Any, ctx.mcp_server).shelf
    capabilities = ctx.client_capabilities
    return ListRoots() if shelf.wants_roots and capabilities is not None and capabilities.roots is not None else None


Roots = Annotated[ListRootsResult | None, Resolve(client_roots)]


def told(text: str, record: Result) -> CallToolResult:
    """A result as text for a model, and as a record for a program."""
    shown = f"{text}\n\nNote: {record.note}" if record.note else text
    return CallToolResult(
        content=[TextContent(type="text", text=_clean(shown))],
        structured_content=_cleaned(record.model_dump(mode="json")),
    )


def folders_of(roots: ListRootsResult) -> list[Path]:
    """The folders among a client's roots."""
    return [path for one in roots.roots if (path := _folder(str(one.uri)))]


def _folder(uri: str) -> Path | None:
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = Path(url2pathname(unquote(parts.path) if "%" in parts.path else parts.path))
    return path.resolve() if path.is_absolute() else None


def _clean(text: str) -> str:
    """A text without lone surrogates, which no message can hold."""
    return text.encode("utf-8", "replace").decode()


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return _clean(value)
        case dict():
            return {_cleaned(key): _cleaned(one) for key, one in value.items()}
        case list():
            return [_cleaned(one) for one in value]
    return value
