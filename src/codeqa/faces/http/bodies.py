"""What the API takes: the bodies of requests."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

CONVERSATION_ID: Final = "^[0-9]{8}-[0-9]{6}-[0-9a-f]{4}$"
"""Whole ids alone name a conversation here: the beginning of one does in a terminal, but is too little to delete by."""


class Taken(BaseModel):
    """The body of a request. What is not known is refused, so that a misspelt option does not pass for a default."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Question(Taken):
    """What is asked."""

    question: str = Field(min_length=1, max_length=8_000)
    conversation: str | None = Field(default=None, pattern=CONVERSATION_ID)
    """A conversation's id; None begins a new one."""
    rerank: bool | None = None
    """Whether a reranker reads what was found again."""
    hyde: bool | None = None
    """Whether to search with an answer that the model imagines, too; None: no."""
    agentic: bool | None = None
    """Whether the model looks things up itself; None: where the question asks several things."""


class IndexRequest(Taken):
    """How to index."""

    rebuild: bool = False


class Renaming(Taken):
    """A conversation's new title."""

    title: str = Field(min_length=1, max_length=200)
