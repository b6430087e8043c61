"""Lets a model look things up itself before it answers, in a loop that ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

from codeqa.answer.events import Event, Notice, Piece, Step
from codeqa.answer.evidence import fit
from codeqa.answer.gather import Asked
from codeqa.answer.ledger import Ledger
from codeqa.answer.lookup import Lookup
from codeqa.answer.models.base import Completion, ContextTooLongError, Message, Model, Tool
from codeqa.answer.prompting import prompt, system, with_evidence
from codeqa.answer.single import RULES_TOKENS, Limits, Said, history, single_pass
from codeqa.answer.tools import TOOLS, Toolbox
from codeqa.text.tokens import estimate_tokens

FIRST_SHARE: Final = 0.5
"""Share of the evidence's budget that is shown before the model looks anything up."""

GROWTH: Final = 4
"""How many times the evidence's budget the whole exchange may hold, where the model's context is not known."""

CALLS_AT_ONCE: Final = 4
"""Lookups of one reply that are carried out; a model that asks for more is told so."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What the loop may take."""

    calls: int
    """Lookups in all."""
    seconds: float
    """After which no further lookup is begun."""


def agentic(
    lookup: Lookup,
    model: Model,
    asked: Asked,
    limits: Limits,
    budget: Budget,
    clock: Callable[[], float] = time.monotonic,
) -> Generator[Event, None, Said]:
    """Answers with lookups of the model's own. When the budget is spent it answers from what it has seen.

    Raises:
        ToolsUnsupportedError: the model takes no tools.
        ModelError: it cannot be reached or refused.
    """
    ledger = Ledger(fit(asked.evidence, int(limits.evidence * FIRST_SHARE)))
    facts = asked.findings.page.numbered(ledger.sources) if asked.findings.facts else ""
    messages = [
        system("agent", asked.question),
        *history(asked.turns, limits.history),
        with_evidence(asked.question.text, ledger.sources, facts),
    ]
    toolbox = Toolbox(lookup, ledger)
    room = (model.window or limits.evidence * GROWTH) - limits.answer - RULES_TOKENS
    calls, deadline = budget.calls, clock() + budget.seconds
    while calls > 0 and clock() < deadline and sum(estimate_tokens(one.content) for one in messages) < room:
        try:
            completion = yield from _reply(model, messages, limits, TOOLS)
        except ContextTooLongError:
            break
        if not completion.tool_calls:
            yield Piece(completion.text)
            return Said(completion, ledger.sources)
        messages.append(Message("assistant", completion.text, completion.tool_calls))
        for number, call in enumerate(completion.tool_calls):
            if number >= CALLS_AT_ONCE or calls <= 0:
                messages.append(Message("tool", "Not looked up: too many lookups at once.", tool_call_id=call.id))
                continue
            calls -= 1
            looked = toolbox.call(call)
            yield Step(looked.step)
            messages.append(Message("tool", looked.text, tool_call_id=call.id))
    return (yield from _at_the_end(model, asked, limits, messages, ledger))


def _at_the_end(
    model: Model, asked: Asked, limits: Limits, messages: list[Message], ledger: Ledger
) -> Generator[Event, None, Said]:
    note = "The model had spent its lookups before it answered; the answer may be partial."
    yield Notice("No lookups are left: answering from what was found.")
    try:
        # The tools stay declared, as services refuse a conversation with calls of unknown tools.
        completion = yield from _reply(model, [*messages, Message("user", prompt("out_of_budget"))], limits, TOOLS)
    except ContextTooLongError:
        completion = None
    if completion is not None and completion.text.strip() and not completion.tool_calls:
        yield Piece(completion.text)
        return Said(completion, ledger.sources, (note,))
    # It goes on calling, or what it has seen does not fit: one pass over the best of it.
    gathered = Asked(asked.question, asked.findings, ledger.sources, asked.turns)
    said = yield from single_pass(model, gathered, limits)
    return Said(said.completion, said.sources, (note, *said.notes))


def _reply(
    model: Model, messages: list[Message], limits: Limits, tools: tuple[Tool, ...]
) -> Generator[Event, None, Completion]:
    """The model's reply. Its text is held back until it is known to be the answer and no thought before a lookup."""
    for item in model.stream(messages, tools=tools, max_tokens=limits.answer):
        if isinstance(item, Completion):
            return item
        if isinstance(item, Notice):
            yield item
    raise AssertionError("a model's stream ends with its completion")
