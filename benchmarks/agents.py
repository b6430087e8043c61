"""What an agent spends on multi-hop questions: CodeQA's tools over MCP, beside grep and reading whole files.

    python benchmarks/agents.py REPOSITORY [--questions FILE] [--index-dir FOLDER] [--soak CALLS] [--json FILE]

Both agents are scripts that see nothing but the question, and answer with the files they take for the place, six at
most; no model takes part, so that only the tools differ. A question is answered when all files that it expects are
named. Neither names tests.

- tools: a real client of the MCP SDK talks to ``codeqa mcp`` over stdio. It calls get_context and search_code with the
  question, find_definition for each name in it (words with a capital inside, or first and not at a sentence's start),
  then call_graph (callees) for the first three functions that were found, and names the files that these results speak
  of most. Tokens are those of the texts of all results; the records that programs get beside them are counted apart.
- grep: it knows where code is, and greps only there (no tests, documentation, changelogs): once for the definition of
  each name in the question, and once for each other word of four letters and more that is no common one; of each result
  it reads the first hundred lines. Files that define a name come first, then those with most of the words, then those
  with most matching lines; they are read whole in that order, until all expected files were read or six were: it is
  told when to stop, which an agent would not be.

Tokens are estimated by four characters each, for both. ``--soak`` calls all tools in turn instead, and prints the
server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

NAMED = 6
GREP_LINES = 100
COMMON = frozenset(
    "when which what where does from with that this into them then they through sends gets puts next over have goes "
    "become becomes between after before there these those their kept made done being".split()
)
DEFINES = 100
"""What a definition counts for grep, beside a word's 1."""
TEST = re.compile(r"(^|/)(tests?|testing)/|(^|/)test_|_test\.")
ELSEWHERE = re.compile(rf"{TEST.pattern}|(^|/)(docs?|examples?|vendor|tools)/|^[^/]*$")
"""Files that the agent with grep leaves out."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one agent spent on one question."""

    calls: int
    tokens: int
    files: tuple[str, ...]
    found: int
    expected: int
    structured_tokens: int = 0


def tokens(text: str) -> int:
    return -(-len(text) // 4)


async def with_tools(client: Client, question: str, expected: Sequence[str]) -> Spent:
    spent: Counter[str] = Counter()
    votes: Counter[str] = Counter()

    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        result = await client.call_tool(tool, arguments)
        spent["calls"] += 1
        spent["tokens"] += sum(tokens(getattr(one, "text", "")) for one in result.content)
        spent["structured"] += tokens(json.dumps(result.structured_content))
        return dict(result.structured_content or {})

    context = await call("get_context", question=question, max_tokens=2_000)
    vote(votes, [place.rsplit(":", 1)[0] for place in context.get("sources", [])])
    hits = (await call("search_code", query=question, limit=8))["items"]
    vote(votes, [one["place"].rsplit(":", 1)[0] for one in hits])
    for name in names_in(question):
        # A name that is none in the codebase gives an error, which costs its tokens.
        found = await call("find_definition", name=name, limit=3)
        for one in found.get("items", [])[:1]:
            votes[one["place"].rsplit(":", 1)[0]] += 1
    callables = [one for one in hits if one["kind"] in ("function", "method", "class", "constructor")]
    for one in [one for one in callables if not TEST.search(one["place"])][:3]:
        graph = await call("call_graph", name=one["symbol"], direction="callees", limit=15, max_tokens=600)
        for path in {step["target_place"].rsplit(":", 1)[0] for step in graph.get("steps", [])}:
            votes[path] += 0.4  # type: ignore[assignment]
    files = tuple(path for path, _ in votes.most_common() if path and not TEST.search(path))[:NAMED]
    return Spent(
        spent["calls"], spent["tokens"], files, len({*files} & {*expected}), len(expected), spent["structured"]
    )


def vote(votes: Counter[str], paths: Sequence[str]) -> None:
    """The first place counts most, each file's best place only."""
    for rank, path in enumerate(dict.fromkeys(paths)):
        votes[path] += 1 / (1 + rank / 3)  # type: ignore[assignment]


def names_in(question: str) -> list[str]:
    """Words of a question that look like names of code."""
    found = re.findall(r"(?<!^)(?<![.?!] )\b[A-Z]\w*[a-z]\w*|\b[a-z]\w*[A-Z_]\w*", question)
    return list(dict.fromkeys(found))


def with_grep(root: Path, question: str, expected: Sequence[str]) -> Spent:
    names = names_in(question)
    words = dict.fromkeys(one.lower() for one in re.findall(r"[A-Za-z]{4,}", question) if one not in names)
    patterns = [(f"(class|def|func|fn|struct|interface|trait|type) +{name}\\b", DEFINES) for name in names]
    patterns += [(word, 1) for word in words if word not in COMMON]
    calls = spent = 0
    has: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    extensions = Counter(Path(one).suffix for one in expected)
    include = [f"--include=*{suffix}" for suffix in extensions]
    for pattern, weight in patterns:
        run = subprocess.run(
            [
                "grep",
                "-rnIE",
                *([] if weight == DEFINES else ["-i"]),
                *include,
                "--exclude-dir=.git",
                "--",
                pattern,
                ".",
            ],
            cwd=root,
            capture_output=True,
            text=True,
            errors="replace",
        )
        matching = [one.removeprefix("./") for one in run.stdout.splitlines()]
        matching = [one for one in matching if not ELSEWHERE.search(one.split(":", 1)[0])]
        calls += 1
        spent += tokens("\n".join(one[:300] for one in matching[:GREP_LINES]))
        for path in {one.split(":", 1)[0] for one in matching}:
            has[path] += weight
        lines.update(one.split(":", 1)[0] for one in matching)
    ranked = sorted(has, key=lambda path: (-has[path], -lines[path], path))
    read: list[str] = []
    for path in ranked[:NAMED]:
        calls += 1
        spent += tokens((root / path).read_text(encoding="utf-8", errors="replace"))
        read.append(path)
        if {*expected} <= {*read}:
            break
    return Spent(calls, spent, tuple(read), len({*read} & {*expected}), len(expected))


def served(root: Path, index_dir: Path) -> StdioServerParameters:
    program = "from codeqa.faces.cli.main import run; run()"
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", program, "mcp", str(root), "--index-dir", str(index_dir)],
        env=dict(os.environ),
    )


