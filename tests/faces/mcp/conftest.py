from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import StdioServerParameters

from codeqa.codebase import Codebase

FILES = {
    "README.md": "# Harbour\n\nRegisters ships and berths them.\n",
    "harbour/ship.py": '''"""Ships."""


class Ship:
    """A vessel that wants a berth."""

    def __init__(self, name, length):
        self.name = name
        self.length = length

    def moor(self, quay):
        """Ties up at a quay."""
        return quay.reserve(self.length)
''',
    "harbour/quay.py": '''"""Quays."""


class Quay:
    """A quay with berths."""

    def reserve(self, length):
        """Finds a free berth of a length."""
        return find_berth(length)


def find_berth(length):
    """Looks for the smallest berth that is long enough."""
    return min(berth for berth in (10, 20, 40) if berth >= length)
''',
    "harbour/office.py": '''"""The office."""

from harbour.quay import Quay
from harbour.ship import Ship


def register(name, length):
    """Registers a ship and moors it."""
    ship = Ship(name, length)
    return ship.moor(Quay())
''',
    "harbour/long.py": "".join(f"def step_{number}():\n    return {number}\n\n\n" for number in range(120)),
}

PROGRAM = "from codeqa.faces.cli.main import run; run()"


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*os.environ,):
        if name.startswith("CODEQA_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CODEQA_WORKERS", "1")


@pytest.fixture(scope="session")
def _indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("mcp") / "harbour"
    write(root)
    Codebase(root).index()
    return root


@pytest.fixture
def root(_indexed: Path, tmp_path: Path) -> Path:
    """The sample with its index."""
    shutil.copytree(_indexed, tmp_path / "harbour")
    return tmp_path / "harbour"


@pytest.fixture(scope="session")
def shared(_indexed: Path) -> Path:
    """The sample for tests that leave it as it is."""
    return _indexed


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Path]:
    """The sample without an index."""
    write(tmp_path / "bare")
    yield tmp_path / "bare"


def write(root: Path) -> None:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def command(*arguments: str, cwd: Path | None = None) -> StdioServerParameters:
    """A real server, as a client starts it."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM, "mcp", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=cwd,
    )
