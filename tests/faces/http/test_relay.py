from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator

import pytest

from codeqa.faces.http.newest import Newest
from codeqa.faces.http.relay import Relay


class Numbers:
    """Counts, and knows how far and whether it was closed."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.made = 0
        self.closed = threading.Event()

    def run(self) -> Generator[int, None, None]:
        try:
            while self.made < self.end:
                self.made += 1
                yield self.made
        finally:
            self.closed.set()


def test_items_arrive_in_order() -> None:
    async def run() -> list[int | None]:
        relay = Relay(Numbers(1000).run(), lambda: None, ahead=3)
        return [one async for one in relay.items(10)]

    assert asyncio.run(run()) == list(range(1, 1001))


def test_a_slow_reader_holds_the_maker() -> None:
    numbers = Numbers(1000)

    async def run() -> None:
        relay = Relay(numbers.run(), lambda: None, ahead=3)
        async for _ in relay.items(10):
            await asyncio.sleep(0.05)
            assert numbers.made <= 6
            if numbers.made > 4:
                relay.stop()

    asyncio.run(run())
    assert numbers.closed.wait(10)


def test_who_stops_closes_the_maker_between_two_items() -> None:
    numbers = Numbers(10**9)
    ended = threading.Event()

    async def run() -> None:
        relay = Relay(numbers.run(), ended.set, ahead=3)
        async for one in relay.items(10):
            if one == 2:
                relay.stop()
                relay.stop()

    asyncio.run(run())
    assert numbers.closed.wait(10)
    assert ended.wait(10)
    assert numbers.made < 100


def test_a_reader_that_takes_nothing_is_given_up() -> None:
    numbers = Numbers(10**9)

    async def run() -> None:
        Relay(numbers.run(), lambda: None, ahead=3, patience=0.05)
        await asyncio.to_thread(numbers.closed.wait, 10)

    asyncio.run(run())
    assert numbers.closed.is_set()
    assert numbers.made == 4


def test_errors_reach_the_reader() -> None:
    def failing() -> Generator[int, None, None]:
        yield 1
        raise LookupError("nothing")

    async def run() -> list[int | None]:
        got = []
        with pytest.raises(LookupError, match="nothing"):
            async for one in Relay(failing(), lambda: None).items(10):
                got.append(one)
        return got

    assert asyncio.run(run()) == [1]


def test_silence_shows_as_none() -> None:
    go_on = threading.Event()

    def silent() -> Generator[int, None, None]:
        go_on.wait(10)
        yield 1

    async def run() -> list[int | None]:
        got: list[int | None] = []
        async for one in Relay(silent(), lambda: None).items(0.01):
            got.append(one)
            go_on.set()
        return got

    got = asyncio.run(run())
    assert got[0] is None
    assert got[-1] == 1


def test_listeners_hear_the_newest() -> None:
    source: Newest[int] = Newest()

    async def run() -> list[int | None]:
        slow, gone = source.listener(), source.listener()
        gone.stop()
        for number in range(100):
            source.tell(number)
        got = []
        async for one in slow.items(10):
            got.append(one)
            if one == 99:
                await asyncio.to_thread(source.tell, 100)
            else:
                slow.stop()
        return got

    assert asyncio.run(run()) == [99, 100]
    source.tell(101)
    assert not source._listeners


def test_listeners_whose_loop_has_ended_are_passed_over() -> None:
    source: Newest[int] = Newest()

    async def run() -> None:
        source.listener()

    asyncio.run(run())
    source.tell(1)
