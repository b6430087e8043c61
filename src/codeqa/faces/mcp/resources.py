"""Resources: the codebase's map, files and symbols, for clients that let people attach them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

import anyio.to_thread
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import ResourceSecurity
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from codeqa.errors import CodeQAError, NotFoundError
from codeqa.faces.mcp import wording
from codeqa.faces.mcp.budget import clipped

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer

_Made = TypeVar("_Made")

OUTLINE_TOKENS: Final = 4_000
FILE_TOKENS: Final = 20_000
COMPLETIONS: Final = 50

_PLAIN: Final = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False)
"""Only indexed files are read, from the index and not from the disk, so that a path can lead nowhere else."""


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
        description="A file as it is indexed."
    )  # fmt: skip
    async def file(path: str, codebase: str | None = None) -> str:
        found = await read(lambda opened: opened.source(path), codebase)
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
