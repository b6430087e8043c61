from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_samples import write

from codeqa.codebase import Codebase


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
