from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from cli_samples import CODEBASE, Ran, write

from codeqa.codebase import Codebase, Doctor, Status
from codeqa.errors import StoreError
from codeqa.model import IndexReport, Skipped

Run = Callable[..., Ran]


def names(record: type) -> set[str]:
    return {field.name for field in fields(record)}


def test_index_reports_what_it_did_and_what_was_left_out(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, CODEBASE)
    monkeypatch.chdir(tmp_path)
    ran = codeqa("index")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("6 files (6 new, 0 changed, 0 removed), ")
    assert "left out   1 binary" in ran.out
    assert "index      .codeqa\n" in ran.out
    assert codeqa("index").out.startswith("6 files (0 new, 0 changed, 0 removed), ")
    again = codeqa("index", "--rebuild", "--json")
    assert set(again.json) == names(IndexReport)
    assert (again.json["files"], again.json["unchanged"]) == (6, 0)
    assert again.json["skipped"] == [{"path": "logo.png", "reason": "binary"}]


def test_index_says_which_files_were_cut_as_plain_text_but_not_a_thousand_of_them(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = tuple(Skipped(f"{number}.py", "too deeply nested") for number in range(30))
    made = IndexReport(str(tmp_path), str(tmp_path), 30, 30, 0, 0, 0, 1, 1, 1, problems=problems, notes=("Mended.",))
    monkeypatch.setattr(Codebase, "index", lambda *_, **__: made)
    monkeypatch.chdir(tmp_path)
    ran = codeqa("index")
    assert "as text    19.py: too deeply nested\n           and 10 more files\n" in ran.out
    assert ran.err == "Mended.\n"


def test_what_cannot_be_read_is_named(tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    skipped = tuple(Skipped(f"{number}/", "unreadable") for number in range(30))
    made = IndexReport(str(tmp_path), str(tmp_path), 30, 30, 0, 0, 0, 1, 1, 1, skipped=skipped)
    monkeypatch.setattr(Codebase, "index", lambda *_, **__: made)
    known = Status(str(tmp_path), str(tmp_path), exists=True, complete=True, unreadable=("0/", "a.py"))
    monkeypatch.setattr(Codebase, "status", lambda _: known)
    monkeypatch.chdir(tmp_path)
    assert "unreadable 19/\n           and 10 more\n" in codeqa("index").out
    assert "unreadable 0/\nunreadable a.py\n" in codeqa("status").out


def test_verifying_says_how_much_was_read(tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, CODEBASE)
    monkeypatch.chdir(tmp_path)
    assert codeqa("index").status == 0
    ran = codeqa("index", "--verify")
    assert (ran.status, ran.err) == (0, "Compared by their content: 6 files.\n")


def test_a_dry_run_writes_nothing(tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, CODEBASE)
    monkeypatch.chdir(tmp_path)
    ran = codeqa("index", "--dry-run")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("6 files, ")
    for text in ("by language", "python", "rust", "by folder", "web/", "left out", "binary"):
        assert text in ran.out
    document = codeqa("index", "--dry-run", "--json").json
    assert {one["name"] for one in document["languages"]} >= {"python", "java", "rust", "javascript", "markdown"}
    assert not (tmp_path / ".codeqa").exists()
    monkeypatch.setenv("CODEQA_EXCLUDE", "src/,*.md")
    assert codeqa("index", "--dry-run").out.startswith("3 files, ")


def test_status_tells_whether_the_index_is_current(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("status")
    assert (ran.status, ran.err) == (0, "")
    assert "state      current\n" in ran.out
    assert "holds      6 files, " in ran.out
    assert "python 2" in ran.out
    assert "left out   1 binary\n" in ran.out
    write(parcels, {"new.py": "x = 1\n", "web/track.js": "export const x = 1;\n"})
    (parcels / "README.md").unlink()
    assert "state      behind: 1 new, 1 changed, 1 removed\n" in codeqa("status").out
    document = codeqa("status", "--json").json
    assert set(document) == names(Status) | {"stale"}
    assert document["stale"] is True
    assert document["updated"].startswith("20")


def test_status_without_an_index(tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = codeqa("status")
    assert ran.status == 1
    assert "There is no index" in ran.out
    ran = codeqa("status", "--json")
    assert (ran.status, ran.json["exists"]) == (1, False)
    assert not (tmp_path / ".codeqa").exists()


def test_doctor_says_what_leaves_the_machine_and_never_a_key(
    parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = codeqa("doctor")
    assert (ran.status, ran.err) == (0, "")
    assert "index      .codeqa: current\n" in ran.out
    assert "keys set   none\n" in ran.out
    assert "What leaves this machine: nothing\n" in ran.out
    assert "python" in ran.out
    monkeypatch.setenv("OPENAI_API_KEY", "secret-of-mine")
    monkeypatch.setenv("CODEQA_MODEL", "openai/gpt-5-mini")
    ran = codeqa("doctor")
    assert ran.status == 0
    assert "keys set   OPENAI_API_KEY\n" in ran.out
    assert "to the model openai/gpt-5-mini" in ran.out
    document = codeqa("doctor", "--json")
    assert set(document.json) == names(Doctor) | {"index"}
    assert document.json["index"]["stale"] is False
    assert "secret-of-mine" not in ran.out + document.out


def test_doctor_ends_with_2_when_something_does_not_work(
    parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEQA_EMBEDDER", "nonsense")
    ran = codeqa("doctor")
    assert ran.status == 2
    assert "problem    " in ran.out

    def broken(self: Codebase, thorough: bool = False) -> Status:
        raise StoreError("The index is damaged. Build it anew.")

    monkeypatch.setattr(Codebase, "status", broken)
    monkeypatch.delenv("CODEQA_EMBEDDER")
    ran = codeqa("doctor")
    assert ran.status == 2
    assert "problem    The index is damaged. Build it anew.\n" in ran.out
    document = codeqa("doctor", "--json").json
    assert document["problems"] == ["The index is damaged. Build it anew."]
    assert document["index"] is None
