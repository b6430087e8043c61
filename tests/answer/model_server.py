"""A server that speaks OpenAI's ``/chat/completions`` over real sockets and says exactly what a test scripts."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What the server answers to one request: a stream of pieces unless a status or a body says otherwise."""

    pieces: Sequence[str] = ()
    calls: Sequence[tuple[str, str]] = ()
    """Tool calls: name, arguments."""
    finish: str | None = "stop"
    status: int = 200
    body: bytes | dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    """Seconds before anything is sent."""
    cut: bool = False
    """Close the connection in the middle of the stream."""
    events: Sequence[bytes] | None = None
    """Lines of the stream as they are, in place of pieces."""
    drop: bool = False
    """Close the connection without a word."""


def says(text: str) -> Reply:
    """An answer that comes in pieces of a few characters."""
    return Reply([text[start : start + 7] for start in range(0, len(text), 7)])


def fails(status: int, message: str, headers: dict[str, str] | None = None, **error: Any) -> Reply:
    return Reply(status=status, body={"error": {"message": message, **error}}, headers=headers or {})


Script = Reply | Callable[[dict[str, Any]], Reply]


@dataclass
class ModelServer:
    url: str = ""
    script: list[Script] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    """Bodies that arrived, with their headers under ``headers``."""
    models: list[str] = field(default_factory=lambda: ["tiny"])

    def expect(self, *replies: Script) -> None:
        self.script = list(replies)

    def prompt(self, number: int = -1) -> str:
        """All that a request said, in one text."""
        return "\n".join(str(message["content"]) for message in self.requests[number]["messages"])


@contextmanager
def running() -> Iterator[ModelServer]:
    state = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            data = [{"id": name, "object": "model", "created": 0, "owned_by": "test"} for name in state.models]
            self._send(200, json.dumps({"object": "list", "data": data}).encode(), {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            state.requests.append({**body, "headers": {key.lower(): value for key, value in self.headers.items()}})
            step = state.script.pop(0) if state.script else fails(500, "nothing scripted")
            reply = step if isinstance(step, Reply) else step(body)
            time.sleep(reply.delay)
            if reply.drop:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
            elif reply.body is not None or reply.status != 200:
                content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body or {}).encode()
                self._send(reply.status, content, reply.headers)
            else:
                self._stream(reply)

        def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def _stream(self, reply: Reply) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for event in _events(reply) if reply.events is None else reply.events:
                self._chunk(event + b"\n\n")
            if reply.cut:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self._chunk(b"data: [DONE]\n\n")
            self.wfile.write(b"0\r\n\r\n")

        def _chunk(self, content: bytes) -> None:
            self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that close in the middle are what these tests are about."""


def _events(reply: Reply) -> Iterator[bytes]:
    yield _event({"role": "assistant", "content": ""})
    for piece in reply.pieces:
        yield _event({"content": piece})
    for index, (name, arguments) in enumerate(reply.calls):
        # As services send them: first the name, then the arguments in pieces.
        yield _event(
            {
                "tool_calls": [
                    {"index": index, "id": f"c{index}", "type": "function", "function": {"name": name, "arguments": ""}}
                ]
            }
        )
        for start in range(0, len(arguments), 9):
            yield _event({"tool_calls": [{"index": index, "function": {"arguments": arguments[start : start + 9]}}]})
    if not reply.cut:
        yield _event({}, "tool_calls" if reply.calls else reply.finish)


def _event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "tiny", "choices": [choice]}
    return b"data: " + json.dumps(chunk).encode()
