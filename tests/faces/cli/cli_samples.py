"""An invented codebase in four languages, and ways to run ``codeqa`` on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CODEBASE = {
    "README.md": "# Parcels\n\nWeighs parcels, finds routes for them, tells where they are.\n\n## Use\n\nCall `send`",
    "src/parcels/weighing.py": '''"""Weighing."""


class Scale:
    """Weighs parcels to the gram."""

    def weigh(self, parcel):
        """The weight of a parcel in grams."""
        return round(parcel.mass * 1000)


def postage(parcel, scale):
    """What it costs to send a parcel, in cents."""
    return 100 + scale.weigh(parcel) // 10
''',
    "src/parcels/sending.py": '''from parcels.weighing import Scale, postage


def send(parcel):
    """Takes the postage and sends the parcel away."""
    scale = Scale()
    return postage(parcel, scale)


def send_all(parcels):
    return [send(parcel) for parcel in parcels]
''',
    "java/depot/Depot.java": """package depot;

/** Keeps parcels until they are fetched. */
public class Depot {
    private final Shelf shelf = new Shelf();

    /** Puts a parcel on the shelf. */
    public void store(String parcel) {
        shelf.put(parcel);
    }
}

class Shelf {
    void put(String parcel) {}
}
""",
    "rust/route.rs": """/// A way from depot to depot.
pub struct Route {
    stops: Vec<String>,
}

impl Route {
    /// The stop after this one.
    pub fn next_stop(&self, at: usize) -> Option<&String> {
        self.stops.get(at + 1)
    }
}
""",
    "web/track.js": """export function position(parcel) {
  return parcel.stops[parcel.at];
}

export const track = (parcel) => `${parcel.name} is at ${position(parcel)}`;
""",
    "logo.png": "\0\1\2",
}


def write(root: Path, files: Mapping[str, str]) -> None:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run_process(*arguments: str, cwd: Path, code: str = "run()", **environment: str) -> Ran:
    """Runs ``codeqa`` as a process of its own."""
    done = subprocess.run(
        process_arguments(*arguments, code=code),
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def process_arguments(*arguments: str, code: str = "run()") -> list[str]:
    """What starts that process; the code may do something before or after."""
    start = "import sys; sys.argv[0] = 'codeqa'; from codeqa.faces.cli.main import run\n"
    return [sys.executable, "-c", start + code, *arguments]


@contextmanager
def model_server(answer: str) -> Iterator[str]:
    """A server that streams one answer to every request, in OpenAI's form. Gives its base URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for delta, finish in [({"content": word}, None) for word in answer.split(" ")] + [({}, "stop")]:
                content = {"content": delta["content"] + " "} if delta else {}
                choice = {"index": 0, "delta": content, "finish_reason": finish}
                event = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "tiny"}
                self.wfile.write(b"data: " + json.dumps({**event, "choices": [choice]}).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
