from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.sizes import Lines
from codeqa.text.tokens import estimate_tokens


@given(st.lists(st.text(max_size=12), min_size=1, max_size=12), st.data())
def test_tokens_are_those_of_the_text(texts: list[str], data: st.DataObject) -> None:
    lines = Lines(texts)
    start = data.draw(st.integers(1, len(texts)))
    end = data.draw(st.integers(start, len(texts)))
    assert lines.text(start, end) == "\n".join(texts[start - 1 : end])
    assert lines.tokens(start, end) == estimate_tokens(lines.text(start, end))
    assert lines.blank(start, end) == (not "".join(texts[start - 1 : end]).strip())


def test_lines_count_from_one() -> None:
    lines = Lines(["a", "  b", "   "])
    assert (lines.count, lines[1], lines[3]) == (3, "a", "   ")
    assert [lines.indentation(line) for line in (1, 2, 3)] == [0, 2, 3]
