"""Keeps an index current while its codebase changes: two threads, one that waits for news of files, one that indexes.

News is only a reason to look: the run that follows compares all files with the index, so that nothing depends on the
system's having told of every change.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

from codeqa.errors import CodeQAError, IndexLockedError, StoreError
from codeqa.folders import is_folder
from codeqa.index.news import News
from codeqa.index.walk import WalkOptions
from codeqa.model import Freshness, IndexReport
from codeqa.pipeline.progress import Progress, ProgressListener
from codeqa.store.manifest import read_manifest

TELL_SECONDS: Final = 0.1
"""Between messages to the listener that only say how far a run is."""

LOCKED_SECONDS: Final = 1.0
"""Until it is tried again while another process writes the index."""

FAILED_SECONDS: Final = 30.0
"""Until it is tried again after a failure, where no file changes before."""

GONE_SECONDS: Final = 2.0
"""Until it is looked again whether a folder that vanished is back."""

FREE_RUNS: Final = 3
LONGEST_PAUSE: Final = 5.0
IN_A_ROW_SECONDS: Final = 1.0
"""Files that are written without end must not keep a processor busy: after so many runs of which each begins as soon as
it may come pauses, the first as long as the run, and each longer than the one before, up to the longest."""


class Indexed(Protocol):
    """What is kept current."""

    @property
    def root(self) -> Path:
        """The folder of the code, without symbolic links."""

    @property
    def index_dir(self) -> Path:
        """The index's folder."""

    def index(self, progress: ProgressListener, rebuild: bool) -> IndexReport:
        """Brings the index up to date."""

    def ensure_index(self, progress: ProgressListener) -> IndexReport | None:
        """Does so where it is stale."""

    def refresh(self) -> None:
        """Reads the newest commit into what is kept in memory for questions, where there were any."""


