"""``codeqa chat``: through a pipe here; at a prompt in a terminal of its own."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_samples import Ran

from codeqa.codebase import Codebase

Run = Callable[..., Ran]
RUN = "import sys; sys.argv[0] = 'codeqa'; from codeqa.faces.cli.main import run; run()"
QUESTION = "how is the weight of a parcel found?"


@pytest.fixture
def chat(codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Talks through a pipe."""

    def run(lines: list[str], *arguments: str) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        return codeqa("chat", *arguments)

    return run


def test_each_line_is_a_question_and_follow_ups_go_on(parcels: Path, chat: Callable[..., Ran]) -> None:
    ran = chat(["what is Parcel?", "", "and where is that used?"])
    assert ran.status == 0
    assert "weighing.py" in ran.out or "parcel" in ran.out.lower()
    [kept] = Codebase(parcels).conversations()
    assert [turn.question for turn in kept.turns] == ["what is Parcel?", "and where is that used?"]
    assert "Parcel" in kept.turns[1].stand_alone


def test_conversations_are_listed_resumed_renamed_exported_and_deleted(parcels: Path, chat: Callable[..., Ran]) -> None:
    assert "No conversation is kept yet." in chat([], "--list").err
    chat([QUESTION, "/rename Weights"])
    [kept] = Codebase(parcels).conversations()
    assert f"{kept.id}  1 question  Weights" in chat([], "--list").out
    ran = chat(["/export", "/export out.md", "/delete"], "--resume", "last")
    assert QUESTION in ran.err
    assert "# Weights" in ran.out
    assert (parcels / "out.md").read_text(encoding="utf-8").startswith("# Weights")
    assert Codebase(parcels).conversations() == []


def test_sources_of_the_last_answer_open(parcels: Path, chat: Callable[..., Ran]) -> None:
    ran = chat([QUESTION, "/sources", "/open 1", "/open 99", "/new", "/sources"])
    assert "[1] src/parcels/" in ran.out
    assert "cites no source 99" in ran.err
    assert "There is no answer yet" in ran.err


def test_what_is_wrong_is_said_and_the_conversation_goes_on(parcels: Path, chat: Callable[..., Ran]) -> None:
    ran = chat(["/nonsense", "/rename x", "/export /no/such/folder/file", "/resume 2000", "/help", "/quit", QUESTION])
    assert ran.status == 0
    for said in ("There is no /nonsense", "nothing to rename", "cannot be written", "There is no conversation", "/new"):
        assert said in ran.err
    assert Codebase(parcels).conversations() == []
    assert chat([], "--resume", "2000").status == 1


def test_a_model_that_fails_leaves_no_turn(parcels: Path, chat: Callable[..., Ran]) -> None:
    ran = chat([QUESTION], "--model", "tiny", "--model-url", "http://127.0.0.1:9/v1")
    assert ran.status == 0
    assert "codeqa: " in ran.err
    assert Codebase(parcels).conversations() == []


def test_at_a_prompt_names_complete_and_ctrl_c_stops_only_the_line(parcels: Path) -> None:
    leader, follower = pty.openpty()
    chatting = subprocess.Popen(
        [sys.executable, "-c", RUN, "chat"],
        stdin=follower, stdout=follower, stderr=follower, cwd=parcels, start_new_session=True,
    )  # fmt: skip
    os.close(follower)
    shown = b""

    def until(text: bytes, seconds: float = 60.0) -> None:
        nonlocal shown
        end = time.monotonic() + seconds
        while text not in shown:
            assert select.select([leader], [], [], max(0.0, end - time.monotonic()))[0], shown
            shown += os.read(leader, 4096)

    until("› ".encode())
    os.write(leader, b"what is @codeb\t")
    until(b"@codebase ")
    shown = b""
    end = time.monotonic() + 60
    while "› ".encode() not in shown:  # readline may miss a signal that comes while it draws; a person presses again
        assert time.monotonic() < end, shown
        chatting.send_signal(signal.SIGINT)
        while select.select([leader], [], [], 1.0)[0] and "› ".encode() not in shown:
            shown += os.read(leader, 4096)
    os.write(leader, b"\x04")
    assert chatting.wait(30) == 0
    os.close(leader)
