from __future__ import annotations

import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.embed.openai_compatible import ATTEMPTS, CONNECTION_ATTEMPTS, OpenAICompatibleEmbedder, batched
from codeqa.embed.providers import PROVIDERS, Provider
from codeqa.errors import EmbedderError, UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from conftest import EmbeddingService

PLAIN = Provider("openai", "https://api.openai.com/v1", "OPENAI_API_KEY")


class Waits(list[float]):
    """Takes the place of time.sleep."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def embedder_of(
    service: EmbeddingService, provider: Provider = PLAIN, model: str = "tiny", **options: Any
) -> OpenAICompatibleEmbedder:
    service.model = model
    options.setdefault("environment", {})
    options.setdefault("wait", Waits())
    return OpenAICompatibleEmbedder(model, provider, service.url, **options)


def unit(numbers: list[float]) -> NDArray[np.float64]:
    return np.array(numbers) / np.linalg.norm(numbers)


def test_vectors_come_in_the_order_of_the_texts_at_length_1(service: EmbeddingService) -> None:
    service.shuffled = True
    vectors = embedder_of(service).embed_documents(["one", "two", "three"])
    assert vectors.dtype == np.float32
    for vector, text in zip(vectors, ["one", "two", "three"], strict=True):
        assert vector == pytest.approx(unit(service.vector(text)), abs=1e-6)


def test_nothing_is_sent_for_empty_texts(service: EmbeddingService) -> None:
    vectors = embedder_of(service).embed_documents(["", "text", " \n"])
    assert service.inputs == [["text"]]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([0, 1, 0])
    assert embedder_of(service).embed_documents([]).shape[0] == 0


def test_secrets_are_masked_where_texts_leave_the_machine(service: EmbeddingService) -> None:
    text = 'password = "hT7!kq9-Zx"'
    embedder_of(service).embed_documents([text])
    away = embedder_of(service)
    away.remote = True  # as for any other address
    away.embed_documents([text])
    assert service.inputs == [[text], ['password = "[masked secret]"']]


def test_the_dimension_is_asked_for_once(service: EmbeddingService) -> None:
    embedder = embedder_of(service)
    assert embedder.dimension == embedder.dimension == 8
    assert embedder.embed_query("").shape == (8,)
    assert len(service.requests) == 1


def test_batches_by_count_and_by_tokens(service: EmbeddingService) -> None:
    embedder = embedder_of(service, replace(PLAIN, texts=3, requests=1))
    texts = [f"text number {number}" for number in range(8)]
    vectors = embedder.embed_documents(texts)
    assert [len(batch) for batch in service.inputs] == [3, 3, 2]
    assert vectors[7] == pytest.approx(unit(service.vector(texts[7])), abs=1e-6)
    service.requests.clear()
    embedder_of(service, replace(PLAIN, tokens=10, requests=1)).embed_documents(["x" * 12] * 4)
    assert [len(batch) for batch in service.inputs] == [2, 2]


def test_requests_side_by_side_keep_the_order(service: EmbeddingService) -> None:
    texts = [f"{number} of many" for number in range(40)]
    vectors = embedder_of(service, replace(PLAIN, texts=2, requests=4)).embed_documents(texts)
    expected = np.array([unit(service.vector(text)) for text in texts])
    np.testing.assert_allclose(vectors, expected, atol=1e-6)
    assert len(service.requests) == 20


@given(st.lists(st.text(max_size=40)), st.integers(1, 5), st.integers(1, 30))
def test_batches_hold_all_texts_in_order_within_the_limits(texts: list[str], most_texts: int, most_tokens: int) -> None:
    batches = list(batched(texts, most_texts, most_tokens))
    assert [text for batch in batches for text in batch] == texts
    for batch in batches:
        assert 1 <= len(batch) <= most_texts
        assert len(batch) == 1 or sum(len(text) // 3 + 1 for text in batch) <= most_tokens


def test_a_limited_rate_is_waited_for_as_the_service_asks(service: EmbeddingService) -> None:
    service.expect(
        [
            {"status": 429, "headers": {"retry-after": "7"}, "body": {"error": {"message": "slow down"}}},
            {"status": 429, "headers": {"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}},
            {"status": 429, "body": b"not json"},
            {"status": 503, "body": {"detail": "overloaded"}},
        ]
    )
    waits = Waits()
    embedder_of(service, wait=waits).embed_query("text")
    assert waits == [7, 0, 2, 4]
    assert len(service.requests) == 5


def test_a_long_wait_is_told_instead_of_waited_for(service: EmbeddingService) -> None:
    service.expect(
        [{"status": 429, "headers": {"retry-after": "86400"}, "body": {"error": {"message": "day's limit"}}}]
    )
    with pytest.raises(EmbedderError, match=r"day's limit.*86400 seconds"):
        embedder_of(service).embed_query("text")


def test_a_used_up_quota_is_told_at_once(service: EmbeddingService) -> None:
    service.expect([{"status": 429, "body": {"error": {"message": "You exceeded it", "code": "insufficient_quota"}}}])
    with pytest.raises(EmbedderError, match="quota is used up"):
        embedder_of(service).embed_query("text")
    assert len(service.requests) == 1


def test_a_service_that_keeps_failing_is_given_up(service: EmbeddingService) -> None:
    service.expect([{"status": 500, "body": {"error": {"message": "out of memory"}}}] * ATTEMPTS)
    with pytest.raises(EmbedderError, match=rf"failed \(500\): out of memory\. Gave up after {ATTEMPTS} attempts"):
        embedder_of(service).embed_query("text")
    assert len(service.requests) == ATTEMPTS


def test_a_dropped_connection_is_tried_again(service: EmbeddingService) -> None:
    service.expect([{"drop": True}])
    assert embedder_of(service).embed_query("text").shape == (8,)


def test_a_service_that_does_not_run(service: EmbeddingService) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    waits = Waits()
    embedder = OpenAICompatibleEmbedder(
        "m", PROVIDERS["ollama"], f"http://127.0.0.1:{port}/v1", environment={}, wait=waits
    )
    with pytest.raises(EmbedderError, match=rf"{port}/v1 cannot be reached.*ollama serve"):
        embedder.embed_query("text")
    assert len(waits) == CONNECTION_ATTEMPTS - 1


@pytest.mark.parametrize(
    "body",
    [
        b"<html>Welcome</html>",
        b"",
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": 0, "embedding": "not base64!"}]}',
        b'{"data": [{"index": 0, "embedding": [1, "x"]}]}',
        b'{"data": [{"index": 0, "embedding": [[1, 2], [3]]}]}',
        b"[1, 2]",
        b'{"data": null}',
    ],
)
def test_an_answer_that_is_none(service: EmbeddingService, body: bytes) -> None:
    service.expect([{"body": body}])
    with pytest.raises(EmbedderError, match="did not answer with embeddings"):
        embedder_of(service).embed_query("text")


@pytest.mark.parametrize("data", ["[]", '[{"index": 0, "embedding": []}]', '[{"embedding": [1]}, {"embedding": [2]}]'])
def test_an_answer_with_too_few_or_too_many_vectors(service: EmbeddingService, data: str) -> None:
    service.expect([{"body": f'{{"data": {data}}}'.encode()}])
    with pytest.raises(EmbedderError, match="vectors for 1 texts"):
        embedder_of(service).embed_query("text")


def test_numbers_that_are_none(service: EmbeddingService) -> None:
    service.expect([{"body": b'{"data": [{"index": 0, "embedding": [NaN, 1]}]}'}])
    with pytest.raises(EmbedderError, match="not-a-number"):
        embedder_of(service).embed_query("text")


def test_a_dimension_that_changes(service: EmbeddingService) -> None:
    embedder = embedder_of(service)
    embedder.embed_query("text")
    service.expect([{"body": b'{"data": [{"index": 0, "embedding": [1, 2]}]}'}])
    with pytest.raises(EmbedderError, match="vectors of 2 numbers where it returned 8"):
        embedder.embed_query("text")


def test_a_wrong_key_names_the_variable_and_not_the_key(service: EmbeddingService) -> None:
    service.key = "right"
    embedder = embedder_of(service, environment={"CODEQA_EMBEDDER_KEY": "wrong-secret"})
    with pytest.raises(EmbedderError, match=r"refuses the key.*CODEQA_EMBEDDER_KEY") as caught:
        embedder.embed_query("text")
    assert "wrong-secret" not in str(caught.value)
    assert len(service.requests) == 1
    embedder_of(service, environment={"CODEQA_EMBEDDER_KEY": "right"}).embed_query("text")


def test_an_unknown_model(service: EmbeddingService) -> None:
    embedder = embedder_of(service)
    service.model = "another"
    with pytest.raises(EmbedderError, match=r"no model 'tiny'.*does not exist.*/v1"):
        embedder.embed_query("text")


def test_a_refused_request_in_the_services_own_words(service: EmbeddingService) -> None:
    service.expect([{"status": 400, "body": {"detail": "input_type must be one of: query, document"}}])
    with pytest.raises(EmbedderError, match=r"refuses the request.*\(400\): input_type must be one of"):
        embedder_of(service).embed_query("text")


def test_a_text_too_long_is_cut_until_it_fits(service: EmbeddingService) -> None:
    service.longest_text = 300
    long = "abcdefgh" * 125
    vectors = embedder_of(service).embed_documents(["short", long, "tail"])
    assert vectors[0] == pytest.approx(unit(service.vector("short")), abs=1e-6)
    assert vectors[1] == pytest.approx(unit(service.vector(long[:250])), abs=1e-6)
    assert vectors[2] == pytest.approx(unit(service.vector("tail")), abs=1e-6)


def test_a_batch_too_large_is_halved(service: EmbeddingService) -> None:
    service.largest_batch = 2
    texts = [f"text {number}" for number in range(7)]
    vectors = embedder_of(service).embed_documents(texts)
    np.testing.assert_allclose(vectors, [unit(service.vector(text)) for text in texts], atol=1e-6)


def test_a_short_text_that_is_too_long_is_an_error(service: EmbeddingService) -> None:
    service.longest_text = 3
    with pytest.raises(EmbedderError, match="refuses even a short text"):
        embedder_of(service).embed_documents(["x" * 1000])


def test_base64_where_the_provider_wants_it(service: EmbeddingService) -> None:
    vector = embedder_of(service, PROVIDERS["voyage"]).embed_query("text")
    assert service.requests[0]["encoding_format"] == "base64"
    assert vector == pytest.approx(unit(service.vector("text")), abs=1e-6)


@pytest.mark.parametrize(
    ("provider", "model", "field", "document", "query"),
    [
        ("voyage", "voyage-code-3", "input_type", "document", "query"),
        ("jina", "jina-code-embeddings-1.5b", "task", "nl2code.passage", "nl2code.query"),
        ("jina", "jina-embeddings-v3", "task", "retrieval.passage", "retrieval.query"),
        ("jina", "jina-embeddings-v2-base-code", "task", None, None),
        ("nvidia", "nv-embedcode-7b", "input_type", "passage", "query"),
        ("openai", "text-embedding-3-small", "input_type", None, None),
    ],
)
def test_the_service_is_told_what_a_text_is(
    service: EmbeddingService, provider: str, model: str, field: str, document: str | None, query: str | None
) -> None:
    embedder = embedder_of(service, PROVIDERS[provider], model)
    embedder.embed_documents(["text"])
    embedder.embed_query("text")
    assert [request.get(field) for request in service.requests] == [document, query]
    assert service.inputs == [["text"], ["text"]]


def test_prefixes_that_the_model_was_trained_with(service: EmbeddingService) -> None:
    embedder = embedder_of(service, PROVIDERS["ollama"], "nomic-embed-text:latest")
    embedder.embed_documents(["text"])
    embedder.embed_query("text")
    assert service.inputs == [["search_document: text"], ["search_query: text"]]
    assert "search_document: " in embedder.name


def test_the_name_tells_models_and_services_apart(service: EmbeddingService) -> None:
    names = {
        embedder_of(service).name,
        embedder_of(service, model="other").name,
        OpenAICompatibleEmbedder("tiny", PROVIDERS["ollama"], environment={}).name,
    }
    assert len(names) == 3
    assert embedder_of(service, PROVIDERS["ollama"]).name == embedder_of(service).name


def test_the_provider_s_key_goes_to_the_provider_alone(
    service: EmbeddingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(variable, "secret")
    embedder_of(service, environment={"OPENAI_API_KEY": "secret"}).embed_query("text")
    assert "secret" not in str(service.requests[0]["headers"])
    with pytest.raises(EmbedderError, match="VOYAGE_API_KEY or CODEQA_EMBEDDER_KEY"):
        OpenAICompatibleEmbedder("voyage-code-3", PROVIDERS["voyage"], environment={"OPENAI_API_KEY": "secret"})


def test_a_proxy_does_not_see_what_stays_on_this_machine(
    service: EmbeddingService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert embedder_of(service).embed_query("text").shape == (8,)


def test_what_leaves_the_machine() -> None:
    environment = {"CODEQA_EMBEDDER_KEY": "key"}
    assert not OpenAICompatibleEmbedder("m", PROVIDERS["ollama"], environment={}).remote
    assert not OpenAICompatibleEmbedder("m", PLAIN, "http://[::1]:8080/v1", environment={}).remote
    assert OpenAICompatibleEmbedder("m", PLAIN, environment=environment).remote
    assert OpenAICompatibleEmbedder("m", PLAIN, "http://build-server:8080/v1", environment={}).remote


@pytest.mark.parametrize(
    "url", ["localhost:8080", "ftp://host/v1", "http://", "https://user:pw@host/v1", "http://h/v1?key=x"]
)
def test_urls_that_cannot_be_used(url: str) -> None:
    with pytest.raises(UsageError, match="URL"):
        OpenAICompatibleEmbedder("m", PLAIN, url, environment={})


def test_the_url_of_the_endpoint_itself_is_understood(service: EmbeddingService) -> None:
    url = f"{service.url}/embeddings/"
    OpenAICompatibleEmbedder("tiny", PLAIN, url, environment={}).embed_query("text")
    assert service.requests[0]["path"] == "/v1/embeddings"
