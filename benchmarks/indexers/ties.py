"""What an independent indexer says: this name, here, means the definition there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """Where a name stands: a path below the repository's root, a line and a column, both from 1."""

    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Tie:
    """A use of a name, and the places of the definitions that an indexer ties it to.

    There are several where one name is declared more than once (overloads, a property's getter and setter).
    """

    use: Place
    targets: tuple[Place, ...]
    target: str
    """How the indexer calls what is meant, for people to read."""
