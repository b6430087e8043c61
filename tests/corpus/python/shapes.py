#!/usr/bin/env python3
"""Shapes and how they are drawn."""

from __future__ import annotations

import os.path
import typing as t
from collections.abc import Callable, Iterable
from .base import Canvas as Paper, draw
from ..units import *

MAX_SIDES: int = 12
_cache = {}
Sides: t.TypeAlias = "list[int]"
T = t.TypeVar("T", bound="Shape")
double = lambda value: value * 2
type Pair[A] = tuple[A, A]

try:
    import numpy
except (ImportError, ModuleNotFoundError) as error:
    numpy = None


# A shape knows its name.
# It is the base of all.
@t.final
@register("shape", order=1)
class Shape(Paper, t.Generic[T], metaclass=Meta):
    # comment before the docstring
    r"""A closed figure.

    Second paragraph.
    """

    sides: int = 0
    registry: t.ClassVar[dict[str, type[Shape]]] = {}

    class Meta:
        abstract = True

    def __init__(self, name: str, *args: int, **options: object) -> None:
        """Names it."""
        super().__init__(name)
        self.name = name

    @property
    def area(self) -> float:
        return self._area() if self.sides else 0.0

    @area.setter
    def area(self, value: float) -> None: ...

    @staticmethod
    async def load(path: os.PathLike[str]) -> "Shape":
        async with open_file(path) as file:
            return Shape(await file.read())

    @classmethod
    def parse(cls: type[T], text: str) -> T | None:
        def inner(part: str) -> str:
            return part.strip()

        match text.split():
            case [Point(x=1), *rest]:
                return cls(*map(inner, rest))
        return None

    def __eq__(self, other): return isinstance(other, Shape)


class Square(
    Shape[int],
    draw.Mixin,
):
    """Four sides."""

    def _area(self):
        self.drawn = True
        "not a docstring"
        return double(self.side) ** 2 + os.path.getsize("x")


def sides_of(shapes: Iterable[Shape | Square], key: Callable[[Shape], int] = len) -> list[int]:
    """Counts sides."""
    return [key(shape) for shape in shapes if not isinstance(shape, (Square, Paper))]


async def stream(n: int):
    for i in range(n):
        yield i


if t.TYPE_CHECKING:
    from . import extra

    LIMIT = 3

if __name__ == "__main__":
    sides_of([Square("a"), Shape.parse("b")])
