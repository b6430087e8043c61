"""The tools search_code, find_definition and find_references."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Final

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult
from pydantic import Field

from codeqa.faces.mcp import wording
from codeqa.faces.mcp.arguments import (
    Detail,
    Globs,
    Kinds,
    Languages,
    Limit,
    MaxTokens,
    Name,
    Offset,
    Uses,
    Which,
    languages_of,
)
from codeqa.faces.mcp.budget import beyond, clipped, more, page
from codeqa.faces.mcp.calling import Roots, told
from codeqa.faces.mcp.current import Now
from codeqa.faces.mcp.paths import globs_of
from codeqa.faces.mcp.records import Defined, Definitions, Found, References, SearchResult, Used
from codeqa.model import Definition, Hit, Reference, ReferenceKind

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer

DEEPEST: Final = 200
"""Hits beyond this rank are not looked for; another query finds more than another page."""

LONGEST_QUERY: Final = 24_000
"""Characters of a query that are read: its beginning and, as tracebacks have it there, more of its end."""


def add_finding(server: CodeQAServer) -> None:
    """Adds the tools."""

    @server.reads("Search code")
    async def search_code(
        ctx: Context[Any, Any],
        roots: Roots,
        query: Annotated[str, Field(min_length=1, description="Words, a symbol, a path, an error or a traceback.")],
        paths: Globs = None,
        kinds: Kinds = None,
        languages: Languages = None,
        detail: Annotated[Detail, Field(description="full: with the code.")] = "compact",
        limit: Limit = 8,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, SearchResult]:
        """Finds code and documentation by meaning and by words. Start here when you do not know a name: describe what
        the code does. Gives places, signatures and matching lines, best first. For a name that you know,
        find_definition and find_references are exact and cheaper.

        Example: {"query": "retry a failed request with back-off", "paths": ["src/**"]}
        """
        wanted = min(offset + limit + 1, DEEPEST)
        asked_for = read_of(query)

        def make(opened: Codebase) -> list[tuple[Hit, str]]:
            globs = globs_of(opened, paths or ())
            hits = opened.search(asked_for, wanted, paths=globs, kinds=kinds, languages=languages_of(languages))
            now = Now.of(opened, {one.path for one in hits})
            return [now.hit(one) for one in hits]

        found, note = await server.asked(ctx).work(codebase, roots, make)
        hits = [one for one, _ in found]
        lines = [wording.matching_lines(one, asked_for) for one in hits]
        texts = [
            wording.hit(one, shown, mark) if detail == "compact" else f"{wording.hit(one, {}, mark)}\n{one.text}"
            for (one, mark), shown in zip(found, lines, strict=True)
        ]
        shown = page(texts, offset, limit, max_tokens)
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
                    state=wording.state(found[at][1]),
                )
                for at in range(offset, offset + len(shown.texts))
            ],
            next_offset=shown.next_offset,
            note=note,
        )
        if not shown.texts:
            narrowed = [
                name for name, one in (("paths", paths), ("kinds", kinds), ("languages", languages)) if one is not None
            ]
            return told(_nothing(offset, len(texts), narrowed), record)
        return told("\n".join([*shown.texts, *more(shown.next_offset)]), record)

    @server.reads("Find a definition")
    async def find_definition(
        ctx: Context[Any, Any],
        roots: Roots,
        name: Name,
        detail: Annotated[Detail, Field(description="full: with the code.")] = "compact",
        limit: Limit = 20,
        offset: Offset = 0,
        max_tokens: MaxTokens = 1_500,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, Definitions]:
        """Where a name is defined, with signature and documentation; all definitions of the name. Use it instead of
        grep. A name that does not exist gives the nearest ones.

        Example: {"name": "Session.request", "detail": "full"}
        """

        def make(opened: Codebase) -> list[tuple[Definition, str, str]]:
            definitions = opened.definitions(name)
            now = Now.of(opened, {one.path for one in definitions})
            found = []
            for one in definitions:
                moved, mark = now.definition(one)
                changed = now.changed.get(one.path)
                if detail != "full":
                    code = ""
                elif changed is not None and changed.lines is not None:
                    code = "\n".join(changed.lines[moved.start_line - 1 : moved.end_line])
                else:
                    code = opened.lines(one.path, one.start_line, one.end_line) or ""
                found.append((moved, mark, code))
            return found

        found, note = await server.asked(ctx).work(codebase, roots, make)
        texts = [wording.definition(one, mark, code) for one, mark, code in found]
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
                    state=wording.state(mark),
                )
                for one, mark, _ in found[offset : offset + len(shown.texts)]
            ],
            total=len(found),
            next_offset=shown.next_offset,
            note=note,
        )
        if not shown.texts:
            return told(beyond(offset, len(found)), record)
        return told("\n".join([*shown.texts, *more(shown.next_offset, len(found))]), record)

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
        """The places that use a name: calls, subclasses, imports, annotations, reads. Use it before changing or
        removing something. Unlike grep it leaves out comments and other things of the same name; "likely" and "maybe"
        mark what could not be decided.

        Example: {"name": "BaseHandler", "kinds": ["inheritance"]}
        """

        def make(opened: Codebase) -> tuple[int, list[tuple[Reference, str]]]:
            wanted = [ReferenceKind(one.value) for one in kinds] if kinds else None
            found = opened.references_page(name, wanted, offset=offset, limit=limit)
            now = Now.of(opened, {one.path for one in found.items})
            return found.total, [now.reference(one) for one in found.items]

        (total, found), note = await server.asked(ctx).work(codebase, roots, make)
        shown = page([wording.reference(one, mark) for one, mark in found], 0, limit, max_tokens)
        chosen = found[: len(shown.texts)]
        end = offset + len(chosen)
        following = end if chosen and end < total else None
        lines = [
            line
            for path, group in groupby(zip(chosen, shown.texts, strict=True), key=lambda one: one[0][0].path)
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
                    state=wording.state(mark),
                )
                for one, mark in chosen
            ],
            total=total,
            next_offset=following,
            note=note,
        )
        if not chosen:
            in_that_way = f" as {', '.join(kinds)}" if kinds else ""
            nothing = f"Nothing in the index uses {wording.short(name)}{in_that_way}."
            return told(beyond(offset, total) if total else nothing, record)
        return told("\n".join([*lines, *more(following, total)]), record)


def read_of(text: str) -> str:
    """What of a text of any length is read as a query."""
    if len(text) <= LONGEST_QUERY:
        return text
    return f"{text[: LONGEST_QUERY // 3]}\n{text[-2 * LONGEST_QUERY // 3 :]}"


def _nothing(offset: int, total: int, narrowed: list[str]) -> str:
    if offset >= DEEPEST:
        return f"A search gives its best {DEEPEST} places, and offset is {offset}. Ask more exactly instead."
    if total:
        return beyond(offset, total)
    other = f", or drop {' and '.join(narrowed)}" if narrowed else ""
    return f"Nothing was found. Use other words{other}."
