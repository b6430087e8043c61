"""The writer's lock: one writer at a time, readers never wait for it."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from filelock import FileLock, Timeout

from codeqa.errors import IndexLockedError

_LOCK_FILE: Final = "writer.lock"
_HOLDER_FILE: Final = "writer.pid"
LOCK_FILES: Final = (_LOCK_FILE, _HOLDER_FILE)


class WriterLock:
    """A lock that the operating system frees when its process ends, however it ends.

    Args:
        index_dir: the index's folder; it exists.
        timeout: seconds to wait for another writer; 0 does not wait.
    """

    def __init__(self, index_dir: Path, timeout: float = 0.0) -> None:
        self._index_dir = index_dir
        self._timeout = timeout
        # Not thread-local: a server may open a writer in one thread and close it in another.
        self._lock = FileLock(index_dir / _LOCK_FILE, thread_local=False)

    def acquire(self) -> None:
        """Takes the lock.

        Raises:
            IndexLockedError: another process (or another writer of this one) holds it.
            OSError: the folder cannot be written to.
        """
        try:
            self._lock.acquire(timeout=self._timeout)
        except Timeout:
            raise IndexLockedError(
                f"Another process{self._holder()} is writing to the index in {self._index_dir}. "
                "Wait for it to end, or end it; searching works meanwhile."
            ) from None
        # The lock file itself cannot be read on Windows while it is locked, so the holder's number lies beside it.
        (self._index_dir / _HOLDER_FILE).write_text(f"{os.getpid()}\n", encoding="ascii")

    def release(self) -> None:
        """Frees the lock."""
        (self._index_dir / _HOLDER_FILE).unlink(missing_ok=True)
        self._lock.release()

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    def _holder(self) -> str:
        try:
            pid = (self._index_dir / _HOLDER_FILE).read_text(encoding="ascii").strip()
        except OSError:
            return ""
        return f" (pid {pid})" if pid.isdecimal() else ""
