from __future__ import annotations

import socket
from typing import Any

import pytest
from model_server import ModelServer, Reply, fails, says

from codeqa.answer.events import Notice, Piece
from codeqa.answer.models.base import (
    Completion,
    ContextTooLongError,
    Message,
    Tool,
    ToolCall,
    ToolsUnsupportedError,
    complete,
)
from codeqa.answer.models.client import OpenAICompatibleModel
from codeqa.answer.models.providers import Endpoint, Provider, endpoint_of, providers
from codeqa.errors import ModelError

ASK = [Message("system", "Be short."), Message("user", "What is it?")]


class Waits:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def model_of(server: ModelServer, wait: Waits | None = None, **options: Any) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(endpoint_of("tiny", server.url, {}), wait=wait or Waits(), **options)


def run(model: OpenAICompatibleModel, **options: Any) -> tuple[list[str], list[str], Completion]:
    events = list(model.stream(ASK, **options))
    assert isinstance(events[-1], Completion)
    pieces = [event.text for event in events if isinstance(event, Piece)]
    return pieces, [event.text for event in events if isinstance(event, Notice)], events[-1]


def test_an_answer_comes_in_pieces(server: ModelServer) -> None:
    server.expect(says("It is a parser [1]."))
    pieces, notices, completion = run(model_of(server), max_tokens=99)
    assert len(pieces) > 2
    assert "".join(pieces) == completion.text == "It is a parser [1]."
    assert (completion.finish, notices) == ("complete", [])
    request = server.requests[0]
    assert request["messages"] == [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "What is it?"},
    ]
    assert (request["model"], request["stream"], request["max_tokens"]) == ("tiny", True, 99)


def test_tool_calls_come_in_pieces_too(server: ModelServer) -> None:
    server.expect(Reply(calls=[("search", '{"query": "where is it"}'), ("outline", "")]))
    tool = Tool("search", "Finds code.", {"type": "object", "properties": {"query": {"type": "string"}}})
    _, _, completion = run(model_of(server), tools=[tool])
    assert completion.tool_calls == (
        ToolCall("c0", "search", '{"query": "where is it"}'),
        ToolCall("c1", "outline", "{}"),
    )
    assert server.requests[0]["tools"][0]["function"]["name"] == "search"


def test_a_conversation_with_tools_is_sent_as_it_was(server: ModelServer) -> None:
    server.expect(says("done"))
    call = ToolCall("c0", "search", "{}")
    messages = [*ASK, Message("assistant", "", (call,)), Message("tool", "found", tool_call_id="c0")]
    complete(model_of(server), messages)
    assert server.requests[0]["messages"][2]["tool_calls"][0]["function"] == {"name": "search", "arguments": "{}"}
    assert server.requests[0]["messages"][3] == {"role": "tool", "content": "found", "tool_call_id": "c0"}


def test_a_busy_service_is_waited_for_as_long_as_it_asks(server: ModelServer) -> None:
    server.expect(fails(429, "slow down", {"retry-after": "7"}), fails(503, "overloaded"), says("ok"))
    wait = Waits()
    _, notices, completion = run(model_of(server, wait))
    assert completion.text == "ok"
    assert wait.seconds == [7.0, 2.0]
    assert "limits the rate of requests. Waiting 7 s." in notices[0]
    assert "overloaded" in notices[1]


def test_a_service_that_stays_busy_is_given_up(server: ModelServer) -> None:
    server.expect(*[fails(500, "internal trouble")] * 9)
    with pytest.raises(ModelError, match=r"internal trouble\. Gave up after 6 attempts"):
        run(model_of(server))
    assert len(server.requests) == 6


def test_a_long_wait_is_a_person_s_decision(server: ModelServer) -> None:
    server.expect(fails(429, "tomorrow", {"retry-after": "3600"}))
    with pytest.raises(ModelError, match="3600 seconds: try again later"):
        run(model_of(server))


