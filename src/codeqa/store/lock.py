"""The writer's lock: one writer at a time, readers never wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from filelock import FileLock, Timeout

from codeqa.errors import IndexLockedError
from codeqa.store.holder import HOLDER_FILES, SILENT_SECONDS, Heart, Holder, Watch

_LOCK_FILE: Final = "writer.lock"
LOCK_FILES: Final = (_LOCK_FILE, *HOLDER_FILES, "writer.pid")
"""The last one is from older versions."""

LOOK_SECONDS: Final = 0.1
"""Between two attempts to take the lock while another process has it."""

WaitListener = Callable[[Holder | None], None]
"""Is told, while a lock is waited for, who holds it, where that is known. What it raises ends the waiting."""


class WriterLock:
    """A lock that the operating system frees when its process ends, however it ends.

    Whoever holds it may take it again; it is free once it was released as often.

    Args:
        index_dir: the index's folder; it exists.
        timeout: seconds to wait for another writer; 0 does not wait, None waits until it is through.
        waiting: is told whom it waits for.
    """

    def __init__(
        self, index_dir: Path, timeout: float | None = 0.0, waiting: WaitListener = lambda holder: None
    ) -> None:
        self._index_dir = index_dir
        self._timeout = timeout
        self._waiting = waiting
        # Not thread-local: a server may open a writer in one thread and close it in another.
        self._lock = FileLock(index_dir / _LOCK_FILE, thread_local=False)
        self._times = 0
        self._heart: Heart | None = None
        self.has_waited = False
        self.waited_for: Holder | None = None
        """Whoever held it before, where that was waited for and is known."""

    def acquire(self) -> None:
        """Takes the lock.

        Raises:
            IndexLockedError: another process (or another writer of this one) holds it; and when waiting for one, it
                does not give signs of life any more.
            OSError: the folder cannot be written to.
        """
        if not self._times:
            self._take()
            try:
                self._heart = Heart(self._index_dir)
            except BaseException:
                self._lock.release()
                raise
        self._times += 1

    def release(self) -> None:
        """Frees the lock, or gives back one of the times that it was taken."""
        self._times = max(self._times - 1, 0)
        if self._times:
            return
        heart, self._heart = self._heart, None
        if heart is not None:
            heart.stop()
        self._lock.release()

    def tell(self, stage: str, share: int | None = None, files: int = 0) -> None:
        """Lets those who wait know how far this writer is.

        Args:
            stage: what it is doing.
            share: how much of that is done, in percent; None where it is not known.
            files: how many files are indexed so far.
        """
        if self._heart is not None:
            self._heart.tell(stage, share, files)

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    def _take(self) -> None:
        """Takes the system's lock, as soon as it is free."""
        watch = Watch(self._index_dir)
        started = time.monotonic()
        while True:
            try:
                self._lock.acquire(blocking=False)
            except Timeout:
                self.waited_for = watch.look() or self.waited_for
            else:
                return
            if watch.is_silent:
                raise IndexLockedError(self._silent(watch.holder))
            if self._timeout is not None and time.monotonic() - started >= self._timeout:
                raise IndexLockedError(self._at_work(watch.holder))
            self.has_waited = True
            self._waiting(watch.holder)
            time.sleep(LOOK_SECONDS)

    def _at_work(self, holder: Holder | None) -> str:
        activity = "" if holder is None else holder.activity()
        return (
            f"{'Another process' if holder is None else _begin(holder.name())} is writing to the index in "
            f"{self._index_dir}{f' ({activity})' if activity else ''}. Try again once it is through; what is in the "
            "index already can be searched meanwhile."
        )

    def _silent(self, holder: Holder | None) -> str:
        assert holder is not None
        return (
            f"{_begin(holder.name())} holds the lock of the index in {self._index_dir}, but has given no sign of "
            f"life for {SILENT_SECONDS:g} seconds: it was stopped, or hangs. Look what has become of it, let it go on "
            "or end it, and try again."
        )


def _begin(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]
