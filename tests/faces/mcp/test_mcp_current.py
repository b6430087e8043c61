"""Results of an index that is behind: files as they are now, places moved or marked, and no false alarm."""

from __future__ import annotations

from pathlib import Path

import anyio
from mcp import Client
from mcp_samples import record, server_over, text_of

from codeqa.codebase import Codebase
from codeqa.faces.mcp.server import CodeQAServer
from codeqa.faces.mcp.shelf import Shelf


def test_places_move_with_their_lines(root: Path) -> None:
    quay = root / "harbour/quay.py"
    quay.write_text('"""Quays."""\n\nimport math\n' + quay.read_text().removeprefix('"""Quays."""\n'))

    async def main() -> None:
        async with Client(server_over(root)) as client:
            found = await record(client, "find_definition", {"name": "find_berth"})
            assert [(one["place"], one["state"]) for one in found["items"]] == [("harbour/quay.py:14-16", "")]
            full = await client.call_tool("find_definition", {"name": "find_berth", "detail": "full"})
            assert "quay.py:14-16" in text_of(full) and text_of(full).rstrip().endswith("if berth >= length)")
            used = await record(client, "find_references", {"name": "find_berth", "kinds": "call"})
            assert [(one["line"], one["state"]) for one in used["items"]] == [(11, "")]
            callers = await client.call_tool("call_graph", {"name": "find_berth"})
            assert "find_berth [harbour/quay.py:14]" in text_of(callers) and "quay.py:11" in text_of(callers)
            outline = await client.call_tool("outline", {"path": "harbour/quay.py"})
            assert "14-16  def find_berth(length)" in text_of(outline) and "changed" not in text_of(outline)
            hits = await client.call_tool("search_code", {"query": "smallest berth", "detail": "full"})
            assert "import math" in text_of(hits)  # the hit is the whole file, with the line that came in between
            context = await client.call_tool("get_context", {"question": "how is the smallest berth found?"})
            assert "Since the index was written: harbour/quay.py:" in text_of(context)

    anyio.run(main)


def test_changed_places_are_marked(root: Path) -> None:
    quay = root / "harbour/quay.py"
    quay.write_text(quay.read_text().replace("(10, 20, 40)", "(5, 10)"))
    (root / "harbour/office.py").unlink()

    async def main() -> None:
        async with Client(server_over(root)) as client:
            found = await record(client, "find_definition", {"name": "find_berth"})
            assert found["items"][0]["state"] == "changed since it was indexed"
            full = await client.call_tool("find_definition", {"name": "find_berth", "detail": "full"})
            assert "(5, 10)" in text_of(full) and "[changed since it was indexed]" in text_of(full)
            used = await client.call_tool("find_references", {"name": "Ship", "kinds": "instantiation"})
            assert "[the file is gone]" in text_of(used)
            gone = await client.call_tool("read_source", {"path": "harbour/office.py"})
            assert gone.is_error and "is gone now" in text_of(gone)

    anyio.run(main)


def test_source_is_read_as_it_is_now(root: Path) -> None:
    async def main() -> None:
        async with Client(server_over(root)) as client:
            ship = root / "harbour/ship.py"
            ship.write_text(ship.read_text().replace("quay.reserve", "quay.reserve_now") + "\n\nFLAG = 1\n")
            result = await client.call_tool("read_source", {"path": "harbour/ship.py:13"})
            assert text_of(result).startswith("harbour/ship.py:13-16 of 16, in Ship.moor\n")
            assert "reserve_now" in text_of(result) and "FLAG = 1" in text_of(result)
            (root / "harbour/tug.py").write_text("class Tug:\n    pass\n")
            result = await client.call_tool("read_source", {"path": "harbour/tug.py"})
            assert text_of(result) == "harbour/tug.py:1-2 of 2\nclass Tug:\n    pass"
            (root / ".env").write_text("TOKEN=1\n")
            (root / "harbour/link.py").symlink_to("/etc/passwd")
            ship.unlink()
            ship.symlink_to("/etc/passwd")
            for path in (".env", "harbour/link.py", "harbour/ship.py"):
                refused = await client.call_tool("read_source", {"path": path})
                assert refused.is_error and "root:" not in text_of(refused)

    anyio.run(main)


def test_nothing_is_behind_where_nothing_changed(root: Path) -> None:
    async def main() -> None:
        server = CodeQAServer(Shelf([str(root)], lambda path: Codebase(path or ".")))
        try:
            async with Client(server) as client:
                for _ in range(20):  # from before the follower has looked until after
                    result = await client.call_tool("find_definition", {"name": "Ship"})
                    assert "behind" not in text_of(result)
                    await anyio.sleep(0.05)
        finally:
            server.shelf.close()

    anyio.run(main)
