"""Any model behind OpenAI's ``/chat/completions``, over the ``openai`` client."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from codeqa.answer.events import Notice, Piece
from codeqa.answer.models.base import Completion, Message, Tool, ToolCall
from codeqa.answer.models.failures import Refusal, UnknownModelError, refusal_of
from codeqa.answer.models.providers import Endpoint
from codeqa.answer.models.thinking import WithoutThinking
from codeqa.errors import ModelError
from codeqa.text.secrets import masked

if TYPE_CHECKING:
    from openai import OpenAI, Stream

ATTEMPTS: Final = 6
"""Requests before a busy service is given up: with the waits below, about half a minute."""

CONNECTION_ATTEMPTS: Final = 2
"""Fewer where nobody answers: a server that is not running will not start by itself."""

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 20.0
"""Seconds between attempts, doubling, where the service does not say how long to wait."""

LONGEST_ASKED_WAIT: Final = 90.0
"""Seconds that a service may ask to wait. Beyond it a person wants to know."""

CONNECT_TIMEOUT: Final = 10.0
TIMEOUT: Final = 300.0
"""Seconds to the first piece and between pieces. A local model reads a long prompt before it says anything."""

TEMPERATURE: Final = 0.1
"""Answers are to follow the evidence, not to vary. Not 0: small models fall into loops there."""

NAMED_MODELS: Final = 8


@dataclass(slots=True)
class _Calls:
    """Tool calls, which come in pieces too."""

    parts: dict[int, list[str]] = field(default_factory=dict)

    def add(self, index: int, call_id: str | None, name: str | None, arguments: str | None) -> None:
        known = self.parts.setdefault(index, ["", "", ""])
        known[0] = known[0] or call_id or ""
        known[1] += name or ""
        known[2] += arguments or ""

    def whole(self) -> tuple[ToolCall, ...]:
        return tuple(
            ToolCall(call_id or f"call_{index}", name, arguments or "{}")
            for index, (call_id, name, arguments) in sorted(self.parts.items())
            if name
        )


class OpenAICompatibleModel:
    """Sends messages to a service, always as a stream: one way for all, and a long answer shows that it lives."""

    def __init__(
        self, endpoint: Endpoint, *, timeout: float = TIMEOUT, wait: Callable[[float], None] = time.sleep
    ) -> None:
        """Nothing is sent yet.

        Args:
            endpoint: the model and how it is reached.
            timeout: seconds to the first piece of an answer and between pieces.
            wait: waits for so many seconds.
        """
        self._endpoint = endpoint
        self._timeout = timeout
        self._wait = wait
        self._dropped: set[str] = set()

    @property
    def name(self) -> str:
        """``provider/model``."""
        return self._endpoint.name

    @property
    def remote(self) -> bool:
        """Whether what it is sent leaves this machine; secrets are masked then."""
        return self._endpoint.remote

    @property
    def window(self) -> int | None:
        """Tokens of its context, where that is known."""
        return self._endpoint.window

    def stream(
        self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None
    ) -> Iterator[Piece | Notice | Completion]:
        """Answers messages, see ``Model.stream``."""
        from openai import OpenAIError

        attempt = 1
        while True:
            options = self._options(tools, max_tokens)
            try:
                stream = self._client.chat.completions.create(
                    model=self._endpoint.model,
                    messages=[self._as_sent(message) for message in messages],
                    stream=True,
                    **options,
                )
                refusal = yield from self._read(stream, frozenset(options))
            except OpenAIError as error:
                refusal = self._refusal(error, frozenset(options))
            if refusal is None:
                return
            if refusal.drop is not None:
                self._dropped.add(refusal.drop)
                continue
            if attempt >= (ATTEMPTS if refusal.answered else CONNECTION_ATTEMPTS):
                raise ModelError(f"{refusal.message.rstrip()} Gave up after {attempt} attempts.")
            pause = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) if refusal.wait is None else refusal.wait
            if pause > LONGEST_ASKED_WAIT:
                raise ModelError(
                    f"{refusal.message.rstrip()} It asks to wait for {pause:.0f} seconds: try again later."
                )
            if refusal.answered:
                yield Notice(f"{refusal.message.rstrip('.')}. Waiting {pause:.0f} s.")
            self._wait(pause)
            attempt += 1

    def _read(self, stream: Stream[Any], sent: frozenset[str]) -> Generator[Piece | Completion, None, Refusal | None]:
        """Pieces and, at the end, the whole. Returns a refusal where the stream broke before anything came."""
        from openai import OpenAIError

        said = WithoutThinking()
        calls = _Calls()
        finish: str | None = None
        broken = ""
        try:
            for chunk in stream:
                for choice in chunk.choices or ():
                    finish = choice.finish_reason or finish
                    if choice.delta is None:
                        continue
                    piece = said.add(choice.delta.content or "")
                    if piece:
                        yield Piece(piece)
                    for position, call in enumerate(choice.delta.tool_calls or ()):
                        index = position if call.index is None else call.index
                        function = call.function
                        calls.add(index, call.id, function and function.name, function and function.arguments)
        except OpenAIError as error:
            if not said.text:
                return self._refusal(error, sent)
            broken = str(error.__cause__ or error)
        except ValueError as error:  # JSON that is none
            broken = f"it sent what is no JSON ({error})"
        finally:
            stream.close()
        rest = said.rest()
        if rest:
            yield Piece(rest)
        whole = calls.whole()
        if not (said.text.strip() or whole):
            raise ModelError(self._nothing(finish, broken))
        if broken or finish is None:
            yield Completion(said.text, (), "cut", broken or "it ended without saying that it was complete")
        else:
            yield Completion(said.text, whole, "length" if finish == "length" else "complete")
        return None

    def _refusal(self, error: Any, sent: frozenset[str]) -> Refusal:
        try:
            return refusal_of(error, self._endpoint, sent, self._timeout)
        except UnknownModelError as unknown:
            raise ModelError(f"{unknown} {self._offer()}") from error

    def _offer(self) -> str:
        """The models that there are, those of like name first."""
        from openai import OpenAIError

        try:
            names = [model.id for model in self._client.models.list()]
        except (OpenAIError, ValueError):
            return "Check the model's name and the base URL, which often ends in /v1."
        close = get_close_matches(self._endpoint.model, names, n=NAMED_MODELS, cutoff=0.4)
        shown = list(dict.fromkeys([*close, *names]))[:NAMED_MODELS]
        pull = (
            f" Or get it with: ollama pull {self._endpoint.model}" if self._endpoint.provider.name == "ollama" else ""
        )
        return (f"It has {', '.join(shown)}." if shown else "It has no models.") + pull

    def _nothing(self, finish: str | None, broken: str) -> str:
        url = self._endpoint.url
        if finish == "length":
            return f"{self.name} used up its whole answer before it said anything. Allow it more tokens for an answer."
        if finish is not None:
            return f"{self.name} answered nothing. Ask again, or use another model."
        because = f": {broken}" if broken else ""
        return (
            f"{url} did not answer as a model does{because}. Is it the base URL of an OpenAI-compatible service? "
            "It often ends in /v1."
        )

    def _options(self, tools: Sequence[Tool], max_tokens: int | None) -> dict[str, Any]:
        provider = self._endpoint.provider
        options: dict[str, Any] = {}
        if provider.sampled:
            options["temperature"] = TEMPERATURE
        if max_tokens is not None:
            # Services know the longest answer by one of two names.
            names = [provider.limit, *{"max_tokens", "max_completion_tokens"} - {provider.limit}]
            known = [name for name in names if name not in self._dropped]
            options |= dict.fromkeys(known[:1], max_tokens)
        if tools:
            options["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.description,
                        "parameters": dict(tool.parameters),
                    },
                }
                for tool in tools
            ]
        return {name: value for name, value in options.items() if name not in self._dropped}

    def _as_sent(self, message: Message) -> Any:
        content = masked(message.content) if self.remote else message.content
        sent: dict[str, Any] = {"role": message.role, "content": content}
        if message.tool_calls:
            sent["tool_calls"] = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                for call in message.tool_calls
            ]
        if message.tool_call_id is not None:
            sent["tool_call_id"] = message.tool_call_id
        return sent

    @cached_property
    def _client(self) -> OpenAI:
        from openai import DefaultHttpxClient, OpenAI, Timeout

        client = OpenAI(
            api_key=self._endpoint.key or "none",  # left out, the client takes OPENAI_API_KEY, whoever the service is
            base_url=self._endpoint.url,
            max_retries=0,
            timeout=Timeout(self._timeout, connect=CONNECT_TIMEOUT),
            # What is meant for this machine must not go through a proxy.
            http_client=None if self.remote else DefaultHttpxClient(trust_env=False),
        )
        if not (self._endpoint.provider.name == "openai" and self._endpoint.is_own):
            client.organization = client.project = None
        return client
