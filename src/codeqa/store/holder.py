"""Who writes to an index, as the writer itself tells once a second while it holds the lock.

The lock of the operating system is the truth about whether somebody writes. What is told here says who it is and how
far it has come, and whether it is still alive: a process that is stopped or hangs keeps its lock but gives no signs.
"""

from __future__ import annotations

import json
import os
import platform
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

_HOLDER_FILE: Final = "writer.json"
_TEMPORARY_FILE: Final = "writer.json.new"
HOLDER_FILES: Final = (_HOLDER_FILE, _TEMPORARY_FILE)

BEAT_SECONDS: Final = 1.0
"""Between two signs of life."""

SILENT_SECONDS: Final = 60.0
"""A writer that gives no sign for so long is dead or hangs; one that is only slow on a busy machine is not."""

DOUBTED_SECONDS: Final = 10.0
"""How long to look for a sign before a last one that by the clock is older than SILENT_SECONDS counts. The clock may
have jumped, or the machine slept; whoever lives gives a sign meanwhile."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that writes to an index."""

    pid: int
    host: str
    started: float
    """Seconds since the epoch, by that machine's clock."""
    beat: float
    """When it gave its last sign of life, by the same clock."""
    beats: int = 0
    """Signs so far: it is this number that tells whether there was another one, and no clock."""
    stage: str | None = None
    """What it is doing."""
    share: int | None = None
    """How much of that is done, in percent."""
    files: int = 0
    """Files that are indexed so far."""

    def name(self) -> str:
        """What to call it: ``process 123``, with its machine where that is another one."""
        return f"process {self.pid}" if self.host == platform.node() else f"process {self.pid} on {self.host}"

    def activity(self) -> str:
        """How far it is; empty where that is not known."""
        parts = [self.stage] if self.stage is not None else []
        if self.files:
            parts.append(f"{self.files:,} file{'' if self.files == 1 else 's'} so far")
        if self.share is not None:
            parts.append(f"{self.share} %")
        return ", ".join(parts)

    def sentence(self) -> str:
        """Who writes and what it is doing, without numbers, to stand after "waiting for"."""
        return f"{self.name()}, which is indexing this folder{f': {self.stage}' if self.stage else ''}"


def holder_of(index_dir: Path) -> Holder | None:
    """Who writes to an index, by what it told within the last minute; None where nobody did. The lock alone is sure."""
    holder = Watch(index_dir).look()
    if holder is None or abs(time.time() - holder.beat) >= SILENT_SECONDS or _is_gone(holder):
        return None
    return holder


def _is_gone(holder: Holder) -> bool:
    """True for a process of this machine that was killed, as far as that can be asked."""
    if os.name != "posix" or holder.host != platform.node():
        return False
    try:
        os.kill(holder.pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's
        return False
    return False


class Heart:
    """Tells who holds the lock, again and again until it is stopped, in a thread.

    Args:
        index_dir: the index's folder, of which this process holds the lock.
    """

    def __init__(self, index_dir: Path) -> None:
        self._index_dir = index_dir
        now = time.time()
        self._holder = Holder(os.getpid(), platform.node(), now, now)
        self._beats = 0
        self._stopping = threading.Event()
        self._remove()  # what one that was killed told
        self._tell_all()
        self._thread = threading.Thread(target=self._beat, name="codeqa-heart", daemon=True)
        self._thread.start()

    def tell(self, stage: str, share: int | None, files: int) -> None:
        """Takes in how far the writer is; others are told with the next beat."""
        self._holder = replace(self._holder, stage=stage, share=share, files=files)

    def stop(self) -> None:
        """Tells nothing any more, and removes what was told."""
        self._stopping.set()
        self._thread.join()
        self._remove()

    def _beat(self) -> None:
        while not self._stopping.wait(BEAT_SECONDS):
            self._tell_all()

    def _tell_all(self) -> None:
        self._beats += 1
        told = replace(self._holder, beat=time.time(), beats=self._beats)
        temporary, place = (self._index_dir / name for name in (_TEMPORARY_FILE, _HOLDER_FILE))
        try:
            temporary.write_text(json.dumps(asdict(told)), encoding="utf-8")
            temporary.replace(place)
        except OSError:  # the disk is full, or on Windows somebody is reading it: the file's time is a sign as well
            with suppress(OSError):
                os.utime(place)

    def _remove(self) -> None:
        for name in HOLDER_FILES:
            with suppress(OSError):
                (self._index_dir / name).unlink()


class Watch:
    """Watches for signs of life of whoever holds the lock.

    Args:
        index_dir: the index's folder.
        monotonic: seconds that never jump.
        now: seconds since the epoch.
    """

    def __init__(
        self,
        index_dir: Path,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._place = index_dir / _HOLDER_FILE
        self._monotonic = monotonic
        self._now = now
        self._sign: tuple[int, int, float, int] | None = None
        self._since = monotonic()
        self.holder: Holder | None = None
        """As it was told last; None where nobody tells anything: an older CodeQA, or one that only just began."""

    def look(self) -> Holder | None:
        """Looks again; returns the holder."""
        try:
            told = json.loads(self._place.read_text(encoding="utf-8"))
            holder = Holder(**told)
            sign = (holder.pid, holder.beats, holder.started, self._place.stat().st_mtime_ns)
        except (OSError, ValueError, TypeError):
            self.holder, sign = None, None
        else:
            self.holder = holder
        if sign != self._sign:
            self._sign, self._since = sign, self._monotonic()
        return self.holder

    @property
    def is_silent(self) -> bool:
        """True when the holder is dead or hangs: it tells nothing any more, though it did."""
        if self.holder is None:
            return False
        watched = self._monotonic() - self._since
        since_beat = self._now() - self.holder.beat
        return watched >= SILENT_SECONDS or (watched >= DOUBTED_SECONDS and since_beat >= SILENT_SECONDS)
