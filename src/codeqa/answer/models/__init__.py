"""Language models: which there are, and how they are asked."""

from __future__ import annotations

import os
from collections.abc import Mapping

from codeqa.answer.models.base import Model

__all__ = ["Model", "load_model"]


def load_model(
    spec: str, url: str | None = None, *, timeout: float | None = None, environment: Mapping[str, str] = os.environ
) -> Model:
    """The model that is configured. Nothing is sent yet.

    Args:
        spec: ``provider/model``, like ``ollama/qwen2.5-coder``; with a URL the model's name alone will do.
        url: base URL of an OpenAI-compatible service, in place of the provider's own.
        timeout: seconds to wait for an answer's first piece, and between pieces.
        environment: where keys are looked up.

    Raises:
        UsageError: the name or the URL cannot be used.
        ModelError: the service needs a key and none is set.
    """
    from codeqa.answer.models.client import TIMEOUT, OpenAICompatibleModel
    from codeqa.answer.models.providers import endpoint_of

    return OpenAICompatibleModel(endpoint_of(spec, url, environment), timeout=timeout or TIMEOUT)
