"""Whatever a model sends, the server answers and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_samples import TOOLS, record, server_over

NAMES = [
    "query", "name", "path", "question", "to", "direction", "depth", "limit", "offset", "max_tokens", "detail",
    "kinds", "paths", "languages", "start_line", "end_line", "codebase",
]  # fmt: skip
SAMPLES = [
    "Ship",
    "harbour/ship.py",
    "harbour/ship.py:3-1",
    "callers",
    "route",
    "full",
    "*",
    "[",
    "\x00",
    "../..",
    ":1",
]
TEXT = st.sampled_from(SAMPLES) | st.text(max_size=30)
VALUES = TEXT | st.integers() | st.none() | st.booleans() | st.floats() | st.lists(TEXT, max_size=3)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(TOOLS)), st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6)),
        min_size=1,
        max_size=4,
    )
)
def test_any_arguments(shared: Path, calls: list[tuple[str, dict[str, Any]]]) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            for tool, arguments in calls:
                required = {"query": "x", "name": "Ship", "path": "harbour/ship.py", "question": "what is a ship?"}
                try:
                    result = await client.call_tool(tool, {**required, **arguments})
                except MCPError:
                    continue  # told as an error of the protocol
                text = "".join(getattr(one, "text", "") for one in result.content)
                assert text != f"Error executing tool {tool}", (tool, arguments)  # a fault of ours
                assert not result.is_error or "\n" not in text, (tool, arguments, text)
            assert (await record(client, "find_definition", {"name": "Ship"}))["total"] == 1

    anyio.run(main)
