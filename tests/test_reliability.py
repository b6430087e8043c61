"""The reliability campaign of benchmarks/reliability.py, in a short form."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from mishaps.crowd import crowd
from mishaps.damage import damage
from mishaps.disk import full, growth
from mishaps.hostile import hostile
from mishaps.kills import kills
from mishaps.trees import Part

FILES = 10
SHORT: dict[str, Callable[[Path], Part]] = {
    "kill": lambda folder: kills(folder, FILES, 3, signal.SIGKILL),
    "interrupt": lambda folder: kills(folder, FILES, 3, signal.SIGINT, seed=2),
    "terminate": lambda folder: kills(folder, FILES, 1, signal.SIGTERM, seed=3),
    "growth": lambda folder: growth(folder, FILES, 5),
    "damage": lambda folder: damage(folder, FILES, 29),
    "crowd": lambda folder: crowd(folder, FILES, 3.0, writers=2, readers=2),
    "hostile": lambda folder: hostile(folder, 60),
}


@pytest.mark.parametrize("name", SHORT)
def test_nothing_is_lost(tmp_path: Path, name: str) -> None:
    part = SHORT[name](tmp_path)
    assert part.tried
    assert part.faults == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_costs_only_what_was_not_committed(tmp_path: Path) -> None:
    part = full(tmp_path, FILES, 1)
    if not part.tried or part.note.startswith("not tried"):
        pytest.skip(part.note)
    assert part.faults == []
