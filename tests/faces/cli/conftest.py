from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_samples import CODEBASE, Ran, write

from codeqa.codebase import Codebase
from codeqa.faces.cli import main


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in (*os.environ,):
        if name.startswith("CODEQA_") or name.endswith("_API_KEY") or name in ("NO_COLOR", "FORCE_COLOR"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CODEQA_WORKERS", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def _parcels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("samples") / "parcels"
    write(root, CODEBASE)
    Codebase(root).index()
    return root


@pytest.fixture
def parcels(_parcels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample, indexed; the working directory."""
    root = tmp_path / "parcels"
    shutil.copytree(_parcels, root)
    monkeypatch.chdir(root)
    return root


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was hinted today is remembered for the test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def codeqa(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs ``codeqa`` in this process."""

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        monkeypatch.setattr("sys.argv", ["codeqa", *arguments])
        with pytest.raises(SystemExit) as ended:
            main.run()
        said = capsys.readouterr()
        code = ended.value.code
        assert code is None or isinstance(code, int)
        return Ran(code or 0, said.out, said.err)

    return run
