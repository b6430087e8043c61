"""The codebases that a server answers for, side by side, each with what keeps its index current."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

from codeqa.codebase import Codebase, Conversation
from codeqa.errors import NotFoundError
from codeqa.faces.http.bounds import Place
from codeqa.faces.http.newest import Newest
from codeqa.faces.http.problems import RefusedError
from codeqa.model import Freshness

if TYPE_CHECKING:
    from codeqa.follow import Follower


class Shelved:
    """A codebase on the shelf.

    Attributes:
        id: its name in addresses.
        codebase: the codebase.
        news: tells whoever listens how its index stands.
    """

    def __init__(self, id: str, codebase: Codebase) -> None:
        self.id = id
        self.codebase = codebase
        self.news: Newest[Freshness] = Newest()
        self._follower: Follower | None = None
        self._lock = threading.Lock()
        self._talking: set[str] = set()
        """Conversations in which an answer is under way."""

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.codebase.root.name or str(self.codebase.root)

    @property
    def freshness(self) -> Freshness:
        """How its index stands to the files; nothing is known where they are not followed."""
        return Freshness() if self._follower is None else self._follower.freshness

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """What would leave the machine."""
        said = self.codebase.doctor().leaves
        return () if said == "nothing" else tuple(said.split("; "))

    def follow(self) -> None:
        """Begins to keep the index current: makes it where there is none, then takes in what changes."""
        with self._lock:
            if self._follower is None:
                self._follower = self.codebase.follow(self.news.tell)

    def index(self, rebuild: bool) -> None:
        """Has the index brought up to date, or made anew, and kept current from then on."""
        self.follow()
        if self._follower is not None:
            self._follower.request(rebuild=rebuild)

    def begin_turn(self, conversation: Conversation) -> Place:
        """Keeps a conversation for one answer, which ends when the place is left.

        Raises:
            RefusedError: another answer is under way in it; of two at once, one would be lost.
        """
        with self._lock:
            if conversation.id in self._talking:
                raise RefusedError(
                    HTTPStatus.CONFLICT, "An answer is under way in this conversation. Wait for it, or stop it."
                )
            self._talking.add(conversation.id)
        return Place(lambda: self._talking.discard(conversation.id))

    def close(self) -> None:
        """Ends following."""
        with self._lock:
            if self._follower is not None:
                self._follower.stop()
                self._follower = None


class Shelf:
    """Codebases by their ids, which are made of their folders' names."""

    def __init__(self, codebases: Iterable[Codebase]) -> None:
        self._shelved: dict[str, Shelved] = {}
        for codebase in codebases:
            id = self._free_id(codebase.root.name)
            self._shelved[id] = Shelved(id, codebase)

    def __iter__(self) -> Iterator[Shelved]:
        return iter(self._shelved.values())

    def __getitem__(self, id: str) -> Shelved:
        """The codebase of an id.

        Raises:
            NotFoundError: there is none.
        """
        try:
            return self._shelved[id]
        except KeyError:
            known = ", ".join(self._shelved) or "none"
            raise NotFoundError(f"There is no codebase {id!r} here. Those served: {known}.") from None

    def _free_id(self, name: str) -> str:
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "codebase"
        number, id = 1, slug
        while id in self._shelved:
            number += 1
            id = f"{slug}-{number}"
        return id
