"""Questions, answered as a stream of events."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Generator
from contextlib import ExitStack
from http import HTTPStatus
from typing import cast

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from codeqa.codebase import AnswerOptions, AnswerStep, Conversation, Piece
from codeqa.errors import CodeQAError, IndexMissingError
from codeqa.faces.http import shown
from codeqa.faces.http.bodies import Question
from codeqa.faces.http.dependencies import AllServices, Chosen, client_of
from codeqa.faces.http.description import ANSWER_EVENTS, events
from codeqa.faces.http.pages import Begun, Failed, Said
from codeqa.faces.http.problems import FAILED, title_of
from codeqa.faces.http.relay import Relay
from codeqa.faces.http.shelf import Shelved
from codeqa.faces.http.streams import ALIVE, ALIVE_SECONDS, EventStream, event
from codeqa.model import Answer

router = APIRouter(prefix="/codebases/{codebase}", tags=["asking"])

log = logging.getLogger(__name__)


@router.post(
    "/ask",
    status_code=HTTPStatus.OK,
    response_class=EventStream,
    responses=events("What happens while the answer is made; the last is `answer` or `error`.", **ANSWER_EVENTS),
)
async def ask(request: Request, chosen: Chosen, services: AllServices, question: Question) -> EventStream:
    """Asks a question. Who closes the connection stops the answer, which then leaves no trace in its conversation."""
    client = client_of(request)
    services.questions.count(client)
    if not chosen.codebase.has_index:
        raise IndexMissingError(f"{chosen.name} has no index yet. Wait until it is made, or start it.")
    with ExitStack() as undoing:
        place = services.answers.enter(client)
        undoing.callback(place.leave)
        conversation = chosen.codebase.conversation()
        held = chosen.hold(question.conversation or conversation.id)
        undoing.callback(held.leave)
        if question.conversation is not None:
            # Read only once it is held: another answer may have been about to add its turn.
            conversation = await run_in_threadpool(chosen.codebase.conversation, question.conversation)
        answering = Answering(Relay(_events(chosen, question, conversation), place.leave), conversation)
        undoing.pop_all()
    return EventStream(_sent(answering), answering, services.streams, held.leave)


class Answering:
    """An answer under way.

    Attributes:
        relay: hands on its events.
    """

    def __init__(self, relay: Relay[bytes], conversation: Conversation) -> None:
        self.relay = relay
        self._conversation = conversation

    def stop(self) -> None:
        """Stops it. Should it end all the same, it is not kept: the conversation may have gone on without it."""
        self._conversation.path = None
        self.relay.stop()


def _events(chosen: Shelved, question: Question, conversation: Conversation) -> Generator[bytes, None, None]:
    yield event("conversation", Begun(id=conversation.id))
    note = chosen.freshness.sentence()
    if note:
        yield event("notice", Said(text=note))
    if question.rerank:
        yield event("notice", Said(text="The evidence of answers is not reranked yet; searches are."))
    settings = chosen.codebase.settings
    options = AnswerOptions(token_budget=settings.token_budget, agentic=question.agentic, imagine=bool(question.hyde))
    try:
        happening = chosen.codebase.ask_events(question.question, conversation, options)
        try:
            for one in happening:
                if isinstance(one, Answer):
                    yield event("answer", shown.answer(one))
                elif isinstance(one, Piece):
                    yield event("piece", Said(text=one.text))
                else:
                    yield event("step" if isinstance(one, AnswerStep) else "notice", Said(text=one.text))
        finally:
            # Closed here and now, not when it is collected: it holds the connection to the model.
            cast("Generator[object, None, None]", happening).close()
    except CodeQAError as error:
        yield event("error", Failed(title=title_of(error), detail=str(error)))


async def _sent(answering: Answering) -> AsyncIterator[bytes]:
    try:
        async for one in answering.relay.items(ALIVE_SECONDS):
            yield ALIVE if one is None else one
    except Exception:
        # The response has begun: only an event can tell of it.
        log.exception("An answer failed")
        yield event("error", Failed(title="Internal Server Error", detail=FAILED))
