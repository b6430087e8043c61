"""The codebases that a server answers for, side by side, each with what keeps its index current."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, TypeVar

from codeqa.codebase import Codebase, Services
from codeqa.errors import CodeQAError, NotFoundError
from codeqa.faces.http.bounds import Place
from codeqa.faces.http.newest import Newest
from codeqa.faces.http.problems import RefusedError
from codeqa.faces.naming import free_id
from codeqa.model import Freshness

if TYPE_CHECKING:
    from codeqa.codebase import Follower

_Made = TypeVar("_Made")

CLOSE_SECONDS: Final = 5.0
"""Until a server that ends no longer waits for an index to give up its run; the run is lost, the index is not."""


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
        self._held: set[str] = set()
        """Conversations that somebody writes to."""
        self._remembered: dict[str, tuple[int, Any]] = {}
        self._remembering = threading.Lock()
        self._warmed: datetime | None = None
        self._is_cold = self._is_warming = False

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.codebase.root.name or str(self.codebase.root)

    @property
    def freshness(self) -> Freshness:
        """How its index stands to the files; where they are not followed, only when it was made."""
        return Freshness(updated=self.codebase.updated) if self._follower is None else self._follower.freshness

    @cached_property
    def services(self) -> Services:
        """What answers are made with, and what would leave the machine."""
        return self.codebase.services()

    def remembered(self, what: str, make: Callable[[], _Made]) -> _Made:
        """What was made of the index as it is now; made again once it changed. Several who ask at once wait for one.

        Args:
            what: its name.
            make: makes it.
        """
        with self._remembering:
            revision = self.codebase.revision
            known = self._remembered.get(what)
            if known is None or known[0] != revision:
                known = (revision, make())
                self._remembered[what] = known
            made: _Made = known[1]
            return made

    def follow(self) -> None:
        """Begins to keep the index current: makes it where there is none, then takes in what changes."""
        with self._lock:
            if self._follower is None:
                self._follower = self.codebase.follow(self._heard)

    def index(self, rebuild: bool) -> None:
        """Has the index brought up to date, or made anew, and kept current from then on."""
        self.follow()
        if self._follower is not None:
            self._follower.request(rebuild=rebuild)

    def warm(self) -> None:
        """Has the codebase load what searches and answers need, in a thread, so that nobody waits for it later."""
        with self._lock:
            self._is_cold, is_warming, self._is_warming = True, self._is_warming, True
        if not is_warming:
            threading.Thread(target=self._load, name=f"codeqa-warm-{self.id}", daemon=True).start()

    def hold(self, conversation: str) -> Place:
        """Keeps a conversation for one who writes to it, until the place is left.

        Args:
            conversation: its id.

        Raises:
            RefusedError: somebody does already; of two answers at once, one would be lost.
        """
        with self._lock:
            if conversation in self._held:
                raise RefusedError(
                    HTTPStatus.CONFLICT, "An answer is under way in this conversation. Wait for it, or stop it."
                )
            self._held.add(conversation)
        return Place(lambda: self._held.discard(conversation))

    def close(self) -> None:
        """Ends following; waits `CLOSE_SECONDS` at most for a run under way to give up."""
        with self._lock:
            follower, self._follower = self._follower, None
        if follower is not None:
            follower.stop(CLOSE_SECONDS)

    def _heard(self, freshness: Freshness) -> None:
        self.news.tell(freshness)
        if freshness.updated is not None and freshness.updated != self._warmed:
            self._warmed = freshness.updated
            self.warm()

    def _load(self) -> None:
        """Loads until there is nothing newer; one thread at a time, however often the index changes."""
        while self._needs_loading():
            # What is wrong with the index is told to whoever asks for something.
            with suppress(CodeQAError):
                if self.codebase.has_index:
                    self.codebase.warm()

    def _needs_loading(self) -> bool:
        with self._lock:
            self._is_warming, self._is_cold = self._is_cold, False
            return self._is_warming


class Shelf:
    """Codebases by their ids, which are made of their folders' names."""

    def __init__(self, codebases: Iterable[Codebase]) -> None:
        self._shelved: dict[str, Shelved] = {}
        for codebase in codebases:
            id = free_id(codebase.root.name, self._shelved)
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
