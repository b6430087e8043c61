"""Any service that speaks OpenAI's ``/embeddings``: OpenAI, Voyage, Jina, Mistral, Ollama, llama.cpp and so on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

import numpy as np

from codeqa.embed.answers import Refusal, TooLongError, read_vectors, refusal_of
from codeqa.embed.base import Vectors, embed_filled
from codeqa.embed.instructions import NONE, Instruction, instruction_of
from codeqa.embed.providers import (
    KEY_VARIABLE,
    Provider,
    is_loopback,
    is_own_address,
    request_fields,
)
from codeqa.errors import EmbedderError, UsageError
from codeqa.text.secrets import masked

if TYPE_CHECKING:
    from openai import OpenAI

ATTEMPTS: Final = 8
"""Requests made for one batch before a busy or failing service is given up: about a minute of waiting."""

CONNECTION_ATTEMPTS: Final = 3
"""Fewer where nobody answers at all: a server that is not running will not start by itself."""

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 30.0
"""Seconds between attempts, doubling, where the service does not say how long to wait."""

LONGEST_ASKED_WAIT: Final = 120.0
"""Seconds that a service may ask to wait. Beyond it (a day's quota is used up) a person wants to know."""

TIMEOUT: Final = 300.0
"""Seconds for one request. A transformer on a slow processor takes long for a batch."""

CHARACTERS_A_TOKEN: Final = 3
"""Fewer than prose has: code is dense in tokens, and a batch that is too large costs a second request."""

SHORTEST_CUT: Final = 200
"""Characters. A text as short as this that is still too long means something else is wrong."""


class OpenAICompatibleEmbedder:
    """Embeds by asking a service, several texts a request and, where it is a remote one, several requests at once."""

    separate_head: Final = False

    def __init__(
        self,
        model: str,
        provider: Provider,
        url: str | None = None,
        *,
        environment: Mapping[str, str] = os.environ,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is sent yet.

        Args:
            model: the model's name as the service calls it.
            provider: what is known about the service.
            url: its base URL; by default the provider's own.
            environment: where keys are looked up.
            wait: waits for so many seconds.

        Raises:
            UsageError: the URL is none.
            EmbedderError: the service needs a key and none is set.
        """
        self._model = model
        self._provider = provider
        self._url = _base_url(url) if url else provider.url
        self._key = _key(provider, self._url, environment)
        self._wait = wait
        self._document_fields, self._query_fields = request_fields(provider, model)
        # A service that is told what a text is adds the model's prefixes itself.
        told = bool(self._document_fields)
        self._instruction: Instruction = NONE if told else instruction_of(model)
        self.remote: Final = not is_loopback(self._url)
        suffix = f" {self._instruction.document!r}" if self._instruction.document else ""
        self.name: Final = f"{model}@{self._url}{suffix}"
        self._dimension: int | None = None

    @property
    def dimension(self) -> int:
        """Numbers in a vector, learned from the first answer. Asks for one where there was none yet."""
        if self._dimension is None:
            self.embed_query("dimension")
        assert self._dimension is not None
        return self._dimension

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts, see ``Embedder.embed_documents``. A text too long for the model is cut at its end."""
        return self._embed(texts, self._instruction.document, self._document_fields)

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, see ``Embedder.embed_query``."""
        vector: Vectors = self._embed([text], self._instruction.query, self._query_fields)[0]
        return vector

    def forget(self) -> None:
        """Nothing is kept, see ``Embedder.forget``."""

    def _embed(self, texts: Sequence[str], prefix: str, fields: Mapping[str, str]) -> Vectors:
        def embed(filled: list[str]) -> Vectors:
            shown = [masked(text) for text in filled] if self.remote else filled
            batches = list(batched(shown, self._provider.texts, self._provider.tokens))

            def embed_batch(batch: list[str]) -> Vectors:
                return self._embed_batch(batch, prefix, fields)

            if len(batches) == 1 or self._provider.requests == 1:
                return np.concatenate([embed_batch(batch) for batch in batches])
            pool = ThreadPoolExecutor(self._provider.requests)
            try:
                return np.concatenate(list(pool.map(embed_batch, batches)))
            finally:
                pool.shutdown(cancel_futures=True)

        return embed_filled(texts, embed, lambda: self.dimension)

    def _embed_batch(self, texts: list[str], prefix: str, fields: Mapping[str, str]) -> Vectors:
        """Halve what the service finds too large: first the batch, then the text."""
        try:
            return self._ask([prefix + text for text in texts], fields)
        except TooLongError as error:
            if len(texts) > 1:
                middle = len(texts) // 2
                halves = (texts[:middle], texts[middle:])
                return np.concatenate([self._embed_batch(half, prefix, fields) for half in halves])
            if len(texts[0]) <= SHORTEST_CUT:
                raise EmbedderError(str(error)) from error
            return self._embed_batch([texts[0][: len(texts[0]) // 2]], prefix, fields)

    def _ask(self, texts: list[str], fields: Mapping[str, str]) -> Vectors:
        """The service's answer, after as many attempts as make sense."""
        attempt = 1
        while True:
            refusal = self._try_once(texts, fields)
            if not isinstance(refusal, Refusal):
                return refusal
            if attempt >= (ATTEMPTS if refusal.answered else CONNECTION_ATTEMPTS):
                raise EmbedderError(f"{refusal.message} Gave up after {attempt} attempts.")
            pause = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1))
            if refusal.wait is not None:
                if refusal.wait > LONGEST_ASKED_WAIT:
                    raise EmbedderError(f"{refusal.message} It asks to wait {refusal.wait:.0f} seconds. Try later.")
                pause = refusal.wait
            self._wait(pause)
            attempt += 1

    def _try_once(self, texts: list[str], fields: Mapping[str, str]) -> Vectors | Refusal:
        from openai import OpenAIError

        try:
            answer = self._client.embeddings.with_raw_response.create(
                model=self._model,
                input=texts,
                encoding_format=self._provider.encoding,
                extra_body=dict(fields) or None,
            )
        except OpenAIError as error:
            return refusal_of(error, self._model, self._url, self._key_advice(), self._provider.hint)
        vectors = read_vectors(answer.content, len(texts), self._url)
        if self._dimension not in (None, vectors.shape[1]):
            raise EmbedderError(
                f"{self._url} returned vectors of {vectors.shape[1]} numbers where it returned {self._dimension} "
                f"before. Does the name {self._model!r} stand for one model?"
            )
        self._dimension = vectors.shape[1]
        return vectors

    @cached_property
    def _client(self) -> OpenAI:
        from openai import DefaultHttpxClient, OpenAI

        client = OpenAI(
            api_key=self._key or "none",  # left out, the client takes OPENAI_API_KEY, whoever the service is
            base_url=self._url,
            max_retries=0,
            timeout=TIMEOUT,
            # What is meant for this machine must not go through a proxy.
            http_client=DefaultHttpxClient(trust_env=False) if not self.remote else None,
        )
        if self._provider.name != "openai" or not is_own_address(self._provider, self._url):
            client.organization = client.project = None
        return client

    def _key_advice(self) -> str:
        own = self._provider.key if is_own_address(self._provider, self._url) else None
        return f"{own} or {KEY_VARIABLE}" if own else KEY_VARIABLE


