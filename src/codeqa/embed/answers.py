"""What a service answered: vectors, a refusal worth another attempt, or an error for a person."""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from codeqa.embed.base import Vectors
from codeqa.errors import EmbedderError

if TYPE_CHECKING:
    from openai import OpenAIError

BUSY: Final = frozenset({408, 409, 425, 429})
"""Statuses that ask for another attempt, beside 500 and above."""

_TOO_LONG: Final = re.compile(
    r"too (long|large|many)|context.{0,8}length|input.{0,8}length|maximum.{0,40}(token|length|input)"
    r"|token.{0,20}limit|exceed|batch size",
    re.IGNORECASE,
)
"""How services word it. A wrong guess costs a few requests and ends with the service's own words."""

_SHOWN: Final = 300
"""Characters of a service's message that are shown."""


class TooLongError(Exception):
    """The service finds the batch or the text too large."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that another attempt may turn into a better one."""

    message: str
    wait: float | None = None
    """Seconds that the service asks to wait."""
    answered: bool = True
    """False where nobody answered at all."""


def refusal_of(error: OpenAIError, model: str, url: str, key_advice: str, hint: str) -> Refusal:
    """What to make of a failed request.

    Args:
        error: what the client raised.
        model: the model asked for.
        url: the service's base URL.
        key_advice: names of the environment variables that may hold the key.
        hint: what to do when the service cannot be reached.

    Raises:
        TooLongError: the request was too large.
        EmbedderError: another attempt would end the same way.
    """
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    if isinstance(error, APITimeoutError):
        return Refusal(f"{url} did not answer in time.")
    if isinstance(error, APIConnectionError):
        advice = hint or "Check the address and the network."
        return Refusal(f"{url} cannot be reached ({error.__cause__ or error}). {advice}", answered=False)
    if not isinstance(error, APIStatusError):
        raise EmbedderError(f"{url} failed: {error}") from error
    status, said = error.status_code, _message(error)
    if status == 413 or (status in {400, 422, 500} and _TOO_LONG.search(said)):
        raise TooLongError(f"{url} refuses even a short text as too long: {said}")
    if status in {401, 403}:
        raise EmbedderError(f"{url} refuses the key ({status}): {said} Set {key_advice} to a valid key.") from error
    if status == 404:
        raise EmbedderError(
            f"{url} knows no model {model!r}, or has no /embeddings ({status}): {said} "
            "Check the model's name and the base URL, which often ends in /v1."
        ) from error
    if "insufficient_quota" in said or getattr(error, "code", None) == "insufficient_quota":
        raise EmbedderError(f"{url} says that the quota is used up ({status}): {said}") from error
    if status in BUSY or status >= 500:
        what = "limits the rate of requests" if status == 429 else "failed"
        return Refusal(f"{url} {what} ({status}): {said}", wait=retry_after(error.response.headers))
    raise EmbedderError(f"{url} refuses the request for model {model!r} ({status}): {said}") from error


def retry_after(headers: Any) -> float | None:
    """The seconds to wait that the header names, as a number or as a date (RFC 9110, 10.2.3); None without it."""
    value = str(headers.get("retry-after", "")).strip()
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None


def read_vectors(content: bytes, count: int, url: str) -> Vectors:
    """The vectors of an answer, in the order of the texts.

    Args:
        content: the answer's body.
        count: how many texts were sent.
        url: the service's base URL, for messages.

    Returns:
        Shape (count, dimension).

    Raises:
        EmbedderError: it is not what ``/embeddings`` answers.
    """
    try:
        data = json.loads(content)["data"]
        if all("index" in item for item in data):
            data = sorted(data, key=lambda item: int(item["index"]))
        vectors = np.array([_numbers(item["embedding"]) for item in data], dtype=np.float32)
    except (ValueError, TypeError, KeyError, binascii.Error) as error:
        shown = content[:80].decode("utf-8", errors="replace")
        raise EmbedderError(
            f"{url} did not answer with embeddings but with {shown!r}. Is it the base URL of an OpenAI-compatible "
            "service, and the model one that embeds?"
        ) from error
    if vectors.ndim != 2 or vectors.shape[0] != count or vectors.shape[1] == 0:
        raise EmbedderError(f"{url} returned {len(data)} vectors for {count} texts.")
    return vectors


def _numbers(embedding: object) -> Any:
    if isinstance(embedding, str):
        return np.frombuffer(base64.b64decode(embedding), dtype="<f4")
    return embedding


def _message(error: Any) -> str:
    """The service's words, from the shapes that errors take: ``error.message``, ``detail``, ``message``, plain text."""
    body = error.body
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            inner = inner.get("message") or inner.get("detail") or inner
        body = inner
    said = " ".join(str(body or error.message).split())
    return said[:_SHOWN].rstrip(".") + "."
