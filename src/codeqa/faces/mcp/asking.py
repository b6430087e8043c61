"""The tools get_context and ask_codebase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import anyio.from_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult
from pydantic import Field

from codeqa.faces.mcp.arguments import MaxTokens, Question, Which
from codeqa.faces.mcp.budget import clipped
from codeqa.faces.mcp.calling import Roots, told
from codeqa.faces.mcp.records import AnswerResult, Cited, ContextResult
from codeqa.model import Answer
from codeqa.model import Context as Evidence

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.faces.mcp.server import CodeQAServer


def add_asking(server: CodeQAServer) -> None:
    """Adds the tools."""

    @server.reads("Get context")
    async def get_context(
        ctx: Context[Any, Any],
        roots: Roots,
        question: Question,
        max_tokens: Annotated[
            int, Field(ge=200, le=50_000, description="How long the evidence may be, in tokens.")
        ] = 4_000,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, ContextResult]:
        """The code that a question is about, from several files, packed into a token budget: what you need to answer
        it yourself. Use it for questions that span files ("how does X work"), instead of a search and many reads.

        Example: {"question": "how are uploaded files validated?", "max_tokens": 3000}
        """

        def make(opened: Codebase) -> Evidence:
            return opened.context(question, max_tokens)

        found, note = await server.asked(ctx).work(codebase, roots, make)
        record = ContextResult(sources=[one.place for one in found.sources], tokens=found.tokens, note=note)
        return told(found.text or "Nothing was found for it. Ask in other words.", record)

    @server.reads("Ask the codebase", is_local=False)
    async def ask_codebase(
        ctx: Context[Any, Any],
        roots: Roots,
        question: Question,
        max_tokens: MaxTokens = 2_000,
        codebase: Which = None,
    ) -> Annotated[CallToolResult, AnswerResult]:
        """Answers a question about the codebase with checked path:line sources: by the language model that CodeQA was
        set up with, else by arranging what the index knows. Use it for overviews, impact ("what breaks if I change
        X?") and comparisons. If you would rather read the evidence yourself, use get_context.

        Example: {"question": "what happens between a request coming in and the handler being called?"}
        """
        asked = server.asked(ctx)

        def make(opened: Codebase) -> Answer | None:
            from codeqa.codebase import AnswerStep

            steps = 0
            for event in opened.ask_events(question):
                if asked.is_given_up.is_set():
                    return None
                if isinstance(event, Answer):
                    return event
                if isinstance(event, AnswerStep):
                    steps += 1
                    anyio.from_thread.run(asked.progress, steps, event.text)
            return None

        answer, note = await asked.work(codebase, roots, make)
        if answer is None:
            raise ToolError("The answer was cut short. Ask again.")
        record = AnswerResult(
            text=clipped(answer.text, max_tokens),
            citations=[Cited(number=one.number, place=one.place, symbol=one.symbol) for one in answer.citations],
            model=answer.model,
            note=" ".join([*answer.notes, *([note] if note else [])]),
        )
        sources = "\n".join(f"[{one.number}] {one.place}" for one in record.citations)
        return told(f"{record.text}\n\nSources:\n{sources}" if sources else record.text, record)
