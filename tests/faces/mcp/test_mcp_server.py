"""The server, talked to by the SDK's client over both transports."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.types import ListRootsResult, ResourceTemplateReference, Root
from mcp_samples import PROGRAM, TOOLS, command, record, server_over, text_of

from codeqa.codebase import Codebase
from codeqa.faces.mcp import calling
from codeqa.faces.mcp.server import CodeQAServer
from codeqa.faces.mcp.shelf import Shelf


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_over_stdio(shared: Path, mode: str) -> None:
    async def main() -> None:
        async with Client(command(str(shared), "--no-index"), mode=mode) as client:
            tools = (await client.list_tools()).tools
            assert {one.name for one in tools} == TOOLS
            for one in tools:
                assert one.annotations is not None and one.annotations.read_only_hint
                assert one.output_schema is None and "Example" in (one.description or "")
                assert "codebase" not in one.input_schema["properties"]
            found = await record(client, "search_code", {"query": "smallest berth long enough"})
            assert any(one["place"].startswith("harbour/quay.py") for one in found["items"])
            defined = await client.call_tool("find_definition", {"name": "Ship.moor", "detail": "full"})
            assert "quay.reserve(self.length)" in text_of(defined)
            assert text_of(defined).startswith("harbour/ship.py:11-13") and defined.structured_content is None
            used = await record(client, "find_references", {"name": "Ship", "kinds": ["instantiation"]})
            assert [(one["path"], one["line"]) for one in used["items"]] == [("harbour/office.py", 9)]
            callers = await client.call_tool("call_graph", {"name": "find_berth", "depth": 3})
            assert "Quay.reserve → find_berth" in text_of(callers)
            route = {"name": "register", "direction": "route", "to": "find_berth"}
            found = await record(client, "call_graph", route)
            assert found["total"] > 1 and found["relation"] == "calls"
            assert (await record(client, "outline", {}))["total"] > 3
            outline = await client.call_tool("outline", {"path": "harbour/ship.py"})
            assert "def moor(self, quay)" in text_of(outline) and "self.name" not in text_of(outline)
            source = await record(client, "read_source", {"path": "harbour/ship.py:11-13"})
            assert source["within"] == ["Ship", "Ship.moor"] and source["text"].startswith("    def moor")
            context = await record(client, "get_context", {"question": "how are berths found?"})
            assert any(one.startswith("harbour/quay.py") for one in context["sources"])
            answer = await record(client, "ask_codebase", {"question": "what does find_berth do?"})
            assert answer["model"] is None and "find_berth" in answer["text"]

    anyio.run(main)


def test_errors_say_what_to_do(shared: Path) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            for tool, arguments, words in [
                ("find_definition", {"name": "find_bert"}, "find_berth"),
                ("find_definition", {}, "name is missing"),
                ("call_graph", {"name": "register", "depth": 9}, "depth is a number from 1 to 3, not 9"),
                ("call_graph", {"name": "register", "direction": "route"}, "needs to"),
                ("find_references", {"name": "Ship", "kinds": ["sings"]}, "kinds"),
                ("read_source", {"path": "../secret.py"}, "secret.py"),
                ("read_source", {"path": "harbour/ship.py:900"}, "900"),
                ("search_code", {"query": "x", "languages": ["klingon"]}, "klingon"),
                ("outline", {"path": "nowhere.py"}, "nowhere.py"),
                ("search_code", {"query": "x", "codebase": "other"}, "There are: harbour"),
            ]:
                result = await client.call_tool(tool, arguments)
                assert result.is_error and words in text_of(result), (tool, text_of(result))
                assert "Traceback" not in text_of(result)

    anyio.run(main)


def test_pages_and_budgets(shared: Path) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            outline = {"path": "harbour/long.py", "max_tokens": 100}
            names: list[str] = []
            offset: int | None = 0
            while offset is not None:
                result = await client.call_tool("outline", {**outline, "offset": offset})
                assert len(text_of(result)) < 100 * 4 + 80
                found = await record(client, "outline", {**outline, "offset": offset})
                names += [one["name"] for one in found["items"]]
                offset = found["next_offset"]
            assert names == [f"step_{number}" for number in range(120)]
            lines: list[str] = []
            start: int | None = 1
            while start is not None:
                source = {"path": "harbour/long.py", "start_line": start, "max_tokens": 200}
                found = await record(client, "read_source", source)
                lines += found["text"].split("\n")
                start = found["next_start_line"]
            assert "\n".join(lines).strip() == (shared / "harbour/long.py").read_text().strip()
            context = await record(client, "get_context", {"question": "steps", "max_tokens": 200})
            assert context["tokens"] <= 200

    anyio.run(main)


def test_several_codebases(shared: Path, root: Path) -> None:
    async def main() -> None:
        async with Client(server_over(shared, root)) as client:
            tools = (await client.list_tools()).tools
            assert all("codebase" in one.input_schema["properties"] for one in tools)
            ambiguous = await client.call_tool("find_definition", {"name": "Ship"})
            assert ambiguous.is_error and "harbour, harbour-2" in text_of(ambiguous)
            assert await record(client, "find_definition", {"name": "Ship", "codebase": "harbour-2"})

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_clients_roots(shared: Path, tmp_path: Path, mode: str) -> None:
    async def roots(_: ClientRequestContext) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=shared.as_uri())])  # type: ignore[arg-type]

    async def main() -> None:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        server = command("--no-index", cwd=elsewhere) if mode == "auto" else server_over()
        async with Client(server, mode=mode, list_roots_callback=roots) as client:
            assert len((await client.list_tools()).tools) == len(TOOLS)
            assert (await record(client, "find_definition", {"name": "find_berth"}))["total"] == 1

    anyio.run(main)


def test_a_first_index_is_waited_for_with_progress(bare: Path) -> None:
    told: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        assert message
        told.append(done)

    async def main() -> None:
        server = CodeQAServer(Shelf([str(bare)], lambda path: Codebase(path or ".")))
        try:
            async with Client(server, mode="legacy") as client:
                result = await client.call_tool("find_definition", {"name": "Ship"}, progress_callback=progress)
                assert "harbour/ship.py:4-13" in text_of(result)
        finally:
            server.shelf.close()

    anyio.run(main)
    assert told == sorted(set(told)) and told


def test_a_first_index_that_takes_long_is_not_waited_for(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "FIRST_INDEX_SECONDS", 0.0)

    async def main() -> None:
        server = CodeQAServer(Shelf([str(bare)], lambda path: Codebase(path or ".")))
        try:
            async with Client(server) as client:
                result = await client.call_tool("outline", {})
                assert result.is_error and "Call again" in text_of(result)
        finally:
            server.shelf.close()

    anyio.run(main)


def test_without_an_index_and_told_not_to_make_one(bare: Path) -> None:
    async def main() -> None:
        async with Client(server_over(bare)) as client:
            result = await client.call_tool("outline", {})
            assert result.is_error and "codeqa index" in text_of(result)

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_cancelled_call_leaves_the_server_working(shared: Path, mode: str) -> None:
    async def main() -> None:
        async with Client(server_over(shared), mode=mode) as client:
            for _ in range(3):
                with anyio.move_on_after(0.001):
                    await client.call_tool("ask_codebase", {"question": "what is a ship and where is it moored?"})
            assert (await record(client, "find_definition", {"name": "Ship"}))["total"] == 1

    anyio.run(main)


def test_two_clients_at_once_over_http(shared: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    parameters = command(str(shared), "--no-index", "--http", "--port", str(port))
    process = subprocess.Popen([parameters.command, *parameters.args], env=parameters.env, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/mcp"

    async def use(name: str) -> None:
        async with Client(url) as client:
            for _ in range(5):
                assert (await record(client, "find_definition", {"name": name}))["items"][0]["name"] == name

    async def main() -> None:
        async with httpx2.AsyncClient() as plain:
            with anyio.fail_after(30):
                while True:
                    try:
                        await plain.get(f"http://127.0.0.1:{port}/")
                        break
                    except httpx2.TransportError:
                        await anyio.sleep(0.1)
            hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
                refused = await plain.post(url, json=hello, headers=headers)
                assert refused.status_code in (403, 421)
        async with anyio.create_task_group() as group:
            group.start_soon(use, "Ship")
            group.start_soon(use, "find_berth")

    try:
        anyio.run(main)
    finally:
        process.terminate()
        process.wait(10)


def test_only_the_protocol_is_on_stdout(shared: Path) -> None:
    noisy = f"""
