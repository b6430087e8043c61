"""The MCP server: what it is called, what it offers, and over what it talks."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any, Final

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, InputRequiredResult, ListRootsRequest, ListRootsResult, Tool, ToolAnnotations
from pydantic import ValidationError

from codeqa.faces.mcp.asking import add_asking
from codeqa.faces.mcp.calling import AT_ONCE, Asked, folders_of
from codeqa.faces.mcp.finding import add_finding
from codeqa.faces.mcp.prompts import add_prompts
from codeqa.faces.mcp.reading import add_reading
from codeqa.faces.mcp.resources import add_resources
from codeqa.faces.mcp.shelf import Shelf

INSTRUCTIONS: Final = """\
CodeQA knows this codebase: an index of its definitions, references, calls and text, kept current while files change.
Prefer it to grep and to reading whole files: it is exact about names and costs a fraction of the tokens.
- You know a name: find_definition, find_references, call_graph (callers, callees, or the route between two names).
- You do not: search_code with words about what the code does.
- A question that spans files: get_context (evidence to read yourself) or ask_codebase (an answer with sources).
- New to the codebase or to a file: outline. Then read_source with the places (path:start-end) that the tools give.
Results are short by default and have pages: pass next_offset as offset for more.
"""

ROOTS_SECONDS: Final = 1.0
"""How long a client may take to name its folders before tools are listed."""


class CodeQAServer(MCPServer[None]):
    """The server over some codebases.

    Attributes:
        shelf: the codebases.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._limiter: anyio.CapacityLimiter | None = None

        @asynccontextmanager
        async def running(_: MCPServer[None]) -> AsyncIterator[None]:
            yield None

        super().__init__(
            name="codeqa",
            title="CodeQA",
            description="Answers questions about a codebase from the code itself, with path:line sources.",
            instructions=INSTRUCTIONS,
            version=version("codeqa"),
            log_level="WARNING",
            lifespan=running,
            middleware=[self._prepare],
        )
        for add in (add_finding, add_reading, add_asking, add_resources, add_prompts):
            add(self)

    def reads(self, title: str, is_local: bool = True) -> Callable[[_Tool], _Tool]:
        """Adds a tool that changes nothing.

        Args:
            title: its name for a person.
            is_local: nothing outside this machine has a part in it.
        """
        annotations = ToolAnnotations(
            title=title,
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=not is_local,
        )

        def added(tool: _Tool) -> _Tool:
            self.add_tool(tool, title=title, description=inspect.getdoc(tool), annotations=annotations)
            return tool

        return added

    def asked(self, context: Context[Any, Any]) -> Asked:
        """A call of a tool."""
        if self._limiter is None:  # it belongs to the running event loop
            self._limiter = anyio.CapacityLimiter(AT_ONCE)
        return Asked(context, self.shelf, self._limiter)

    async def list_tools(self) -> list[Tool]:
        """The tools; the argument ``codebase`` only where there are several."""
        tools = await super().list_tools()
        left_out = set() if len(self.shelf) > 1 else {"codebase"}
        return [
            one.model_copy(
                update={
                    "input_schema": _shortened(one.input_schema, left_out),
                    "output_schema": None if one.output_schema is None else _shortened(one.output_schema, set()),
                }
            )
            for one in tools
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Calls a tool; wrong arguments are told in one line each."""
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                faults = "\n".join(
                    f"- {'.'.join(str(part) for part in one['loc']) or 'arguments'}: {one['msg']}"
                    for one in cause.errors()[:10]
                )
                raise ToolError(f"Wrong arguments for {name}:\n{faults}\nMend them and call again.") from cause
            raise ToolError(str(cause) if isinstance(cause, ToolError) else str(error)) from cause

    async def _prepare(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Learns the client's folders before tools are listed, and warms the codebases once they are."""
        if ctx.method != "tools/list":
            return await call_next(ctx)
        if self.shelf.wants_roots:
            await self._ask_for_roots(ctx)
        result = await call_next(ctx)
        if len(self.shelf):
            self.shelf.warm()
        return result

    async def _ask_for_roots(self, ctx: ServerRequestContext[Any, Any]) -> None:
        """Where the client can be asked now; newer protocols only let tools ask, and they do."""
        capabilities = ctx.session.client_capabilities
        if capabilities is None or capabilities.roots is None:
            self.shelf.take_roots(None)
        elif ctx.session.can_send_request:
            # A client that does not answer is asked again by the first call.
            with anyio.move_on_after(ROOTS_SECONDS), suppress(MCPError):
                roots = await ctx.session.send_request(ListRootsRequest(), ListRootsResult)
                self.shelf.take_roots(folders_of(roots))


_Tool = Callable[..., Coroutine[Any, Any, CallToolResult]]


def _shortened(schema: dict[str, Any], left_out: set[str]) -> dict[str, Any]:
    """A schema without some properties, and without the titles that say no more than the names."""
    properties = {
        name: {key: value for key, value in one.items() if key != "title"}
        for name, one in schema.get("properties", {}).items()
        if name not in left_out
    }
    return {**{key: value for key, value in schema.items() if key != "title"}, "properties": properties}


def run_on_stdio(shelf: Shelf) -> None:
    """Talks to one client over standard input and output until it hangs up.

    The SDK gives the protocol descriptors of its own: whatever else writes to standard output lands on standard error.
    """
    server = CodeQAServer(shelf)
    try:
        server.run("stdio")
    finally:
        shelf.close()


def run_on_http(shelf: Shelf, port: int) -> None:
    """Talks to clients of this machine over streamable HTTP at ``/mcp``; Host and Origin are checked by the SDK."""
    server = CodeQAServer(shelf)
    shelf.take_roots(None)
    shelf.warm()
    try:
        server.run("streamable-http", host="127.0.0.1", port=port)
    finally:
        shelf.close()
