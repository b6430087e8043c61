"""The codebases that a server answers for, each opened when it is needed and kept current from then on."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codeqa.errors import CodeQAError, NotFoundError, UsageError
from codeqa.faces.naming import free_id
from codeqa.folders import is_folder
from codeqa.model import Freshness

if TYPE_CHECKING:
    from codeqa.codebase import Codebase, Follower

FOLLOW_SECONDS: Final = 1.0
"""After opening until the files are compared with an index that is there; each result is checked against its files."""

Open = Callable[[str | None], "Codebase"]
"""Opens the codebase of a folder or URL; of None, the one around the working directory."""

CLOSE_SECONDS: Final = 2.0
"""Until a server that ends no longer waits for a run of indexing to give up; clients kill what takes longer."""


class Shelved:
    """A codebase that is opened with its first use.

    Attributes:
        id: what the argument ``codebase`` calls it.
        path: the folder or URL; None for the one around the working directory.
    """

    def __init__(self, id: str, path: str | None, open: Open, follow: bool) -> None:
        self.id = id
        self.path = path
        self._open = open
        self._follows = follow
        self._lock = threading.Lock()
        self._codebase: Codebase | None = None
        self._follower: Follower | None = None
        self._follow_soon: threading.Timer | None = None

    def codebase(self) -> Codebase:
        """The codebase; opening it loads what is heavy, so this belongs into a thread.

        Raises:
            CodeQAError: it cannot be opened.
        """
        with self._lock:
            if self._codebase is None:
                codebase = self._open(self.path)
                if self.path is None:
                    _refuse_everything(codebase)
                if self._follows and codebase.has_index:
                    # The first look at all files must not take the processor from the first answer.
                    self._follow_soon = threading.Timer(FOLLOW_SECONDS, self._follow)
                    self._follow_soon.daemon = True
                    self._follow_soon.start()
                elif self._follows:
                    self._follower = codebase.follow()
                self._codebase = codebase
            return self._codebase

    def _follow(self) -> None:
        with self._lock:
            if self._codebase is not None and self._follows:
                self._follower = self._codebase.follow()

    @property
    def freshness(self) -> Freshness:
        """How the index stands to the files; nothing is known where they are not followed."""
        return Freshness() if self._follower is None else self._follower.freshness

    def warm(self) -> None:
        """Loads what searching needs, so that the first question need not wait for it."""
        # What is wrong with the codebase is told to whoever asks for something.
        with suppress(CodeQAError):
            codebase = self.codebase()
            if codebase.has_index:
                codebase.warm()

    def close(self) -> None:
        """Ends following."""
        with self._lock:
            self._follows = False
            if self._follow_soon is not None:
                self._follow_soon.cancel()
            follower, self._follower = self._follower, None
        if follower is not None:
            follower.stop(CLOSE_SECONDS)


class Shelf:
    """Codebases by their ids, which are made of their folders' names.

    Args:
        paths: folders or git URLs; none for those that the client has open, or else the one around the working
            directory.
        open: opens one.
        follow: keep their indexes current.
    """

    def __init__(self, paths: Iterable[str], open: Open, follow: bool = True) -> None:
        self._open = open
        self._follow = follow
        self._shelved: dict[str, Shelved] = {}
        for path in paths:
            self._add(path)
        self.wants_roots = not self._shelved
        """True until it is known which folders the client has open, where none were given."""
        self.follows_roots = self.wants_roots
        """True where the client's folders decide which codebases there are."""

    def __iter__(self) -> Iterator[Shelved]:
        return iter(tuple(self._shelved.values()))

    def __len__(self) -> int:
        return len(self._shelved)

    def take_roots(self, folders: Iterable[Path] | None) -> None:
        """Answers for the folders that the client has open; where it has none or does not say, for the one here.

        Args:
            folders: absolute; None when the client does not tell.
        """
        if not self.wants_roots:
            return
        self.wants_roots = False
        known = {one.path for one in self}
        for folder in folders or ():
            if is_folder(folder) and not _is_too_broad(folder) and str(folder) not in known:
                self._add(str(folder))
        if not self._shelved:
            self._add(None)

    def change_roots(self, folders: Iterable[Path]) -> None:
        """Answers for other folders, since the client has opened or closed some; those that stay stay open."""
        if not self.follows_roots:
            return
        wanted = [one for one in folders if one.is_dir()]
        for one in self:
            if one.path not in [str(folder) for folder in wanted]:
                del self._shelved[one.id]
                one.close()
        self.wants_roots = True
        self.take_roots(wanted)

    def chosen(self, id: str | None) -> Shelved:
        """The codebase of an id; without one the only one.

        Raises:
            NotFoundError: there is none of that id.
            UsageError: there are several, and no id.
        """
        if self.wants_roots:
            self.take_roots(None)
        known = ", ".join(self._shelved)
        if id is None:
            if len(self._shelved) > 1:
                raise UsageError(f"There are several codebases: pass codebase, one of {known}.")
            return next(iter(self._shelved.values()))
        try:
            return self._shelved[id]
        except KeyError:
            raise NotFoundError(f"There is no codebase {id!r}. There are: {known}.") from None

    def warm(self) -> None:
        """Warms all of them, in a thread."""
        threading.Thread(target=self._warm_each, name="codeqa-warm", daemon=True).start()

    def close(self) -> None:
        """Ends following."""
        for one in self:
            one.close()

    def _warm_each(self) -> None:
        for one in self:
            one.warm()

    def _add(self, path: str | None) -> None:
        name = Path.cwd().name if path is None else re.split(r"[/\\]", path.rstrip("/\\"))[-1].removesuffix(".git")
        if name in ("", ".", ".."):
            name = Path(path or ".").resolve().name
        id = free_id(name, self._shelved)
        self._shelved[id] = Shelved(id, path, self._open, self._follow)


def _is_too_broad(folder: Path) -> bool:
    from codeqa.codebase import Codebase

    return Codebase.is_too_broad(folder)


def _refuse_everything(codebase: Codebase) -> None:
    """A client that starts servers in the home folder must not have all of it indexed."""
    try:
        codebase.check_breadth()
    except UsageError:
        raise UsageError(
            f"The server was started in {codebase.root}, which is no codebase. "
            f"Name the folder in the client's configuration: codeqa mcp /path/to/the/code"
        ) from None