def batched(texts: Sequence[str], most_texts: int, most_tokens: int) -> Iterator[list[str]]:
    """The texts in order, in batches of at most so many texts and, by our estimate, tokens.

    A text that is larger than a batch may be goes alone.
    """
    batch: list[str] = []
    tokens = 0
    for text in texts:
        size = len(text) // CHARACTERS_A_TOKEN + 1
        if batch and (len(batch) == most_texts or tokens + size > most_tokens):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += size
    if batch:
        yield batch


def _base_url(url: str) -> str:
    """The URL without user, query and ``/embeddings``, so that it can be stored and shown."""
    parts = urlsplit(url.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(f"The embedder's URL {url!r} is none. Write it like http://localhost:11434/v1")
    if parts.username or parts.password or parts.query:
        raise UsageError(
            f"The embedder's URL must hold no key or password; it is stored in the index. Set {KEY_VARIABLE} instead."
        )
    path = parts.path.rstrip("/").removesuffix("/embeddings")
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def _key(provider: Provider, url: str, environment: Mapping[str, str]) -> str | None:
    own = provider.key if is_own_address(provider, url) else None
    key = environment.get(KEY_VARIABLE) or (environment.get(own) if own else None)
    if own and not key:
        raise EmbedderError(f"The embedder {provider.name!r} needs a key. Set {own} or {KEY_VARIABLE}.")
    return key
