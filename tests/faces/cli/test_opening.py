from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_samples import CODEBASE, Ran, write

from codeqa.codebase import Codebase
from codeqa.errors import IndexLockedError
from codeqa.faces.cli.opening import from_root, name_from_root, open_codebase

Run = Callable[..., Ran]


def test_without_a_path_it_is_the_codebase_around(parcels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = parcels / "src" / "parcels"
    monkeypatch.chdir(inner)
    assert open_codebase(None).root == inner  # outside a git repository nothing around is looked at
    (parcels / ".git").mkdir()
    assert open_codebase(None).root == parcels
    assert open_codebase(".").root == inner  # named is named
    (inner / "codeqa.toml").write_text("token_budget = 5\n")
    assert open_codebase(None).root == inner
    assert open_codebase(None).settings.token_budget == 5


def test_the_search_around_ends_at_the_repository(parcels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = parcels / "other"
    (other / ".git").mkdir(parents=True)
    (other / "src").mkdir()
    monkeypatch.chdir(other / "src")
    assert open_codebase(None).root == other / "src"


def test_settings_of_the_command_line_win(parcels: Path) -> None:
    (parcels / "codeqa.toml").write_text('token_budget = 5\nindex_dir = "one"\n')
    codebase = open_codebase(".", Path("two"), token_budget=None, model="ollama/x")
    assert codebase.settings.token_budget == 5
    assert codebase.settings.model == "ollama/x"
    assert codebase.index_dir == parcels / "two"
    assert open_codebase(".").index_dir == parcels / "one"


def test_names_and_files_may_start_at_the_working_directory(parcels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codebase = Codebase(parcels)
    monkeypatch.chdir(parcels / "src")
    assert from_root(codebase, "parcels/sending.py") == "src/parcels/sending.py"
    assert from_root(codebase, "src/parcels/sending.py") == "src/parcels/sending.py"
    assert from_root(codebase, "../README.md") == "README.md"
    assert from_root(codebase, "/etc/passwd") == "/etc/passwd"
    assert name_from_root(codebase, "parcels/sending.py:4") == "src/parcels/sending.py:4"
    assert name_from_root(codebase, "Route::next_stop") == "Route::next_stop"


def test_results_are_given_from_the_working_directory(
    parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (parcels / ".git").mkdir()
    monkeypatch.chdir(parcels / "src" / "parcels")
    assert codeqa("def", "send").out.startswith("sending.py:4  function send\n")
    assert codeqa("def", "Route").out.startswith("../../rust/route.rs:2  struct Route\n")
    assert codeqa("def", "sending.py:5").out.startswith("sending.py:4  function send\n")


def test_it_is_indexed_first_and_again_after_a_change(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "fresh"
    write(root, CODEBASE)
    monkeypatch.chdir(root)
    first = codeqa("def", "send")
    assert first.status == 0
    assert first.out.startswith("src/parcels/sending.py:4  function send\n")
    assert f"Indexing {root} first …" in first.err
    assert "Indexed 6 changed files of 6" in first.err
    assert codeqa("def", "send").err == ""
    write(root, {"src/parcels/losing.py": "def lose(parcel):\n    pass\n"})
    assert codeqa("def", "lose", "--no-index").status == 1
    again = codeqa("def", "lose")
    assert again.status == 0
    assert "Indexed 1 changed file of 7" in again.err


def test_without_an_index_and_with_no_index_it_is_said(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = codeqa("search", "parcel", "--no-index")
    assert (ran.status, ran.out) == (2, "")
    assert "no index" in ran.err


def test_while_another_process_indexes_the_old_index_answers(
    parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(self: Codebase, progress: object = None) -> None:
        raise IndexLockedError("Process 4711 is indexing. Wait for it.")

    monkeypatch.setattr(Codebase, "ensure_index", locked)
    ran = codeqa("def", "send")
    assert ran.status == 0
    assert ran.err == "Answering from the index as it was before: Process 4711 is indexing. Wait for it.\n"
    ran = codeqa("def", "send", "--index-dir", "none/yet")
    assert (ran.status, ran.out) == (2, "")


def git(*arguments: str, cwd: Path) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *identity, *arguments], cwd=cwd, check=True, capture_output=True)


def test_a_git_url_is_cloned_and_brought_up_to_date(
    parcels: Path, tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (parcels / "codeqa.toml").write_text("nonsense = 1\n")  # a stranger's settings have no say
    git("init", "-q", cwd=parcels)
    git("add", ".", cwd=parcels)
    git("commit", "-qm", "parcels", cwd=parcels)
    here = tmp_path / "here"
    here.mkdir()
    (here / "codeqa.toml").write_text('index_dir = "mine"\n')
    monkeypatch.chdir(here)
    url = f"file://{parcels}"
    first = codeqa("ask", url, "what does Scale do?")
    assert first.status == 0
    assert f"Fetching {url} …" in first.err
    assert "src/parcels/weighing.py:4" in first.out
    assert not (here / "mine").exists()
    write(parcels, {"src/parcels/losing.py": "def lose(parcel):\n    pass\n"})
    git("add", ".", cwd=parcels)
    git("commit", "-qm", "losing", cwd=parcels)
    assert codeqa("def", "lose", url).status == 0


def test_a_git_url_that_cannot_be_reached_is_a_failed_service(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = codeqa("ask", "what is it?", f"file://{tmp_path}/nowhere")
    assert (ran.status, ran.out) == (3, "")
    assert "cannot be cloned" in ran.err
    assert "Traceback" not in ran.err
