"""The tools get_context and ask_codebase."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import anyio.from_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult
from pydantic import Field

from codeqa.faces.mcp.arguments import MaxTokens, Question, Which
from codeqa.faces.mcp.budget import clipped, tokens
from codeqa.faces.mcp.calling import Roots, told
from codeqa.faces.mcp.current import Now
from codeqa.faces.mcp.finding import read_of
from codeqa.faces.mcp.reading import DEPTH
from codeqa.faces.mcp.records import AnswerResult, Cited, ContextResult
from codeqa.model import Answer
from codeqa.model import Context as Evidence

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer

_COMMAND: Final = re.compile(
    r"`codeqa (?P<verb>def|refs|callers|callees|outline) (?P<name>[^`]+?)(?: --depth (?P<depth>\d+))?`"
)
_TOOLS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "def": ("find_definition", {}),
    "refs": ("find_references", {}),
    "callers": ("call_graph", {}),
    "callees": ("call_graph", {"direction": "callees"}),
    "outline": ("outline", {}),
}
_NUMBER: Final = re.compile(r"\[(\d+)\]")
_TOLD_OF: Final = 5


def add_asking(server: CodeQAServer) -> None:
    """Adds the tools."""

    @server.reads("Get context")
    async def get_context(
        ctx: Context[Any, Any],
        roots: Roots,
        question: Question,
        max_tokens: Annotated[int, Field(ge=200, le=50_000)] = 4_000,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, ContextResult]:
        """The code that a question is about, from several files, packed into a token budget, for you to answer it
        yourself. Use it for questions that span files, instead of a search and many reads.

        Example: {"question": "how are uploaded files validated?"}
        """

        def make(opened: Codebase) -> tuple[Evidence, str]:
            found = opened.context(read_of(question), max_tokens)
            return found, _what_changed(opened, [(one.path, one.start_line, one.end_line) for one in found.sources])

        (found, changed), note = await server.asked(ctx).work(codebase, roots, make)
        record = ContextResult(
            sources=[one.place for one in found.sources],
            tokens=found.tokens,
            note=" ".join(filter(None, (note, changed))),
        )
        return told(found.text or "Nothing was found for it. Ask in other words.", record)

    @server.reads("Ask the codebase", is_local=False)
    async def ask_codebase(
        ctx: Context[Any, Any],
        roots: Roots,
        question: Question,
        max_tokens: MaxTokens = 2_000,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, AnswerResult]:
        """Answers a question with checked path:line sources: overviews, impact ("what breaks if I change X?"),
        comparisons. To read the evidence yourself, use get_context.

        Example: {"question": "what happens between a request coming in and the handler being called?"}
        """
        asked = server.asked(ctx)

        def make(opened: Codebase) -> tuple[Answer, str] | None:
            from codeqa.codebase import AnswerStep

            steps = 0
            for event in opened.ask_events(read_of(question)):
                if asked.is_given_up.is_set():
                    return None
                if isinstance(event, Answer):
                    places = [(one.path, one.start_line, one.end_line) for one in event.citations]
                    return event, _what_changed(opened, places)
                if isinstance(event, AnswerStep):
                    steps += 1
                    anyio.from_thread.run(asked.progress, steps, event.text)
            return None

        made, note = await asked.work(codebase, roots, make)
        if made is None:
            raise ToolError("The answer was cut short. Ask again.")
        answer, changed = made
        # An answer without a model has only one note, on how to set one up, which is nothing to an agent.
        notes = [*(answer.notes if answer.model else ()), note, changed]
        record = AnswerResult(
            text=answered(answer, max_tokens - tokens(" ".join(notes))),
            citations=[Cited(number=one.number, place=one.place, symbol=one.symbol) for one in answer.citations],
            model=answer.model,
            note=" ".join(filter(None, notes)),
        )
        return told(record.text, record)


def answered(answer: Answer, max_tokens: int) -> str:
    """An answer as an agent reads it: its text, the sources that the text names by number, and a next step."""
    text = _COMMAND.sub(_as_call, answer.text)
    named = {int(number) for number in _NUMBER.findall(text)} if answer.model else set()
    sources = "\n".join(f"[{one.number}] {one.place}" for one in answer.citations if one.number in named)
    end = "".join(f"\n\n{one}" for one in (sources, _next_step(answer)) if one)
    if tokens(end) > max_tokens // 2:
        return clipped(text, max_tokens)
    return clipped(text, max_tokens - tokens(end)) + end


def _as_call(command: re.Match[str]) -> str:
    """A command line that an answer offers to people, as the call of a tool that does the same."""
    tool, extra = _TOOLS[command["verb"]]
    key = "path" if tool == "outline" else "name"
    depth = {"depth": min(int(command["depth"]), DEPTH)} if command["depth"] else {}
    return f"{tool} {json.dumps({key: command['name'], **extra, **depth})}"


def _next_step(answer: Answer) -> str:
    """What to call to go on: who uses what the answer shows, or else the code of the first place it rests on."""
    if not answer.citations:
        return ""
    first = answer.citations[0]
    if first.symbol and "```" in answer.text:
        return f"Next: call_graph {json.dumps({'name': first.symbol})}"
    return f"Next: read_source {json.dumps({'path': first.place})}"


def _what_changed(codebase: Codebase, places: Sequence[tuple[str, int, int]]) -> str:
    """Which of some places are no longer what the index says."""
    now = Now.of(codebase, {path for path, _, _ in places})
    told_of = []
    for path, start, end in places:
        first, last, mark = now.lines(path, start, end)
        if mark or first != start:
            told_of.append(f"{path}:{start}-{end}" + (mark.replace("  ", " ") if mark else f" is now {first}-{last}"))
    return f"Since the index was written: {'; '.join(dict.fromkeys(told_of[:_TOLD_OF]))}." if told_of else ""