def test_a_used_up_quota_is_no_reason_to_wait(server: ModelServer) -> None:
    server.expect(fails(429, "You exceeded your current quota", code="insufficient_quota"))
    with pytest.raises(ModelError, match="quota or the balance is used up"):
        run(model_of(server))
    assert len(server.requests) == 1


def test_no_key_and_a_wrong_key(server: ModelServer) -> None:
    server.expect(fails(401, "no key"))
    with pytest.raises(ModelError, match=r"needs a key \(401\).*Set CODEQA_MODEL_KEY\."):
        run(model_of(server))
    server.expect(fails(401, "Incorrect API key provided: sk-aaaabbbbccccddddeeeeffff"))
    model = OpenAICompatibleModel(endpoint_of("tiny", server.url, {"CODEQA_MODEL_KEY": "my-wrong-key"}))
    with pytest.raises(ModelError, match=r"refuses the key \(401\).*Check CODEQA_MODEL_KEY\.") as caught:
        run(model)
    assert "sk-aaaa" not in str(caught.value)
    assert "my-wrong-key" not in str(caught.value)
    assert server.requests[1]["headers"]["authorization"] == "Bearer my-wrong-key"


def test_an_unknown_model_is_answered_with_those_that_there_are(server: ModelServer) -> None:
    server.models = ["other", "tiny-coder:7b"]
    server.expect(fails(404, "model 'tiny' not found"))
    with pytest.raises(ModelError, match=r"knows no model 'tiny'.*It has tiny-coder:7b, other\."):
        run(model_of(server))


def test_a_server_that_is_not_running() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    endpoint = endpoint_of("ollama/tiny", None, {"OLLAMA_HOST": f"127.0.0.1:{port}"})
    with pytest.raises(ModelError, match=r"cannot be reached.*Start it with: ollama serve"):
        run(OpenAICompatibleModel(endpoint, wait=Waits()))


