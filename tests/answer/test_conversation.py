from __future__ import annotations

import json
from pathlib import Path

import pytest
from model_server import ModelServer, Reply, fails, says
from shop import shop

from codeqa.answer.ask import answer_events
from codeqa.answer.conversation import Conversation, Turn, conversations, delete, load, recent, said
from codeqa.answer.events import Notice, Step, finish
from codeqa.answer.followup import by_rules, leans_back
from codeqa.answer.models.client import OpenAICompatibleModel
from codeqa.answer.models.providers import endpoint_of
from codeqa.answer.page import Place
from codeqa.answer.pins import read_pins
from codeqa.errors import ModelError, NotFoundError, StoreError

SHOP = shop()
BEFORE = Turn("what is with_tax?", "what is with_tax?", "It adds the tax [1].", names=("with_tax", "RATE"))


def model_of(server: ModelServer) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(endpoint_of("tiny", server.url, {}), wait=lambda _: None)


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("and where is that called?", "where is `with_tax` called?"),
        ("who calls it?", "who calls `with_tax`?"),
        ("what are its parameters?", "what are `with_tax`'s parameters?"),
        ("so what would break if I change this function?", "what would break if I change `with_tax`?"),
        ("what about delivery_cost?", "what is `delivery_cost`?"),
        ("and how about the `Discount`?", "what is `Discount`?"),
        ("why?", "why (about `with_tax`)?"),
        ("tell me more", "tell me more (about `with_tax`)?"),
        ("and the tests?", "the tests (about `with_tax`)?"),
    ],
)
def test_a_question_that_leans_back_is_made_to_stand_alone(text: str, rewritten: str) -> None:
    assert leans_back(text)
    assert by_rules(text, [BEFORE]) == rewritten


@pytest.mark.parametrize(
    "text",
    [
        "where is Discount used?",
        "what is this repository about?",
        "which is the function that parses dates?",
        "how does Checkout make sure it is paid?",
    ],
)
def test_a_question_that_stands_alone_stays_as_it_is(text: str) -> None:
    assert not leans_back(text)


def test_follow_ups_without_a_model() -> None:
    conversation = Conversation.new()
    finish(answer_events(SHOP, "what is with_tax?", conversation=conversation))
    answer = finish(answer_events(SHOP, "and where is that called?", conversation=conversation))
    assert answer.question == "and where is that called?"
    assert "`shop/checkout.py:15` in `Checkout.total`" in answer.text
    assert [turn.stand_alone for turn in conversation.turns] == ["what is with_tax?", "where is `with_tax` called?"]
    # The second answer was about with_tax too; so is "it" now.
    third = finish(answer_events(SHOP, "what would break if I change it?", conversation=conversation))
    assert third.text.startswith("1 use of `with_tax`")


def test_a_model_rewrites_and_sees_the_turns_before(server: ModelServer) -> None:
    conversation = Conversation.new()
    server.expect(says("`with_tax` adds the tax [1]."))
    finish(answer_events(SHOP, "what is with_tax?", model=model_of(server), conversation=conversation))
    server.expect(says("Where is `with_tax` called?"), says("In `total` [2]."))
    events = list(answer_events(SHOP, "and who calls that?", model=model_of(server), conversation=conversation))
    assert Step("Asking: Where is `with_tax` called?") in events
    rewriting, answering = server.requests[-2]["messages"], server.requests[-1]["messages"]
    assert "and who calls that?" in rewriting[1]["content"]
    assert [message["role"] for message in answering] == ["system", "user", "assistant", "user"]
    # Numbers of earlier sources would mean others now.
    assert answering[2]["content"] == "`with_tax` adds the tax."
    assert answering[3]["content"].endswith("Question: Where is `with_tax` called?")


def test_a_model_that_does_not_rewrite_is_not_followed(server: ModelServer) -> None:
    conversation = Conversation("x", (BEFORE,))
    server.expect(says("Sure!\n\nHere is a long answer instead."), says("In `total` [1]."))
    finish(answer_events(SHOP, "who calls it?", model=model_of(server), conversation=conversation))
    assert conversation.turns[-1].stand_alone == "who calls `with_tax`?"


def test_a_question_that_stands_alone_costs_no_request(server: ModelServer) -> None:
    server.expect(says("It is [1]."))
    finish(
        answer_events(SHOP, "what is delivery_cost?", model=model_of(server), conversation=Conversation("x", (BEFORE,)))
    )
    assert len(server.requests) == 1


