from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

import pytest
import typer
from cli_samples import Ran, process_arguments, run_process

from codeqa.codebase import Codebase
from codeqa.errors import CodeQAError, EmbedderError, ModelError, NotFoundError, StoreError
from codeqa.faces.cli import main

Run = Callable[..., Ran]

COMMANDS = ["index", "ask", "search", "def", "refs", "callers", "callees", "route", "outline", "status", "doctor"]


def examples(name: str) -> list[str]:
    """The lines of a command's help that call ``codeqa``."""
    text = typer.main.get_command(main.app).commands[name].help  # type: ignore[attr-defined]
    return [line.strip() for line in text.splitlines() if "codeqa " in line and line.startswith("  ")]


def test_help_names_every_command_and_loads_nothing_that_answers_need(tmp_path: Path) -> None:
    heavy = {"codeqa.codebase", "lancedb", "pyarrow", "numpy", "openai", "pydantic", "tree_sitter"}
    code = f"try: run()\nfinally: print(sorted({heavy} & set(sys.modules)), file=sys.stderr)"
    ran = run_process("--help", cwd=tmp_path, code=code)
    assert (ran.status, ran.err) == (0, "[]\n")
    assert all(f" {name} " in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_examples_that_it_understands(codeqa: Run, name: str) -> None:
    ran = codeqa(name, "--help")
    assert ran.status == 0
    assert "Examples:" in ran.out
    assert examples(name)
    for line in examples(name):
        words = [word for word in shlex.split(line) if not word.startswith("CODEQA_")]
        assert words[:2] == ["codeqa", name]
        typer.main.get_command(main.app).commands[name].make_context(name, words[2:])  # type: ignore[attr-defined]


def test_version(codeqa: Run) -> None:
    ran = codeqa("--version")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("codeqa 0.")


@pytest.mark.parametrize(
    "arguments", [["nothing"], ["search"], ["search", "word", "--nonsense"], ["callers", "x", "--depth", "deep"]]
)
def test_wrong_use_ends_with_2_and_says_so_on_stderr(codeqa: Run, arguments: list[str]) -> None:
    ran = codeqa(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "Usage: codeqa" in ran.err


@pytest.mark.parametrize(
    ("error", "status"), [(CodeQAError, 2), (StoreError, 2), (NotFoundError, 1), (ModelError, 3), (EmbedderError, 3)]
)
def test_errors_are_one_line_and_a_status(
    parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch, error: type[CodeQAError], status: int
) -> None:
    def fail(self: Codebase, thorough: bool = False) -> None:
        raise error("What, where, what to do.")

    monkeypatch.setattr(Codebase, "status", fail)
    monkeypatch.setattr(Codebase, "ensure_index", fail)
    if error is not StoreError:  # which doctor reports among the problems
        assert codeqa("doctor") == Ran(status, "", "codeqa: What, where, what to do.\n")
    assert codeqa("status") == Ran(status, "", "codeqa: What, where, what to do.\n")


def test_a_folder_that_is_none_and_bad_settings_are_bad_input(
    parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in (["search", "parcel", "nowhere"], ["index", "README.md"], ["status", "nowhere"]):
        ran = codeqa(*arguments)
        assert (ran.status, ran.out) == (2, "")
        assert "is not a folder" in ran.err
    monkeypatch.setenv("CODEQA_TOKEN_BUDGET", "much")
    ran = codeqa("status")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("codeqa: CODEQA_TOKEN_BUDGET in the environment: ")


def test_ctrl_c_ends_with_130_and_no_traceback(parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: Codebase) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Codebase, "status", stop)
    assert codeqa("status") == Ran(130, "", "")


def test_a_process_that_is_interrupted_ends_with_130(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "from codeqa.faces.cli import indexing\n"
        "indexing.open_codebase = lambda *_: (print('waiting', flush=True), time.sleep(60))\n"
        "run()"
    )
    process = subprocess.Popen(
        process_arguments("status", code=code),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waiting\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "")


def run_into(monkeypatch: pytest.MonkeyPatch, output: TextIO, *arguments: str) -> int:
    """Runs ``codeqa`` in this process with another stdout; gives its exit status."""
    monkeypatch.setattr("sys.argv", ["codeqa", *arguments])
    with monkeypatch.context() as patch, pytest.raises(SystemExit) as ended:
        patch.setattr("sys.stdout", output)
        main.run()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_output_that_nobody_reads_ends_in_quiet(
    parcels: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        assert run_into(monkeypatch, nobody, "refs", "Scale", "--json") == 0
    assert capsys.readouterr().err == ""


def test_completion_offers_commands_and_options(tmp_path: Path) -> None:
    def offered(words: str, number: int) -> list[str]:
        ran = run_process(cwd=tmp_path, _CODEQA_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(number))
        return ran.out.split()

    assert offered("codeqa ca", 1) == ["callers", "callees"]
    assert "--format" in offered("codeqa search --f", 2)


def test_characters_that_the_output_does_not_know_are_escaped(parcels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (parcels / "strange.py").write_text("def größe():\n    return 1\n", encoding="utf-8")
    output = TextIOWrapper(BytesIO(), encoding="ascii")
    assert run_into(monkeypatch, output, "def", "größe") == 0
    output.seek(0)
    assert "gr\\xf6\\xdfe" in output.read()


def test_colour_and_links_only_on_a_terminal(parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, other_end = pty.openpty()
    environment = {"TERM": "xterm-256color", "CODEQA_EDITOR_LINKS": "vscode"}
    arguments = process_arguments("def", "Scale")
    process = subprocess.Popen(arguments, cwd=parcels, env=os.environ | environment, stdout=other_end)
    assert process.wait(timeout=60) == 0
    shown = os.read(terminal, 4096).decode()
    os.close(other_end)
    os.close(terminal)
    assert "\x1b[36mScale\x1b[0m" in shown
    assert f"vscode://file{parcels}/src/parcels/weighing.py:4\x1b" in shown
    monkeypatch.setenv("CODEQA_EDITOR_LINKS", "vscode")
    assert codeqa("def", "Scale").out == (
        "src/parcels/weighing.py:4  class Scale\n    class Scale\n    Weighs parcels to the gram.\n"
    )
