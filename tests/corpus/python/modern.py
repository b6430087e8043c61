from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypedDict, overload

from .shapes import *
from .. import shapes as _shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Order", "total"]
__version__: str = "1.0"

type Pairs[K, V] = list[tuple[K, V]]
type Id = int | str

Point = NamedTuple("Point", [("x", int), ("y", int)])
Options = TypedDict("Options", {"in": str}, total=False)
first, *rest = 1, 2, 3
counter = other = 0
counter += 1
square = lambda n: n * n
_handlers: dict[str, object] = {}
(walrus := 3)


class Sized[T: (int, str)](Protocol):
    size: T

    def resize(self, to: T, /, *, strict: bool = False) -> Sized[T]: ...


@dataclass(slots=True, frozen=True)
class Line:
    """A line."""

    item: str
    price: int = 0
    tags: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.price)


class Order:
    __slots__ = ("lines", "_note")
    LIMIT = 10
    if sys.version_info >= (3, 12):

        def batched(self) -> Iterator[Line]:
            yield from self.lines

    else:

        def batched(self) -> Iterator[Line]:
            return iter(self.lines)

    class NotFound(KeyError):
        pass

    def __init__(self, *lines: Line, note: str | None = None, **rest) -> None:
        self.lines, self.rest = list(lines), rest
        self._note: str | None = note
        if note:
            self.late = True

    def __class_getitem__(cls, item): return cls

    @property
    def note(self) -> str:
        """What was noted."""
        return self._note or ""

    @note.setter
    def note(self, value: str) -> None:
        self._note = value

    @note.deleter
    def note(self) -> None:
        del self._note

    @overload
    def add(self, line: Line) -> None: ...
    @overload
    def add(self, line: str, price: int) -> None: ...
    def add(self, line, price=0):
        'Adds a line.'
        match line:
            case Line(item=item, price=int(cost)) if cost > 0:
                self.lines.append(line)
            case (str() as text) | [text, *_]:
                self.lines.append(Line(text, price))
            case {"item": item, **others}:
                pass
            case _:
                raise Order.NotFound(line) from None

    async def send(self, *, to: str = "me") -> bytes:
        async with connect(to) as connection, lock:
            async for chunk in connection:
                yield chunk
        result = [await step() async for step in steps(self)]
        return (lambda data: data.encode())(result)

    __iter__ = batched
    total = property(lambda self: sum(line.price for line in self.lines))


def decorated(limit: int):
    """Makes a decorator."""
    cache: dict = {}

    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            nonlocal limit
            limit -= 1
            return function(*args, **kwargs)

        return wrapper

    return decorator


@decorated(limit=3)
@other.decorator
def total(orders: Pairs[str, Order], /) -> int:
    # no docstring here
    return sum(order.total for _, order in orders)


try:
    import ujson as json
except ImportError:
    import json

    def loads(text): return json.loads(text)
finally:
    DONE = True

with open("x") as source:
    CONTENT = source.read()

for name in ("a", "b"):
    globals()[name] = total

del counter
