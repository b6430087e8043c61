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
    def locked(self: Codebase, progress: object = None, wait: float | None = None) -> None:
        assert wait == (0.0 if self.has_index else None)
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


LONG = "how does a parcel that was weighed get its route, and who calls what on the way there? " * 4


def test_a_long_question_is_no_path(parcels: Path, codeqa: Run) -> None:
    assert len(LONG) > 255
    ran = codeqa("ask", LONG)
    assert ran.status == 0, ran.err
    assert "src/parcels/" in ran.out
    assert codeqa("search", LONG).status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("index", LONG),
        ("status", LONG),
        ("doctor", LONG),
        ("ask", "what?", LONG),
        ("search", "parcel", LONG),
        ("def", "send", LONG),
        ("refs", "send", LONG),
        ("callers", "send", LONG),
        ("route", "send", "Scale", LONG),
        ("outline", "-C", LONG),
        ("watch", LONG),
        ("serve", "--no-open", LONG),
    ],
)
def test_a_folder_with_a_name_too_long_is_one_sentence(arguments: tuple[str, ...], parcels: Path, codeqa: Run) -> None:
    ran = codeqa(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "is too long for a path" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("def", LONG),
        ("def", f"{LONG}:3"),
        ("callers", f"{LONG}:3"),
        ("route", f"{LONG}:3", "send"),
        ("outline", LONG),
        ("search", "parcel", "-p", LONG),
        ("eval", LONG),
        ("index", "--index-dir", LONG),
        ("search", "parcel", "--index-dir", LONG),
    ],
)
def test_other_long_arguments_are_told_of_in_a_sentence(arguments: tuple[str, ...], parcels: Path, codeqa: Run) -> None:
    ran = codeqa(*arguments)
    assert ran.status in (1, 2)
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_a_working_directory_that_is_gone(tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = codeqa("search", "parcel")
    assert ran.status == 2
    assert "The folder you are in is gone." in ran.err


def test_a_home_folder_is_refused_until_it_was_meant_once(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "people" / "ann"
    write(home, CODEBASE)
    monkeypatch.setattr(Path, "home", lambda: home)
    for arguments in (("index",), ("search", "parcel"), ("ask", "what?"), ("watch",), ("serve", "--no-open")):
        for folder in (home, home.parent, "/"):
            ran = codeqa(*arguments, str(folder))
            assert (ran.status, ran.out) == (2, "")
            assert "Name the folder of the code" in ran.err
    assert not (home / ".codeqa").exists()
    assert codeqa("search", "parcel", str(home), "--yes").status == 0
    assert codeqa("search", "parcel", str(home)).status == 0
