"""Questions and their streams, with real sockets where it matters when things come and go."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from http_samples import API, PLANTED, Event, Stream, events_of, served, talking, until
from model_server import ModelServer, Reply, fails, says
from starlette.testclient import TestClient

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app
from codeqa.faces.http.bounds import Bounds
from codeqa.model import Freshness
from codeqa.settings import Settings

QUESTION = "how does the lamp give light?"


def with_model(root: Path, server: ModelServer) -> Codebase:
    return Codebase(root, settings=Settings(model="tiny", model_url=server.url))


def asked(client: TestClient, question: str = QUESTION, **more: object) -> list[Event]:
    response = client.post(f"{API}/ask", json={"question": question, **more})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")
    return events_of(response.text)


def pieces(text: str) -> Iterator[bytes]:
    """The lines with which a model says something, without an end."""
    for start in range(0, len(text), 5):
        choice = {"index": 0, "delta": {"content": text[start : start + 5]}, "finish_reason": None}
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "tiny", "choices": [choice]}
        yield b"data: " + json.dumps(chunk).encode()


def slowly(said: threading.Event, go_on: threading.Event, text: str = "It flashes. " * 20) -> Iterator[bytes]:
    """A model that says something, waits, and says it again."""
    yield from pieces(text)
    said.set()
    go_on.wait(20)
    yield from pieces(text)


def test_without_a_model_the_evidence_is_the_answer(own: TestClient) -> None:
    events = asked(own)
    assert events[0].name == "conversation"
    assert events[-1].name == "answer"
    answer = events[-1].data
    assert answer["model"] is None
    assert answer["sources"][0]["html"].count("<span")
    numbers = [one["number"] for one in answer["citations"]]
    assert all(f'data-number="{number}"' in answer["html"] for number in numbers)
    assert "".join(one.data["text"] for one in events if one.name == "piece") == answer["text"]


def test_a_model_answers_in_pieces(root: Path, server: ModelServer) -> None:
    server.expect(says(f"It flashes [1]. {PLANTED} [x](javascript:alert(1)) [70]"))
    events = asked(talking(create_app([with_model(root, server)], follow=False)))
    assert len([one for one in events if one.name == "piece"]) > 3
    answer = events[-1].data
    assert answer["model"] == "url/tiny"
    assert 'class="citation" data-number="1"' in answer["html"]
    assert "70: no such source" in answer["html"]
    assert "<script" not in answer["html"]
    assert 'href="javascript' not in answer["html"]
    assert "[70]" in answer["notes"][0]


def test_a_follow_up_and_what_is_kept(root: Path, server: ModelServer) -> None:
    server.expect(says(f"It flashes [1]. {PLANTED}"), says("what else flashes"), says("Nothing [1]."))
    client = talking(create_app([with_model(root, server)], follow=False))
    question = f"{QUESTION} {PLANTED}"
    id = asked(client, question)[0].data["id"]
    assert asked(client, "and what else?", conversation=id)[0].data["id"] == id
    (listed,) = client.get(f"{API}/conversations").json()["items"]
    assert listed["id"] == id
    assert listed["turns"] == 2
    assert listed["title"] == question
    kept = client.get(f"{API}/conversations/{id}").json()
    assert [one["question"] for one in kept["turns"]] == [question, "and what else?"]
    first = kept["turns"][0]
    assert 'class="citation" data-number="1"' in first["html"]
    assert "<script" not in first["html"]
    assert first["citations"][0]["number"] == 1
    assert first["model"] == "url/tiny"
    assert client.get(f"{API}/conversations").headers["content-type"] == "application/json"


def test_what_is_kept_of_an_answer_without_a_model(own: TestClient) -> None:
    id = asked(own)[0].data["id"]
    (turn,) = own.get(f"{API}/conversations/{id}").json()["turns"]
    assert turn["citations"]
    assert 'class="citation citation-place" data-number="1"' in turn["html"]


def test_conversations_are_renamed_exported_deleted(own: TestClient) -> None:
    id = asked(own)[0].data["id"]
    path = f"{API}/conversations/{id}"
    title = f"Lamps {PLANTED}"
    assert own.patch(path, json={"title": title}).json()["title"] == title
    assert own.get(f"{API}/conversations").json()["items"][0]["title"] == title
    document = own.get(f"{path}/markdown")
    assert document.headers["content-type"].startswith("text/markdown")
    assert document.headers["content-disposition"] == f'attachment; filename="beacon-{id}.md"'
    assert QUESTION in document.text
    for wrong in ({"title": ""}, {"title": "x" * 201}, {}, {"title": 1}):
        assert own.patch(path, json=wrong).status_code == 422
    assert own.delete(path).status_code == 204
    for response in (own.get(path), own.delete(path), own.patch(path, json={"title": "x"})):
        assert response.status_code == 404
    assert own.get(f"{API}/conversations").json()["items"] == []


@pytest.mark.parametrize("id", ["last", "2026", "..%2f..%2fsecret", "%00", "20260101-000000-abcd%0a", "x" * 300])
def test_only_whole_ids_name_conversations(own: TestClient, id: str) -> None:
    asked(own)
    assert own.get(f"{API}/conversations/{id}").status_code in (404, 422)
    assert own.delete(f"{API}/conversations/{id}").status_code in (404, 405, 422)
    assert len(own.get(f"{API}/conversations").json()["items"]) == 1


def test_unknown_conversations_are_told_before_anything_is_asked(own: TestClient) -> None:
    for id, status in (("20260101-000000-abcd", 404), ("nothing", 422), ("last", 422), ("", 422)):
        response = own.post(f"{API}/ask", json={"question": QUESTION, "conversation": id})
        assert response.status_code == status


@pytest.mark.parametrize("body", [{}, {"question": ""}, {"question": "x" * 8_001}, {"question": "x", "agentic": "?"}])
def test_questions_that_are_none(own: TestClient, body: dict[str, object]) -> None:
    assert own.post(f"{API}/ask", json=body).status_code == 422


def test_what_fails_on_the_way_is_an_event(root: Path, server: ModelServer) -> None:
    server.expect(fails(401, "no such key"))
    last = asked(talking(create_app([with_model(root, server)], follow=False)))[-1]
    assert last.name == "error"
    assert last.data["title"] == "Bad Gateway"
    assert "tiny" in last.data["detail"] or "key" in last.data["detail"]


def test_what_fails_unexpectedly_shows_no_traceback(own: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> Iterator[object]:
        raise ZeroDivisionError("inner matters")
        yield

    monkeypatch.setattr(Codebase, "ask_events", fail)
    last = asked(own)[-1]
    assert last.name == "error"
    assert "inner matters" not in last.data["detail"]


def test_an_index_that_is_behind_is_told(codebase: Codebase) -> None:
    app = create_app([codebase], follow=False)
    shelved = app.state.services.shelf["beacon"]
    shelved._follower = SimpleNamespace(freshness=Freshness(pending=2), stop=lambda: None)
    client = talking(app)
    notice = next(one for one in asked(client) if one.name == "notice")
    assert notice.data["text"].startswith("The index is behind: 2 changed files")
    assert client.get(f"{API}/search", params={"q": "lamp"}).json()["freshness_note"] == notice.data["text"]
    assert client.get("/api/v1/codebases").json()[0]["freshness"]["pending"] == 2


def test_an_empty_question_is_an_event(own: TestClient) -> None:
    assert asked(own, "   ")[-1].name == "error"


def test_who_goes_away_stops_the_answer_and_leaves_no_trace(root: Path, server: ModelServer) -> None:
    said, go_on = threading.Event(), threading.Event()
    server.expect(Reply(events=slowly(said, go_on)), says("Again [1]."))  # type: ignore[arg-type]
    codebase = with_model(root, server)
    app = create_app([codebase], follow=False, bounds=Bounds(answers_a_client=1))
    with served(app) as port:
        stream = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        stream.until("piece")
        assert said.wait(20)
        stream.close()
        go_on.set()
        until(lambda: not app.state.services.answers._taken)
        assert codebase.conversations() == []
        again = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        assert again.until("answer").data["text"] == "Again [1]."
        again.close()


def test_a_conversation_answers_one_question_at_a_time(root: Path, server: ModelServer) -> None:
    said, go_on = threading.Event(), threading.Event()
    slow = Reply(events=slowly(said, go_on))  # type: ignore[arg-type]
    server.expect(says("It flashes [1]."), slow, says("Now [1]."))
    with served(create_app([with_model(root, server)], follow=False)) as port:
        first = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        body = {"question": QUESTION, "conversation": first.until("conversation").data["id"]}
        first.until("answer")
        first.close()
        second = Stream(port, "POST", f"{API}/ask", body)
        second.until("piece")
        assert said.wait(20)
        assert Stream(port, "POST", f"{API}/ask", body).response.status == 409
        path = f"{API}/conversations/{body['conversation']}"
        assert Stream(port, "PATCH", path, {"title": "x"}).response.status == 409
        assert Stream(port, "DELETE", path).response.status == 409
        assert Stream(port, "GET", path).response.status == 200
        second.close()
        # Who stopped may ask at once, although the model has not said its next word yet.
        until(lambda: (third := Stream(port, "POST", f"{API}/ask", body)).response.status == 200 and third.next())
        go_on.set()


def test_a_reader_that_reads_nothing_holds_up_nobody(root: Path, server: ModelServer) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100_000):
            yield from pieces("x" * 4_000)

    server.expect(Reply(events=endless()), says("It flashes [1]."))  # type: ignore[arg-type]
    with served(create_app([with_model(root, server)], follow=False)) as port:
        stuck = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        stuck.until("piece")
        for _ in range(3):
            other = Stream(port, "GET", f"{API}/search?q=lamp")
            assert json.loads(other.response.read())["items"]
            other.close()
        asking = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        asking.until("answer")
        asking.close()
        stuck.close()


def test_questions_are_bounded(root: Path, server: ModelServer) -> None:
    client = talking(create_app([Codebase(root)], follow=False, bounds=Bounds(asks_a_minute=2)))
    asked(client)
    asked(client)
    response = client.post(f"{API}/ask", json={"question": QUESTION})
    assert response.status_code == 429
    assert int(response.headers["retry-after"]) > 0
    assert response.json()["detail"].startswith("There were too many questions")


def test_answers_at_once_are_bounded(root: Path, server: ModelServer) -> None:
    said, go_on = threading.Event(), threading.Event()
    server.expect(Reply(events=slowly(said, go_on)))  # type: ignore[arg-type]
    app = create_app([with_model(root, server)], follow=False, bounds=Bounds(answers_at_once=1))
    with served(app) as port:
        stream = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        stream.until("piece")
        assert Stream(port, "POST", f"{API}/ask", {"question": QUESTION}).response.status == 429
        stream.close()
        go_on.set()


def test_a_server_that_ends_ends_its_streams(root: Path, server: ModelServer) -> None:
    said, go_on = threading.Event(), threading.Event()
    server.expect(Reply(events=slowly(said, go_on)))  # type: ignore[arg-type]
    with served(create_app([with_model(root, server)], follow=False)) as port:
        stream = Stream(port, "POST", f"{API}/ask", {"question": QUESTION})
        stream.until("piece")
        listening = Stream(port, "GET", f"{API}/index/events")
        listening.until("freshness")
    assert listening.next() is None
    stream.close()
    go_on.set()


def test_what_is_sent_is_what_the_description_says(own: TestClient) -> None:
    description = own.get("/api/v1/openapi.json").json()
    ask = description["paths"]["/api/v1/codebases/{codebase}/ask"]["post"]
    assert list(ask["responses"]["200"]["content"]) == ["text/event-stream"]
    assert list(ask["responses"]["422"]["content"]) == ["application/problem+json"]
    assert "HTTPValidationError" not in description["components"]["schemas"]
    assert "Problem" in description["components"]["schemas"]
