"""The MCP server: what it is called, what it offers, and over what it talks."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from difflib import get_close_matches
from importlib.metadata import version
from typing import Any, Final

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    ClientCapabilities,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListResourcesResult,
    ListRootsRequest,
    ListRootsResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from codeqa.faces.mcp import given, schemas
from codeqa.faces.mcp.asking import add_asking
from codeqa.faces.mcp.budget import line
from codeqa.faces.mcp.calling import AT_ONCE, Asked, folders_of
from codeqa.faces.mcp.changes import Changes
from codeqa.faces.mcp.finding import add_finding
from codeqa.faces.mcp.prompts import add_prompts
from codeqa.faces.mcp.reading import add_reading
from codeqa.faces.mcp.resources import add_resources, file_page
from codeqa.faces.mcp.shelf import Shelf

INSTRUCTIONS: Final = """\
CodeQA knows this codebase: an index of its definitions, references, calls and text, kept current while files change.
Prefer it to grep and to reading whole files: it is exact about names and costs a fraction of the tokens.
- You know a name: find_definition, find_references, call_graph (callers, callees, or the route between two names).
- You do not: search_code with words about what the code does.
- A question that spans files: get_context (evidence to read yourself) or ask_codebase (an answer with sources).
- New to the codebase or to a file: outline. Then read_source with the places (path:start-end) that the tools give.
Results are short by default and have pages (offset, limit, max_tokens); format "json" gives records for programs.
"""

STRUCTURED: Final = "codeqa/structured-content"
"""The extension (or, before 2026-07-28, experimental capability) by which a client says that it reads records only."""

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
        self._changes = Changes(shelf)

        @asynccontextmanager
        async def running(_: MCPServer[None]) -> AsyncIterator[None]:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._changes.watch)
                yield None
                tasks.cancel_scope.cancel()

        super().__init__(
            name="codeqa",
            title="CodeQA",
            description="Answers questions about a codebase from the code itself, with path:line sources.",
            instructions=INSTRUCTIONS,
            version=version("codeqa"),
            log_level="WARNING",
            lifespan=running,
            subscriptions=self._changes.bus,
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

    async def list_tools(self, with_records: bool = False) -> list[Tool]:
        """The tools; the argument ``codebase`` only where there are several.

        Args:
            with_records: with the schemas of results, for clients that read these.
        """
        tools = await super().list_tools()
        left_out = frozenset() if len(self.shelf) > 1 else frozenset({"codebase"})
        return [
            one.model_copy(
                update={
                    "title": None,  # the annotations have it
                    "description": " ".join((one.description or "").split()),
                    "input_schema": schemas.sent(one.input_schema, left_out),
                    "output_schema": schemas.result(one.output_schema or {}) if with_records else None,
                }
            )
            for one in tools
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Calls a tool; what is wrong is told in one line."""
        tool = self._tool_manager.get_tool(name)
        if tool is None:
            known = [one.name for one in self._tool_manager.list_tools()]
            near = get_close_matches(name.lower(), known, 1) or [", ".join(known)]
            raise ToolError(_printable(f"There is no tool {line(name, 60)!r}. Use {near[0]}."))
        try:
            required = tool.parameters.get("required", ())
            taken = given.taken(name, schemas.whole(tool.parameters), required, arguments)
        except given.WrongArgumentsError as error:
            raise ToolError(_printable(str(error))) from error
        form = taken.pop(schemas.FORMAT, None) or _default_format(context)
        try:
            result = await super().call_tool(name, taken, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            raise ToolError(_printable(str(cause) if isinstance(cause, ToolError) else str(error))) from cause
        return _in_form(result, form) if isinstance(result, CallToolResult) else result

    async def _handle_get_prompt(
        self, ctx: ServerRequestContext[Any, Any], params: GetPromptRequestParams
    ) -> GetPromptResult | InputRequiredResult:
        prompt = self._prompt_manager.get_prompt(params.name)
        if prompt is None:
            known = ", ".join(one.name for one in self._prompt_manager.list_prompts())
            raise MCPError(INVALID_PARAMS, _printable(f"There is no prompt {line(params.name, 60)!r}. Use {known}."))
        wanted = [one.name for one in prompt.arguments or () if one.required]
        missing = [one for one in wanted if one not in (params.arguments or {})]
        if missing:
            raise MCPError(INVALID_PARAMS, f"The prompt {params.name} needs {', '.join(missing)}.")
        return await super()._handle_get_prompt(ctx, params)

    async def _handle_list_tools(
        self, ctx: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        with_records = reads_records(ctx.session.client_capabilities)
        return ListToolsResult(tools=await self.list_tools(with_records))

    async def _handle_list_resources(
        self, ctx: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        resources = await self.list_resources()
        return await file_page(self.shelf, resources, None if params is None else params.cursor)

    async def _prepare(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """What belongs to messages whatever their handler: roots, cursors, what older clients are told of."""
        match ctx.method:
            case "initialize":
                result = await call_next(ctx)
                if isinstance(result, dict):
                    for part in ("tools", "resources"):
                        result["capabilities"][part]["listChanged"] = True
                return result
            case "notifications/initialized":
                self._changes.add(ctx.session)
            case "notifications/roots/list_changed":
                await self._ask_for_roots(ctx)
            case "tools/list" | "prompts/list" | "resources/templates/list":
                if (ctx.params or {}).get("cursor") is not None:
                    raise MCPError(INVALID_PARAMS, f"{ctx.method} has one page: there is no such cursor.")
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
                if self.shelf.wants_roots:
                    self.shelf.take_roots(folders_of(roots))
                else:
                    self.shelf.change_roots(folders_of(roots))


_Tool = Callable[..., Coroutine[Any, Any, CallToolResult]]


def reads_records(capabilities: ClientCapabilities | None) -> bool:
    """True for a client that declares that it reads structured content and no text."""
    return capabilities is not None and STRUCTURED in {
        **(capabilities.experimental or {}),
        **(capabilities.extensions or {}),
    }


def _default_format(context: Context[None, Any] | None) -> str:
    return schemas.RECORD if context is not None and reads_records(context.client_capabilities) else schemas.FORMATS[0]


def _in_form(result: CallToolResult, form: str) -> CallToolResult:
    """A result in one form: what holds a text and a record twice costs a model twice."""
    if result.is_error or form != schemas.RECORD:
        return result.model_copy(update={"structured_content": None})
    return result.model_copy(update={"content": [TextContent(type="text", text="See structuredContent.")]})


def _printable(text: str) -> str:
    """One line without lone surrogates, which no message can hold."""
    return " ".join(text.split()).encode("utf-8", "replace").decode()


def run_on_stdio(shelf: Shelf) -> None:
    """Talks to one client over standard input and output until it hangs up.

    The SDK gives the protocol descriptors of its own: whatever else writes to standard output lands on standard error.
    """
    server = CodeQAServer(shelf)
    try:
        server.run("stdio")
    finally:
        shelf.close()


def run_on_http(shelf: Shelf, port: int, when_ready: Callable[[], None]) -> None:
    """Talks to clients of this machine over streamable HTTP at ``/mcp``; Host and Origin are checked by the SDK.

    Args:
        shelf: the codebases.
        port: where it listens.
        when_ready: called once clients can connect.

    Raises:
        UsageError: the port is taken or not allowed.
    """
    import uvicorn

    from codeqa.faces.http.server import bound

    socket = bound("127.0.0.1", port)
    server = CodeQAServer(shelf)
    shelf.take_roots(None)
    shelf.warm()
    app = server.streamable_http_app(host="127.0.0.1")
    when_ready()
    try:
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[socket])
    finally:
        shelf.close()
