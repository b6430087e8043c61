"""The tools call_graph, outline and read_source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult
from pydantic import Field

from codeqa.errors import UsageError
from codeqa.faces.mcp import wording
from codeqa.faces.mcp.arguments import Detail, Direction, Limit, MaxTokens, Name, Offset, Which
from codeqa.faces.mcp.budget import CHARACTERS_A_TOKEN, page
from codeqa.faces.mcp.calling import Roots, told
from codeqa.faces.mcp.records import CallGraph, Outlined, OutlineResult, SourceResult, Step
from codeqa.model import Definition, Graph, Kind, Outline, Source

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer

_PLACE: Final = re.compile(r"(?P<path>.+?):(?P<start>\d{1,9})(?:-(?P<end>\d{1,9}))?")
_MINOR: Final = frozenset({Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT})
DEPTH: Final = 3


def add_reading(server: CodeQAServer) -> None:
    """Adds the tools."""

    @server.reads("Call graph")
    async def call_graph(
        ctx: Context[Any, Any],
        roots: Roots,
        name: Name,
        direction: Annotated[
            Direction,
            Field(description="callers: who calls it; callees: whom it calls; route: how it is connected with to."),
        ] = "callers",
        to: Annotated[str | None, Field(max_length=500, description="For a route: the other name.")] = None,
        depth: Annotated[int, Field(ge=1, le=DEPTH, description="How many calls far; a route has no bound.")] = 1,
        limit: Limit = 60,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, CallGraph]:
        """Follows calls over several files at once: who calls a function (what a change affects), whom it calls (how
        it works), or the shortest chain between two names (how one reaches the other). One call replaces many
        searches and reads.

        Examples: {"name": "save", "direction": "callers", "depth": 2};
        {"name": "main", "direction": "route", "to": "write_index"}
        """

        def make(opened: Codebase) -> Graph:
            if direction == "route":
                if not to:
                    raise UsageError("A route needs to: the name that it leads to.")
                return opened.route(name, to)
            return opened.callers(name, depth) if direction == "callers" else opened.callees(name, depth)

        graph, note = await server.asked(ctx).work(codebase, roots, make)
        shown = page([wording.step(one, graph) for one in graph.edges], offset, limit, max_tokens)
        nodes = {one.id: one for one in graph.nodes}
        record = CallGraph(
            steps=[
                Step(
                    source=nodes[one.source].qualified_name if one.source in nodes else one.source,
                    target=nodes[one.target].qualified_name if one.target in nodes else one.target,
                    kind=one.kind,
                    place=f"{one.path}:{one.line}",
                    target_place=f"{nodes[one.target].path}:{nodes[one.target].line}" if one.target in nodes else "",
                    confidence=one.confidence,
                )
                for one in graph.edges[offset : offset + len(shown.texts)]
            ],
            total=len(graph.edges),
            next_offset=shown.next_offset,
            note=note,
        )
        if not shown.texts:
            what = f"between {name} and {to}" if direction == "route" else f"that are {direction} of {name}"
            return told(f"The index knows no calls {what}. find_references may show other uses.", record)
        return told("\n".join([*shown.texts, *_more(shown.next_offset, len(graph.edges))]), record)

    @server.reads("Outline")
    async def outline(
        ctx: Context[Any, Any],
        roots: Roots,
        path: Annotated[
            str | None, Field(max_length=1_000, description="A file; without it, the codebase's most used definitions.")
        ] = None,
        detail: Annotated[
            Detail, Field(description="full has a file's fields, variables and constants inside definitions too.")
        ] = "compact",
        limit: Limit = 100,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, OutlineResult]:
        """The map of a file (its classes and functions with lines and how often each is used), or of the whole
        codebase (the most used definitions first). Look at it before reading a long file or exploring a new codebase.

        Examples: {} for the codebase; {"path": "src/app/server.py"}
        """

        def make(opened: Codebase) -> Outline:
            return opened.outline(path or None, token_budget=max(max_tokens, 1_500))

        found, note = await server.asked(ctx).work(codebase, roots, make)
        entries = [one for one in found.entries if not path or detail == "full" or not _is_minor(one.definition)]
        texts = [wording.entry(one, with_path=not path) for one in entries]
        shown = page(texts, offset, limit, max_tokens)
        record = OutlineResult(
            path=path or None,
            items=[
                Outlined(
                    place=wording.place(one.definition),
                    kind=one.definition.kind,
                    name=one.definition.qualified_name,
                    signature=one.definition.signature,
                    references=one.references,
                )
                for one in entries[offset : offset + len(shown.texts)]
            ],
            total=len(texts),
            next_offset=shown.next_offset,
            note=note,
        )
        if not shown.texts:
            return told("It defines nothing." if not texts else "No more.", record)
        return told("\n".join([*shown.texts, *_more(shown.next_offset, len(texts))]), record)

    @server.reads("Read source")
    async def read_source(
        ctx: Context[Any, Any],
        roots: Roots,
        path: Annotated[
            str, Field(min_length=1, max_length=1_000, description="A file, or a place that another tool gave.")
        ],
        start_line: Annotated[int | None, Field(ge=1, le=10_000_000, description="From 1.")] = None,
        end_line: Annotated[int | None, Field(ge=1, le=10_000_000, description="Inclusive.")] = None,
        max_tokens: MaxTokens = 3_000,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, SourceResult]:
        """Reads lines of an indexed file, and says in which class and function they lie. Read places that other tools
        gave rather than whole files.

        Examples: {"path": "src/app/server.py:120-160"}; {"path": "src/app/server.py", "start_line": 1, "end_line": 40}
        """
        place = _PLACE.fullmatch(path)
        file, start, end = path, start_line, end_line
        if place is not None:
            file = place["path"]
            start = start_line or int(place["start"])
            end = end_line or (int(place["end"]) if place["end"] else start + 40)
        begin = start or 1

        def make(opened: Codebase) -> Source:
            if end is not None and end < begin:
                raise UsageError(f"The last line, {end}, lies before the first, {begin}.")
            return opened.source(file, begin, end)

        found, note = await server.asked(ctx).work(codebase, roots, make)
        lines = _fitting(found.text.split("\n"), max_tokens)
        last = found.start_line + len(lines) - 1
        following = last + 1 if last < found.end_line else None
        within = [one.qualified_name for one in found.enclosing]
        text = "\n".join(lines)
        record = SourceResult(
            path=found.path,
            start_line=found.start_line,
            end_line=last,
            total_lines=found.total_lines,
            within=within,
            text=text,
            next_start_line=following,
            note=note,
        )
        inside = f", in {within[-1]}" if within else ""
        head = f"{found.path}:{found.start_line}-{last} of {found.total_lines}{inside}"
        rest = f"\n… more with start_line={following}" if following else ""
        return told(f"{head}\n{text}{rest}", record)


def _is_minor(definition: Definition) -> bool:
    return definition.parent is not None and definition.kind in _MINOR


def _fitting(lines: list[str], max_tokens: int) -> list[str]:
    """The first lines that fit; one at least, cut where it alone is too long."""
    left = max_tokens * CHARACTERS_A_TOKEN
    for at, line in enumerate(lines):
        left -= len(line) + 1
        if left < 0:
            return lines[:at] or [line[: max_tokens * CHARACTERS_A_TOKEN] + " …"]
    return lines


def _more(next_offset: int | None, total: int) -> list[str]:
    return [f"… {next_offset} of {total} shown; more with offset={next_offset}"] if next_offset is not None else []
