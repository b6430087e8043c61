from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_samples import Ran

Run = Callable[..., Ran]


def questions(folder: Path, *wanted: tuple[str, str, str]) -> str:
    file = folder / "questions.jsonl"
    lines = [{"query": query, "category": kind, "targets": [{"path": path}]} for query, kind, path in wanted]
    file.write_text("".join(json.dumps(one) + "\n" for one in lines))
    return str(file)


def test_a_table_and_the_failures(parcels: Path, codeqa: Run, tmp_path: Path) -> None:
    path = next(one for one in sorted(parcels.rglob("*.py"))).relative_to(parcels).as_posix()
    file = questions(tmp_path, (Path(path).stem, "names", path), ("anything", "lost", "gone.py"))
    ran = codeqa("eval", file)
    assert ran.status == 0
    assert "NDCG@10" in ran.out
    assert "recall@10" in ran.out
    assert [line.split()[0] for line in ran.out.splitlines()[1:4]] == ["lost", "names", "all"]
    assert "1 question found none of their places:" in ran.out or "1 question found none" in ran.out
    assert "gone.py is not in the index" in ran.err
    as_json = json.loads(codeqa("eval", file, "--json").out)
    assert as_json["total"]["questions"] == 2
    assert as_json["categories"]["lost"]["ndcg"] == 0.0
    assert as_json["scores"][1]["missing"] == ["gone.py"]


def test_a_gate_for_continuous_integration(parcels: Path, codeqa: Run, tmp_path: Path) -> None:
    file = questions(tmp_path, ("anything", "lost", "gone.py"))
    assert codeqa("eval", file, "--fail-under", "0.5").status == 1
    assert codeqa("eval", file, "--fail-under", "0").status == 0


@pytest.mark.parametrize("extra", [["--limit", "0"], ["--tokens", "-1"]])
def test_bad_options_end_with_2(parcels: Path, codeqa: Run, tmp_path: Path, extra: list[str]) -> None:
    ran = codeqa("eval", questions(tmp_path, ("anything", "lost", "gone.py")), *extra)
    assert ran.status == 2


def test_a_bad_file_ends_with_2_and_names_the_line(parcels: Path, codeqa: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"query": "q"}\n')
    ran = codeqa("eval", str(tmp_path / "bad.jsonl"))
    assert ran.status == 2
    assert "bad.jsonl:1:" in ran.err
