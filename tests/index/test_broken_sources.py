"""Sources that editing left broken: every line lies in one chunk and every place in the file, whatever the language."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from test_corpus import CORPUS, SOURCES

from codeqa.index.facts import facts_of
from codeqa.index.walk import Found
from codeqa.model import FileFacts, Skipped

BREAKAGES = ['"', "'", "{", "}", "(", ")", "\n", "é", "/*", "*/", "<script>", "$$", "\t", "```", "<", "\\"]
VARIANTS = 6


def broken(text: str, choose: random.Random) -> str:
    """A text with a few slices cut out, repeated, or something put between."""
    for _ in range(choose.randint(1, 4)):
        start = choose.randrange(len(text) + 1)
        end = min(len(text), start + choose.randint(0, 60))
        piece = choose.choice(["", text[start:end] * 3, choose.choice(BREAKAGES) + text[start:end]])
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_broken_sources_are_read(source: Path, tmp_path: Path) -> None:
    choose = random.Random(source.name)
    text = source.read_text(encoding="utf-8")
    for _ in range(VARIANTS):
        path = tmp_path / source.name
        path.write_text(broken(text, choose), encoding="utf-8")
        facts = facts_of(Found(source.name, path, path.stat().st_size, 0))
        if not isinstance(facts, Skipped):
            check(facts)


def check(facts: FileFacts) -> None:
    lines = facts.file.lines
    following = 1
    for chunk in facts.chunks:
        assert chunk.start_line == following
        assert chunk.text.count("\n") == chunk.end_line - chunk.start_line
        following = chunk.end_line + 1
    assert following == lines + 1
    assert all(1 <= one.start_line <= one.line <= one.end_line <= lines for one in facts.definitions)
    ids = [one.id for one in facts.definitions]
    assert len(ids) == len(set(ids))
    for reference in facts.references:
        assert 1 <= reference.line <= lines
        assert reference.column >= 1
        assert reference.enclosing_id is None or reference.enclosing_id in ids
