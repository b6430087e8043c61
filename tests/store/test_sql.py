from __future__ import annotations

from pathlib import Path

import pyarrow as pa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeqa.store.sql import NOTHING, all_of, any_of, is_in, quoted
from codeqa.store.tables import Tables


def test_conditions_are_put_together() -> None:
    assert is_in("kind", ["class", "it's"]) == "kind IN ('class', 'it''s')"
    assert is_in("id", [3, 5]) == "id IN (3, 5)"
    assert is_in("path", []) == NOTHING
    assert all_of(["a = 1", None, "b = 2"]) == "(a = 1) AND (b = 2)"
    assert all_of([None]) is None
    assert any_of([]) == NOTHING


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), unique=True, min_size=2))
def test_any_text_finds_its_own_row_alone(tmp_path_factory: object, texts: list[str]) -> None:
    folder: Path = tmp_path_factory.mktemp("tables")  # type: ignore[attr-defined]
    table = Tables(folder).create("texts", pa.schema([("text", pa.string())]))
    table.add(pa.table({"text": texts}))
    for text in texts:
        assert table.count_rows(f"text = {quoted(text)}") == 1
        assert table.count_rows(is_in("text", [text])) == 1


def test_quotes_and_other_signs_are_only_text(tmp_path: Path) -> None:
    odd = ["it's", "''", '"', "\\", "`a`", "a%b_", "-- x", "; drop", "é\n\t漢字🙂", "{0}", "$1", "?"]
    table = Tables(tmp_path).create("texts", pa.schema([("text", pa.string())]))
    table.add(pa.table({"text": odd}))
    assert [table.count_rows(is_in("text", [one])) for one in odd] == [1] * len(odd)
    table.delete(is_in("text", odd[::2]))
    assert sorted(table.to_arrow()["text"].to_pylist()) == sorted(odd[1::2])
