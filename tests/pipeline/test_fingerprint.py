from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from codeqa.index.chunk import ChunkSizes
from codeqa.index.facts import FactOptions
from codeqa.pipeline import fingerprint as module
from codeqa.pipeline.fingerprint import fingerprint


def test_other_sizes_give_another_fingerprint() -> None:
    smaller = replace(ChunkSizes(), largest=ChunkSizes().largest - 1)
    assert fingerprint(FactOptions(sizes=smaller)) != fingerprint(FactOptions())


def test_it_is_the_same_in_another_process() -> None:
    program = (
        "from codeqa.pipeline.fingerprint import fingerprint\n"
        "from codeqa.index.facts import FactOptions\n"
        "print(fingerprint(FactOptions()))"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == fingerprint(FactOptions())


PROGRAM = ("languages/python/references.scm", "languages/python/language.toml", "index/parse.py", "text/stem.py")
OTHERS = ("store/schema.py", "embed/chunks.py")


@pytest.mark.parametrize("file", [*PROGRAM, *OTHERS])
def test_every_file_that_decides_rows_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    def digest() -> str:
        module._program.cache_clear()
        return fingerprint(FactOptions())

    for path in (*PROGRAM, *OTHERS):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    try:
        before = digest()
        (tmp_path / file).write_text("other")
        after = digest()
        assert after != before
        (tmp_path / "index" / "notes.txt").write_text("no part of the program")
        assert digest() == after
    finally:
        module._program.cache_clear()
