from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from http_samples import FILES, talking
from starlette.testclient import TestClient

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app

sys.path.append(str(Path(__file__).parents[2] / "answer"))  # for its model server

from model_server import ModelServer, running


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*os.environ,):
        if name.startswith("CODEQA_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CODEQA_WORKERS", "1")


@pytest.fixture(scope="session")
def _indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("http")
    (folder / "secret.py").write_text("PASSWORD = 'hunter2'\n", encoding="utf-8")
    for name, text in FILES.items():
        path = folder / "beacon" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "beacon" / "link.py").symlink_to(folder / "secret.py")
    Codebase(folder / "beacon").index()
    return folder


@pytest.fixture
def root(_indexed: Path, tmp_path: Path) -> Path:
    """The sample with its index; beside it lies a file that is none of its."""
    shutil.copytree(_indexed, tmp_path / "http", symlinks=True)
    return tmp_path / "http" / "beacon"


@pytest.fixture
def codebase(root: Path) -> Codebase:
    return Codebase(root)


@pytest.fixture(scope="session")
def client(_indexed: Path) -> TestClient:
    """Talks to an app over the sample, which it must leave as it is."""
    return talking(create_app([Codebase(_indexed / "beacon")], follow=False))


@pytest.fixture
def own(codebase: Codebase) -> TestClient:
    """Talks to an app over the test's own sample."""
    return talking(create_app([codebase], follow=False))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with running() as state:
        yield state