def test_a_follow_up_goes_on_with_its_evidence_unless_told_to_search_anew(server: ModelServer) -> None:
    before = Turn("q", "q", "a", names=("with_tax",), evidence=(Place("shop/text.py", 1, 3),))
    for message, goes_on in (("why does it do that?", True), ("@codebase why does it do that?", False)):
        server.expect(says("why does `with_tax` do that?"), says("ok [1]."))
        finish(answer_events(SHOP, message, model=model_of(server), conversation=Conversation("x", (before,))))
        assert ("stand_alone_helper" in server.prompt()) is goes_on


def test_an_answer_that_fails_leaves_the_conversation_as_it_was(server: ModelServer, tmp_path: Path) -> None:
    conversation = Conversation.new(tmp_path)
    server.expect(fails(401, "no"))
    with pytest.raises(ModelError):
        finish(answer_events(SHOP, "what is with_tax?", model=model_of(server), conversation=conversation))
    server.expect(Reply(["half"], delay=0))
    events = answer_events(SHOP, "what is with_tax?", model=model_of(server), conversation=conversation)
    next(events)
    events.close()  # type: ignore[attr-defined]  # it is a generator
    assert conversation.turns == ()
    assert conversations(tmp_path) == []


def test_conversations_are_kept_listed_and_resumed(tmp_path: Path) -> None:
    first = Conversation.new(tmp_path)
    finish(answer_events(SHOP, "what is with_tax?", conversation=first))
    second = Conversation("20990101-000000-0000", (), tmp_path / "conversations" / "20990101-000000-0000.json")
    finish(answer_events(SHOP, "what is Checkout?", conversation=second))
    assert [one.title for one in conversations(tmp_path)] == ["what is Checkout?", "what is with_tax?"]
    assert load(tmp_path, "last").id == second.id
    resumed = load(tmp_path, first.id[:14])
    assert resumed.turns == first.turns
    assert resumed.turns[0].evidence[0].path == "shop/prices.py"
    finish(answer_events(SHOP, "and who calls it?", conversation=resumed))
    assert len(load(tmp_path, first.id).turns) == 2
    assert [path.suffix for path in (tmp_path / "conversations").iterdir()] == [".json", ".json"]


def test_conversations_are_renamed_exported_and_deleted(tmp_path: Path) -> None:
    kept = Conversation.new(tmp_path)
    kept.add(BEFORE)
    kept.rename("  The tax\n question ")
    kept.add(BEFORE)
    again = load(tmp_path, kept.id)
    assert (again.title, len(again.turns)) == ("The tax question", 2)
    text = again.markdown()
    assert text.startswith("# The tax question\n\n## what is with_tax?\n\nIt adds the tax [1].\n")
    again.rename("")
    assert load(tmp_path, kept.id).title == BEFORE.question
    delete(tmp_path, kept.id)
    assert conversations(tmp_path) == []
    with pytest.raises(NotFoundError):
        delete(tmp_path, kept.id)


def test_conversations_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="none is kept yet"):
        load(tmp_path, "last")
    folder = tmp_path / "conversations"
    folder.mkdir()
    (folder / "20260101-000000-aaaa.json").write_text("{broken")
    (folder / "20260101-000000-bbbb.json").write_text(json.dumps({"format": 99}))
    (folder / "notes.json").write_text("{}")
    assert conversations(tmp_path) == []
    with pytest.raises(StoreError, match="cannot be read"):
        load(tmp_path, "20260101-000000-a")
    with pytest.raises(StoreError, match="another version"):
        load(tmp_path, "20260101-000000-b")
    with pytest.raises(NotFoundError, match="several conversations"):
        load(tmp_path, "20260101")


def test_history_is_trimmed_to_a_budget() -> None:
    turns = [Turn(f"q{number}", f"q{number}", "word " * 200) for number in range(5)]
    assert [turn.question for turn in recent(turns, 600)] == ["q3", "q4"]
    assert [turn.question for turn in recent(turns, 10)] == ["q4"]
    assert len(said(turns[0], 10)) == 41
    assert recent([], 100) == ()


def test_pins() -> None:
    pins = read_pins(SHOP, "@codebase how do @shop/text.py and @with_tax, @main.py:4-7 fit? me@example.org @nobody")
    assert pins.text == "how do shop/text.py and `with_tax`, main.py:4-7 fit? me@example.org @nobody"
    assert [hit.place for hit in pins.hits] == ["shop/text.py:1-3", "shop/prices.py:20-22", "shop/main.py:4-7"]
    assert (pins.anew, pins.unknown) == (True, ("nobody",))


def test_pinned_evidence_comes_first_and_is_good_enough(server: ModelServer) -> None:
    server.expect(says("It turns a text around [1]."))
    events = list(answer_events(SHOP, "can unicorns use @shop/text.py and @nobody?", model=model_of(server)))
    assert "[1] shop/text.py lines 1-3" in server.prompt()
    assert any(isinstance(event, Notice) and "@nobody pins nothing" in event.text for event in events)
