"""From a setting such as ``model2vec:minishlab/potion-code-16M`` to an embedder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from codeqa.embed.base import Embedder
from codeqa.embed.fastembed import load_fastembed
from codeqa.embed.model2vec import load_model2vec
from codeqa.embed.openai_compatible import OpenAICompatibleEmbedder
from codeqa.embed.providers import PROVIDERS
from codeqa.embed.sentence_transformers import load_sentence_transformer
from codeqa.embed.wordllama import load_wordllama
from codeqa.errors import UsageError

DEFAULT_EMBEDDER: Final = "wordllama"

_LOCAL: Final[dict[str, Callable[[str], Embedder]]] = {
    "model2vec": load_model2vec,
    "sentence-transformers": load_sentence_transformer,
    "fastembed": load_fastembed,
}
"""Kinds that load a model by its name or its folder into this process."""


def load_embedder(spec: str, url: str | None = None) -> Embedder:
    """The embedder that a setting names.

    Args:
        spec: ``wordllama`` (the default, no network, no key), ``KIND:MODEL`` for a model in this process
            (``model2vec``, ``sentence-transformers``, ``fastembed``; MODEL a name or a folder), or
            ``PROVIDER:MODEL`` for an OpenAI-compatible service (``openai``, ``ollama``, ``voyage``, …).
        url: base URL of the service where it is not the provider's own.

    Raises:
        UsageError: no such kind, no model named, or a URL for a kind that has none.
        EmbedderError: the package, the model or the service's key is missing.
    """
    kind, _, model = spec.strip().partition(":")
    kind, model = kind.strip().lower(), model.strip()
    if kind == DEFAULT_EMBEDDER and model:
        raise UsageError(f"The embedder {DEFAULT_EMBEDDER} has only one model. Write: {DEFAULT_EMBEDDER}")
    if kind not in {DEFAULT_EMBEDDER, *_LOCAL, *PROVIDERS}:
        raise UsageError(f"Unknown embedder {spec!r}. Choose one of: {', '.join(_choices())}.")
    if kind in PROVIDERS:
        if not model:
            raise UsageError(f"The embedder {kind!r} needs a model: {kind}:MODEL.")
        return OpenAICompatibleEmbedder(model, PROVIDERS[kind], url)
    if url:
        raise UsageError(
            f"The embedder {spec!r} runs on this machine and takes no URL. "
            "Take the URL away, or name the model of the service behind it: openai:MODEL."
        )
    if kind == DEFAULT_EMBEDDER:
        return load_wordllama()
    if not model:
        raise UsageError(f"The embedder {kind!r} needs a model: {kind}:NAME or {kind}:FOLDER.")
    return _LOCAL[kind](model)


def _choices() -> list[str]:
    return [DEFAULT_EMBEDDER, *(f"{kind}:NAME_OR_FOLDER" for kind in _LOCAL), *(f"{name}:MODEL" for name in PROVIDERS)]
