"""Resources: the codebase's map, files and symbols, for clients that let people attach them."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import anyio.to_thread
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import ResourceSecurity
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    Completion,
    CompletionArgument,
    CompletionContext,
    ListResourcesResult,
    PromptReference,
    Resource,
    ResourceTemplateReference,
)

from codeqa.errors import CodeQAError, NotFoundError
from codeqa.faces.mcp import wording
from codeqa.faces.mcp.budget import clipped
from codeqa.faces.mcp.changes import file_uri
from codeqa.faces.mcp.paths import file_of

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer
    from codeqa.faces.mcp.shelf import Shelf, Shelved

_Made = TypeVar("_Made")

OUTLINE_TOKENS: Final = 4_000
FILE_TOKENS: Final = 20_000
COMPLETIONS: Final = 50

PAGE: Final = 500
"""Resources that one answer lists."""

_PLAIN: Final = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)
"""Only files that are indexed or would be are read, and no links, so that a path can lead nowhere else."""


def add_resources(server: CodeQAServer) -> None:
    """Adds the resources, and completion of what stands in their addresses."""

    async def read(make: Callable[[Codebase], _Made], codebase: str | None = None) -> _Made:
        try:
            opened = await anyio.to_thread.run_sync(server.shelf.chosen(codebase).codebase)
            return await anyio.to_thread.run_sync(make, opened, abandon_on_cancel=True)
        except NotFoundError as error:
            raise ResourceNotFoundError(str(error)) from error
        except CodeQAError as error:
            raise ResourceError(str(error)) from error

    @server.resource(
        "codeqa://outline", name="outline", title="The codebase's map", mime_type="text/plain", description="What the "
        "codebase defines, the most used first."
    )  # fmt: skip
    async def outline() -> str:
        ids: list[str | None] = [one.id for one in server.shelf] or [None]
        parts: list[str] = []
        for id in ids:
            found = await read(lambda opened: opened.outline(token_budget=OUTLINE_TOKENS), id)
            parts += [f"# {id}"] if len(ids) > 1 else []
            parts += [wording.entry(one, with_path=True) for one in found.entries]
        return clipped("\n".join(parts), OUTLINE_TOKENS * len(ids))

    @server.resource(
        "codeqa://file/{+path}{?codebase}", name="file", title="A file", mime_type="text/plain", security=_PLAIN,
        description="A file of the index, as it is now."
    )  # fmt: skip
    async def file(path: str, codebase: str | None = None) -> str:
        found = await read(lambda opened: opened.source_now(file_of(opened, path)), codebase)
        return clipped(found.text, FILE_TOKENS)

    @server.resource(
        "codeqa://symbol/{+name}{?codebase}", name="symbol", title="A symbol", mime_type="text/plain", security=_PLAIN,
        description="The code of everything that has a name, bare or qualified."
    )  # fmt: skip
    async def symbol(name: str, codebase: str | None = None) -> str:
        def make(opened: Codebase) -> str:
            return "\n\n".join(
                f"{wording.place(one)}  {one.qualified_name} ({one.kind})\n"
                f"{opened.lines(one.path, one.start_line, one.end_line) or ''}"
                for one in opened.definitions(name)
            )

        return clipped(await read(make, codebase), FILE_TOKENS)

    @server.completion()  # type: ignore[untyped-decorator, no-untyped-call]
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion | None:
        kind = {"path": "file", "name": "symbol"}.get(argument.name)
        if kind is None:
            return None
        chosen = context.arguments.get("codebase") if context is not None and context.arguments else None
        found = await read(lambda opened: opened.complete(argument.value, COMPLETIONS * 2), chosen)
        values = list(dict.fromkeys(one.text for one in found if one.kind == kind))
        return Completion(values=values[:COMPLETIONS], has_more=len(values) > COMPLETIONS)


async def file_page(shelf: Shelf, others: list[Resource], cursor: str | None) -> ListResourcesResult:
    """A page of the resources: first those that are no files, then all files by codebase and path.

    Args:
        shelf: the codebases.
        others: the resources that are no files.
        cursor: where the page begins, from the page before. It names the last file of that, so that files that come
            or go between two pages make none be left out.

    Raises:
        MCPError: the cursor is none of ours.
    """
    after = None if cursor is None else _read_cursor(cursor)
    several = len(shelf) > 1
    files = [
        (one.id, path)
        for one in shelf
        for path in await anyio.to_thread.run_sync(_indexed, one)
        if after is None or (one.id, path) > after
    ]
    files.sort()
    shown = files[:PAGE]
    resources = [
        Resource(uri=file_uri(path, id if several else None), name=path, mime_type="text/plain") for id, path in shown
    ]
    return ListResourcesResult(
        resources=[*(others if after is None else ()), *resources],
        next_cursor=_cursor(*shown[-1]) if len(files) > PAGE else None,
    )


def _indexed(one: Shelved) -> list[str]:
    """The files of an index; none where there is no index yet, which calls tell."""
    with suppress(CodeQAError):
        codebase = one.codebase()
        if codebase.has_index:
            return [file.path for file in codebase.files()]
    return []


def _cursor(id: str, path: str) -> str:
    return base64.urlsafe_b64encode(json.dumps([id, path]).encode()).decode()


def _read_cursor(text: str) -> tuple[str, str]:
    try:
        id, path = json.loads(base64.b64decode(text.encode(), altchars=b"-_", validate=True))
        if isinstance(id, str) and isinstance(path, str):
            return id, path
    except (ValueError, TypeError):
        pass
    raise MCPError(INVALID_PARAMS, "There is no such cursor. List from the start.")
