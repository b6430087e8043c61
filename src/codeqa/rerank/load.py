"""From a setting such as ``sentence-transformers:NAME`` to a reranker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from codeqa.embed.wordllama import load_wordllama
from codeqa.errors import UsageError
from codeqa.rerank.base import Reranker
from codeqa.rerank.hosted import SERVICES, HostedReranker
from codeqa.rerank.late_interaction import LateInteraction
from codeqa.rerank.models import load_colbert, load_cross_encoder, load_fastembed

DEFAULT_RERANKER: Final = LateInteraction.name

_LOCAL: Final[dict[str, Callable[[str], Reranker]]] = {
    "sentence-transformers": load_cross_encoder,
    "fastembed": load_fastembed,
    "colbert": load_colbert,
}


def load_reranker(spec: str, url: str | None = None) -> Reranker:
    """The reranker that a setting names.

    Args:
        spec: ``late-interaction`` (the default, no network, no key), ``sentence-transformers:NAME`` or
            ``fastembed:NAME`` for a cross-encoder, ``colbert:NAME`` for a late-interaction model of fastembed's, or
            ``cohere:MODEL``, ``jina:MODEL``, ``voyage:MODEL``, ``llamacpp:MODEL``, ``vllm:MODEL`` for a service.
        url: base URL of the service where it is not its own.

    Raises:
        UsageError: no such kind, no model named, or a URL for a kind that has none.
        RerankerError: the package, the model or the service's key is missing.
    """
    kind, _, model = spec.strip().partition(":")
    if kind not in {DEFAULT_RERANKER, *_LOCAL, *SERVICES}:
        choices = ", ".join([DEFAULT_RERANKER, *(f"{one}:MODEL" for one in [*_LOCAL, *SERVICES])])
        raise UsageError(f"Unknown reranker {spec!r}. Choose one of: {choices}.")
    if (kind == DEFAULT_RERANKER) == bool(model):
        raise UsageError(
            f"The reranker {kind!r} has only one model. Write: {kind}"
            if model
            else f"The reranker {kind!r} needs a model: {kind}:MODEL."
        )
    if url and kind not in SERVICES:
        raise UsageError(f"The reranker {spec!r} runs on this machine and takes no URL. Take the URL away.")
    if kind in SERVICES:
        return HostedReranker(kind, model, url)
    return _LOCAL[kind](model) if kind in _LOCAL else LateInteraction(load_wordllama())
