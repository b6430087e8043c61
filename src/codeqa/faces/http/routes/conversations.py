"""Conversations that are kept."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import PlainTextResponse, Response

from codeqa.codebase import Conversation, Turn
from codeqa.faces.http.bodies import CONVERSATION_ID, Renaming
from codeqa.faces.http.dependencies import Chosen
from codeqa.faces.http.markdown import Sources, answer_html, cited_numbers
from codeqa.faces.http.pages import Conversations, ListedConversation, ShownConversation, ShownTurn
from codeqa.faces.http.records import ShownCitation
from codeqa.model import Citation, Verdict

router = APIRouter(prefix="/codebases/{codebase}/conversations", tags=["conversations"])

ConversationId = Annotated[str, Path(pattern=CONVERSATION_ID, description="A conversation's id.")]


class MarkdownResponse(PlainTextResponse):
    """A Markdown document."""

    media_type = "text/markdown"


@router.get("")
def conversations(chosen: Chosen) -> Conversations:
    """All that are kept, the newest first."""
    return Conversations(
        items=tuple(
            ListedConversation(
                id=one.id, title=one.title, turns=len(one.turns), updated=one.turns[-1].asked if one.turns else ""
            )
            for one in chosen.codebase.conversations()
        )
    )


@router.get("/{conversation}")
def conversation(chosen: Chosen, conversation: ConversationId) -> ShownConversation:
    """A conversation with its turns, rendered."""
    return _shown(chosen.codebase.conversation(conversation))


@router.patch("/{conversation}")
def rename(chosen: Chosen, conversation: ConversationId, renaming: Renaming) -> ShownConversation:
    """Gives a conversation another title."""
    with chosen.hold(conversation):
        return _shown(chosen.codebase.rename_conversation(conversation, renaming.title))


@router.delete("/{conversation}", status_code=HTTPStatus.NO_CONTENT)
def delete(chosen: Chosen, conversation: ConversationId) -> None:
    """Deletes a conversation."""
    with chosen.hold(conversation):
        chosen.codebase.delete_conversation(conversation)


@router.get("/{conversation}/markdown", response_class=MarkdownResponse)
def markdown(chosen: Chosen, conversation: ConversationId) -> Response:
    """A conversation as a Markdown document."""
    name = f"{chosen.id}-{conversation}.md"
    return MarkdownResponse(
        chosen.codebase.conversation(conversation).markdown(),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _shown(kept: Conversation) -> ShownConversation:
    return ShownConversation(id=kept.id, title=kept.title, turns=tuple(map(_turn, kept.turns)))


def _turn(turn: Turn) -> ShownTurn:
    # A model cites by number, and what is remembered is in their order; without a model, places are named and counted.
    numbers = range(1, len(turn.evidence) + 1) if turn.model is None else cited_numbers(turn.answer)
    citations = [
        Citation(number, one.path, one.start_line, one.end_line, Verdict.UNKNOWN, one.symbol)
        for number, one in zip(numbers, turn.evidence, strict=False)
    ]
    return ShownTurn(
        question=turn.question,
        stand_alone=turn.stand_alone,
        answer=turn.answer,
        html=answer_html(turn.answer, Sources.of(citations)),
        citations=tuple(map(ShownCitation.model_validate, citations)),
        model=turn.model,
        asked=turn.asked,
    )
