"""Answers to questions that lead to one another, also in circles: each is found a bounded number of times, and none
depends on the order in which they are asked.

Most questions lead to no circle. They are answered by recursion, once. Those that lead back to themselves, or to one
that does, are *circular*: their answer is the limit of a sequence. At level 0 each is unknown; at level *n* each is
found from what the others were at level *n* - 1. A level is worked out only for questions that ask one whose answer
changed at the level before, so this is the worklist of data-flow analysis (Kildall, A Unified Approach to Global
Program Optimization, POPL 1973), with a clock: what a question is at a level does not depend on which is looked at
first. An answer that has changed `MAX_CHANGES` times stays as it is, as not every circle comes to rest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, Final, TypeVar

MAX_DEPTH: Final = 25
"""How many questions may wait for one another on Python's own stack. The rest of a longer chain is answered first, from
an empty stack."""

MAX_CHANGES: Final = 8
"""How often the answer of a circular question may change. Those of real code rarely change more than twice."""

BUDGET: Final = 2_000_000
"""How often something may be found out for one who asks from outside: about half a minute."""

Answer = TypeVar("Answer")
Find = Callable[[], Any]
_NONE: Final = object()


class OutOfBudgetError(Exception):
    """Answering would take too long. The circular questions that it led to are unknown from then on."""


class _CircleError(Exception):
    """A question on the stack is circular, and so are all those that wait for it."""


class _DeeperError(Exception):
    """The stack is full: the last question on it has to be answered before the others, from an empty one."""


class _NewError(Exception):
    """A circular question was met for the first time, above level 0: its earlier levels come first."""


@dataclass(slots=True)
class _Chain:
    """Questions that wait for one another on the stack, from the first on."""

    question: Hashable
    find: Find
    waiting: list[Hashable] = field(default_factory=list)
    """Once the stack was full, the questions that were on it."""


@dataclass(slots=True)
class _History:
    """What a circular question was found to be: the answers, and the levels from which on they held."""

    levels: list[int]
    answers: list[Any]

    def at(self, level: int) -> Any:
        """The answer at a level."""
        return self.answers[bisect_right(self.levels, level) - 1]


class Answers:
    """Answers by question.

    Attributes:
        found: how often an answer was found out.
        questions: how many questions were answered.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.found = 0
        self._budget = budget
        self._limit = 0
        """What `found` may reach for the one who asks now."""
        self._kept: dict[Hashable, Any] = {}
        self._circular: set[Hashable] = set()
        self._histories: dict[Hashable, _History] = {}
        # While recursion goes on:
        self._recursive = False
        self._pending: dict[Hashable, Find] = {}
        self._depth = 0
        # While a circle is worked out:
        self._asker: Hashable | None = None
        self._level = 0
        """The level at which the asker looks at the others."""
        self._finds: dict[Hashable, Find] = {}
        self._askers: dict[Hashable, dict[Hashable, None]] = defaultdict(dict)
        self._due: list[tuple[int, int, Hashable]] = []
        self._planned = 0
        self._worked_out: dict[Hashable, int] = {}

    @property
    def questions(self) -> int:
        """How many questions were answered."""
        return len(self._kept) + len(self._histories)

    def to(self, question: Hashable, find: Callable[[], Answer], unknown: Answer) -> Answer:
        """The answer to a question.

        Args:
            question: what it is kept by; the same question always has an answer of the same type.
            find: finds it out, by asking others. It may be called several times, and given up by an exception.
            unknown: the answer to what cannot be answered.

        Raises:
            OutOfBudgetError: asked from outside, this takes too long.
        """
        kept = self._kept.get(question, _NONE)
        if kept is not _NONE:
            answer: Answer = kept
        elif self._recursive:
            answer = self._recursively(question, find)
        elif self._asker is not None:
            answer = self._in_circle(question, find, unknown)
        else:
            answer = self._from_outside(question, find, unknown)
        return answer

    def _from_outside(self, question: Hashable, find: Find, unknown: Any) -> Any:
        self._limit = self.found + self._budget
        if question not in self._circular and self._is_answered(question, find):
            return self._kept[question]
        if question not in self._histories:
            self._work_out(question, find, unknown)
        return self._histories[question].answers[-1]

    def _recursively(self, question: Hashable, find: Find) -> Any:
        if question in self._circular or question in self._pending:
            raise _CircleError
        if self._depth >= MAX_DEPTH:
            raise _DeeperError
        self._pending[question] = find
        self._depth += 1
        answer = self._found(find)
        self._depth -= 1
        del self._pending[question]
        self._kept[question] = answer
        return answer

    def _is_answered(self, question: Hashable, find: Find) -> bool:
        """Answers a question by recursion. False when it is circular, as all that waited for it then are."""
        chains = [_Chain(question, find)]
        self._recursive = True
        try:
            while chains:
                chain = chains[-1]
                for one in chain.waiting:
                    del self._pending[one]
                before = len(self._pending)
                self._depth = 0
                try:
                    if chain.question not in self._kept:
                        self._recursively(chain.question, chain.find)
                    chains.pop()
                except _DeeperError:
                    *chain.waiting, last = list(self._pending)[before:]
                    chains.append(_Chain(last, self._pending.pop(last)))
        except _CircleError:
            self._circular.update(self._pending)
            return False
        finally:
            self._recursive = False
            self._pending.clear()
        return True

    def _found(self, find: Find) -> Any:
        self.found += 1
        if self.found > self._limit:
            raise OutOfBudgetError
        return find()

    def _work_out(self, question: Hashable, find: Find, unknown: Any) -> None:
        """Finds the limit of a circular question, and of all those that it leads to."""
        self._begin(question, find, unknown)
        try:
            while self._due:
                level, _, due = heappop(self._due)
                history = self._histories[due]
                if self._worked_out.get(due, 0) >= level or len(history.levels) > MAX_CHANGES:
                    continue
                self._asker, self._level = due, level - 1
                try:
                    answer = self._found(self._finds[due])
                except _NewError:
                    self._plan(level, due)
                    continue
                self._worked_out[due] = level
                if answer != history.answers[-1]:
                    history.levels.append(level)
                    history.answers.append(answer)
                    for asker in self._askers[due]:
                        self._plan(level + 1, asker)
        except OutOfBudgetError:
            for begun in self._finds:
                history = self._histories[begun]
                self._histories[begun] = _History([0], history.answers[:1])
            raise
        finally:
            self._asker = None
            self._due.clear()
            for state in (self._finds, self._askers, self._worked_out):
                state.clear()

    def _begin(self, question: Hashable, find: Find, unknown: Any) -> None:
        self._histories[question] = _History([0], [unknown])
        self._finds[question] = find
        self._plan(1, question)

    def _plan(self, level: int, question: Hashable) -> None:
        self._planned += 1  # decides between questions of one level, which cannot be compared
        heappush(self._due, (level, self._planned, question))

    def _in_circle(self, question: Hashable, find: Find, unknown: Any) -> Any:
        """What another question is at the level that its asker looks at."""
        if question not in self._circular and self._is_answered(question, find):
            return self._kept[question]
        if question not in self._histories:
            self._begin(question, find, unknown)
            if self._level > 0:
                raise _NewError
        history = self._histories[question]
        self._askers[question][self._asker] = None
        for level in history.levels:
            if level > self._level:
                self._plan(level + 1, self._asker)
        return history.at(self._level)
