"""Two processes on one fresh folder: the second waits, says for whom, and uses what the first wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest
from fastapi.testclient import TestClient
from mcp import Client

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app
from codeqa.faces.mcp import calling
from codeqa.faces.mcp.server import CodeQAServer
from codeqa.faces.mcp.shelf import Shelf

FIRST = """
import sys
from codeqa import Codebase

paused = False

def pause(moment):
    global paused
    if moment.files and not paused:
        paused = True
        print("begun", flush=True)
        sys.stdin.readline()

Codebase(sys.argv[1]).index(pause)
"""
"""Indexes, and waits in the middle for a line."""

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CODEQA_WORKERS": "1"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    folder.mkdir()
    for number in range(3):
        (folder / f"quay{number}.py").write_text(f"def moor{number}(ship):\n    return ship\n")
    return folder


@contextmanager
def first(root: Path) -> Iterator[subprocess.Popen[str]]:
    """A process in the middle of making the first index."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": ENVIRONMENT}
    with subprocess.Popen([sys.executable, "-c", FIRST, str(root)], **pipes) as child:  # type: ignore[call-overload]
        assert child.stdout.readline() == "begun\n"
        yield child
        assert child.wait() == 0


def go_on(child: subprocess.Popen[str]) -> None:
    assert child.stdin is not None
    child.stdin.write("\n")
    child.stdin.flush()


def codeqa(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", "from codeqa.faces.cli.main import run; run()", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


def line_with(stream: object, words: str) -> str:
    for line in stream:  # type: ignore[attr-defined]
        if words in line:
            return str(line)
    raise AssertionError(f"nothing was said of {words!r}")


def test_two_commands_that_index(root: Path) -> None:
    with first(root) as child, codeqa("index", str(root)) as second:
        said = line_with(second.stderr, "Waiting for")
        assert said.startswith(f"Waiting for process {child.pid}, which is indexing this folder")
        told = ""
        while "so far" not in told:  # which it tells once a second
            told = codeqa("status", str(root)).communicate()[0]
        assert f"it is being made by process {child.pid} (indexing, 3 files so far, 100 %)" in told
        go_on(child)
        out, err = second.communicate()
    assert second.returncode == 0, err
    assert f"Process {child.pid} was indexing this folder already and was waited for: nothing was left to do." in err
    assert out.startswith("3 files (0 new, 0 changed, 0 removed)")


def test_what_changed_since_is_taken_in(root: Path) -> None:
    with first(root) as child, codeqa("index", str(root)) as second:
        line_with(second.stderr, "Waiting for")
        (root / "crane.py").write_text("def lift(load):\n    return load\n")
        go_on(child)
        out, err = second.communicate()
    assert second.returncode == 0, err
    assert "was waited for: this run took in what it had not." in err
    assert out.startswith("4 files (1 new, 0 changed, 0 removed)")


def test_a_question_waits_for_the_first_index(root: Path) -> None:
    with first(root) as child, codeqa("def", "moor1", str(root)) as second:
        line_with(second.stderr, "Waiting for process")
        go_on(child)
        out, err = second.communicate()
    assert second.returncode == 0, err
    assert "quay1.py:1  function moor1" in out


def test_a_writer_that_is_killed_is_followed_by_the_one_that_waits(root: Path) -> None:
    with codeqa("index", str(root)) as second:
        pass  # so that there is an index to go on from
    (root / "crane.py").write_text("def lift(load):\n    return load\n")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": ENVIRONMENT}
    with subprocess.Popen([sys.executable, "-c", FIRST, str(root)], **pipes) as child:  # type: ignore[call-overload]
        assert child.stdout.readline() == "begun\n"
        with codeqa("index", str(root)) as second:
            line_with(second.stderr, "Waiting for")
            child.kill()
            child.wait()
            out, err = second.communicate()
    assert second.returncode == 0, err
    assert out.startswith("4 files (1 new, 0 changed, 0 removed)")


def test_a_second_mcp_server_says_how_far_the_first_is(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "FIRST_INDEX_SECONDS", 2.0)
    shelf = Shelf([str(root)], lambda path: Codebase(path or "."))

    async def main() -> None:
        with first(root) as child:
            async with Client(CodeQAServer(shelf)) as client:
                result = await client.call_tool("find_definition", {"name": "moor1"})
                said = "\n".join(getattr(one, "text", "") for one in result.content)
                assert result.is_error
                assert f"waiting for process {child.pid}, which is indexing this folder" in said
                assert "Call again in half a minute." in said
                go_on(child)
                monkeypatch.setattr(calling, "FIRST_INDEX_SECONDS", 60.0)
                result = await client.call_tool("find_definition", {"name": "moor1"})
                assert not result.is_error, result.content

    try:
        anyio.run(main)
    finally:
        shelf.close()


def test_a_second_web_app_shows_how_far_the_first_is(root: Path) -> None:
    app = create_app([Codebase(root)])
    with first(root) as child, TestClient(app, base_url="http://127.0.0.1:7411") as client:
        while True:
            (one,) = client.get("/api/v1/codebases").json()
            assert one["freshness"]["error"] is None
            if (one["freshness"]["stage"] or "").startswith(f"waiting for process {child.pid}"):
                break
        go_on(child)
        while not one["has_index"] or one["freshness"]["behind"]:
            (one,) = client.get("/api/v1/codebases").json()
            assert one["freshness"]["error"] is None
