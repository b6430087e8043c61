"""From a question to an answer: what to look up, whether a model is asked, and whether what it said holds."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from datetime import UTC, datetime

from codeqa.answer.citations import check
from codeqa.answer.conversation import Conversation
from codeqa.answer.events import AnswerEvents, Event, Notice, Piece
from codeqa.answer.gather import Asked, imagined, look_up, look_up_parts, stand_alone, turn_of
from codeqa.answer.lookup import Lookup
from codeqa.answer.models.base import Model, ToolsUnsupportedError
from codeqa.answer.pins import read_pins
from codeqa.answer.question import parts_of
from codeqa.answer.single import Said, limits_for, single_pass
from codeqa.errors import UsageError
from codeqa.model import Answer


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """How much an answer may take."""

    token_budget: int = 8_000
    """Estimated tokens of evidence."""
    answer_tokens: int = 4_000
    """The longest answer; a reasoning model's thoughts count."""
    history_tokens: int = 1_500
    """Estimated tokens of earlier turns."""
    agentic: bool | None = None
    """Whether the model looks things up itself. None: where the question asks several things."""
    imagine: bool = False
    """Whether to search with an answer that the model imagines beside the question (HyDE)."""
    rerank: bool | None = None
    """Whether a reranker puts the files that were found in order. None: as the settings say."""
    calls: int = 12
    """Most lookups of its own."""
    seconds: float = 120.0
    """After which it must answer."""


DEFAULTS = AnswerOptions()


def answer_events(
    lookup: Lookup,
    text: str,
    *,
    model: Model | None = None,
    options: AnswerOptions = DEFAULTS,
    conversation: Conversation | None = None,
) -> AnswerEvents:
    """Answers a question, telling what happens as it happens. The last item is the answer.

    Nothing found is said plainly, with the nearest there is: a model is not asked then, and the answer has no sources.
    The conversation gets its turn at the very end; an answer that is broken off leaves it as it was.

    Args:
        lookup: the index.
        text: the question, or the conversation's next message.
        model: the model that answers; None arranges what was found for a person.
        options: how much the answer may take.
        conversation: the turns before.

    Raises:
        UsageError: the question is empty.
        ModelError: the model cannot be reached or refused.
    """
    turns = conversation.turns if conversation is not None else ()
    pins = read_pins(lookup, text)
    if not pins.text and not turns:
        raise UsageError("The question is empty. Ask something, for example: what is this repository about?")
    for name in pins.unknown:
        yield Notice(f"@{name} pins nothing: no file and no definition has that name.")
    alone = yield from stand_alone(pins, turns, model)
    if model is None and len(parts_of(alone)) > 1:
        asked = yield from look_up_parts(lookup, pins, alone, turns, options.token_budget, options.rerank)
    else:
        beside = (yield from imagined(alone, model)) if model is not None and options.imagine else ""
        asked = yield from look_up(lookup, pins, alone, turns, options.token_budget, beside, options.rerank)
    if model is None or not asked.found:
        answer = _extractive(text, asked)
        yield Piece(answer.text)
    else:
        said = yield from _said(lookup, model, asked, options)
        answer = _checked(lookup, model, text, said)
    if conversation is not None:
        conversation.add(turn_of(text, asked, answer, datetime.now(UTC).isoformat(timespec="seconds")))
    yield answer


def _said(lookup: Lookup, model: Model, asked: Asked, options: AnswerOptions) -> Generator[Event, None, Said]:
    limits = limits_for(model, options.token_budget, options.answer_tokens, options.history_tokens)
    if options.agentic or (options.agentic is None and asked.question.compound):
        from codeqa.answer.agent import Budget, agentic

        try:
            return (yield from agentic(lookup, model, asked, limits, Budget(options.calls, options.seconds)))
        except ToolsUnsupportedError:
            yield Notice(f"{model.name} takes no tools: answering from one search.")
    return (yield from single_pass(model, asked, limits))


def _extractive(text: str, asked: Asked) -> Answer:
    page = asked.findings.page
    return Answer(
        question=text,
        text=page.markdown(),
        citations=page.citations if asked.found else (),
        sources=asked.findings.sources if asked.found else (),
    )


def _checked(lookup: Lookup, model: Model, text: str, said: Said) -> Answer:
    checked = check(said.completion.text.strip(), said.sources, lookup)
    body, notes = checked.text, [*said.notes, *checked.notes]
    if said.completion.finish == "cut":
        body += "\n\n**[The answer breaks off here: the connection was lost.]**"
        notes.append(f"The connection to {model.name} was lost in the middle of the answer ({said.completion.reason}).")
    elif said.completion.finish == "length":
        body += "\n\n**[The answer breaks off here: it reached its longest length.]**"
        notes.append("The answer reached the most tokens that it was allowed.")
    return Answer(text, body, checked.citations, said.sources, model.name, tuple(notes))
