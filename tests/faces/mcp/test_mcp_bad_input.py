"""An independent client gives every argument of every tool what no tool takes: one line each, which says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp_samples import TOOLS, server_over, text_of

NEEDED = {"query": "berth", "name": "Ship", "path": "harbour/ship.py", "question": "what is a ship?"}
BAD: list[Any] = [
    True, 0, -1, 1.5, 10**30, "", "\x00", "a" * 100_000, "../../etc/passwd", "~nobody/x", "[", "a:0", "\n\n", [],
    [None], ["a"] * 500, {"a": {"b": []}}, "[1,2", "NaN", "file:///etc/passwd",
]  # fmt: skip


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_every_argument(shared: Path, tool: str) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            schema = next(one for one in (await client.list_tools()).tools if one.name == tool).input_schema
            required = {name: NEEDED[name] for name in schema.get("required", ())}
            calls = [{}, {**required, "nonsense": 1}, {**required, "": 1}] if required else [{"nonsense": 1}, {"": 1}]
            calls += [{**required, name: value} for name in (*schema["properties"], "codebase") for value in BAD]
            refused = 0
            for arguments in calls:
                result = await client.call_tool(tool, arguments)
                text = text_of(result)
                refused += bool(result.is_error)
                if result.is_error:
                    assert "\n" not in text and len(text) < 700 and text.rstrip(".?!") != text, (arguments, text)
                    assert not text.startswith("Error executing") and "Traceback" not in text, (arguments, text)
            assert refused > len(calls) // 3

    anyio.run(main)
