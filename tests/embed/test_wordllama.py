from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from codeqa.embed.wordllama import TOKENIZER, WEIGHTS, PieceVectors, load_wordllama
from codeqa.errors import EmbedderError


def test_what_is_alike_is_near() -> None:
    embedder = load_wordllama()
    documents = embedder.embed_documents(
        [
            "def parse_url(text):\n    return urlsplit(text)",
            "class HTTPServer:\n    def listen(self, port): ...",
            "def mean(numbers): return sum(numbers) / len(numbers)",
        ]
    )
    for question, best in [
        ("split an address into host and path", 0),
        ("start a web server on a socket", 1),
        ("average of values", 2),
    ]:
        assert int(np.argmax(documents @ embedder.embed_query(question))) == best


def test_the_embedder_says_what_it_is() -> None:
    embedder = load_wordllama()
    assert embedder.name.startswith("wordllama/l2_supercat_256@")
    assert embedder.dimension == 256
    assert not embedder.remote
    assert embedder is load_wordllama()


def test_any_word_has_a_vector() -> None:
    vectors = load_wordllama().embed_documents(["解析", "größe", "\N{GRINNING FACE}", "x", "0"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 0, 1, 1])


def test_the_package_itself_is_not_imported() -> None:
    """Its import sets up the root logger and takes time."""
    program = (
        "import sys, logging; from codeqa.embed.wordllama import load_wordllama; load_wordllama().embed_query('a b');"
        "assert 'wordllama' not in sys.modules; assert not logging.getLogger().handlers"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_damaged_files_are_named(tmp_path: Path) -> None:
    for name in (WEIGHTS, TOKENIZER):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"broken")
    with pytest.raises(EmbedderError, match="pip install"):
        PieceVectors.load("wordllama/x", tmp_path)
    with pytest.raises(EmbedderError, match="pip install"):
        PieceVectors.load("wordllama/x", tmp_path / "nowhere")
