"""News of changed files, as the operating system tells them; by looking again and again where it does not.

On Linux each folder is watched by itself, so only those that are walked: a tree of dependencies costs no watches and
tells nothing. Elsewhere the system watches whole trees at no cost, and what is not walked is passed over here.
"""

from __future__ import annotations

import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codeqa.errors import UsageError
from codeqa.index.walk import Effect, Found, Territory, WalkOptions, walk

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify  # what watchfiles.watch is made of; that one tells too late

QUIET_MS: Final = 150
"""A burst is over when nothing was told for so long. What waits wakes up as often."""

BURST_MS: Final = 3_000
"""A burst without end is passed on in parts as long as this."""

TICK_MS: Final = 5_000
"""How often it is looked whether the root is still the folder that is watched."""

SWEEP_SECONDS: Final = 300.0
"""How often the files are looked at although nothing was told: for rules that are kept outside of the root, and file
systems that do not tell what other machines do."""

POLL_SECONDS: Final = 2.0
POLL_SHARE: Final = 0.05
"""Where the system tells nothing the files are walked as often, but not for more than this share of the time. A walk
takes about 10 ms for 1,000 files."""

AGAIN_SECONDS: Final = 1.0
"""How long to wait where a folder could not be looked at."""

_DELETED: Final = 3
_MODIFIED: Final = 2
"""How watchfiles calls kinds of changes."""

_Inode = tuple[int, int]


class News:
    """Tells of changes in the files that a walk takes.

    Args:
        root: the folder, absolute and without symbolic links.
        aside: a folder whose changes do not matter, wherever it lies.
        options: what a walk takes.
        hear: is called, in the thread that listens, with the paths that changed, relative to the root. None are named
            where something may have changed that nobody told of: first of all when it begins to listen.
        stopping: ends it.

    Attributes:
        notes: what a person should know about how changes are noticed.
    """

    def __init__(
        self,
        root: Path,
        aside: Path,
        options: WalkOptions,
        hear: Callable[[Collection[str]], None],
        stopping: threading.Event,
    ) -> None:
        self._root = root
        self._aside = aside
        self._options = options
        self._hear = hear
        self._stopping = stopping
        self._polls = _tells_nothing(root)
        self.notes: tuple[str, ...] = ()

    def listen(self) -> None:
        """Listens until it is stopped. A root that vanishes is waited for."""
        while not self._stopping.is_set():
            try:
                if self._polls:
                    self._poll()
                else:
                    self._watch()
            except (
                UsageError,
                OSError,
            ):
                # The root is gone, which the run that this starts will tell, or a folder went between two looks.
                self._hear(())
                self._stopping.wait(AGAIN_SECONDS)

    def _watch(self) -> None:
        """Listens as long as the same folders are to be watched."""
        inode = _inode(self._root)
        territory = Territory(self._root, self._options)
        watches = self._watches(territory)
        if watches is None:
            return
        with watches:
            # A folder that came before its parent was watched was not told of.
            if Territory(self._root, self._options).folders != territory.folders:
                return
            self._hear(())
            swept = time.monotonic()
            while time.monotonic() - swept < SWEEP_SECONDS:
                told = watches.watch(BURST_MS, QUIET_MS, TICK_MS, self._stopping)
                if told == "stop" or _inode(self._root) != inode:
                    return
                if isinstance(told, set) and not self._passed_on(told, territory):
                    return

    def _watches(self, territory: Territory) -> RustNotify | None:
        """Watches on all folders; None when the system has not so many, which is then told by polling."""
        from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

        each = sys.platform == "linux"
        folders = [str(self._root / one) for one in sorted(territory.folders)] if each else [str(self._root)]
        try:
            # Told to pass over what it may not read, it passes over watches that the system refuses, too. Folders that
            # are watched one by one have been read already.
            return RustNotify(folders, False, False, 0, not each, not each)
        except FileNotFoundError:
            raise
        except (OSError, WatchfilesRustInternalError) as error:
            self._polls = True
            hint = (
                " Raise fs.inotify.max_user_watches or max_user_instances to hear of changes at once." if each else ""
            )
            self.notes = (
                f"The system cannot watch {len(folders)} folders ({error}), so the files are looked at every "
                f"{POLL_SECONDS:g} seconds instead.{hint}",
            )
            return None

    def _passed_on(self, told: set[tuple[int, str]], territory: Territory) -> bool:
        """Passes on what matters; False when other folders may have to be watched."""
        paths: set[str] = set()
        same_folders = True
        for kind, text in told:
            absolute = Path(text)
            if absolute.is_relative_to(self._aside) or not absolute.is_relative_to(self._root):
                continue
            path = absolute.relative_to(self._root).as_posix()
            if path == ".":
                same_folders &= kind != _DELETED
                continue
            if kind == _MODIFIED and f"{path}/" in territory.folders:
                continue  # its times or rights, or an entry's that is told of by itself
            effect = territory.effect_of(path)
            if effect is not Effect.NONE:
                paths.add(path)
            same_folders &= effect is not Effect.FOLDERS
        if paths:
            self._hear(paths)
        return same_folders

    def _poll(self) -> None:
        before: Mapping[str, tuple[int, ...]] | None = None
        while not self._stopping.is_set():
            started = time.monotonic()
            now = {one.path: (one.size, one.mtime_ns, one.ctime_ns, one.inode) for one in self._files()}
            if before is None:
                self._hear(())
            elif now != before:
                self._hear([path for path in now.keys() | before.keys() if now.get(path) != before.get(path)])
            before = now
            self._stopping.wait(max(POLL_SECONDS, (time.monotonic() - started) / POLL_SHARE))

    def _files(self) -> Iterator[Found]:
        return (one for one in walk(self._root, self._options) if isinstance(one, Found))


def _inode(path: Path) -> _Inode:
    status = path.stat()
    return status.st_dev, status.st_ino


def _tells_nothing(root: Path) -> bool:
    """True where changes are not told of: Windows' disks under WSL 2, and where people ask watchfiles for polling."""
    wanted = os.environ.get("WATCHFILES_FORCE_POLLING")
    if wanted:
        return wanted.lower() not in ("false", "disable", "disabled", "0")
    return "microsoft-standard" in platform.uname().release.lower() and root.is_relative_to("/mnt")
