"""The tools search_code, find_definition and find_references."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult
from pydantic import Field

from codeqa.faces.mcp import wording
from codeqa.faces.mcp.arguments import Detail, Globs, Kinds, Languages, Limit, MaxTokens, Name, Offset, Uses, Which
from codeqa.faces.mcp.budget import clipped, page
from codeqa.faces.mcp.calling import Roots, told
from codeqa.faces.mcp.records import Defined, Definitions, Found, References, SearchResult, Used
from codeqa.model import Definition, Hit, Reference, ReferenceKind

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer

DEEPEST = 200
"""Hits beyond this rank are not looked for; another query finds more than another page."""


def add_finding(server: CodeQAServer) -> None:
    """Adds the tools."""

    @server.reads("Search code")
    async def search_code(
        ctx: Context[Any, Any],
        roots: Roots,
        query: Annotated[
            str, Field(min_length=1, max_length=2_000, description="Words, a symbol, a path or an error message.")
        ],
        paths: Globs = None,
        kinds: Kinds = None,
        languages: Languages = None,
        detail: Annotated[Detail, Field(description="full shows the whole code of each hit.")] = "compact",
        limit: Limit = 8,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, SearchResult]:
        """Finds code and documentation by meaning and by words. Start here when you do not know a name; describe
        what the code does. For a name that you know, find_definition and find_references are exact and cheaper.
        Gives places (path:start-end), signatures and matching lines, best first; read_source reads a place.

        Example: {"query": "retry a failed request with back-off", "paths": ["src/**"]}
        """
        wanted = min(offset + limit + 1, DEEPEST)

        def make(opened: Codebase) -> list[Hit]:
            return opened.search(query, wanted, paths=paths, kinds=kinds, languages=languages)

        hits, note = await server.asked(ctx).work(codebase, roots, make)
        lines = [wording.matching_lines(one, query) for one in hits]
        texts = [
            wording.hit(one, shown) if detail == "compact" else f"{wording.hit(one, {})}\n{one.text}"
            for one, shown in zip(hits, lines, strict=True)
        ]
        shown = page(texts, offset, limit, max_tokens)
        chosen = range(offset, offset + len(shown.texts))
        record = SearchResult(
            items=[
                Found(
                    place=hits[at].place,
                    kind=hits[at].kind,
                    symbol=hits[at].symbol,
                    signature=hits[at].signature,
                    lines=lines[at]
                    if detail == "compact"
                    else dict(enumerate(hits[at].text.split("\n"), hits[at].start_line)),
                )
                for at in chosen
            ],
            next_offset=shown.next_offset,
            note=note,
        )
        if not shown.texts:
            return told("Nothing was found. Use other words, or drop paths, kinds and languages.", record)
        return told("\n".join([*shown.texts, *_more(shown.next_offset)]), record)

    @server.reads("Find a definition")
    async def find_definition(
        ctx: Context[Any, Any],
        roots: Roots,
        name: Name,
        detail: Annotated[Detail, Field(description="full shows the code too.")] = "compact",
        limit: Limit = 20,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, Definitions]:
        """Says where a name is defined, with its signature and documentation; with detail "full", its code.
        Use it instead of grep when you know a name. Several definitions of one name are all listed. A name that
        does not exist gives the nearest ones.

        Example: {"name": "Session.request", "detail": "full"}
        """

        def make(opened: Codebase) -> list[tuple[Definition, str]]:
            return [
                (one, opened.lines(one.path, one.start_line, one.end_line) or "" if detail == "full" else "")
                for one in opened.definitions(name)
            ]

        found, note = await server.asked(ctx).work(codebase, roots, make)
        texts = [
            f"{wording.place(one)}  {one.qualified_name} ({one.kind})\n{code}" if code else wording.definition(one)
            for one, code in found
        ]
        shown = page(texts, offset, limit, max_tokens)
        record = Definitions(
            items=[
                Defined(
                    place=wording.place(one),
                    line=one.line,
                    kind=one.kind,
                    name=one.qualified_name,
                    signature=one.signature,
                    doc=clipped(one.doc, 100),
                )
                for one, _ in found[offset : offset + len(shown.texts)]
            ],
            total=len(found),
            next_offset=shown.next_offset,
            note=note,
        )
        return told("\n".join([*shown.texts, *_more(shown.next_offset, len(found))]), record)

    @server.reads("Find references")
    async def find_references(
        ctx: Context[Any, Any],
        roots: Roots,
        name: Name,
        kinds: Uses = None,
        limit: Limit = 60,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, References]:
        """Lists the places that use a name: calls, instantiations, subclasses, imports, type annotations, decorators,
        reads. Use it before changing or removing something. Unlike grep it leaves out other things of the same name
        and comments; "likely" and "maybe" mark what could not be decided.

        Example: {"name": "BaseHandler", "kinds": ["inheritance"]}
        """

        def make(opened: Codebase) -> list[Reference]:
            return opened.references(name, [ReferenceKind(one.value) for one in kinds] if kinds else None)

        found, note = await server.asked(ctx).work(codebase, roots, make)
        shown = page([wording.reference(one) for one in found], offset, limit, max_tokens)
        chosen = found[offset : offset + len(shown.texts)]
        lines = [
            line
            for path, group in groupby(zip(chosen, shown.texts, strict=True), key=lambda one: one[0].path)
            for line in (path, *(text for _, text in group))
        ]
        record = References(
            items=[
                Used(
                    path=one.path,
                    line=one.line,
                    kind=one.kind,
                    within=one.enclosing,
                    text=one.text,
                    confidence=one.confidence,
                )
                for one in chosen
            ],
            total=len(found),
            next_offset=shown.next_offset,
            note=note,
        )
        if not chosen:
            return told(f"Nothing in the index uses {name} in that way." if not found else "No more.", record)
        return told("\n".join([*lines, *_more(shown.next_offset, len(found))]), record)


def _more(next_offset: int | None, total: int | None = None) -> list[str]:
    if next_offset is None:
        return []
    of = f" of {total}" if total is not None else ""
    return [f"… {next_offset}{of} shown; more with offset={next_offset}"]
