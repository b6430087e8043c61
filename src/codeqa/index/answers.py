"""Keeps the answers to questions that lead to one another, also in circles, whatever the order they are asked in."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

MAX_DEPTH: Final = 60
"""How many questions may lead to one another before the last is given up."""

Answer = TypeVar("Answer")
_NEVER: Final = 1 << 30


class Answers:
    """Answers by question.

    A question that is met again while it is being answered (``x = x.next``) has no answer there. What was found out on
    the way to it then depends on where the circle was entered. So such answers are kept only for those who ask the
    question first of all, and found out anew for others: then no answer depends on what was asked before.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}
        self._kept_when_first: dict[Hashable, Any] = {}
        self._pending: dict[Hashable, int] = {}
        self._met_again = _NEVER
        """The outermost pending question that was met again since the innermost was asked."""

    def to(self, question: Hashable, find: Callable[[], Answer], unknown: Answer) -> Answer:
        """The answer to a question.

        Args:
            question: what it is kept by; the same question always has an answer of the same type.
            find: finds it out, by asking others.
            unknown: the answer to what cannot be answered.
        """
        if question in self._kept:
            kept: Answer = self._kept[question]
            return kept
        depth = len(self._pending)
        if depth == 0 and question in self._kept_when_first:
            kept_when_first: Answer = self._kept_when_first[question]
            return kept_when_first
        if question in self._pending:
            self._met_again = min(self._met_again, self._pending[question])
            return unknown
        if depth > MAX_DEPTH:
            self._met_again = -1
            return unknown
        before, self._met_again = self._met_again, _NEVER
        self._pending[question] = depth
        try:
            answer = find()
        finally:
            del self._pending[question]
            met_again, self._met_again = self._met_again, before
        if met_again > depth:
            self._kept[question] = answer
        elif depth == 0:
            self._kept_when_first[question] = answer
        if met_again < depth:
            self._met_again = min(before, met_again)
        return answer