def test_a_context_too_long_tells_the_window(server: ModelServer) -> None:
    server.expect(
        fails(400, "the request exceeds the available context size", type="exceed_context_size_error", n_ctx=2048),
        fails(
            400,
            "This model's maximum context length is 8192 tokens. However, you requested 9000",
            code="context_length_exceeded",
        ),
        fails(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        fails(413, "Request too large"),
    )
    windows = []
    for _ in range(4):
        with pytest.raises(ContextTooLongError) as caught:
            run(model_of(server))
        windows.append(caught.value.window)
    assert windows == [2048, 8192, 200000, None]


def test_a_model_without_tools(server: ModelServer) -> None:
    server.expect(
        fails(400, "tiny does not support tools"), fails(400, '"auto" tool choice requires --enable-auto-tool-choice')
    )
    for _ in range(2):
        with pytest.raises(ToolsUnsupportedError):
            run(model_of(server), tools=[Tool("search", "Finds code.")])


def test_a_field_that_a_service_does_not_know_is_left_out(server: ModelServer) -> None:
    server.expect(
        fails(400, "Unsupported value: 'temperature' does not support 0.1 with this model."),
        fails(400, "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."),
        says("ok"),
        says("again"),
    )
    model = model_of(server)
    assert run(model, max_tokens=5)[2].text == "ok"
    assert "temperature" not in server.requests[2]
    assert "max_tokens" not in server.requests[2]
    assert server.requests[2]["max_completion_tokens"] == 5
    run(model, max_tokens=5)
    assert len(server.requests) == 4


def test_a_connection_lost_in_the_middle_keeps_what_came(server: ModelServer) -> None:
    server.expect(Reply(["The parser ", "reads"], cut=True))
    pieces, _, completion = run(model_of(server))
    assert "".join(pieces) == completion.text == "The parser reads"
    assert completion.finish == "cut"
    assert completion.reason


def test_a_connection_lost_before_anything_came_is_tried_again(server: ModelServer) -> None:
    server.expect(Reply(cut=True), says("ok"))
    assert run(model_of(server))[2].text == "ok"
    server.expect(Reply(drop=True), says("ok"))
    assert run(model_of(server))[2].text == "ok"


def test_a_stream_that_just_ends_was_cut(server: ModelServer) -> None:
    server.expect(Reply(["The parser"], finish=None))
    assert run(model_of(server))[2].finish == "cut"


def test_an_answer_at_its_limit(server: ModelServer) -> None:
    server.expect(Reply(["The parser"], finish="length"), Reply(finish="length"))
    assert run(model_of(server))[2].finish == "length"
    with pytest.raises(ModelError, match="more tokens for an answer"):
        run(model_of(server))


def test_an_error_inside_the_stream(server: ModelServer) -> None:
    broken = b'data: {"error": {"message": "worker died"}}'
    server.expect(Reply(events=[broken]), says("ok"))
    _, notices, completion = run(model_of(server))
    assert completion.text == "ok"
    assert "worker died" in notices[0]


def test_what_is_no_json(server: ModelServer) -> None:
    server.expect(Reply(events=[b"data: {broken"]))
    with pytest.raises(ModelError, match=r"did not answer as a model does: it sent what is no JSON"):
        run(model_of(server))
    server.expect(Reply(body=b"<html>Hello</html>", headers={"content-type": "text/html"}))
    with pytest.raises(ModelError, match=r"did not answer as a model does.*/v1"):
        run(model_of(server))
    start = b'data: {"choices": [{"index": 0, "delta": {"content": "Half"}}]}'
    server.expect(Reply(events=[start, b"data: {broken"]))
    completion = run(model_of(server))[2]
    assert (completion.text, completion.finish) == ("Half", "cut")


def test_an_empty_answer(server: ModelServer) -> None:
    server.expect(says(""))
    with pytest.raises(ModelError, match="answered nothing"):
        run(model_of(server))


def test_a_service_that_is_too_slow(server: ModelServer) -> None:
    server.expect(Reply(["late"], delay=0.6))
    with pytest.raises(ModelError, match="CODEQA_MODEL_TIMEOUT"):
        run(model_of(server, timeout=0.2))


def test_thoughts_are_not_part_of_the_answer(server: ModelServer) -> None:
    server.expect(Reply(["<thi", "nk>hm, [1]?", " yes</th", "ink>\n\nThe ", "parser."]))
    pieces, _, completion = run(model_of(server))
    assert "".join(pieces) == completion.text == "The parser."
    server.expect(Reply(["<", "b>bold</b>"]))
    assert run(model_of(server))[2].text == "<b>bold</b>"


def test_secrets_are_masked_only_where_they_leave_the_machine(server: ModelServer) -> None:
    secret = 'API_KEY = "8f14e45fceea167a5a36dedd4bea2543"'
    server.expect(says("ok"))
    complete(model_of(server), [Message("user", secret)])
    assert secret in server.prompt()
    # 127.0.0.1 under a provider that claims to be elsewhere: what counts is where the URL leads.
    far = Endpoint(Provider("far", server.url), "tiny", server.url, None)

    class Far(OpenAICompatibleModel):
        remote = True  # type: ignore[assignment]

    server.expect(says("ok"))
    complete(Far(far), [Message("user", secret)])
    assert "8f14e45f" not in server.prompt()


def test_a_proxy_does_not_see_what_stays_here(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    server.expect(says("ok"))
    assert complete(model_of(server), ASK).text == "ok"


def test_openai_s_key_is_not_sent_to_others(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(variable, "secret-of-openai")
    server.expect(says("ok"))
    complete(OpenAICompatibleModel(endpoint_of("openai/tiny", server.url)), ASK)
    assert "secret-of-openai" not in str(server.requests[0]["headers"])


def test_every_provider_has_what_messages_need() -> None:
    for provider in providers().values():
        assert provider.example
        assert provider.keys or provider.hint