import os
from codeqa.faces.mcp.server import CodeQAServer
quiet = CodeQAServer.asked
def asked(*arguments):
    print("stray")
    os.write(1, b"raw")
    return quiet(*arguments)
CodeQAServer.asked = asked
{PROGRAM}"""
    lines = [
        {
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "outline", "arguments": {}}},
    ]  # fmt: skip
    parameters = command(str(shared), "--no-index")
    process = subprocess.Popen(
        [sys.executable, "-c", noisy, *parameters.args[2:]],
        env=parameters.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("not json\n" + "".join(json.dumps(one) + "\n" for one in lines))
    process.stdin.flush()
    ids = set()
    while 2 not in ids:
        message = json.loads(process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        ids.add(message.get("id"))
    process.stdin.close()
    rest = process.stdout.read()
    assert process.wait(15) == 0
    for line in rest.splitlines():
        json.loads(line)


def test_resources_prompts_and_completion(shared: Path) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:

            async def read(uri: str) -> str:
                return str(getattr((await client.read_resource(uri)).contents[0], "text", ""))

            listed = [str(one.uri) for one in (await client.list_resources()).resources]
            assert listed[0] == "codeqa://outline" and "codeqa://file/harbour/ship.py" in listed
            templates = (await client.list_resource_templates()).resource_templates
            assert len(templates) == 2
            assert "find_berth" in await read("codeqa://outline")
            assert "class Ship" in await read("codeqa://file/harbour/ship.py")
            assert "quay.reserve" in await read("codeqa://symbol/Ship.moor")
            with pytest.raises(Exception, match="nowhere"):
                await read("codeqa://file/nowhere.py")
            prompts = {one.name for one in (await client.list_prompts()).prompts}
            assert {"explain_codebase", "impact_of_change"} <= prompts
            impact = await client.get_prompt("impact_of_change", {"name": "Ship"})
            assert "`Ship`" in getattr(impact.messages[0].content, "text", "")
            done = await client.complete(
                ResourceTemplateReference(uri="codeqa://file/{+path}{?codebase}"), {"name": "path", "value": "shi"}
            )
            assert "harbour/ship.py" in done.completion.values

    anyio.run(main)


def test_a_home_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    opened: Callable[[str | None], Codebase] = lambda _: Codebase(tmp_path)  # noqa: E731

    async def main() -> None:
        async with Client(CodeQAServer(Shelf([], opened))) as client:
            result = await client.call_tool("outline", {})
            assert result.is_error and "Name the folder" in text_of(result)

    anyio.run(main)
