"""What the documents say is so: their commands exist, their links lead somewhere, their examples run."""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from markdown_it import MarkdownIt
from markdown_it.token import Token

from codeqa.faces.cli.main import app
from codeqa.settings import Settings, load_settings

ROOT = Path(__file__).parents[1]
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]


def tokens(name: str) -> Iterator[Token]:
    for token in MarkdownIt().parse((ROOT / name).read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


def blocks(name: str, language: str) -> list[str]:
    return [token.content for token in tokens(name) if token.type == "fence" and token.info == language]


def commands(name: str) -> list[list[str]]:
    """The words of every command in a document's shell blocks, without comments and variables."""
    found = []
    for line in "".join(blocks(name, "sh")).splitlines():
        words = shlex.split(line, comments=True)
        while words:
            end = words.index("&&") if "&&" in words else len(words)
            command, words = words[:end], words[end + 1 :]
            found.append([word for word in command if not re.match(r"[A-Z_]+=", word)])
    return [command for command in found if command]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    for token in tokens(name):
        target = str(token.attrs.get("href") or token.attrs.get("src") or "")
        if target and "://" not in target:
            assert (ROOT / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_exist(name: str) -> None:
    for token in tokens(name):
        if token.type == "code_inline" and re.fullmatch(r"(src|tests|benchmarks|\.ci)/[\w./-]+", token.content):
            assert (ROOT / token.content).exists(), token.content


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_commands_exist_with_these_options(name: str) -> None:
    known = typer.main.get_command(app)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in commands(name):
        program, arguments = Path(command[0]).name, command[1:]
        if program == "codeqa":
            of_name = known.commands[arguments[0]]  # type: ignore[attr-defined]
            of_name.make_context(arguments[0], arguments[1:])
        elif program == "make":
            assert re.search(rf"^{arguments[0]}:", makefile, re.MULTILINE), command
        else:
            assert program in {"python3", "pip", "pytest"}, command


def test_the_first_screen_has_the_two_commands_and_ci_runs_the_same() -> None:
    first, second = blocks("README.md", "sh")[0].splitlines()
    assert (ROOT / "README.md").read_text(encoding="utf-8").splitlines().index(first) < 10
    question = first[first.index("ask ") :].rpartition(" .")[0]
    assert first.startswith("python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/codeqa ask ")
    assert second == ".venv/bin/pip install '.[dev]' && .venv/bin/pytest"
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert question in ci
    assert "install --quiet --disable-pip-version-check '.[dev]'" in ci
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_all_settings_are_told_with_their_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (*os.environ,):
        if variable.startswith("CODEQA_"):
            monkeypatch.delenv(variable)
    (text,) = blocks("README.md", "toml")
    (tmp_path / "codeqa.toml").write_text(text, encoding="utf-8")
    assert load_settings(tmp_path) == Settings()
    all_of_them = tomllib.loads(re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE))
    assert set(all_of_them) == set(Settings.model_fields)


def test_the_python_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "src" / "flask").mkdir(parents=True)
    code = 'def open_session(cookie):\n    """Opens the session from its cookie."""\n    return dict(cookie)\n'
    (tmp_path / "src" / "flask" / "sessions.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CODEQA_WORKERS", "1")
    (example,) = blocks("README.md", "python")
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("sessions.py:1-3 open_session\n")


def test_the_changelog_has_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert re.search(rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
