"""A small codebase, and the server as a client starts it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult

from codeqa.codebase import Codebase
from codeqa.faces.mcp.server import CodeQAServer
from codeqa.faces.mcp.shelf import Shelf

FILES = {
    "README.md": "# Harbour\n\nRegisters ships and berths them.\n",
    "harbour/ship.py": '''"""Ships."""


class Ship:
    """A vessel that wants a berth."""

    def __init__(self, name, length):
        self.name = name
        self.length = length

    def moor(self, quay):
        """Ties up at a quay."""
        return quay.reserve(self.length)
''',
    "harbour/quay.py": '''"""Quays."""


class Quay:
    """A quay with berths."""

    def reserve(self, length):
        """Finds a free berth of a length."""
        return find_berth(length)


def find_berth(length):
    """Looks for the smallest berth that is long enough."""
    return min(berth for berth in (10, 20, 40) if berth >= length)
''',
    "harbour/office.py": '''"""The office."""

from harbour.quay import Quay
from harbour.ship import Ship


def register(name, length):
    """Registers a ship and moors it."""
    ship = Ship(name, length)
    return ship.moor(Quay())
''',
    "harbour/long.py": "".join(f"def step_{number}():\n    return {number}\n\n\n" for number in range(120)),
}

PROGRAM = "from codeqa.faces.cli.main import run; run()"


def write(root: Path) -> None:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def command(*arguments: str, cwd: Path | None = None) -> StdioServerParameters:
    """A real server, as a client starts it."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM, "mcp", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=cwd,
    )


TOOLS = {
    "search_code", "find_definition", "find_references", "call_graph", "outline", "read_source", "get_context",
    "ask_codebase",
}  # fmt: skip


def text_of(result: CallToolResult) -> str:
    return "\n".join(getattr(one, "text", "") for one in result.content)


def record_of(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


async def record(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What a program gets that asks for records."""
    return record_of(await client.call_tool(tool, {**arguments, "format": "json"}))


def server_over(*roots: Path) -> CodeQAServer:
    def opened(path: str | None) -> Codebase:
        return Codebase(path or Path.cwd())

    return CodeQAServer(Shelf([str(one) for one in roots], opened, follow=False))
