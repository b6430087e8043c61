"""Rerankers: the offline one, services on loopback, and what settings name."""

from __future__ import annotations

import json
import sys
import threading
import types
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from codeqa.errors import RerankerError, UsageError
from codeqa.rerank import load_reranker
from codeqa.rerank.hosted import KEY_VARIABLE, HostedReranker

Reply = Callable[[dict[str, Any]], tuple[int, Any]]


class Service(ThreadingHTTPServer):
    """A reranking service that answers as it is told and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reply: Reply = lambda body: (200, {})
        self.asked: list[tuple[str, str | None, dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, self.headers["Authorization"], body))
        status, answer = self.server.reply(body)
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    server = Service()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def by_length(name: str) -> Reply:
    """Scores the longest text best, in no order."""

    def reply(body: dict[str, Any]) -> tuple[int, Any]:
        scored = [{"index": at, "relevance_score": len(text) / 100} for at, text in enumerate(body["documents"])]
        return 200, {name: scored[::-1]}

    return reply


def test_late_interaction_prefers_the_text_that_speaks_of_the_query() -> None:
    reranker = load_reranker("late-interaction")
    scores = reranker.scores("open a file", ["def close_window(self): ...", "def read_file(path): return open(path)"])
    assert scores[1] > scores[0]
    assert reranker.scores("?!", ["a", "b"]).tolist() == [0, 0]


@pytest.mark.parametrize(("provider", "results"), [("jina", "results"), ("cohere", "results"), ("voyage", "data")])
def test_a_service_scores_the_texts_in_their_order(
    service: Service, provider: str, results: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "a-key")
    service.reply = by_length(results)
    reranker = load_reranker(f"{provider}:best-1", service.url)
    assert not reranker.remote
    assert reranker.scores("which?", ["a", "ccc", "bb"]).tolist() == pytest.approx([0.01, 0.03, 0.02])
    [(path, key, body)] = service.asked
    assert (path, key) == ("/v1/rerank", "Bearer a-key")
    assert (body["model"], body["query"], body["documents"]) == ("best-1", "which?", ["a", "ccc", "bb"])


def test_a_service_s_own_key_goes_nowhere_else(service: Service) -> None:
    service.reply = by_length("results")
    reranker = HostedReranker("jina", "m", service.url, {"JINA_API_KEY": "secret"})
    reranker.scores("q", ["text"])
    assert "secret" not in str(service.asked)


def test_secrets_are_masked_where_texts_leave_the_machine(service: Service) -> None:
    service.reply = by_length("results")
    reranker = HostedReranker("jina", "m", service.url, {})
    reranker.remote = True  # as for any other address
    reranker.scores("who?", ['password = "hT7!kq9-Zx"'])
    assert service.asked[0][2]["documents"] == ['password = "[masked secret]"']


def test_a_busy_service_is_asked_again(service: Service) -> None:
    ready = by_length("results")
    service.reply = lambda body: ready(body) if len(service.asked) == 3 else (429, {"detail": "slow down"})
    assert HostedReranker("vllm", "m", service.url, {}).scores("q", ["text"]).shape == (1,)
    assert len(service.asked) == 3


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ((401, {"detail": "bad key"}), "refuses .401."),
        ((404, {"detail": "no model"}), "refuses .404."),
        ((200, {"answer": 42}), "not understood"),
        ((200, {"results": [{"index": 0, "relevance_score": 1.0}]}), "left out"),
        ((200, {"results": [{"index": 7, "relevance_score": 1.0}]}), "not understood"),
    ],
)
def test_what_goes_wrong_is_said(service: Service, reply: tuple[int, Any], says: str) -> None:
    service.reply = lambda _: reply
    with pytest.raises(RerankerError, match=says):
        HostedReranker("llamacpp", "m", service.url, {}).scores("q", ["one", "two"])


def test_nobody_at_the_address() -> None:
    with pytest.raises(RerankerError, match="cannot be reached"):
        HostedReranker("llamacpp", "m", "http://127.0.0.1:9/v1", {}).scores("q", ["one"])


@pytest.mark.parametrize(
    ("spec", "url", "says"),
    [
        ("guess", None, "Unknown reranker"),
        ("cohere", None, "needs a model"),
        ("late-interaction:x", None, "only one model"),
        ("late-interaction", "http://127.0.0.1", "takes no URL"),
        ("jina:m", "localhost:80", "cannot be used"),
        ("jina:m", "https://user:pass@host/v1", "cannot be used"),
    ],
)
def test_settings_that_cannot_be_used(spec: str, url: str | None, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        load_reranker(spec, url)


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (KEY_VARIABLE, "VOYAGE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(RerankerError, match="VOYAGE_API_KEY"):
        load_reranker("voyage:rerank-2")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    monkeypatch.setitem(sys.modules, "fastembed", None)
    monkeypatch.setitem(sys.modules, "fastembed.rerank.cross_encoder", None)
    for spec in ("sentence-transformers:m", "fastembed:m", "colbert:m"):
        with pytest.raises(RerankerError, match="pip install"):
            load_reranker(spec)


class _CrossEncoder:
    """Stands for both packages' cross-encoders: the longer the text, the better."""

    def __init__(self, model: str) -> None:
        if model == "unknown":
            raise OSError("no such model.\nmore about it")

    def predict(self, pairs: list[tuple[str, str]], show_progress_bar: bool) -> list[list[float]]:
        return [[float(len(text))] for _, text in pairs]

    def rerank(self, query: str, texts: list[str]) -> Iterator[float]:
        return (float(len(text)) for text in texts)


class _LateInteraction(_CrossEncoder):
    """A token a word, one of two directions each."""

    def query_embed(self, query: str) -> Iterator[Any]:
        return self.embed([query])

    def embed(self, texts: list[str]) -> Iterator[Any]:
        return (np.array([[word == "cat", word == "dog"] for word in text.split()], dtype=float) for text in texts)


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages' names, with stand-ins for their models, which have to be fetched."""
    for module, name, stand_in in (
        ("sentence_transformers", "CrossEncoder", _CrossEncoder),
        ("fastembed.rerank.cross_encoder", "TextCrossEncoder", _CrossEncoder),
        ("fastembed", "LateInteractionTextEmbedding", _LateInteraction),
    ):
        made = types.ModuleType(module)
        setattr(made, name, stand_in)
        monkeypatch.setitem(sys.modules, module, made)


@pytest.mark.parametrize("kind", ["sentence-transformers", "fastembed"])
def test_cross_encoders_score_the_texts_in_their_order(packages: None, kind: str) -> None:
    reranker = load_reranker(f"{kind}:m")
    assert (reranker.name, reranker.remote, reranker.share) == (f"{kind}:m", False, 1.0)
    assert reranker.scores("q", ["a", "ccc", "bb"]).tolist() == [1, 3, 2]


def test_late_interaction_of_tokens_sums_the_nearest(packages: None) -> None:
    assert load_reranker("colbert:m").scores("cat dog", ["cat cat", "dog cat", "bird"]).tolist() == [1, 2, 0]


@pytest.mark.parametrize("kind", ["sentence-transformers", "fastembed", "colbert"])
def test_a_model_that_cannot_be_loaded_is_said(packages: None, kind: str) -> None:
    with pytest.raises(RerankerError, match=r"'unknown' cannot be loaded: no such model\. Give"):
        load_reranker(f"{kind}:unknown")


def test_scores_are_floats_of_the_texts_shape() -> None:
    scores = load_reranker("late-interaction").scores("read", [])
    assert (scores.dtype, scores.shape) == (np.float32, (0,))
