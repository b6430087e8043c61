"""Rerankers behind a service's ``/rerank``: Cohere, Jina, Voyage, and servers of one's own that speak like Jina."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import numpy as np

from codeqa.embed.providers import is_loopback
from codeqa.errors import RerankerError, UsageError
from codeqa.rerank.base import Scores
from codeqa.text.secrets import masked

if TYPE_CHECKING:
    from openai import OpenAI

KEY_VARIABLE: Final = "CODEQA_RERANKER_KEY"
"""Environment variable with the key of whatever service is configured. It comes before the service's own."""

CHARACTERS: Final = 4_000
"""Of each text: what the smallest of the services' windows holds beside a query."""

ATTEMPTS: Final = 4
TIMEOUT: Final = 60.0


@dataclass(frozen=True, slots=True)
class Service:
    """Where a service is, and what it calls things."""

    url: str
    """Its base URL, without ``/rerank``."""
    key: str | None = None
    """Environment variable of its key; None where it needs none."""
    results: str = "results"
    """Under which name an answer holds its results."""


SERVICES: Final[Mapping[str, Service]] = {
    "cohere": Service("https://api.cohere.com/v2", "COHERE_API_KEY"),
    "jina": Service("https://api.jina.ai/v1", "JINA_API_KEY"),
    "voyage": Service("https://api.voyageai.com/v1", "VOYAGE_API_KEY", "data"),
    "llamacpp": Service("http://localhost:8080/v1"),
    "vllm": Service("http://localhost:8000/v1"),
}


class HostedReranker:
    """Asks a service.

    Args:
        provider: a name of `SERVICES`.
        model: as the service calls it.
        url: its base URL; by default the service's own.
        environment: where keys are looked up.

    Raises:
        UsageError: the URL is none, or holds a password.
        RerankerError: the service needs a key and none is set.
    """

    share: Final = 1.0

    def __init__(
        self, provider: str, model: str, url: str | None = None, environment: Mapping[str, str] = os.environ
    ) -> None:
        service = SERVICES[provider]
        self._service = service
        self._model = model
        self._url = (url or service.url).rstrip("/").removesuffix("/rerank")
        parts = urlsplit(self._url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.query:
            raise UsageError(
                f"The reranker's URL {url!r} cannot be used. Write it like http://localhost:8080/v1; a key belongs "
                f"into {KEY_VARIABLE}."
            )
        # A service's own key goes to that service alone, wherever the URL points.
        own = service.key if parts.hostname == urlsplit(service.url).hostname else None
        self._key = environment.get(KEY_VARIABLE) or (environment.get(own) if own else None)
        if own and not self._key:
            raise RerankerError(f"The reranker {provider!r} needs a key. Set {own} or {KEY_VARIABLE}.")
        self.name: Final = f"{provider}:{model}"
        self.remote: Final = not is_loopback(self._url)

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """See ``Reranker.scores``. Texts are cut at 4,000 characters, and secrets masked where they
        leave this machine. A busy service is asked again, up to 4 times."""
        from openai import APIConnectionError, APIStatusError, OpenAIError

        shown = masked if self.remote else str
        documents = [shown(text[:CHARACTERS]) for text in texts]
        body = {"model": self._model, "query": shown(query), "documents": documents}
        try:
            answer = self._client.post("/rerank", body=body, cast_to=object)
        except APIConnectionError as error:
            raise RerankerError(
                f"The reranker at {self._url} cannot be reached ({error.__cause__ or error}). Check the address and "
                "the network, or search without --rerank."
            ) from error
        except APIStatusError as error:
            advice = f" Set {self._service.key or KEY_VARIABLE}." if error.status_code in {401, 403} else ""
            raise RerankerError(
                f"The reranker at {self._url} refuses ({error.status_code}): {error.message[:300]}{advice}"
            ) from error
        except OpenAIError as error:
            raise RerankerError(f"The reranker at {self._url} failed: {error}") from error
        return self._read(answer, len(texts))

    def _read(self, answer: Any, count: int) -> Scores:
        scores = np.full(count, np.nan, dtype=np.float32)
        try:
            for one in answer[self._service.results]:
                scores[one["index"]] = one["relevance_score"]
        except (TypeError, KeyError, IndexError, ValueError) as error:
            raise RerankerError(
                f"The reranker at {self._url} answered in a form that is not understood. Is {self._model!r} a model "
                "that reranks?"
            ) from error
        if np.isnan(scores).any():
            raise RerankerError(f"The reranker at {self._url} left out some of the {count} texts.")
        return scores

    @cached_property
    def _client(self) -> OpenAI:
        from openai import DefaultHttpxClient, OpenAI

        client = OpenAI(
            api_key=self._key or "none",
            base_url=self._url,
            max_retries=ATTEMPTS - 1,
            timeout=TIMEOUT,
            # What is meant for this machine must not go through a proxy.
            http_client=DefaultHttpxClient(trust_env=False) if not self.remote else None,
        )
        client.organization = client.project = None
        return client
