"""The services that offer models, and which of them a configured name means."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from codeqa.embed.providers import is_loopback
from codeqa.errors import ModelError, UsageError

MODEL_VARIABLE: Final = "CODEQA_MODEL"
URL_VARIABLE: Final = "CODEQA_MODEL_URL"
KEY_VARIABLE: Final = "CODEQA_MODEL_KEY"
"""Holds the key of whatever service is configured. It comes before the provider's own variables."""

OLLAMA_HOST: Final = "OLLAMA_HOST"
OLLAMA_CONTEXT: Final = "OLLAMA_CONTEXT_LENGTH"
"""Ollama's own variables, read as Ollama reads them."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A service; see ``providers.toml`` for the fields."""

    name: str
    url: str
    keys: tuple[str, ...] = ()
    example: str = ""
    hint: str = ""
    limit: str = "max_tokens"
    sampled: bool = True
    window: int | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a service, and how it is reached."""

    provider: Provider
    model: str
    url: str
    key: str | None
    window: int | None = None

    @property
    def name(self) -> str:
        """``provider/model``."""
        return f"{self.provider.name}/{self.model}"

    @property
    def remote(self) -> bool:
        """Whether it is on another machine."""
        return not is_loopback(self.url)

    @property
    def is_own(self) -> bool:
        """Whether the URL leads to the provider itself."""
        return _is_own(self.provider, self.url)

    @property
    def key_advice(self) -> str:
        """The variables that may hold its key, for messages."""
        own = self.provider.keys if self.is_own else ()
        return " or ".join((*own, KEY_VARIABLE))


@cache
def providers() -> Mapping[str, Provider]:
    """All known services by name."""
    table = tomllib.loads((files("codeqa.answer.models") / "providers.toml").read_text(encoding="utf-8"))
    return {
        name: Provider(name, **(fields | {"keys": tuple(fields.get("keys", ()))})) for name, fields in table.items()
    }


def endpoint_of(spec: str, url: str | None = None, environment: Mapping[str, str] = os.environ) -> Endpoint:
    """What a configured model means.

    Args:
        spec: ``provider/model``; with a URL the model's name alone will do.
        url: base URL of a service, in place of the provider's own.
        environment: where keys, and Ollama's settings, are looked up.

    Raises:
        UsageError: the name or the URL cannot be used.
        ModelError: the service needs a key and none is set.
    """
    spec = spec.strip()
    name, _, model = spec.partition("/")
    provider = providers().get(name)
    if provider is None or not model:
        if url is None and not (provider is not None and provider.name == "llamacpp"):
            raise UsageError(_unusable(spec, provider))
        # A server that serves one model takes any name.
        model = spec if provider is None else "default"
        provider = provider or Provider("url", url or "")
    address = _base_url(url) if url else _own_url(provider, environment)
    own = provider.keys if _is_own(provider, address) else ()
    key = next((environment[variable] for variable in (KEY_VARIABLE, *own) if environment.get(variable)), None)
    if own and key is None:
        raise ModelError(
            f"The model {spec!r} needs a key and none is set. "
            f"Set {' or '.join(own)} to the key that {provider.name} gave you."
        )
    return Endpoint(provider, model, address, key, _window(provider, environment))


def _own_url(provider: Provider, environment: Mapping[str, str]) -> str:
    host = environment.get(OLLAMA_HOST, "").strip() if provider.name == "ollama" else ""
    if not host:
        return provider.url
    parts = urlsplit(host if "//" in host else f"http://{host}")
    # What a server listens on is no address that a client can go to.
    name = "localhost" if parts.hostname in (None, "0.0.0.0", "::") else parts.hostname
    name = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{name}:{parts.port or 11434}/v1"


def _window(provider: Provider, environment: Mapping[str, str]) -> int | None:
    told = environment.get(OLLAMA_CONTEXT, "") if provider.name == "ollama" else ""
    return int(told) if told.isdigit() and int(told) > 0 else provider.window


def _is_own(provider: Provider, url: str) -> bool:
    """Whether a URL leads to the provider itself, who alone may be sent the provider's key."""
    return urlsplit(url).hostname == urlsplit(provider.url).hostname


def _base_url(url: str) -> str:
    """The URL without a closing slash and ``/chat/completions``."""
    parts = urlsplit(url.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(f"The model's URL {url!r} is none. Write it like http://localhost:8080/v1")
    if parts.username or parts.password or parts.query:
        raise UsageError(f"The model's URL must hold no key or password. Set {KEY_VARIABLE} instead.")
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def _unusable(spec: str, provider: Provider | None) -> str:
    if provider is not None:
        return f"The model {spec!r} names a provider and no model. Write it like {provider.name}/{provider.example}"
    known = ", ".join(providers())
    return (
        f"The model {spec!r} names no known provider. Write it as provider/model, like ollama/qwen2.5-coder, "
        f"with one of {known}; or give the base URL of an OpenAI-compatible service in {URL_VARIABLE}."
    )