class Follower:
    """Keeps an index current, from the moment it is made until `stop`.

    Indexes first where there is no index or it is stale. Then it waits for changes in the files that are indexed, and
    takes them in shortly after the last of a burst. Readers never wait for it. While another process writes the index
    it waits, and `Freshness.stage` says for whom. A writer that hangs, a folder that is gone for a while, an embedder
    that fails are told in `Freshness.error`; it goes on by itself once that is over.

    Args:
        indexed: what is kept current.
        options: what of it is indexed.
        listener: is told of every change of `freshness`, in a thread of the follower's. It must not wait for long, nor
            stop the follower.
    """

    def __init__(
        self, indexed: Indexed, options: WalkOptions, listener: Callable[[Freshness], None] | None = None
    ) -> None:
        self._indexed = indexed
        self._listener = listener
        self._telling = threading.RLock()
        self._told: Freshness | None = None
        self._told_at = 0.0
        self._stopping = threading.Event()
        self._state = threading.Condition()
        """For all that follows."""
        self._freshness = Freshness(indexing=True, updated=self._written())
        self._changed: set[str] = set()
        """Files that changed since the run under way began."""
        self._under_way: set[str] = set()
        """Files that changed before it."""
        self._asked = False
        self._rebuild = False
        self._heard = False
        self._retry_at: float | None = None
        self._in_a_row = 0
        self._rested_at = 0.0
        """The end of the pause after the last run."""
        self._news = News(indexed.root, indexed.index_dir, options, self._hear, self._stopping)
        self._threads = [
            threading.Thread(target=self._guarded, args=(work,), name=f"codeqa-{name}", daemon=True)
            for name, work in (("news", self._news.listen), ("follow", self._follow))
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def freshness(self) -> Freshness:
        """How the index stands to the files now."""
        with self._state:
            return self._freshness

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about how changes are noticed, such as that the system's watches ran out."""
        return self._news.notes

    def request(self, rebuild: bool = False) -> None:
        """Has the index brought up to date now, or made anew; does not wait for it."""
        with self._state:
            self._asked = True
            self._rebuild |= rebuild
            self._set(indexing=True)
        self._tell()

    def wait(self, timeout: float) -> bool:
        """Waits until the index has all changes that were noticed.

        A file that was written in this very moment may not have been: the system tells of it some milliseconds later.

        Args:
            timeout: seconds to wait at most.

        Returns:
            True when the index is current; False when the time was over, or following had ended, before.
        """
        with self._state:
            self._state.wait_for(lambda: self._is_current or self._stopping.is_set(), timeout)
            return self._is_current

    def stop(self, seconds: float | None = None) -> None:
        """Ends following. A run under way is given up; what it had committed stays.

        Args:
            seconds: how long to wait for that at most; None waits until it is so.
        """
        self._stopping.set()
        with self._state:
            self._state.notify_all()
        end = None if seconds is None else time.monotonic() + seconds
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(None if end is None else max(0.0, end - time.monotonic()))

    @property
    def _is_current(self) -> bool:
        return self._next_run() is None and not self._freshness.behind

    def _next_run(self) -> float | None:
        """When the next run is due, by the monotonic clock; None when there is nothing to do."""
        if self._asked:
            return 0.0
        return self._rested_at if self._heard else self._retry_at

    def _hear(self, paths: Collection[str]) -> None:
        """Notes that files have changed, or may have where none is named."""
        with self._state:
            self._heard = True
            self._changed.update(paths)
            self._set(pending=len(self._changed | self._under_way))
        self._tell()

    def _guarded(self, work: Callable[[], None]) -> None:
        """A thread. Where it ends by a fault, that is told before the fault goes its usual way."""
        try:
            work()
        except _StoppedError:
            pass
        except BaseException as error:
            with self._state:
                self._set(indexing=False, error=f"following ended by a fault of CodeQA's ({error!r}). Start it again.")
            self._tell()
            raise

    def _follow(self) -> None:
        while self._wait_for_work():
            self._run()

    def _wait_for_work(self) -> bool:
        """Waits until a run is due; False when following ends."""
        with self._state:
            while not self._stopping.is_set():
                due, now = self._next_run(), time.monotonic()
                if due is not None and due <= now:
                    return True
                self._state.wait(None if due is None else due - now)
        return False

    def _run(self) -> None:
        """One run, and what becomes of it."""
        with self._state:
            rebuild, is_known_stale = self._rebuild, bool(self._changed)
            self._under_way |= self._changed
            self._changed = set()
            self._asked = self._rebuild = self._heard = False
            self._retry_at = None
            self._set(indexing=True)
        self._tell()
        started = time.monotonic()
        try:
            if rebuild or is_known_stale:
                self._indexed.index(self._progress, rebuild)
            else:
                self._indexed.ensure_index(self._progress)
        except (CodeQAError, OSError) as error:
            self._failed(error, rebuild)
        else:
            self._succeeded(started)

    def _succeeded(self, started: float) -> None:
        now = time.monotonic()
        self._in_a_row = self._in_a_row + 1 if started - self._rested_at < IN_A_ROW_SECONDS else 1
        with self._state:
            self._under_way = set()
            self._rested_at = now + min((now - started) * max(0, self._in_a_row - FREE_RUNS), LONGEST_PAUSE)
            self._ended(updated=self._written(), error=None)
            has_time = self._next_run() is None
        self._tell()
        if has_time:
            try:
                self._indexed.refresh()
            except (CodeQAError, OSError) as error:  # the index cannot be read, whoever asks
                self._failed(error, rebuild=False)

    def _failed(self, error: CodeQAError | OSError, rebuild: bool) -> None:
        root = self._indexed.root
        reason, seconds = str(error), FAILED_SECONDS
        if not is_folder(root):
            reason, seconds = f"The folder {root} is gone. It is taken up again when it is back.", GONE_SECONDS
        elif isinstance(error, IndexLockedError):
            seconds = LOCKED_SECONDS
        with self._state:
            self._rebuild |= rebuild
            self._retry_at = time.monotonic() + seconds
            self._ended(error=reason)
        self._tell()

    def _progress(self, moment: Progress) -> None:
        if self._stopping.is_set():
            raise _StoppedError
        with self._state:
            self._set(stage=moment.words, done=moment.done, total=moment.total or 0, files=moment.files)
        self._tell(soon=False)

    def _written(self) -> datetime | None:
        """When the index was last written."""
        try:
            return read_manifest(self._indexed.index_dir).updated
        except StoreError:
            return None

    def _ended(self, **changes: Any) -> None:
        pending = len(self._changed | self._under_way)
        self._set(indexing=self._asked, pending=pending, stage=None, done=0, total=0, files=0, **changes)

    def _set(self, **changes: Any) -> None:
        """Changes what is known; the state is held."""
        self._freshness = replace(self._freshness, **changes)
        self._state.notify_all()

    def _tell(self, soon: bool = True) -> None:
        """Tells the listener the newest, unless it knows; where that can wait, not more often than TELL_SECONDS."""
        if self._listener is None:
            return
        with self._telling:
            newest, now = self.freshness, time.monotonic()
            if newest != self._told and (soon or now - self._told_at >= TELL_SECONDS):
                self._told, self._told_at = newest, now
                self._listener(newest)


class _StoppedError(Exception):
    """Following was ended in the middle of a run."""
