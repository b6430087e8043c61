"""What a service's refusal means: an error for a person, or a reason to try again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from codeqa.answer.models.base import ContextTooLongError, ToolsUnsupportedError
from codeqa.answer.models.providers import Endpoint
from codeqa.errors import ModelError
from codeqa.text.secrets import masked

if TYPE_CHECKING:
    from openai import OpenAIError

TIMEOUT_VARIABLE: Final = "CODEQA_MODEL_TIMEOUT"

_BUSY: Final = frozenset({408, 409, 425, 429})
"""Statuses that ask for another attempt, beside 500 and above."""

_TOO_LONG: Final = re.compile(
    r"context.{0,12}(?:length|size|window)|maximum.{0,30}tokens|too (?:long|many tokens|large)|prompt is too"
    r"|exceed_context|reduce the length|token.{0,10}limit|request.{0,10}too large",
    re.IGNORECASE,
)
"""How services word it."""

_WINDOWS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"maximum context length (?:is|of) (\d[\d,]*)",
        r"context (?:size|length|window)[^\d]{0,40}?(\d[\d,]{2,})",
        r"\d[\d,]* tokens? > (\d[\d,]*)",
        r"(?:limit|maximum)[^\d]{0,30}(\d[\d,]{3,})",
    )
)

_TOOLS: Final = re.compile(r"\btools?\b|tool_choice|function.?call", re.IGNORECASE)
_UNSUPPORTED: Final = re.compile(
    r"unsupported|not (?:support|allow|permit|available)|does ?n.t support|unrecogni[sz]ed|unknown|unexpected|extra"
    r"|invalid|requires",
    re.IGNORECASE,
)
_USED_UP: Final = re.compile(
    r"insufficient.{0,5}(?:quota|balance|credit)|exceeded your current quota|billing", re.IGNORECASE
)

_SHOWN: Final = 300
"""Characters of a service's message that are shown."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that another attempt may turn into a better one."""

    message: str
    wait: float | None = None
    """Seconds that the service asks to wait; None where it does not say."""
    answered: bool = True
    """False where nobody answered at all."""
    drop: str | None = None
    """A field of the request that the service does not know; without it the request may do."""


def refusal_of(error: OpenAIError, endpoint: Endpoint, sent: frozenset[str], timeout: float) -> Refusal:
    """What to make of a failed request.

    Args:
        error: what the client raised.
        endpoint: whom it was sent to.
        sent: the request's optional fields.
        timeout: seconds that were waited for an answer.

    Raises:
        ContextTooLongError: the messages do not fit the model's context.
        ToolsUnsupportedError: it takes no tools.
        ModelError: another attempt would end the same way.
    """
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    url = endpoint.url
    if isinstance(error, APITimeoutError):
        raise ModelError(
            f"{url} did not answer within {timeout:.0f} seconds. A large model on a slow machine takes long over much "
            f"evidence: set {TIMEOUT_VARIABLE} to more seconds, or use a smaller model."
        ) from error
    if isinstance(error, APIConnectionError):
        hint = endpoint.provider.hint or "Check the address and the network."
        return Refusal(f"{url} cannot be reached ({error.__cause__ or error}). {hint}", answered=False)
    if not isinstance(error, APIStatusError):
        return _said_in_stream(error, endpoint)
    status, said = error.status_code, _message(error)
    if status in {400, 413, 422, 500} and _TOO_LONG.search(said + _kind(error)):
        raise ContextTooLongError(
            f"The evidence is too long for {endpoint.name} ({status}): {said}", _window(error, said)
        )
    if status in {400, 404, 422, 500, 501} and "tools" in sent and _TOOLS.search(said) and _UNSUPPORTED.search(said):
        raise ToolsUnsupportedError(f"{endpoint.name} takes no tools ({status}): {said}")
    if status in {400, 422}:
        unknown = next((field for field in sorted(sent) if re.search(rf"\b{field}\b", said)), None)
        if unknown is not None and _UNSUPPORTED.search(said):
            return Refusal(f"{url} takes no {unknown}.", drop=unknown)
    if status in {401, 403}:
        what = (
            f"needs a key ({status}): {said} Set"
            if endpoint.key is None
            else f"refuses the key ({status}): {said} Check"
        )
        raise ModelError(f"{url} {what} {endpoint.key_advice}.") from error
    if status == 402 or (status in {403, 429} and _USED_UP.search(said + _kind(error))):
        raise ModelError(f"{url} says that the quota or the balance is used up ({status}): {said}") from error
    if status in _BUSY or status >= 500:
        from codeqa.embed.answers import retry_after

        what = "limits the rate of requests" if status == 429 else f"failed ({status}): {said}"
        return Refusal(f"{url} {what}", wait=retry_after(error.response.headers))
    if status in {404, 405}:
        raise UnknownModelError(
            f"{url} knows no model {endpoint.model!r}, or is no base URL of a service ({status}): {said}"
        )
    raise ModelError(f"{url} refuses the request for model {endpoint.model!r} ({status}): {said}") from error


class UnknownModelError(ModelError):
    """The service does not have the model."""


def _said_in_stream(error: OpenAIError, endpoint: Endpoint) -> Refusal:
    said = _message(error)
    if _TOO_LONG.search(said + _kind(error)):
        raise ContextTooLongError(f"The evidence is too long for {endpoint.name}: {said}", _window(error, said))
    return Refusal(f"{endpoint.url} failed: {said}")


def _message(error: Any) -> str:
    """The service's words, from the shapes that errors take, on one line and without anything secret."""
    body = getattr(error, "body", None)
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            inner = inner.get("message") or inner.get("detail") or inner
        body = inner
    said = masked(" ".join(str(body or getattr(error, "message", "") or error).split()))
    return said[:_SHOWN].rstrip(".") + "."


def _kind(error: Any) -> str:
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    found = (inner.get("type"), inner.get("code")) if isinstance(inner, dict) else (getattr(error, "code", None),)
    return " ".join(str(one) for one in found if one)


def _window(error: Any, said: str) -> int | None:
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    if isinstance(inner, dict) and isinstance(inner.get("n_ctx"), int):
        return int(inner["n_ctx"])
    for pattern in _WINDOWS:
        match = pattern.search(said)
        if match is not None:
            return int(match[1].replace(",", ""))
    return None
