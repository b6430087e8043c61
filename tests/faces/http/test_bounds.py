from __future__ import annotations

import pytest

from codeqa.faces.http.bounds import Rate, Room
from codeqa.faces.http.problems import RefusedError


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_is_each_clients_own_and_comes_back() -> None:
    clock = Clock()
    rate = Rate("questions", 2, clock)
    rate.count("one")
    rate.count("one")
    rate.count("other")
    with pytest.raises(RefusedError, match="30 seconds") as refused:
        rate.count("one")
    assert refused.value.headers == {"Retry-After": "30"}
    clock.now += 30
    rate.count("one")
    with pytest.raises(RefusedError):
        rate.count("one")


def test_a_rate_is_not_saved_up() -> None:
    clock = Clock()
    rate = Rate("questions", 1, clock)
    rate.count("one")
    clock.now += 10_000
    rate.count("one")
    with pytest.raises(RefusedError):
        rate.count("one")


def test_clients_that_were_long_silent_are_forgotten() -> None:
    rate = Rate("questions", 1, Clock())
    for number in range(5_000):
        rate.count(str(number))
    assert len(rate._left) == 1_000


def test_a_room_is_full_for_one_and_for_all() -> None:
    room = Room("answers", 3, 2)
    first = room.enter("one")
    room.enter("one")
    with pytest.raises(RefusedError):
        room.enter("one")
    room.enter("other")
    with pytest.raises(RefusedError):
        room.enter("third")
    first.leave()
    first.leave()
    room.enter("third")
    with pytest.raises(RefusedError):
        room.enter("fourth")
