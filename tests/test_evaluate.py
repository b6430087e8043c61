from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.errors import UsageError
from codeqa.evaluate import (
    Question,
    Target,
    evaluate,
    files_held,
    ndcg,
    read_questions,
    recall,
    reciprocal_rank,
    spans_held,
)
from codeqa.model import Hit, Kind


def hit(path: str, start: int = 1, end: int = 10) -> Hit:
    return Hit(path, start, end, Kind.FUNCTION, None, 1.0, "")


A, B, C = Target("a.py"), Target("b.py"), Target("c.py", 20, 30)


def test_the_best_order_scores_one() -> None:
    assert ndcg([hit("a.py"), hit("b.py")], [A, B]) == pytest.approx(1.0)
    assert ndcg([hit("b.py"), hit("a.py")], [A, B]) == pytest.approx(1.0)


def test_later_hits_count_less_and_other_files_take_places() -> None:
    assert ndcg([hit("x.py"), hit("a.py")], [A]) == pytest.approx(1 / math.log2(3))
    ideal = 1 + 1 / math.log2(3)
    assert ndcg([hit("a.py"), hit("a.py", 11, 20), hit("b.py")], [A, B]) == pytest.approx((1 + 1 / 2) / ideal)


def test_lines_have_to_overlap_where_there_are_some() -> None:
    assert ndcg([hit("c.py", 1, 19), hit("c.py", 30, 40)], [C]) == pytest.approx(1 / math.log2(3))
    assert reciprocal_rank([hit("c.py", 31, 40), hit("a.py")], [C]) == 0.0


def test_more_targets_than_places() -> None:
    targets = [Target(f"{number}.py") for number in range(12)]
    assert ndcg([hit(one.path) for one in targets], targets) == pytest.approx(1.0)
    assert recall([hit(one.path) for one in targets], targets) == pytest.approx(10 / 12)


def test_recall_and_reciprocal_rank() -> None:
    hits = [hit("x.py"), hit("b.py"), hit("a.py")]
    assert recall(hits, [A, B], 2) == 0.5
    assert recall(hits, [A, B], 3) == 1.0
    assert reciprocal_rank(hits, [A, B]) == 0.5
    assert (ndcg([], [A]), recall([], [A]), reciprocal_rank([], [A])) == (0.0, 0.0, 0.0)


def test_what_evidence_holds() -> None:
    sources = [hit("a.py"), hit("c.py", 1, 5)]
    assert files_held(sources, [A, B, C]) == pytest.approx(2 / 3)
    assert spans_held(sources, [A, C, Target("a.py", 3, 4)]) == 0.5
    assert spans_held(sources, [A]) is None


@given(st.lists(st.sampled_from("abcdef"), max_size=15), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_measures_lie_between_nothing_and_all(found: list[str], wanted: set[str]) -> None:
    hits, targets = [hit(one) for one in dict.fromkeys(found)], [Target(one) for one in sorted(wanted)]
    measures = [ndcg(hits, targets), recall(hits, targets), reciprocal_rank(hits, targets), files_held(hits, targets)]
    assert all(0.0 <= one <= 1.0 + 1e-9 for one in measures)
    assert (measures[0] == 0.0) == (measures[2] == 0.0)


def test_an_evaluation_by_category() -> None:
    questions = [
        Question(1, "first", (A,), "one"),
        Question(2, "second", (B, C), "two"),
        Question(3, "third", (Target("gone.py"),)),
    ]
    found = evaluate(
        questions,
        lambda query: [hit("a.py")] if query == "first" else [hit("x.py"), hit("c.py", 25, 26)],
        lambda query: [hit("c.py", 1, 5)],
        known_paths=frozenset({"a.py", "b.py", "c.py"}),
        limit=5,
        token_budget=100,
    )
    assert [one.failed for one in found.scores] == [False, False, True]
    assert found.scores[2].missing == ("gone.py",)
    assert found.scores[1].first == ("x.py:1-10", "c.py:25-26")
    assert (found.total.questions, found.total.failed, found.total.spans) == (3, 1, 0.0)
    assert found.total.recall == pytest.approx((1 + 0.5 + 0) / 3)
    assert found.total.mrr == pytest.approx((1 + 0.5 + 0) / 3)
    assert list(found.categories) == ["one", "two"]
    assert found.categories["one"].ndcg == 1.0
    assert found.categories["one"].spans is None


def test_questions_are_read(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    lines = [
        {"query": "carts", "targets": [{"path": "./shop/cart.py", "start_line": 3, "end_line": 5}], "id": 7},
        {"query": "tax", "targets": [{"path": "shop\\tax.py", "start_line": 3}, {"path": "b.py"}], "category": "money"},
    ]
    file.write_text("\ufeff" + "\n\n".join(json.dumps(one) for one in lines) + "\r\n", encoding="utf-8")
    assert read_questions(file) == [
        Question(1, "carts", (Target("shop/cart.py", 3, 5),)),
        Question(3, "tax", (Target("shop/tax.py", 3, 3), Target("b.py")), "money"),
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "no JSON"),
        ("[]", "no JSON object"),
        ('{"targets": [{"path": "a"}]}', '"query"'),
        ('{"query": " ", "targets": [{"path": "a"}]}', '"query"'),
        ('{"query": "q"}', '"targets"'),
        ('{"query": "q", "targets": []}', '"targets"'),
        ('{"query": "q", "targets": ["a.py"]}', "object"),
        ('{"query": "q", "targets": [{"path": ""}]}', '"path"'),
        ('{"query": "q", "targets": [{"path": "a", "start": 3}]}', 'no "start"'),
        ('{"query": "q", "targets": [{"path": "a", "start_line": 0}]}', '"start_line"'),
        ('{"query": "q", "targets": [{"path": "a", "start_line": true}]}', '"start_line"'),
        ('{"query": "q", "targets": [{"path": "a", "end_line": 3}]}', 'needs a "start_line"'),
        ('{"query": "q", "targets": [{"path": "a", "start_line": 5, "end_line": 3}]}', "before it begins"),
        ('{"query": "q", "targets": [{"path": "a"}], "category": 3}', '"category"'),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"query": "q", "targets": [{"path": "a"}]}\n' + line + "\n")
    with pytest.raises(UsageError) as error:
        read_questions(file)
    assert f"{file}:2: " in str(error.value)
    assert fault in str(error.value)


def test_files_that_hold_no_questions(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_questions(tmp_path / "none.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(UsageError, match="holds no question"):
        read_questions(tmp_path / "empty.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(b'{}\n"\xff"\n')
    with pytest.raises(UsageError, match=r"latin\.jsonl:2: .*UTF-8"):
        read_questions(tmp_path / "latin.jsonl")


@given(st.binary(max_size=200))
def test_any_bytes_are_questions_or_an_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.jsonl"
    file.write_bytes(content)
    try:
        assert read_questions(file)
    except UsageError as error:
        assert str(file) in str(error)
