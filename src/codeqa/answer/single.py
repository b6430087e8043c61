"""One request to a model: evidence packed, answer streamed; packed smaller where it does not fit."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.answer.conversation import Turn, recent, said
from codeqa.answer.events import Event, Notice
from codeqa.answer.evidence import cost, fit
from codeqa.answer.gather import Asked
from codeqa.answer.models.base import Completion, ContextTooLongError, Message, Model
from codeqa.answer.prompting import system, with_evidence
from codeqa.model import Hit
from codeqa.text.tokens import CHARACTERS_A_TOKEN, estimate_tokens

RULES_TOKENS: Final = 900
"""Room for the prompt's rules, and for what a tokenizer counts beyond our estimate."""

SMALLEST_BUDGET: Final = 200
"""Tokens of evidence below which no answer can be expected."""

PACKINGS: Final = 5
FACTS_SHARE: Final = 0.3
"""Share of the budget that the index's facts may take; the sources are what can be cited."""

ANSWER_SHARE: Final = 0.25
"""Share of a small context that is kept free for the answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a request may hold, in estimated tokens."""

    evidence: int
    answer: int
    history: int


@dataclass(frozen=True, slots=True)
class Said:
    """What a model said, and what it was shown."""

    completion: Completion
    sources: tuple[Hit, ...]
    notes: tuple[str, ...] = ()


def limits_for(model: Model, evidence: int, answer: int, history: int) -> Limits:
    """Limits cut down to the model's context where that is known."""
    window = model.window
    if window is None:
        return Limits(evidence, answer, history)
    answer = min(answer, int(window * ANSWER_SHARE))
    history = min(history, window // 8)
    return Limits(max(SMALLEST_BUDGET, min(evidence, window - answer - history - RULES_TOKENS)), answer, history)


def single_pass(model: Model, asked: Asked, limits: Limits) -> Generator[Event, None, Said]:
    """Lets a model answer from the evidence.

    Raises:
        ContextTooLongError: not even little evidence fits.
        ModelError: the model cannot be reached or refused.
    """
    budget = limits.evidence
    notes: list[str] = []
    for packing in range(1, PACKINGS + 1):
        facts = _facts(asked, budget)
        sources = fit(asked.evidence, budget - estimate_tokens(facts))
        facts = _facts(asked, budget, sources)
        messages = [
            system("answer", asked.question),
            *history(asked.turns, limits.history),
            with_evidence(asked.question.text, sources, facts),
        ]
        try:
            for item in model.stream(messages, max_tokens=limits.answer):
                if isinstance(item, Completion):
                    return Said(item, sources, tuple(notes))
                yield item
        except ContextTooLongError as error:
            if packing == PACKINGS or budget <= SMALLEST_BUDGET:
                raise
            budget = max(SMALLEST_BUDGET, _smaller(budget, error.window, messages, sources, limits))
            fewer = len(fit(asked.evidence, budget))
            notes = [f"The evidence was too long for {model.name}: {fewer} of {len(asked.evidence)} sources fit."]
            yield Notice(
                f"The evidence is too long for {model.name}. Packing less: {fewer} of {len(asked.evidence)} sources."
            )
    raise AssertionError("a model's stream ends with its completion")


def history(turns: Sequence[Turn], token_budget: int) -> list[Message]:
    """The last turns as messages."""
    kept = recent(turns, token_budget)
    return [
        message
        for turn in kept
        for message in (
            Message("user", turn.stand_alone),
            Message("assistant", said(turn, max(token_budget // len(kept) - estimate_tokens(turn.stand_alone), 50))),
        )
    ]


def _facts(asked: Asked, budget: int, sources: Sequence[Hit] = ()) -> str:
    """What the index knows, as far as its share of the budget goes; empty where it is no more than the sources say."""
    if not asked.findings.facts:
        return ""
    text = asked.findings.page.numbered(sources)
    limit = int(budget * FACTS_SHARE * CHARACTERS_A_TOKEN)
    return text if len(text) <= limit else text[:limit].rpartition("\n")[0]


def _smaller(
    budget: int, window: int | None, messages: Sequence[Message], sources: Sequence[Hit], limits: Limits
) -> int:
    """A budget that should fit: what the window leaves, where the service told it, and at any rate clearly less."""
    halved = budget // 2
    if window is None:
        return halved
    spent = sum(estimate_tokens(message.content) for message in messages)
    beside = spent - sum(cost(source) for source in sources)
    # A fifth for what the tokenizer counts beyond the estimate.
    room = int((window - min(limits.answer, window * ANSWER_SHARE)) * 0.8) - beside
    return min(room, int(budget * 0.8))
