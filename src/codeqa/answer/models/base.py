"""What a language model is to the rest: messages in, pieces of text and tool calls out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from codeqa.answer.events import Notice, Piece
from codeqa.errors import ModelError


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants called."""

    id: str
    name: str
    arguments: str
    """As the model wrote them: JSON, if it did well."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a conversation with a model."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    """What an assistant's message called."""
    tool_call_id: str | None = None
    """The call that a tool's message answers."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model may call."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """JSON schema of its arguments."""


@dataclass(frozen=True, slots=True)
class Completion:
    """All that a model said to one request."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Literal["complete", "length", "cut"] = "complete"
    """length: the limit of an answer was reached; cut: the connection was lost in the middle."""
    reason: str = ""
    """Why it was cut."""


class ContextTooLongError(ModelError):
    """The messages do not fit the model's context.

    Attributes:
        window: the context's size in tokens, where the service said it.
    """

    def __init__(self, message: str, window: int | None = None) -> None:
        super().__init__(message)
        self.window = window


class ToolsUnsupportedError(ModelError):
    """The model or its server takes no tools."""


class Model(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """``provider/model``."""

    @property
    def remote(self) -> bool:
        """Whether what it is sent leaves this machine."""

    @property
    def window(self) -> int | None:
        """Tokens of its context, where that is known."""

    def stream(
        self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None
    ) -> Iterator[Piece | Notice | Completion]:
        """Answers messages: pieces as they come, notices while it waits, at the end the whole.

        Args:
            messages: the conversation so far.
            tools: what the model may call.
            max_tokens: the longest answer.

        Raises:
            ContextTooLongError: the messages do not fit.
            ToolsUnsupportedError: it takes no tools.
            ModelError: it cannot be reached, or refused the request.
        """


def complete(
    model: Model,
    messages: Sequence[Message],
    *,
    max_tokens: int | None = None,
    notify: Callable[[Notice], None] = lambda _: None,
) -> Completion:
    """The whole answer to messages, for when nobody watches it come. Raises what ``Model.stream`` does."""
    for item in model.stream(messages, max_tokens=max_tokens):
        if isinstance(item, Notice):
            notify(item)
        elif isinstance(item, Completion):
            return item
    raise AssertionError("a model's stream ends with its completion")
