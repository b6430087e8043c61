"""How much one client, and all together, may ask for at once and in a time."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Final, Self

from codeqa.faces.http.problems import RefusedError

_CLIENTS: Final = 1_000
"""Clients whose rates are remembered; those that were silent longest are forgotten first."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a server takes on."""

    asks_a_minute: int = 60
    """Questions of one client."""
    indexings_a_minute: int = 12
    answers_at_once: int = 32
    """Answers under way, all clients together."""
    answers_a_client: int = 10
    streams_at_once: int = 256
    """Streams of news that are open, all clients together."""
    streams_a_client: int = 32


class Place:
    """A place that somebody took; it is left once, however often that is said."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave: Callable[[], None] | None = leave
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Makes room for another."""
        with self._lock:
            leave, self._leave = self._leave, None
        if leave is not None:
            leave()


class Room:
    """Room for so many at once.

    Args:
        what: what takes a place, for the message.
        places: how many there are.
        places_a_client: how many of them one client may have.
    """

    def __init__(self, what: str, places: int, places_a_client: int) -> None:
        self._what, self._places, self._places_a_client = what, places, places_a_client
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()

    def enter(self, client: str) -> Place:
        """A place.

        Raises:
            RefusedError: all are taken.
        """
        with self._lock:
            if self._taken.total() >= self._places or self._taken[client] >= self._places_a_client:
                raise RefusedError(
                    HTTPStatus.TOO_MANY_REQUESTS,
                    f"There are too many {self._what} at once. Wait until one has ended.",
                    {"Retry-After": "5"},
                )
            self._taken[client] += 1
        return Place(lambda: self._left(client))

    def _left(self, client: str) -> None:
        with self._lock:
            self._taken[client] -= 1
            if not self._taken[client]:
                del self._taken[client]


class Rate:
    """So many a minute for each client, all of which it may use at once (a token bucket).

    Args:
        what: what is counted, for the message.
        a_minute: how many.
        clock: seconds that only go on.
    """

    def __init__(self, what: str, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._what, self._a_minute, self._clock = what, a_minute, clock
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By client: how many it had left, and when."""

    def count(self, client: str) -> None:
        """Counts one.

        Raises:
            RefusedError: it is one too many.
        """
        with self._lock:
            now = self._clock()
            left, then = self._left.pop(client, (float(self._a_minute), now))
            left = min(left + (now - then) * self._a_minute / 60, self._a_minute)
            is_allowed = left >= 1
            self._left[client] = (left - 1 if is_allowed else left, now)
            while len(self._left) > _CLIENTS:
                self._left.popitem(last=False)
        if not is_allowed:
            seconds = ceil((1 - left) * 60 / self._a_minute)
            raise RefusedError(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"There were too many {self._what} in a minute. Try again in {seconds} seconds.",
                {"Retry-After": str(seconds)},
            )