async def ready(client: Client) -> float:
    """Waits until there is an index that is current; returns the seconds."""
    began = time.perf_counter()
    while (result := await client.call_tool("outline", {})).is_error or (result.structured_content or {}).get("note"):
        await asyncio.sleep(0.5)
    return time.perf_counter() - began


async def compare(root: Path, index_dir: Path, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    async with Client(served(root, index_dir)) as client:
        await ready(client)
        for one in questions:
            tools = await with_tools(client, one["question"], one["paths"])
            grep = with_grep(root, one["question"], one["paths"])
            rows.append({**one, "tools": asdict(tools), "grep": asdict(grep)})
    return rows


def memory_of_server() -> int:
    """Megabytes of the server, which is this program's child; from Linux's /proc."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            status = (folder / "status").read_text()
            if f"PPid:\t{os.getpid()}\n" in status and b"mcp" in (folder / "cmdline").read_bytes():
                found = re.search(r"VmRSS:\s+(\d+)", status)
                return int(found[1]) // 1024 if found else 0
    return 0


async def soak(root: Path, index_dir: Path, count: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    async with Client(served(root, index_dir)) as client:
        await ready(client)
        outline = (await client.call_tool("outline", {})).structured_content or {}
        names = [one["name"] for one in outline["items"][:20]]
        times: list[float] = []
        by_tool: dict[str, list[float]] = {}
        for number in range(count):
            name = names[number % len(names)]
            tool, arguments = [
                ("search_code", {"query": f"how is {name} used"}),
                ("find_definition", {"name": name}),
                ("find_references", {"name": name}),
                ("call_graph", {"name": name, "depth": 2}),
                ("outline", {}),
                ("read_source", {"path": outline["items"][number % len(names)]["place"]}),
                ("get_context", {"question": f"what is {name} for"}),
                ("ask_codebase", {"question": f"what is {name}?"}),
            ][number % 8]
            began = time.perf_counter()
            result = await client.call_tool(str(tool), dict(arguments))
            times.append(time.perf_counter() - began)
            by_tool.setdefault(str(tool), []).append(times[-1])
            assert not result.is_error, result
            if (number + 1) % max(count // 8, 1) == 0:
                recent = sorted(times[-count // 8 :])
                rows.append(
                    {
                        "calls": number + 1,
                        "megabytes": memory_of_server(),
                        "median_ms": round(1000 * recent[len(recent) // 2], 1),
                        "slowest_ms": round(1000 * recent[-1], 1),
                    }
                )
    for name, each in sorted(by_tool.items()):
        print(f"{name}: median {1000 * statistics.median(each):.0f} ms, slowest {1000 * max(each):.0f} ms")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--questions", type=Path, default=Path(__file__).with_suffix(".json"))
    parser.add_argument("--index-dir", type=Path)
    parser.add_argument("--soak", type=int, metavar="CALLS")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    root = options.repository.resolve()
    with tempfile.TemporaryDirectory() as folder:
        index_dir = options.index_dir or Path(folder)
        if options.soak:
            rows = asyncio.run(soak(root, index_dir, options.soak))
            print("| calls | memory (MB) | median (ms) | slowest (ms) |\n|---:|---:|---:|---:|")
            for row in rows:
                print(f"| {row['calls']} | {row['megabytes']} | {row['median_ms']} | {row['slowest_ms']} |")
        else:
            questions = json.loads(options.questions.read_text(encoding="utf-8"))["questions"]
            rows = asyncio.run(compare(root, index_dir, questions))
            show(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def show(rows: Sequence[dict[str, Any]]) -> None:
    print("| question | tools: files found | calls | tokens | grep: files found | calls | tokens |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        cells = [
            f"{row[agent]['found']} of {row[agent]['expected']} | {row[agent]['calls']} | {row[agent]['tokens']:,}"
            for agent in ("tools", "grep")
        ]
        print(f"| {row['question']} | {' | '.join(cells)} |")
    sums = [
        f"{sum(row[agent]['found'] == row[agent]['expected'] for row in rows)} answered | "
        f"{sum(row[agent]['calls'] for row in rows)} | {sum(row[agent]['tokens'] for row in rows):,}"
        for agent in ("tools", "grep")
    ]
    print(f"| **all {len(rows)}** | {' | '.join(sums)} |")
    records = sum(row["tools"]["structured_tokens"] for row in rows)
    print(f"\nBeside the texts, programs get {records:,} tokens of records.")


if __name__ == "__main__":
    main()
