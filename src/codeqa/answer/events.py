"""What happens while an answer is made, as faces show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from codeqa.model import Answer


@dataclass(frozen=True, slots=True)
class Piece:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """What is being done: a search, a tool that the model called."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What a person should know at once: waiting for a busy service, evidence left out."""

    text: str


Event: TypeAlias = Piece | Step | Notice

AnswerEvents: TypeAlias = Iterator[Event | Answer]
"""Events as they happen; the last item is the answer."""


def finish(events: AnswerEvents) -> Answer:
    """Runs an answer to its end, and returns it."""
    answer: Answer | None = None
    for event in events:
        if isinstance(event, Answer):
            answer = event
    assert answer is not None, "an answer's events end with the answer"
    return answer
