"""How a run of indexing goes about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from codeqa.index.facts import FactOptions
from codeqa.index.walk import WalkOptions
from codeqa.pipeline.workers import SECONDS_A_BATCH, default_size


@dataclass(frozen=True, slots=True)
class UpdateOptions:
    """What to index and with what means."""

    walk: WalkOptions = field(default_factory=WalkOptions)
    facts: FactOptions = field(default_factory=FactOptions)
    workers: int = field(default_factory=default_size)
    """Worker processes at most; small changes start fewer."""
    seconds: float = SECONDS_A_BATCH
    """A file that takes longer is cut as plain text, and reported."""
    commit_seconds: float = 20.0
    """How much of a long run may be lost when it is killed."""
    lock_seconds: float | None = None
    """How long to wait for another writer to end; None until it is through."""
