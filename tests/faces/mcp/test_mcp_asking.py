"""Answers as agents read them: places in the text, calls of tools instead of command lines, within a budget."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp_samples import record, server_over, text_of

from codeqa.faces.mcp.asking import answered
from codeqa.faces.mcp.budget import tokens
from codeqa.model import Answer, Citation, Verdict

CITED = Citation(1, "src/a.py", 3, 9, Verdict.VALID, "run")
UNCITED = Citation(2, "src/b.py", 1, 2, Verdict.VALID, None)


def test_commands_become_calls() -> None:
    text = (
        "Used at 2 places: `codeqa refs run`\n- … and 4 more: `codeqa outline src/a.py`\n"
        "… and 9 more: `codeqa callees run --depth 5`"
    )
    shown = answered(Answer("?", text, (CITED,)), 500)
    assert 'find_references {"name": "run"}' in shown and 'outline {"path": "src/a.py"}' in shown
    assert 'call_graph {"name": "run", "direction": "callees", "depth": 3}' in shown
    assert "codeqa " not in shown
    assert shown.endswith('Next: read_source {"path": "src/a.py:3-9"}')


def test_only_sources_that_the_text_names_are_listed() -> None:
    arranged = answered(Answer("?", "It runs `src/a.py:3-9`.", (CITED, UNCITED)), 500)
    assert "[1]" not in arranged and "src/b.py" not in arranged
    written = answered(Answer("?", "It runs [1].", (CITED, UNCITED), model="ollama/x"), 500)
    assert "[1] src/a.py:3-9" in written and "src/b.py" not in written


def test_code_that_is_shown_leads_to_who_calls_it() -> None:
    shown = answered(Answer("?", "```python\ndef run(): ...\n```", (CITED,)), 500)
    assert shown.endswith('Next: call_graph {"name": "run"}')


@pytest.mark.parametrize("max_tokens", [100, 150, 400])
def test_an_answer_keeps_to_its_budget(shared: Path, max_tokens: int) -> None:
    async def main() -> None:
        async with Client(server_over(shared)) as client:
            for question in ("what is this repository about?", "what does find_berth do?", "how are ships moored?"):
                arguments = {"question": question, "max_tokens": max_tokens}
                text = text_of(await client.call_tool("ask_codebase", arguments))
                assert tokens(text) <= max_tokens, (tokens(text), text)
                assert "CODEQA_MODEL" not in text and "codeqa doctor" not in text and "Sources:" not in text
                found = await record(client, "ask_codebase", arguments)
                assert found["model"] is None and found["note"] == ""

    anyio.run(main)
