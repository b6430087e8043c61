"""What is special about each service that speaks OpenAI's ``/embeddings``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final, Literal
from urllib.parse import urlsplit

KEY_VARIABLE: Final = "CODEQA_EMBEDDER_KEY"
"""Environment variable with the key of whatever service is configured. It comes before the provider's own."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A service: where it is, what it takes in one request, and how it tells questions from documents."""

    name: str
    url: str
    """Its own base URL, without ``/embeddings``."""
    key: str | None = None
    """Environment variable of its key; None where it needs none."""
    texts: int = 128
    """Most texts in a request."""
    tokens: int = 100_000
    """Most tokens in a request, over all texts."""
    requests: int = 4
    """Requests under way at once."""
    encoding: Literal["float", "base64"] = "float"
    document: Mapping[str, str] = field(default_factory=dict)
    """Fields of the request that say: these are documents."""
    query: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""
    """What to do when it cannot be reached."""


_LOCAL_HINT: Final = "Start it, or name its address as the embedder's URL."

PROVIDERS: Final[Mapping[str, Provider]] = {
    provider.name: provider
    for provider in (
        Provider("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", texts=512, tokens=250_000),
        Provider(
            "voyage",
            "https://api.voyageai.com/v1",
            "VOYAGE_API_KEY",
            encoding="base64",  # its only other choice is no encoding_format at all
            document={"input_type": "document"},
            query={"input_type": "query"},
        ),
        Provider("jina", "https://api.jina.ai/v1", "JINA_API_KEY"),
        Provider("mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", tokens=14_000),
        Provider(
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "GEMINI_API_KEY",
            texts=100,
            tokens=20_000,
        ),
        Provider("cohere", "https://api.cohere.ai/compatibility/v1", "COHERE_API_KEY", texts=96),
        Provider(
            "nvidia",
            "https://integrate.api.nvidia.com/v1",
            "NVIDIA_API_KEY",
            texts=50,
            document={"input_type": "passage", "truncate": "END"},
            query={"input_type": "query", "truncate": "END"},
        ),
        Provider("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        Provider("together", "https://api.together.xyz/v1", "TOGETHER_API_KEY"),
        Provider(
            "ollama",
            "http://localhost:11434/v1",
            texts=32,
            tokens=16_000,
            requests=1,
            hint="Start it with: ollama serve",
        ),
        Provider("lmstudio", "http://localhost:1234/v1", texts=32, tokens=16_000, requests=1, hint=_LOCAL_HINT),
        Provider("vllm", "http://localhost:8000/v1", texts=64, tokens=64_000, requests=2, hint=_LOCAL_HINT),
        Provider("llamacpp", "http://localhost:8080/v1", texts=32, tokens=16_000, requests=1, hint=_LOCAL_HINT),
    )
}
"""By name. Limits are the services' documented ones with room for our estimate of tokens; a request refused as too
large is halved and sent again, so a limit that has changed costs time, not the run."""

_JINA_TASKS: Final = (
    ("jina-code-embeddings", ({"task": "nl2code.passage"}, {"task": "nl2code.query"})),
    ("jina-embeddings-v4", ({"task": "code.passage"}, {"task": "code.query"})),
    ("jina-embeddings-v3", ({"task": "retrieval.passage"}, {"task": "retrieval.query"})),
)


def request_fields(provider: Provider, model: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The extra fields of requests for documents and for questions."""
    if provider.name == "jina":
        return next((fields for part, fields in _JINA_TASKS if part in model.lower()), ({}, {}))
    return provider.document, provider.query


def is_own_address(provider: Provider, url: str) -> bool:
    """Whether a URL leads to the provider itself, who alone may be sent the provider's key."""
    return urlsplit(url).hostname == urlsplit(provider.url).hostname


def is_loopback(url: str) -> bool:
    """Whether a URL leads to this very machine.

    >>> [is_loopback(url) for url in ("http://localhost:11434/v1", "http://[::1]:8080", "https://api.openai.com/v1")]
    [True, True, False]
    """
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
