"""An invented codebase with scripts planted in it, and ways to talk to a server that answers for it."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from codeqa.faces.http.server import Server, bound

PLANTED = "<script>alert('planted')</script>"

FILES = {
    "README.md": f"""# Beacon {PLANTED}

Lights a lamp, and tells ships where the rocks are. Read the [guide](docs/guide.md), not
[this](javascript:alert(1)). ![A lamp](https://tracker.example/lamp.png)

<img src=x onerror="alert('planted')">
""",
    "docs/guide.md": "# Guide\n\nFirst light the lamp.\n",
    "beacon/lamp.py": f'''"""The lamp.

Never def ine it twice.
"""


class Lamp:
    """Gives light. {PLANTED}"""

    def __init__(self, watts):
        self.watts = watts

    def flash(self, seconds):
        """Gives light for some seconds."""
        return "{PLANTED}" * seconds
''',
    "beacon/keeper.py": '''from beacon.lamp import Lamp


def keep_watch(nights):
    """Lights the lamp in every night."""
    lamp = Lamp(1000)
    return [lamp.flash(night) for night in range(nights)]


def main():
    return keep_watch(3)
''',
    "web/page.html": f"<!doctype html>\n<body onload=\"alert('planted')\">{PLANTED}</body>\n",
    ".env": "PASSWORD=hunter2\n",
}

API = "/api/v1/codebases/beacon"
HEADERS = {"X-CodeQA": "1"}


@dataclass(frozen=True)
class Event:
    name: str
    data: dict[str, Any]


def events_of(text: str) -> list[Event]:
    """The events of a stream that has ended."""
    found = []
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            found.append(Event(fields["event"], json.loads(fields["data"])))
    return found


def talking(app: FastAPI) -> TestClient:
    """Talks to the app without a socket."""
    return TestClient(app, base_url="http://127.0.0.1:7411", headers=HEADERS, raise_server_exceptions=False)


@contextmanager
def served(app: FastAPI) -> Iterator[int]:
    """The app behind a real socket; gives its port."""
    listening = bound("127.0.0.1", 0)
    port = listening.getsockname()[1]
    ready = threading.Event()
    server = Server(app, ready.set)
    thread = threading.Thread(target=server.serve_on, args=(listening,), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield port
    finally:
        app.state.services.streams.stop()
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


class Stream:
    """A stream of events over a real socket, read as it comes."""

    def __init__(self, port: int, method: str, path: str, body: dict[str, Any] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = HEADERS if body is None else {**HEADERS, "Content-Type": "application/json"}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        self.response = self._connection.getresponse()

    def next(self) -> Event | None:
        """The next event; None at the end."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            if not line.startswith(":"):
                name, _, value = line.partition(": ")
                fields[name] = value
        return Event(fields["event"], json.loads(fields["data"])) if fields else None

    def until(self, name: str) -> Event:
        """The next event of that name."""
        while (event := self.next()) is not None:
            if event.name == name:
                return event
        raise AssertionError(f"the stream ended without {name}")

    def close(self) -> None:
        """Closes the connection, as a browser does that goes away."""
        self.response.close()
        self._connection.close()


def until(what: Any, seconds: float = 20) -> None:
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.01)
