"""How soon a served codebase answers many at once: 50 readers and 5 streaming chats, over loopback.

    python benchmarks/serving.py REPOSITORY [--index-dir FOLDER] [--json]

`codeqa serve` runs as a process of its own over the repository, which is indexed first. A reader opens the page, waits
a while as a person does, searches, waits and so on, over a connection that stays open; a chat asks and reads the
answer to the end. The model of the chats is a server of this program that says a word 25 times a second, so that
streams are open all the time. Then the same readers search again without waiting: what is left when everybody wants
something at once. One search and one answer go before, as they load the index. A request is lost when it fails, is
refused, or its stream ends without an answer. Memory is that of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import quote

from data import save, table
from speed import CODEQA, family, megabytes, memory_of

READERS = 50
ROUNDS = 10
"""Pages, and searches, of each reader."""
PAUSE_SECONDS = (0.5, 2.5)
"""A reader's pause, from and to."""
SATURATED_ROUNDS = 4
CHATS = 5
QUESTIONS = 4
"""Of each chat."""
WORDS = 60
WORDS_A_SECOND = 25
BOUND_SECONDS = 300.0
"""After which what is still waiting is lost."""


@dataclass
class Measured:
    """What one kind of request took, in seconds."""

    seconds: list[float] = field(default_factory=list)
    lost: int = 0

    def row(self, name: str) -> list[object]:
        """It as a table's row."""
        return [name, len(self.seconds), self.lost, *map(milliseconds, self.figures())]

    def figures(self) -> tuple[float, float]:
        """Median and 95th percentile."""
        if len(self.seconds) < 2:
            return (float("nan"), float("nan"))
        return median(self.seconds), quantiles(self.seconds, n=20)[-1]

    def document(self) -> dict[str, object]:
        """It as JSON."""
        half, most = self.figures()
        return {"answered": len(self.seconds), "lost": self.lost, "median_seconds": half, "p95_seconds": most}


