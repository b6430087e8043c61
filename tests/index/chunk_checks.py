"""What holds for the chunks of any file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from codeqa.index.sizes import ChunkSizes
from codeqa.model import Chunk
from codeqa.text.tokens import estimate_tokens

SMALL = ChunkSizes(largest=40, piece=30, tiny=6, detail=10, context=20)
"""Sizes at which a test's few lines are much."""


def check(chunks: Sequence[Chunk], lines: Sequence[str], sizes: ChunkSizes) -> None:
    """Every line in exactly one chunk, in order, texts as in the file, sizes bounded, parts numbered."""
    covered = [line for chunk in chunks for line in range(chunk.start_line, chunk.end_line + 1)]
    assert covered == list(range(1, len(lines) + 1))
    for chunk in chunks:
        assert chunk.text == "\n".join(lines[chunk.start_line - 1 : chunk.end_line])
        assert estimate_tokens(chunk.text) <= sizes.largest or chunk.start_line == chunk.end_line
    for before, after in pairwise(chunks):
        if after.part > 1 and after.part != before.part + 1:
            # Members stand between the parts of a type's own lines.
            assert after.symbol is not None
            assert any(one.symbol == after.symbol and one.part == after.part - 1 for one in chunks)


def outline(chunks: Sequence[Chunk]) -> list[str]:
    """Chunks as lines that read well in a failing test."""
    return [
        f"{one.start_line}-{one.end_line} {one.kind} {one.symbol or '-'}{f' part {one.part}' if one.part else ''}"
        for one in chunks
    ]
