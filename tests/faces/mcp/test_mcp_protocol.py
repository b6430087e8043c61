"""The protocol beside tool calls: what changed, pages, roots, progress, and the mistakes of clients."""

from __future__ import annotations

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import ListRootsResult, Root
from mcp_samples import command, record, server_over, text_of, write

from codeqa.codebase import Codebase
from codeqa.faces.mcp import resources
from codeqa.faces.mcp.server import CodeQAServer
from codeqa.faces.mcp.shelf import Shelf


def test_a_client_hears_of_changes(root: Path) -> None:
    heard: list[str] = []

    async def main() -> None:
        async with Client(command(str(root))) as client:
            await client.call_tool("outline", {})
            uris = ["codeqa://outline", "codeqa://file/harbour/ship.py"]
            async with client.listen(resources_list_changed=True, resource_subscriptions=uris) as stream:
                await anyio.sleep(3)  # until the server follows the files
                (root / "harbour/tug.py").write_text("class Tug:\n    pass\n")
                (root / "harbour/ship.py").write_text("class Ship:\n    pass\n")
                with anyio.fail_after(60):
                    async for event in stream:
                        heard.append(f"{type(event).__name__} {getattr(event, 'uri', '')}".strip())
                        if len(set(heard)) == 3:
                            break
            listed = [str(one.uri) for one in (await client.list_resources()).resources]
            assert "codeqa://file/harbour/tug.py" in listed

    anyio.run(main)
    assert set(heard) == {
        "ResourcesListChanged", "ResourceUpdated codeqa://outline", "ResourceUpdated codeqa://file/harbour/ship.py"
    }  # fmt: skip


def test_an_older_client_hears_of_changes(root: Path) -> None:
    heard: list[str] = []

    async def hear(message: Any) -> None:
        heard.append(getattr(message, "method", repr(message)))

    async def main() -> None:
        async with Client(command(str(root)), mode="legacy", message_handler=hear) as client:
            assert client.server_capabilities.resources is not None and client.server_capabilities.tools is not None
            assert client.server_capabilities.resources.list_changed and client.server_capabilities.tools.list_changed
            await client.call_tool("outline", {})
            await anyio.sleep(3)  # until the server follows the files
            (root / "harbour/tug.py").write_text("class Tug:\n    pass\n")
            with anyio.fail_after(60):
                while "notifications/resources/list_changed" not in heard:
                    await anyio.sleep(0.1)

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_resources_come_in_pages(shared: Path, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    monkeypatch.setattr(resources, "PAGE", 2)

    async def main() -> None:
        async with Client(server_over(shared), mode=mode) as client:
            found: list[str] = []
            cursor: str | None = None
            while True:
                page = await client.list_resources(cursor=cursor)
                found += [str(one.uri) for one in page.resources]
                cursor = page.next_cursor
                if cursor is None:
                    break
            files = sorted(one.path for one in Codebase(shared).files())
            assert found == ["codeqa://outline", *(f"codeqa://file/{path}" for path in files)]
            for listing in (client.list_resources, client.list_tools, client.list_prompts):
                with pytest.raises(MCPError, match="cursor"):
                    await listing(cursor="nonsense")

    anyio.run(main)


def test_resources_of_awkward_names_and_of_several_codebases(root: Path, tmp_path: Path) -> None:
    (root / "harbour/a b#1.py").write_text("def odd():\n    return 1\n")
    Codebase(root).index()
    write(tmp_path / "other/harbour")
    Codebase(tmp_path / "other/harbour").index()

    async def main() -> None:
        async with Client(server_over(root, tmp_path / "other/harbour")) as client:
            listed = [str(one.uri) for one in (await client.list_resources()).resources]
            odd = next(one for one in listed if "odd" not in one and "%20" in one)
            assert odd.endswith("?codebase=harbour")
            read = await client.read_resource(odd)
            assert "def odd" in str(getattr(read.contents[0], "text", ""))

    anyio.run(main)


def test_a_client_opens_another_folder(shared: Path, root: Path) -> None:
    opened = [shared]

    async def roots(_: ClientRequestContext) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=one.as_uri()) for one in opened])  # type: ignore[arg-type]

    heard: list[str] = []

    async def hear(message: Any) -> None:
        heard.append(getattr(message, "method", repr(message)))

    async def main() -> None:
        server = CodeQAServer(Shelf([], lambda path: Codebase(path or "."), follow=False))
        async with Client(server, mode="legacy", list_roots_callback=roots, message_handler=hear) as client:
            assert "codebase" not in (await client.list_tools()).tools[0].input_schema["properties"]
            opened.append(root)
            await client.send_roots_list_changed()
            with anyio.fail_after(30):
                while "notifications/tools/list_changed" not in heard:
                    await anyio.sleep(0.1)
            assert "codebase" in (await client.list_tools()).tools[0].input_schema["properties"]
            assert await record(client, "find_definition", {"name": "Ship", "codebase": "harbour-2"})
            opened.remove(shared)
            await client.send_roots_list_changed()
            with anyio.fail_after(30):
                while len(server.shelf) > 1:
                    await anyio.sleep(0.1)
            assert (await record(client, "find_definition", {"name": "Ship"}))["total"] == 1

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_progress_of_an_answer(shared: Path, mode: str) -> None:
    told: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append(done)

    async def main() -> None:
        question = {"question": "what is a Ship? and how is a berth found?"}
        async with Client(server_over(shared), mode=mode) as client:
            result = await client.call_tool("ask_codebase", question, progress_callback=progress)
            assert "harbour/" in text_of(result)

    anyio.run(main)
    assert told == sorted(set(told))


def test_a_busy_port(shared: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        parameters = command(str(shared), "--no-index", "--http", "--port", str(taken.getsockname()[1]))
        run = subprocess.run(
            [parameters.command, *parameters.args], env=parameters.env, capture_output=True, text=True, timeout=60
        )
    assert run.returncode == 2 and "is taken" in run.stderr
    assert "answers at" not in run.stderr and "Traceback" not in run.stderr


def test_a_clients_mistakes_print_no_traceback(shared: Path) -> None:
    hello = {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
    }  # fmt: skip
    messages = [
        "not json",
        "[]",
        '{"jsonrpc": "2.0"}',
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "no/such"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"arguments": {}}},
        {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": 5, "arguments": []}},
        {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "outline", "arguments": {"x": 1}}},
        {"jsonrpc": "2.0", "id": 6, "method": "resources/read", "params": {"uri": "codeqa://file/../../etc/passwd"}},
        {"jsonrpc": "2.0", "id": 7, "method": "resources/read", "params": {"uri": "nonsense"}},
        {"jsonrpc": "2.0", "id": 8, "method": "prompts/get", "params": {"name": "impact_of_change"}},
        {"jsonrpc": "2.0", "id": 9, "method": "completion/complete", "params": {"ref": {"type": "ref/none"}}},
        {"jsonrpc": "2.0", "id": 10, "method": "ping"},
    ]
    parameters = command(str(shared), "--no-index")
    with subprocess.Popen(
        [parameters.command, *parameters.args],
        env=parameters.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in messages))
        process.stdin.flush()
        answers: dict[Any, Any] = {}
        while not {*range(1, 11)} <= answers.keys():
            message = json.loads(process.stdout.readline())
            answers[message.get("id")] = message
        process.stdin.close()
        said = process.stderr.read()
    assert "Traceback" not in said, said
    for number in (2, 3, 4, 6, 7, 8, 9):
        assert "error" in answers[number], answers[number]
        assert "\n" not in answers[number]["error"]["message"]
    assert answers[5]["result"]["isError"] and "result" in answers[10]
