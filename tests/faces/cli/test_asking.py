from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from cli_samples import Ran, model_server

from codeqa.model import Answer, Citation

Run = Callable[..., Ran]

QUESTION = "how is the weight of a parcel found?"


def test_without_a_model_the_evidence_answers(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("ask", QUESTION)
    assert ran.status == 0
    assert "src/parcels/weighing.py:" in ran.out
    assert "\x1b" not in ran.out


def test_how_to_get_a_model_is_said_once_a_day(parcels: Path, codeqa: Run, tmp_path: Path) -> None:
    assert "CODEQA_MODEL" in codeqa("ask", QUESTION).err
    assert "CODEQA_MODEL" not in codeqa("ask", QUESTION).err
    (tmp_path / "state" / "codeqa" / "hint-model").write_text("2001-02-03", encoding="utf-8")
    assert "CODEQA_MODEL" in codeqa("ask", QUESTION).err
    assert codeqa("ask", QUESTION, "--json").json["notes"] == []


def test_places_start_at_the_working_directory(parcels: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(parcels / "web")
    ran = codeqa("ask", QUESTION, "..")
    assert "../src/parcels/weighing.py:" in ran.out
    assert "`src/parcels" not in ran.out
    assert codeqa("ask", QUESTION, "..", "--json").json["sources"][0]["path"].startswith("src/")


def test_question_and_codebase_in_either_order(parcels: Path, codeqa: Run) -> None:
    assert codeqa("ask", QUESTION, ".").out == codeqa("ask", ".", QUESTION).out
    assert codeqa("ask", "web").status == 0  # a folder's name is a question like any other
    for place in (".", "src/parcels", "https://example.invalid/some/code"):
        ran = codeqa("ask", place)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("codeqa: There is no question.")


def test_an_answer_as_json_has_its_fields(parcels: Path, codeqa: Run) -> None:
    answer = codeqa("ask", QUESTION, "--json").json
    assert set(answer) == {field.name for field in fields(Answer)}
    assert answer["question"] == QUESTION
    assert answer["model"] is None
    assert all(set(one) == {field.name for field in fields(Citation)} | {"place"} for one in answer["citations"])


def test_nothing_found_ends_with_1_and_an_empty_question_with_2(
    tmp_path: Path, codeqa: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    ran = codeqa("ask", "where are parcels kept?", "empty")
    assert ran.status == 1
    assert codeqa("ask", "  ", "empty").status == 2


def test_a_model_answers_with_checked_citations(parcels: Path, codeqa: Run) -> None:
    with model_server("It is weighed to the gram [1]. So says `Scale.weigh` [1].") as url:
        ran = codeqa("ask", QUESTION, "--model", "tiny", "--model-url", url)
        document = codeqa("ask", QUESTION, "--model", "tiny", "--model-url", url, "--json")
    assert ran.status == 0
    text, sources = ran.out.rstrip("\n").split("\n\n")
    assert text.startswith("It is weighed to the gram [1]. So says")
    assert sources.startswith("[1] ")
    assert document.json["text"].startswith("It is weighed")
    assert document.json["model"] == "url/tiny"
    assert [one["number"] for one in document.json["citations"]] == [1] * len(document.json["citations"])


def test_a_model_that_cannot_be_reached_is_a_failed_service(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("ask", QUESTION, "--model", "tiny", "--model-url", "http://127.0.0.1:9/v1")
    assert ran.status == 3
    assert ran.out == ""
    assert ran.err.splitlines()[-1].startswith("codeqa: ")


def test_a_model_without_a_known_provider_is_bad_input(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("ask", QUESTION, "--model", "nonsense")
    assert (ran.status, ran.out) == (2, "")
    assert "provider/model" in ran.err
