"""The tools call_graph, outline and read_source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult
from pydantic import Field

from codeqa.errors import UsageError
from codeqa.faces.mcp import wording
from codeqa.faces.mcp.arguments import Detail, Direction, Limit, MaxTokens, Name, Offset, Which
from codeqa.faces.mcp.budget import CHARACTERS_A_TOKEN, beyond, more, page
from codeqa.faces.mcp.calling import Roots, told
from codeqa.faces.mcp.current import Now, paths_in
from codeqa.faces.mcp.paths import file_of, file_or_folder, taken_apart
from codeqa.faces.mcp.records import CallGraph, Outlined, OutlineResult, SourceResult, Step
from codeqa.model import Definition, Edge, Graph, Kind, Outline, Source

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer

_MINOR: Final = frozenset({Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT})
DEPTH: Final = 3

OUTLINE_TOKENS: Final = 20_000
"""How much of a folder's or a codebase's map can be paged through."""

READ_LINES: Final = 40
"""Lines after the first that are read where only that is given."""


def add_reading(server: CodeQAServer) -> None:
    """Adds the tools."""

    @server.reads("Call graph")
    async def call_graph(
        ctx: Context[Any, Any],
        roots: Roots,
        name: Name,
        direction: Annotated[
            Direction,
            Field(description="callers: who calls it; callees: whom it calls; route: how it reaches to, or to it."),
        ] = "callers",
        to: Annotated[str | None, Field(max_length=2_000, description="For a route: the other name.")] = None,
        chains: Annotated[int, Field(ge=1, le=3, description="For a route: how many different chains.")] = 1,
        depth: Annotated[int, Field(ge=1, le=DEPTH, description="How many calls far; not for a route.")] = 1,
        limit: Limit = 60,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, CallGraph]:
        """Follows calls over several files: who calls a function (what a change affects), whom it calls (how it
        works), or the shortest chain between two names. One
        call replaces many searches and reads.

        Example: {"name": "main", "direction": "route", "to": "write_index"}
        """

        def make(opened: Codebase) -> tuple[Graph, list[Edge], list[str], dict[str, Definition]]:
            if direction == "route":
                if not to:
                    raise UsageError("A route needs to: the name that it leads to.")
                found = opened.route(name, to, chains)
            else:
                follow = opened.callers if direction == "callers" else opened.callees
                found = follow(name, depth, offset + limit)
            edges = _steps(found)
            now = Now.of(opened, paths_in(found.nodes, edges))
            return found, *now.steps(edges), {one.id: now.definition(one)[0] for one in found.nodes}

        (graph, edges, marks, nodes), note = await server.asked(ctx).work(codebase, roots, make)
        labels = graph.labels()
        total = max(len(edges), graph.total + graph.maybe_total)
        texts = [wording.step(one, nodes, labels, mark) for one, mark in zip(edges, marks, strict=True)]
        shown = page(texts, offset, limit, max_tokens)
        end = offset + len(shown.texts)
        following = end if shown.texts and end < total else None
        record = CallGraph(
            steps=[
                Step(
                    source=labels.get(one.source, one.source),
                    target=labels.get(one.target, one.target),
                    kind=one.kind,
                    place=f"{one.path}:{one.line}",
                    target_place=f"{nodes[one.target].path}:{nodes[one.target].line}" if one.target in nodes else "",
                    confidence=one.confidence,
                    through=None if one.through is None else labels.get(one.through, one.through),
                    state=wording.state(mark),
                )
                for one, mark in zip(edges[offset:end], marks[offset:end], strict=True)
            ],
            total=total,
            relation=graph.chains[0].relation if graph.chains else None,
            notes=list(graph.notes),
            next_offset=following,
            note=note,
        )
        if edges and not shown.texts:
            return told(beyond(offset, total), record)
        if not shown.texts:
            what = (
                f"between {wording.short(name)} and {wording.short(to or '')}"
                if direction == "route"
                else f"that are {direction} of {wording.short(name)}"
            )
            return told(f"The index knows no calls {what}. find_references may show other uses.", record)
        return told("\n".join([*shown.texts, *more(following, total), *graph.notes]), record)

    @server.reads("Outline")
    async def outline(
        ctx: Context[Any, Any],
        roots: Roots,
        path: Annotated[
            str | None, Field(max_length=2_000, description="A file or folder; by default the whole codebase.")
        ] = None,
        detail: Annotated[Detail, Field(description="full: a file's fields and variables too.")] = "compact",
        limit: Limit = 100,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, OutlineResult]:
        """The map of a file (classes and functions with lines and numbers of uses), or of a folder or the codebase
        (the most used definitions first). Look at it before reading a long file or exploring a new codebase.

        Example: {"path": "src/app/server.py"}
        """

        def make(opened: Codebase) -> tuple[Outline, list[str], list[str]]:
            place = file_or_folder(opened, taken_apart(path)[0]) if path else ""
            # As many as any page may need: what a page shows must not depend on where it begins.
            found = opened.outline(place or None, token_budget=OUTLINE_TOKENS)
            inside = [] if found.entries or not place else [
                one.path for one in opened.files() if one.path.startswith(f"{place}/")
            ]  # fmt: skip
            paths = {one.definition.path for one in found.entries} | ({place} if place and not inside else set())
            return *Now.of(opened, paths).outline(found), inside

        (found, marks, files), note = await server.asked(ctx).work(codebase, roots, make)
        is_file = found.path is not None and not found.path.endswith("/")
        kept = [
            (one, mark)
            for one, mark in zip(found.entries, marks, strict=True)
            if not is_file or detail == "full" or not _is_minor(one.definition)
        ]
        texts = [wording.entry(one, not is_file, mark) for one, mark in kept] or files
        shown = page(texts, offset, limit, max_tokens)
        record = OutlineResult(
            path=found.path,
            items=[
                Outlined(
                    place=wording.place(one.definition),
                    kind=one.definition.kind,
                    name=one.definition.qualified_name,
                    signature=one.definition.signature,
                    references=one.references,
                    state=wording.state(mark),
                )
                for one, mark in kept[offset : offset + len(shown.texts)]
            ],
            total=len(texts),
            next_offset=shown.next_offset,
            note=note,
        )
        if not shown.texts:
            return told(
                beyond(offset, len(texts)) if texts else f"{found.path or 'The codebase'} defines nothing.", record
            )
        named = [found.path] if is_file and found.path and found.path != path else []
        return told("\n".join([*named, *shown.texts, *more(shown.next_offset, len(texts))]), record)

    @server.reads("Read source")
    async def read_source(
        ctx: Context[Any, Any],
        roots: Roots,
        path: Annotated[
            str, Field(min_length=1, max_length=2_000, description="A file, or a place that another tool gave.")
        ],
        start_line: Annotated[int | None, Field(ge=1, le=10_000_000)] = None,
        end_line: Annotated[int | None, Field(ge=1, le=10_000_000)] = None,
        max_tokens: MaxTokens = 3_000,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, SourceResult]:
        """Lines of a file as it is now, and the class and function around them. Read places that other tools gave
        rather than whole files.

        Example: {"path": "src/app/server.py:120-160"}
        """

        def make(opened: Codebase) -> Source:
            file, first, last = path, None, None
            if path not in {one.path for one in opened.files()}:
                file, first, last = taken_apart(path)
            start = start_line or first
            end = end_line or (last if last is not None else first + READ_LINES if first and not start_line else None)
            if start == 0:
                raise UsageError("Lines count from 1.")
            if end is not None and end < (start or 1):
                raise UsageError(f"The last line, {end}, lies before the first, {start or 1}.")
            return opened.source_now(file_of(opened, file), start or 1, end)

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
        if not found.total_lines:
            head = f"{found.path} is empty."
        rest = f"\n… more with start_line={following}" if following else ""
        return told(f"{head}\n{text}{rest}", record)


def _steps(graph: Graph) -> list[Edge]:
    """All steps: of a route every chain's; else the certain ones and, after the last of them, those that may be."""
    if graph.chains:
        return [edge for chain in graph.chains for edge in chain.edges]
    return [*graph.edges, *(graph.maybe if len(graph.edges) == graph.total else ())]


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
