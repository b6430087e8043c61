"""A small HTTP server that speaks OpenAI's ``/embeddings``, and can be told to misbehave."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

DIMENSION = 8


@dataclass
class Scripted:
    """One answer in place of the usual one."""

    status: int = 200
    body: bytes | dict[str, Any] = b""
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False


@dataclass
class EmbeddingService:
    url: str = ""
    key: str | None = None
    model: str = "tiny"
    longest_text: int = 1_000_000
    """Characters; a longer text is refused as OpenAI does."""
    largest_batch: int = 1_000_000
    shuffled: bool = False
    script: list[Scripted] = field(default_factory=list)
    """Answers to give first."""
    requests: list[dict[str, Any]] = field(default_factory=list)
    """Bodies that arrived, each with its headers under ``headers``."""

    @property
    def inputs(self) -> list[list[str]]:
        return [request["input"] for request in self.requests]

    @staticmethod
    def vector(text: str) -> list[float]:
        """A vector that depends on the text alone. It is not of length 1."""
        numbers = [0.0] * DIMENSION
        for position, character in enumerate(text):
            numbers[(ord(character) + position) % DIMENSION] += 1.0
        return numbers

    def expect(self, script: list[dict[str, Any]]) -> None:
        """Answers to give first, in place of the usual ones: the fields of ``Scripted``."""
        self.script = [Scripted(**answer) for answer in script]

    def answer(self, request: dict[str, Any]) -> Scripted:
        if self.script:
            return self.script.pop(0)
        if self.key is not None and request["headers"].get("authorization") != f"Bearer {self.key}":
            return Scripted(401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}})
        if request["model"] != self.model:
            return Scripted(404, {"error": {"message": f"The model `{request['model']}` does not exist"}})
        texts = request["input"]
        if len(texts) > self.largest_batch:
            return Scripted(400, {"error": {"message": "Too many inputs in request, split into more batches"}})
        if any(len(text) > self.longest_text for text in texts):
            return Scripted(400, {"error": {"message": "This model's maximum context length is 7 tokens"}})
        data: list[dict[str, Any]] = []
        for index, text in enumerate(texts):
            numbers: Any = self.vector(text)
            if request["encoding_format"] == "base64":
                numbers = base64.b64encode(np.array(numbers, dtype="<f4").tobytes()).decode()
            data.append({"object": "embedding", "index": index, "embedding": numbers})
        return Scripted(body={"object": "list", "data": data[::-1] if self.shuffled else data})


@pytest.fixture
def service() -> Iterator[EmbeddingService]:
    state = EmbeddingService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            body["path"] = self.path
            body["headers"] = {name.lower(): value for name, value in self.headers.items()}
            state.requests.append(body)
            answer = state.answer(body)
            if answer.drop:
                self.close_connection = True
                return
            content = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in {"content-type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield state
    server.shutdown()
    server.server_close()
    thread.join()
