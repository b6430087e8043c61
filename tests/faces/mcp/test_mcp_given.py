"""What models give to tools: understood where it can be, else told in one line how to mend it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp.client.extension import ClientExtension
from mcp_samples import FILES, TOOLS, command, record, server_over, text_of

from codeqa.codebase import Codebase
from codeqa.faces.mcp import calling
from codeqa.faces.mcp import given as giving
from codeqa.faces.mcp.paths import taken_apart


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search_code", {"query": "x", "path": "tests/**"}, "no argument 'path'. Use paths"),
        ("search_code", {"q": "x"}, "no argument 'q'. Use query"),
        ("find_definition", {"symbol": "x"}, "Use name"),
        ("find_references", {"name": "Ship", "colour": 1}, "takes name, kinds, limit"),
        ("outline", {"file": "x"}, "Use path"),
        ("read_source", {"path": "harbour/ship.py", "line": 3}, "Use start_line"),
        ("search_code", {"query": "x", "limit": True}, "limit is a number from 1 to 200, not true"),
        ("search_code", {"query": "x", "limit": 1.5}, "limit is a number from 1 to 200, not 1.5"),
        ("search_code", {"query": "x", "limit": "many"}, "limit is a number"),
        ("search_code", {"query": "x", "limit": 0}, "limit is a number from 1 to 200, not 0"),
        ("search_code", {"query": "x", "kinds": ["functoin"]}, "choose function"),
        ("search_code", {"query": "x", "paths": [1]}, "paths is a list of texts, not [1]"),
        ("search_code", {"query": "x", "languages": "klingon"}, "klingon"),
        ("search_code", {"query": "x", "format": "xml"}, "choose text or json"),
        ("search_code", {"query": "  "}, "query is empty"),
        ("search_code", {"query": ["x"]}, "query is a text"),
        ("search_code", {"query": None}, "query is missing"),
        ("call_graph", {"name": "Ship", "direction": "sideways"}, "choose callers, callees or route"),
        ("find_definition", {"name": "x" * 3_000}, "name has 3,000 characters; at most 2,000"),
        ("read_source", {"path": "harbour/ship.py", "start_line": 0}, "start_line is a number from 1"),
        ("read_source", {"path": "harbour/ship.py:0"}, "Lines count from 1"),
        ("read_source", {"path": "harbour/ship.py:900"}, "no line 900 in harbour/ship.py: as indexed, it has 13"),
        ("read_source", {"path": "harbour/ship.py:9-3"}, "last line, 3, lies before the first, 9"),
        ("read_source", {"path": "harbour"}, "harbour is a folder of harbour/long.py"),
        ("read_source", {"path": "harbour/shop.py"}, "nearest: harbour/ship.py"),
        ("read_source", {"path": "/etc/passwd"}, "outside of the codebase"),
        ("read_source", {"path": "../secret.py"}, "out of the codebase"),
        ("outline", {"path": "nowhere"}, "no file nowhere"),
        ("search_code", {"query": "x", "paths": "harbour/shop.py"}, "nearest: harbour/ship.py"),
        ("find_code", {}, "no tool 'find_code'"),
    ],
)
def test_what_cannot_be_taken_is_told_in_one_line(
    shared: Path, tool: str, arguments: dict[str, Any], words: str
) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            result = await client.call_tool(tool, arguments)
            assert result.is_error and words in text_of(result), text_of(result)
            assert "\n" not in text_of(result) and len(text_of(result)) < 700

    anyio.run(main)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search_code", {"query": "berth", "limit": "2", "paths": "harbour/**"}, "harbour/quay.py"),
        ("search_code", {"query": "berth", "limit": 2.0, "languages": "Python, JS"}, "harbour/quay.py"),
        ("search_code", {"query": "berth", "languages": ["PY"], "kinds": "Functions"}, "register (function)"),
        ("search_code", {"query": "berth", "kinds": '["CLASS"]'}, "(class)"),
        ("search_code", {"query": "berth", "limit": None, "kinds": None}, "harbour/quay.py"),
        ("search_code", {"query": "berth", "paths": ["harbour\\quay.py"]}, "harbour/quay.py"),
        ("search_code", {"query": "berth", "paths": ["./harbour/../harbour/"]}, "harbour/quay.py"),
        ("search_code", {"query": "berth", "paths": ["quay.py"]}, "harbour/quay.py"),
        ("find_references", {"name": "Ship", "kinds": "Instantiations"}, "ship = Ship(name, length)"),
        ("call_graph", {"name": "register", "direction": "Callees", "depth": "2"}, "register → Ship.moor"),
        ("read_source", {"path": "harbour/ship.py:11-13"}, "def moor"),
        ("read_source", {"path": "harbour\\ship.py:11"}, "def moor"),
        ("read_source", {"path": "harbour/../harbour/ship.py:11:5"}, "def moor"),
        ("read_source", {"path": "harbour/ship.py#L11-L13"}, "def moor"),
        ("read_source", {"path": "ship.py", "start_line": "11"}, "def moor"),
        ("read_source", {"path": "HARBOUR/ship.py", "start_line": 11, "end_line": 99}, "harbour/ship.py:11-13 of 13"),
        ("outline", {"path": "harbour"}, "harbour/quay.py:"),
        ("outline", {"path": "harbour/"}, "harbour/quay.py:"),
        ("outline", {"path": "."}, "harbour/quay.py:"),
        ("outline", {"path": "quay.py"}, "def find_berth"),
        ("search_code", {"query": "berth", "offset": 150}, "offset 150 lies beyond the end"),
        ("search_code", {"query": "berth", "offset": 5_000}, "its best 200 places"),
        ("outline", {"offset": 5_000}, "offset 5000 lies beyond the end"),
        ("find_references", {"name": "Ship", "offset": 50}, "offset 50 lies beyond the end"),
        ("find_references", {"name": "Ship", "kinds": ["decorator"]}, "Nothing in the index uses Ship as decorator"),
    ],
)
def test_what_models_write_is_understood(shared: Path, tool: str, arguments: dict[str, Any], words: str) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            result = await client.call_tool(tool, arguments)
            assert not result.is_error and words in text_of(result), text_of(result)

    anyio.run(main)


def test_absolute_paths_inside_the_root(shared: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(shared)

    async def main() -> None:
        async with Client(server_over(shared)) as client:
            for whole in (str(shared / "harbour/ship.py"), str(link / "harbour/ship.py"), "/harbour/ship.py"):
                result = await client.call_tool("read_source", {"path": f"{whole}:11-13"})
                assert text_of(result).startswith("harbour/ship.py:11-13"), text_of(result)
            for glob in (f"{shared}/harbour/**", f"{shared}/harbour", str(shared)):
                found = await record(client, "search_code", {"query": "berth", "paths": [glob]})
                assert found["items"][0]["place"].startswith("harbour/quay.py")

    anyio.run(main)


def test_a_traceback_of_any_length(shared: Path) -> None:
    frame = '  File "harbour/quay.py", line 16, in find_berth\n    return min(…)\n'
    traceback = "Traceback (most recent call last):\n" + frame * 3_000 + "ValueError: min() iterable argument is empty"

    async def main() -> None:
        async with Client(server_over(shared)) as client:
            for tool, name in (("search_code", "query"), ("get_context", "question"), ("ask_codebase", "question")):
                result = await client.call_tool(tool, {name: traceback})
                assert not result.is_error and "harbour/quay.py" in text_of(result)

    anyio.run(main)


def test_why_a_file_is_left_out(tmp_path: Path) -> None:
    root = tmp_path / "mixed"
    (root / "node_modules/x").mkdir(parents=True)
    (root / "kept.py").write_text("def kept():\n    return 1\n")
    (root / "big.py").write_text("x = 1\n" * 2_000)
    (root / ".env").write_text("TOKEN=1\n")
    (root / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (root / "bundle.js").write_text("var a=1;" * 5_000)
    (root / "node_modules/x/index.js").write_text("module.exports = 1\n")
    (root / "codeqa.toml").write_text("max_file_bytes = 5000\n")
    Codebase(root).index()

    async def main() -> None:
        async with Client(server_over(root)) as client:
            for path, reason in [
                ("big.py", "too large"),
                (".env", "secret"),
                ("picture.png", "binary"),
                ("node_modules/x/index.js", "dependency folder: so is the folder node_modules/"),
            ]:
                result = await client.call_tool("read_source", {"path": path})
                assert result.is_error and f"left out as {reason}" in text_of(result), text_of(result)

    anyio.run(main)


def test_an_empty_codebase(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/.env").write_text("TOKEN=1\n")
    Codebase(tmp_path / "empty").index()
    needed = {"query": "x", "name": "x", "path": "x", "question": "x"}

    async def main() -> None:
        async with Client(server_over(tmp_path / "empty")) as client:
            for tool in (await client.list_tools()).tools:
                arguments = {name: needed[name] for name in tool.input_schema.get("required", ())}
                result = await client.call_tool(tool.name, arguments)
                assert result.is_error and "is empty: the index has no files" in text_of(result)
                assert ".env (secret)" in text_of(result)

    anyio.run(main)


def test_a_folder_that_is_gone(root: Path) -> None:
    async def main() -> None:
        async with Client(server_over(root)) as client:
            assert not (await client.call_tool("outline", {})).is_error
            root.rename(root.with_name("elsewhere"))
            result = await client.call_tool("outline", {})
            assert result.is_error and f"{root} is gone" in text_of(result), text_of(result)
        async with Client(command(str(root), "--no-index")) as client:
            result = await client.call_tool("outline", {})
            assert result.is_error and str(root) in text_of(result) and "Traceback" not in text_of(result)

    anyio.run(main)


def test_one_form_of_a_result(shared: Path) -> None:
    calls = {
        "search_code": {"query": "berth"}, "find_definition": {"name": "Ship"}, "find_references": {"name": "Ship"},
        "call_graph": {"name": "find_berth"}, "outline": {}, "read_source": {"path": "harbour/ship.py"},
        "get_context": {"question": "how are berths found?"}, "ask_codebase": {"question": "what is a ship?"},
    }  # fmt: skip

    async def main() -> None:
        async with Client(server_over(shared)) as client:
            tools = (await client.list_tools()).tools
            sent = json.dumps(
                [one.model_dump(by_alias=True, mode="json", exclude_none=True) for one in tools], separators=(",", ":")
            )
            assert len(sent) <= 2_500 * 4
            for tool, arguments in calls.items():
                as_text = await client.call_tool(tool, arguments)
                assert as_text.structured_content is None and len(text_of(as_text)) > 50
                as_record = await client.call_tool(tool, {**arguments, "format": "json"})
                assert as_record.structured_content and text_of(as_record) == "See structuredContent."

    anyio.run(main)


class ReadsRecords(ClientExtension):
    identifier = "codeqa/structured-content"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_that_reads_structured_content_only(shared: Path, mode: str) -> None:
    async def main() -> None:
        async with Client(server_over(shared), mode=mode, extensions=[ReadsRecords()]) as client:
            tools = (await client.list_tools()).tools
            assert {one.name for one in tools} == TOOLS and all(one.output_schema for one in tools)
            result = await client.call_tool("find_definition", {"name": "Ship"})
            assert result.structured_content is not None and result.structured_content["total"] == 1

    anyio.run(main)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a/b.py", ("a/b.py", None, None)),
        ("a/b.py:3", ("a/b.py", 3, None)),
        ("a/b.py:3-9", ("a/b.py", 3, 9)),
        ("a/b.py:3:14", ("a/b.py", 3, None)),
        ("a/b.py#L3-L9", ("a/b.py", 3, 9)),
        ("C:\\a\\b.py:3", ("C:\\a\\b.py", 3, None)),
    ],
)
def test_places_are_taken_apart(text: str, parts: tuple[str, int | None, int | None]) -> None:
    assert taken_apart(text) == parts


SCHEMA: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "minLength": 1},
    "limit": {"type": "integer", "minimum": 1, "maximum": 9},
    "kinds": {"type": "array", "items": {"type": "string", "enum": ["function", "enum member"]}},
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from([*SCHEMA, "Name", "x"]) | st.text(max_size=8), VALUES, max_size=4))
def test_whatever_is_given_is_taken_or_refused(arguments: dict[str, Any]) -> None:
    try:
        taken = giving.taken("tool", SCHEMA, ["name"], arguments)
    except giving.WrongArgumentsError as error:
        assert "\n" not in " ".join(str(error).split()) and str(error).startswith("tool: ")
    else:
        assert isinstance(taken["name"], str) and set(taken) <= set(SCHEMA)
        assert type(taken.get("limit", 1)) is int and 1 <= taken.get("limit", 1) <= 9
        assert all(one in ("function", "enum member") for one in taken.get("kinds", ()))


def test_samples_are_what_the_tests_count_on() -> None:
    assert len(FILES["harbour/ship.py"].splitlines()) == 13


def test_a_folder_that_may_not_be_read(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(path))

    async def main() -> None:
        async with Client(server_over(shared)) as client:
            assert not (await client.call_tool("outline", {})).is_error
            monkeypatch.setattr(calling.os, "scandir", refuse)
            result = await client.call_tool("outline", {})
            monkeypatch.undo()
            assert result.is_error and f"{shared} cannot be read: Permission denied" in text_of(result)

    anyio.run(main)
