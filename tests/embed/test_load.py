from __future__ import annotations

import sys

import pytest

from codeqa.embed import load_embedder
from codeqa.embed.providers import PROVIDERS
from codeqa.errors import EmbedderError, UsageError


def test_the_default() -> None:
    assert load_embedder("wordllama").name.startswith("wordllama/")
    assert load_embedder(" WordLlama ") is load_embedder("wordllama")


@pytest.mark.parametrize("spec", ["", "word2vec", "huggingface:model", "wordllamas:x"])
def test_an_unknown_kind_lists_the_choices(spec: str) -> None:
    with pytest.raises(UsageError, match=r"wordllama, model2vec:NAME_OR_FOLDER.*ollama:MODEL"):
        load_embedder(spec)


@pytest.mark.parametrize("spec", ["model2vec", "sentence-transformers:", "fastembed: ", "openai", "ollama:"])
def test_a_model_must_be_named(spec: str) -> None:
    with pytest.raises(UsageError, match="needs a model"):
        load_embedder(spec)


@pytest.mark.parametrize("spec", ["wordllama", "model2vec:m"])
def test_a_url_is_for_services(spec: str) -> None:
    with pytest.raises(UsageError, match="takes no URL"):
        load_embedder(spec, "http://localhost:1234/v1")
    with pytest.raises(UsageError, match="only one model"):
        load_embedder("wordllama:other")


def test_model_names_may_hold_colons() -> None:
    assert load_embedder("ollama:nomic-embed-text:v1.5").name.startswith("nomic-embed-text:v1.5@http://localhost:11434")


@pytest.mark.parametrize("provider", PROVIDERS.values(), ids=PROVIDERS)
def test_every_provider_loads_with_its_key_and_sends_nothing(provider: object, monkeypatch: pytest.MonkeyPatch) -> None:
    known = PROVIDERS[provider.name]  # type: ignore[attr-defined]
    monkeypatch.delenv("CODEQA_EMBEDDER_KEY", raising=False)
    if known.key:
        monkeypatch.delenv(known.key, raising=False)
        with pytest.raises(EmbedderError, match=known.key):
            load_embedder(f"{known.name}:model")
        monkeypatch.setenv(known.key, "key")
    assert load_embedder(f"{known.name}:model").remote == bool(known.key)


@pytest.mark.parametrize(
    ("kind", "package"), [("sentence-transformers", "sentence_transformers"), ("fastembed", "fastembed")]
)
def test_a_missing_package_names_the_extra(kind: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EmbedderError, match=rf"pip install 'codeqa\[{kind}\]'"):
        load_embedder(f"{kind}:some/model")
