"""Whether Ollama runs on this machine, so that it can be offered."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Final
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from codeqa.answer.models.providers import MODEL_VARIABLE, endpoint_of
from codeqa.embed.providers import is_loopback

SECONDS: Final = 0.3
"""Patience for a service that may not be there: a port of this machine on which nothing listens refuses at once."""

_EMBEDS: Final = ("embed", "bge-", "minilm")


def ollama_models(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The models that an Ollama running on this machine has; empty where none runs. Other machines are not asked."""
    url = endpoint_of("ollama/any", None, environment).url
    if not is_loopback(url):
        return []
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"{url}/models", timeout=SECONDS) as response:
            data = json.load(response)
        names = [str(one["id"]) for one in data.get("data") or ()]
    except (URLError, OSError, ValueError, KeyError, TypeError, AttributeError):
        # Nothing runs there, or something else does; either way there is nothing to offer.
        return []
    return [name for name in names if not any(part in name.lower() for part in _EMBEDS)]


def offer(environment: Mapping[str, str] = os.environ) -> str:
    """One line on how to get answers in a model's own words."""
    running = ollama_models(environment)
    if running:
        preferred = next((name for name in running if "code" in name.lower()), running[0])
        return f"Ollama is running here. For answers in its words: export {MODEL_VARIABLE}=ollama/{preferred}"
    return (
        f"For answers in a language model's words, set {MODEL_VARIABLE}, for example to ollama/qwen2.5-coder: "
        "see codeqa doctor."
    )
