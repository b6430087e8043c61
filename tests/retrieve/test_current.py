"""Where lines of a text as indexed stand in the text of now."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from codeqa.codebase import Codebase
from codeqa.retrieve.current import Changed, _where

LINES = st.lists(st.sampled_from(["", "}", "a", "b", "c = 1"]), max_size=30)


@given(LINES, LINES)
def test_a_line_is_only_told_where_it_stands(before: list[str], now: list[str]) -> None:
    where = _where(before, now)
    assert len(where) == len(before)
    placed = [number for number in where if number is not None]
    assert placed == sorted(set(placed))
    assert all(now[number - 1] == before[at] for at, number in enumerate(where) if number is not None)


@given(LINES, LINES, LINES)
def test_lines_at_the_ends_are_found_again(head: list[str], middle: list[str], tail: list[str]) -> None:
    before, now = [*head, *tail], [*head, *middle, *tail]
    where = _where(before, now)
    assert None not in where
    changed = Changed("a.py", tuple(now), where)
    if head:
        assert changed.place(1, len(head)) == (1, len(head))
    assert changed.place(0, 1) is None and changed.place(1, len(before) + 1) is None


def test_files_beside_their_index(tmp_path: Path) -> None:
    root = tmp_path / "code"
    root.mkdir()
    for name in ("same", "moved", "edited", "gone", "touched"):
        (root / f"{name}.py").write_text(f"def {name}():\n    return 1\n\n\ndef other():\n    return 2\n")
    codebase = Codebase(root)
    codebase.index()
    (root / "moved.py").write_text(f"import os\n\n\n{(root / 'moved.py').read_text()}")
    (root / "edited.py").write_text("def edited():\n    return 3\n\n\ndef other():\n    return 2\n")
    (root / "gone.py").unlink()
    os.utime(root / "touched.py", ns=(1, 1))
    (root / "new.py").write_text("def new():\n    return 4\n")
    (root / ".env").write_text("TOKEN=1\n")

    found = codebase.changed([file.path for file in codebase.files()])
    assert set(found) == {"moved.py", "edited.py", "gone.py"}
    assert found["moved.py"].place(1, 2) == (4, 5)
    assert found["edited.py"].place(1, 2) is None and found["edited.py"].place(5, 6) == (5, 6)
    assert found["gone.py"].lines is None

    assert codebase.source_now("edited.py", 1, 2).text == "def edited():\n    return 3"
    assert [one.name for one in codebase.source_now("moved.py", 5, 5).enclosing] == ["moved"]
    assert codebase.source_now("new.py").text == "def new():\n    return 4"
