from __future__ import annotations

import pytest
from model_server import ModelServer

from codeqa.answer.models import load_model
from codeqa.answer.models.local import offer, ollama_models
from codeqa.answer.models.providers import endpoint_of
from codeqa.errors import ModelError, UsageError


def test_a_provider_and_its_model() -> None:
    endpoint = endpoint_of("openrouter/qwen/qwen3-coder", None, {"OPENROUTER_API_KEY": "k"})
    assert (endpoint.model, endpoint.key, endpoint.remote) == ("qwen/qwen3-coder", "k", True)
    assert endpoint.name == "openrouter/qwen/qwen3-coder"


def test_local_services_need_no_key() -> None:
    for spec in ("ollama/a", "lmstudio/a", "vllm/Qwen/a", "llamacpp/a", "llamacpp"):
        endpoint = endpoint_of(spec, None, {})
        assert endpoint.key is None
        assert not endpoint.remote


def test_any_base_url() -> None:
    endpoint = endpoint_of("Qwen/Coder", "http://build-server:8000/v1/chat/completions", {})
    assert (endpoint.model, endpoint.url, endpoint.remote) == ("Qwen/Coder", "http://build-server:8000/v1", True)


def test_the_provider_s_key_goes_to_the_provider_alone() -> None:
    environment = {"OPENAI_API_KEY": "k"}
    assert endpoint_of("openai/a", "http://elsewhere/v1", environment).key is None
    assert endpoint_of("openai/a", "http://elsewhere/v1", environment | {"CODEQA_MODEL_KEY": "own"}).key == "own"


def test_a_missing_key_names_its_variable() -> None:
    with pytest.raises(ModelError, match="Set GEMINI_API_KEY or GOOGLE_API_KEY"):
        endpoint_of("gemini/a", None, {})
    assert endpoint_of("gemini/a", None, {"GOOGLE_API_KEY": "k"}).key == "k"


@pytest.mark.parametrize(
    ("spec", "url", "message"),
    [
        ("gpt-5", None, "names no known provider.*openai.*CODEQA_MODEL_URL"),
        ("nobody/model", None, "names no known provider"),
        ("ollama", None, "no model. Write it like ollama/"),
        ("a", "localhost:8080", "Write it like http://localhost:8080/v1"),
        ("a", "http://user:pass@host/v1", "must hold no key"),
        ("a", "http://host/v1?key=secret", "must hold no key"),
    ],
)
def test_names_and_urls_that_cannot_be_used(spec: str, url: str | None, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        endpoint_of(spec, url, {})
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0:9999", "http://localhost:9999/v1"),
        ("127.0.0.1", "http://127.0.0.1:11434/v1"),
        ("http://gpu:80", "http://gpu:80/v1"),
        ("[::1]:8", "http://[::1]:8/v1"),
        ("", "http://localhost:11434/v1"),
    ],
)
def test_ollama_s_own_variables_are_read(host: str, url: str) -> None:
    endpoint = endpoint_of("ollama/a", None, {"OLLAMA_HOST": host, "OLLAMA_CONTEXT_LENGTH": "16384"})
    assert (endpoint.url, endpoint.window) == (url, 16384)


def test_a_running_ollama_is_offered(server: ModelServer) -> None:
    environment = {"OLLAMA_HOST": server.url.removesuffix("/v1")}
    server.models = ["nomic-embed-text:latest", "llama3.2:3b", "qwen2.5-coder:7b"]
    assert ollama_models(environment) == ["llama3.2:3b", "qwen2.5-coder:7b"]
    assert "CODEQA_MODEL=ollama/qwen2.5-coder:7b" in offer(environment)
    server.models = []
    assert "set CODEQA_MODEL" in offer(environment)
    assert "set CODEQA_MODEL" in offer({"OLLAMA_HOST": "127.0.0.1:9"})
    assert ollama_models({"OLLAMA_HOST": "http://far-away.invalid"}) == []


def test_load_model_sends_nothing() -> None:
    model = load_model("ollama/a", environment={})
    assert (model.name, model.remote, model.window) == ("ollama/a", False, 4096)
