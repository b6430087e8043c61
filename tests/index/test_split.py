from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.sizes import ChunkSizes, Lines
from codeqa.index.split import indentation_borders, paragraph_borders, split

SIZES = ChunkSizes(largest=30, piece=30)


def ranges(texts: list[str], borders: list[tuple[int, int]], sizes: ChunkSizes = SIZES) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in split(Lines(texts), 1, len(texts), borders, sizes)]


def test_pieces_are_balanced() -> None:
    # 11 tokens a line: two lines fit, a greedy cut would leave the last one alone.
    texts = ["x" * 40] * 4
    assert ranges(texts, [(2, 0), (3, 0), (4, 0)]) == [(1, 2), (3, 4)]


def test_an_outer_border_is_better_than_an_inner_one() -> None:
    texts = ["x" * 20] * 8
    assert ranges(texts, [(line, 1) for line in range(2, 9)]) == [(1, 4), (5, 8)]
    assert ranges(texts, [(line, 0 if line == 6 else 1) for line in range(2, 9)]) == [(1, 5), (6, 8)]


def test_a_blank_line_decides_between_equals() -> None:
    texts = ["x" * 18, "x" * 18, "x" * 18, "", "x" * 18, "x" * 18, "x" * 18, "x" * 18]
    assert ranges(texts, [(line, 0) for line in (2, 3, 5, 6, 7, 8)]) == [(1, 4), (5, 8)]


def test_a_comment_is_not_cut_off() -> None:
    texts = ["x" * 20, "x" * 20, "x" * 20, "# about what follows", "x" * 20, "x" * 20]
    assert ranges(texts, [(line, 0) for line in range(2, 7)]) == [(1, 3), (4, 6)]


def test_without_borders_blank_lines_serve_then_any() -> None:
    assert ranges(["x" * 50, "x" * 50, "", "x" * 50, "x" * 50], []) == [(1, 3), (4, 5)]
    assert ranges(["x" * 50] * 4, []) == [(1, 2), (3, 4)]


def test_pieces_know_the_blocks_around_them() -> None:
    texts = ["def a():", "    if b:", *["        c = 123456789"] * 8, "    d = 1"]
    pieces = split(Lines(texts), 1, len(texts), indentation_borders(Lines(texts), 1, len(texts)), SIZES)
    assert [one.openers for one in pieces] == [(), (1, 2)]


def test_paragraphs_come_before_their_lines() -> None:
    lines = Lines(["a", "b", "", "  c", "  d", "", "e"])
    borders = sorted(paragraph_borders(lines, 1, 7), key=lambda border: border[1])
    assert [line for line, _ in borders] == [7, 4, 2, 5]


@given(
    st.lists(st.sampled_from(["", "x", "  y", "# z", "x" * 60, "x" * 200]), min_size=1, max_size=80),
    st.dictionaries(st.integers(2, 80), st.integers(0, 5)),
    st.sampled_from([SIZES, ChunkSizes(piece=1), ChunkSizes(piece=7), ChunkSizes()]),
)
def test_pieces_cover_the_range(texts: list[str], depths: dict[int, int], sizes: ChunkSizes) -> None:
    lines = Lines(texts)
    borders = sorted((line, depth) for line, depth in depths.items() if line <= len(texts))
    pieces = split(lines, 1, len(texts), borders, sizes)
    assert pieces[0].start == 1
    assert pieces[-1].end == len(texts)
    assert all(before.end + 1 == after.start for before, after in pairwise(pieces))
    for piece in pieces:
        assert piece.start <= piece.end
        assert piece.start == piece.end or lines.tokens(piece.start, piece.end) <= sizes.piece
        assert all(opener < piece.start for opener in piece.openers)