class Line:
    """A connection over which one request after another goes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> bytes:
        """The body of a response that was 200."""
        return b"".join([part async for part in self.send("GET", path, b"")])

    async def send(self, method: str, path: str, body: bytes) -> AsyncIterator[bytes]:
        """The parts of a response that was 200, as they come."""
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nX-CodeQA: 1\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        if " 200 " not in f"{status} ":
            raise OSError(status)
        if "content-length" in headers:
            yield await self._reader.readexactly(int(headers["content-length"]))
            return
        while size := int(await self._reader.readline(), 16):
            yield (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readline()

    def close(self) -> None:
        """Closes the connection."""
        if self._writer is not None:
            self._writer.close()


@dataclass
class Load:
    """What readers and chats do to a server."""

    port: int
    api: str
    queries: Sequence[str]
    page: Measured = field(default_factory=Measured)
    search: Measured = field(default_factory=Measured)
    saturated: Measured = field(default_factory=Measured)
    first_piece: Measured = field(default_factory=Measured)
    answer: Measured = field(default_factory=Measured)

    async def run(self) -> None:
        """Readers and chats at once, then readers without a pause."""
        readers = (self._reader(number) for number in range(READERS))
        chats = (self._chat(number) for number in range(CHATS))
        await asyncio.gather(*readers, *chats)
        await asyncio.gather(*(self._searcher(number) for number in range(READERS)))

    async def _reader(self, number: int) -> None:
        line, dice = Line(self.port), random.Random(number)
        for _ in range(ROUNDS):
            await asyncio.sleep(dice.uniform(*PAUSE_SECONDS))
            await self._timed(line, "/", self.page)
            await asyncio.sleep(dice.uniform(*PAUSE_SECONDS))
            await self._timed(line, self._search(dice), self.search)
        line.close()

    async def _searcher(self, number: int) -> None:
        line, dice = Line(self.port), random.Random(READERS + number)
        for _ in range(SATURATED_ROUNDS):
            await self._timed(line, self._search(dice), self.saturated)
        line.close()

    async def _chat(self, number: int) -> None:
        dice = random.Random(2 * READERS + number)
        for _ in range(QUESTIONS):
            body = json.dumps({"question": f"how does {dice.choice(self.queries)} work?"}).encode()
            line, started = Line(self.port), time.perf_counter()
            said = b""
            try:
                async with asyncio.timeout(BOUND_SECONDS):
                    async for part in line.send("POST", f"{self.api}/ask", body):
                        if b"event: piece" in part and b"event: piece" not in said:
                            self.first_piece.seconds.append(time.perf_counter() - started)
                        said += part
            except (OSError, EOFError, TimeoutError):
                self.answer.lost += 1
            else:
                self.answer.seconds.append(time.perf_counter() - started)
                self.answer.lost += b"event: answer" not in said
            line.close()

    def _search(self, dice: random.Random) -> str:
        return f"{self.api}/search?limit=10&q={quote(dice.choice(self.queries))}"

    async def _timed(self, line: Line, path: str, measured: Measured) -> None:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(BOUND_SECONDS):
                await line.get(path)
        except (OSError, EOFError, TimeoutError):
            measured.lost += 1
        else:
            measured.seconds.append(time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--index-dir", type=Path, help="where the index lies, or is made; by default a new one is made")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        index_dir = arguments.index_dir or Path(scratch)
        subprocess.run([*CODEQA, "index", str(arguments.repository), "--index-dir", str(index_dir)], check=True)
        measure(arguments.repository.resolve(), index_dir, arguments.json)


def measure(repository: Path, index_dir: Path, as_json: bool) -> None:
    with model_server() as model_url, served(repository, index_dir, model_url) as (process, port, seconds):
        api = f"/api/v1/codebases/{json.loads(fetched(port, '/api/v1/codebases'))[0]['id']}"
        entries = json.loads(fetched(port, f"{api}/outline"))["entries"]
        fetched(port, f"{api}/search?q=warm")
        fetched(port, f"{api}/ask", json.dumps({"question": "how does it work?"}).encode())
        load = Load(port, api, [one["definition"]["name"] for one in entries])
        held = [memory(process)]
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(0.5):
                held.append(memory(process))

        watching = threading.Thread(target=watch)
        watching.start()
        started = time.perf_counter()
        asyncio.run(load.run())
        took = time.perf_counter() - started
        ended.set()
        watching.join()
    kinds = {
        "page": load.page,
        "search": load.search,
        "chat: first piece": load.first_piece,
        "chat: whole answer": load.answer,
        "search, nobody pausing": load.saturated,
    }
    figures = {
        "repository": repository.name,
        "readers": READERS,
        "chats": CHATS,
        "start_seconds": seconds,
        "seconds": took,
        "memory_bytes_before": held[0],
        "memory_bytes": max(held),
        **{name: one.document() for name, one in kinds.items()},
    }
    save(f"serving-{repository.name}", figures)
    if as_json:
        print(json.dumps(figures, indent=1))
        return
    print(f"\n{repository.name}: {READERS} readers and {CHATS} chats, {took:.0f} s; ", end="")
    print(
        f"answers {seconds:.1f} s after it was started; {megabytes(held[0])} before, {megabytes(max(held))} at most\n"
    )
    header = ["request", "answered", "lost", "median", "95th percentile"]
    print(table(header, [one.row(name) for name, one in kinds.items()]))


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def memory(process: subprocess.Popen[bytes]) -> int:
    return sum(map(memory_of, family(process.pid)))


def fetched(port: int, path: str, body: bytes | None = None) -> bytes:
    async def fetch() -> bytes:
        line = Line(port)
        try:
            method = "GET" if body is None else "POST"
            return b"".join([part async for part in line.send(method, path, body or b"")])
        finally:
            line.close()

    return asyncio.run(fetch())


@contextmanager
def served(repository: Path, index_dir: Path, model_url: str) -> Iterator[tuple[subprocess.Popen[bytes], int, float]]:
    """The server: its process, its port, and the seconds until it answered."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*CODEQA, "serve", str(repository), "--index-dir", str(index_dir), "--port", str(port), "--no-open"]
    started = time.perf_counter()
    process = subprocess.Popen([*command, "--model", "words", "--model-url", model_url], stdin=subprocess.DEVNULL)
    try:
        while True:
            try:
                fetched(port, "/api/v1/about")
                break
            except OSError:
                if process.poll() is not None:
                    raise SystemExit("codeqa serve ended") from None
                time.sleep(0.02)
        yield process, port, time.perf_counter() - started
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def model_server() -> Iterator[str]:
    """A model that says words at a steady pace. Gives its base URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for number in range(WORDS):
                time.sleep(1 / WORDS_A_SECOND)
                self._event({"content": "It works [1]. " if number % 10 == 0 else "indeed "}, None)
            self._event({}, "stop")
            self.wfile.write(b"data: [DONE]\n\n")

        def _event(self, delta: dict[str, str], finish: str | None) -> None:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            chunk: dict[str, Any] = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "words"}
            self.wfile.write(b"data: " + json.dumps({**chunk, "choices": [choice]}).encode() + b"\n\n")
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
