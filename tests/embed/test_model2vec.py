from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from codeqa.embed.load import load_embedder
from codeqa.embed.model2vec import load_model2vec
from codeqa.errors import EmbedderError

WORDS = ["[UNK]", "parse", "url", "server", "http", "list", "##s"]


def save_model(folder: Path, scale: float = 1.0) -> Path:
    """A real model in model2vec's own layout, with a word-piece tokenizer of seven pieces."""
    from model2vec import StaticModel
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    pieces = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    vectors = np.eye(len(WORDS), 8, dtype=np.float32) * scale
    StaticModel(vectors, tokenizer, normalize=True).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("models") / "tiny")


def test_words_get_the_sum_of_their_pieces(folder: Path) -> None:
    embedder = load_embedder(f"model2vec:{folder}")
    assert embedder.dimension == 8
    vector = embedder.embed_query("parseURLs")
    expected = np.zeros(8)
    expected[[WORDS.index("parse"), WORDS.index("url"), WORDS.index("##s")]] = 1 / np.sqrt(3)
    assert vector == pytest.approx(expected, abs=1e-6)


def test_unknown_words_add_nothing(folder: Path) -> None:
    embedder = load_model2vec(str(folder))
    vectors = embedder.embed_documents(["zebra", "zebra server", "server", ""])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([0, 1, 1, 0])
    np.testing.assert_allclose(vectors[1], vectors[2])


def test_as_the_package_itself_embeds(folder: Path) -> None:
    from model2vec import StaticModel

    texts = ["parse url", "http server list", "list lists"]
    own = StaticModel.from_pretrained(str(folder)).encode(texts)
    np.testing.assert_allclose(load_model2vec(str(folder)).embed_documents(texts)[:2], own[:2], atol=1e-6)


def test_the_name_follows_the_model(folder: Path, tmp_path: Path) -> None:
    name = load_model2vec(str(folder)).name
    assert name.startswith("model2vec/tiny@")
    assert load_model2vec(str(folder)).name == name
    assert load_model2vec(str(save_model(tmp_path / "tiny", scale=2))).name != name


def test_a_folder_that_holds_no_model(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=r"model2vec model .* cannot be loaded"):
        load_model2vec(str(tmp_path))


def test_the_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "model2vec", None)
    with pytest.raises(EmbedderError, match=r"pip install 'codeqa\[model2vec\]'"):
        load_embedder("model2vec:minishlab/potion-code-16M")
