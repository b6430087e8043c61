"""How far a run of indexing is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """What a run is doing, in the order in which it does it."""

    WAIT = "waiting for another process"
    """Which indexes the same folder. Counted in percent of what that one is doing, where it tells."""
    WALK = "looking for files"
    """Counted in files; how many there will be is not known."""
    INDEX = "indexing"
    """Read, parsed, embedded, written. Counted in bytes of source, as files differ too much to tell the time by."""
    RESOLVE = "resolving references"
    """Counted in references."""
    FINISH = "bringing indices up to date"
    """Not counted."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a run."""

    stage: Stage
    done: int = 0
    total: int | None = None
    """None where it is not known."""
    files: int = 0
    """Files that are indexed so far."""
    note: str | None = None
    """More than the stage tells: who is waited for."""

    @property
    def words(self) -> str:
        """What the run is doing."""
        return self.note or self.stage.value

    @property
    def share(self) -> int | None:
        """How much of the stage is done, in percent; None where it is not known."""
        return 100 * self.done // self.total if self.total else None


ProgressListener = Callable[[Progress], None]
"""Called in the thread that runs the update, some times a second at most."""
