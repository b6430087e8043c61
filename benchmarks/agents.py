"""What an agent spends on tasks, and how many facts it gets to see: CodeQA's tools, beside grep and reading files.

    python benchmarks/agents.py CHECKOUTS [--tasks FILE] [--index-dirs FOLDER] [--json FILE]
    python benchmarks/agents.py CHECKOUT --eight
    python benchmarks/agents.py CHECKOUT --soak CALLS

CHECKOUTS holds one folder for each repository of ``agents.json``, at the commit that stands there. Each task is a
question with facts: a file, and a text that stands in it. A fact is right when some result of the agent holds the text
together with the file's path; whoever wrote the answer could then cite it. Every second task is held out: the scripts
below were not changed after looking at these.

The agents are scripts that see nothing but the question; no model takes part, so that only the tools differ. Both take
the words that look like code for names (a hump, an underscore or a dot inside), and both know a question about uses by
its words (calls, uses, depends on, breaks).

- tools: a real client of the MCP SDK talks to ``codeqa mcp`` over stdio. Names: find_definition with code; about uses
  find_references too; with two names the route between them, else what the first calls, and the code of two of these.
  Where it is not about uses, or there is no name: get_context; without a name search_code as well, and the outline of
  the file that it finds first.
- grep, whole files: for each name it greps for the definition and reads the file that has it, whole, and the next one;
  about uses it greps for the name. Without names it lists the files whose names have a word of the question (a glob),
  greps for each word, and reads the three files that have most of the words, and most in their names. Tests,
  documentation and examples are left out.
- grep, parts: the same, but 60 lines around the best matches of a file are read instead of all of it.

Tokens are estimated by four characters each, for all of them. ``--eight`` counts the tokens of the list of tools and of
eight calls, one of each tool, with everything that results hold; ``--soak`` calls all tools in turn, and prints the
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
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

READ_FILES = 3
GREP_LINES = 100
PART_LINES = 60
FOLLOWED = 2
"""What a function calls of which the code is looked at."""

COMMON = frozenset(
    "when which what where does from with that this into them then they through gets puts next over have goes become "
    "becomes between after before there these those their kept made done being would could should one added like "
    "how who many much each those itself two both what's".split()
)
USES = re.compile(r"\b(calls?|uses?|depends?|affected|breaks?)\b", re.IGNORECASE)
DEFINES = r"(class|def|func|fn|function|struct|interface|trait|type|const|let|var|enum|export)\b.*\b"
ASIDE = re.compile(r"(^|/)(tests?|testing|__tests__|docs?|examples?|site|vendor|benchmarks?)/|(^|/)test_|[._-]test\.")
SUFFIXES = ("py", "js", "ts", "tsx", "java", "go", "rs")


@dataclass(slots=True)
class Transcript:
    """What an agent did for one task."""

    calls: int = 0
    tokens: int = 0
    seen: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Notes a call and what it gave."""
        self.calls += 1
        self.tokens += tokens(text)
        self.seen.append(" ".join(text.split()))

    def right(self, facts: Sequence[dict[str, str]]) -> int:
        """How many facts stand in a result together with their file."""
        return sum(
            any(one["path"] in text and " ".join(one["text"].split()) in text for text in self.seen) for one in facts
        )


def tokens(text: str) -> int:
    return -(-len(text) // 4)


def names_in(question: str) -> list[str]:
    """Words of a question that look like names of code, and not like the beginning of a sentence."""
    found = re.findall(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", question)
    named = [one for one in found if re.search(r"\w[._]\w|[a-z0-9][A-Z]|[A-Z]{2,}[a-z]", one)]
    return [one for one in dict.fromkeys(named) if not one.isupper()]


async def with_tools(client: Client, question: str) -> Transcript:
    done = Transcript()

    async def call(tool: str, **arguments: Any) -> str:
        result = await client.call_tool(tool, arguments)
        text = "\n".join(getattr(one, "text", "") for one in result.content)
        done.add(text)
        return "" if result.is_error else text

    names, about_uses = names_in(question)[:3], bool(USES.search(question))
    for name in names:
        await call("find_definition", name=name, detail="full", max_tokens=600)
        if about_uses:
            await call("find_references", name=name, max_tokens=800)
    if len(names) > 1:
        await call("call_graph", name=names[0], direction="route", to=names[1])
    elif names and not about_uses:
        callees = await call("call_graph", name=names[0], direction="callees", max_tokens=400)
        for place in list(dict.fromkeys(re.findall(r"\[(\S+:\d+)\]", callees)))[:FOLLOWED]:
            await call("find_definition", name=place, detail="full", max_tokens=600)
    if not names or not about_uses:
        await call("get_context", question=question, max_tokens=2_500)
    if not names:
        found = await call("search_code", query=question, limit=6, max_tokens=700)
        if first := re.match(r"(\S+):\d+-\d+ ", found):
            await call("outline", path=first[1], max_tokens=1_000)
    return done


class Grep:
    """The agent with grep, globs and reading.

    Args:
        root: the repository.
        whole: files are read whole, not in parts.
    """

    def __init__(self, root: Path, whole: bool) -> None:
        self._root = root
        self._whole = whole
        self._done = Transcript()

    def answer(self, question: str) -> Transcript:
        """What it does for a question."""
        names, about_uses = names_in(question)[:3], bool(USES.search(question))
        for name in names:
            bare = name.rsplit(".", 1)[-1]
            lines = self._grep(f"{DEFINES}{bare}\\b|\\b{bare}\\s*\\(.*\\{{")
            self._read(Counter(path for path, _ in lines), lines, 1 if about_uses else 2)
            if about_uses:
                self._grep(f"\\b{bare}\\b")
        if not names:
            self._look_for([one.lower() for one in re.findall(r"[A-Za-z]{4,}", question)])
        return self._done

    def _look_for(self, words: Sequence[str]) -> None:
        wanted = [word for word in dict.fromkeys(words) if word not in COMMON]
        stems = [word[: max(4, len(word) - 2)] for word in wanted]
        listed = [path for path in self._files() if any(stem in path.lower() for stem in stems)]
        self._done.add("\n".join(listed[:GREP_LINES]))
        score: Counter[str] = Counter()
        found: list[tuple[str, int]] = []
        for stem in stems:
            lines = self._grep(stem, "-i")
            found += lines
            for path in sorted({path for path, _ in lines}):
                # A file that has a word in its name, and a word that few files have, tell most.
                score[path] += 100 // (1 + len({one for one, _ in lines})) + 2 + 5 * (stem in path.lower())
        self._read(score, found, READ_FILES)

    def _read(self, score: Counter[str], lines: Sequence[tuple[str, int]], most: int) -> None:
        for path, _ in score.most_common(most):
            text = (self._root / path).read_text(encoding="utf-8", errors="replace")
            if not self._whole:
                numbers = [number for one, number in lines if one == path]
                middle = statistics.mode(number // PART_LINES for number in numbers) * PART_LINES
                text = "\n".join(text.split("\n")[max(middle - PART_LINES // 2, 0) : middle + PART_LINES])
            self._done.add(f"{path}\n{text}")

    def _grep(self, pattern: str, *options: str) -> list[tuple[str, int]]:
        """The files and lines that match; the agent sees the first hundred lines."""
        include = [f"--include=*.{suffix}" for suffix in SUFFIXES]
        run = subprocess.run(
            ["grep", "-rnIE", *options, *include, "--exclude-dir=.git", "--", pattern, "."],
            cwd=self._root, capture_output=True, text=True, errors="replace",
        )  # fmt: skip
        lines = [one.removeprefix("./") for one in run.stdout.splitlines()]
        kept = [one for one in lines if not ASIDE.search(one.split(":", 1)[0])]
        self._done.add("\n".join(one[:200] for one in kept[:GREP_LINES]))
        return [(one.split(":", 2)[0], int(one.split(":", 2)[1])) for one in kept]

    def _files(self) -> list[str]:
        paths = (one for suffix in SUFFIXES for one in self._root.rglob(f"*.{suffix}"))
        return sorted(one for path in paths if not ASIDE.search(one := path.relative_to(self._root).as_posix()))


def served(root: Path, index_dir: Path) -> StdioServerParameters:
    program = "from codeqa.faces.cli.main import run; run()"
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", program, "mcp", str(root), "--index-dir", str(index_dir)],
        env=dict(os.environ),
    )


async def ready(client: Client) -> None:
    """Waits until there is an index that is current."""
    while True:
        result = await client.call_tool("outline", {})
        text = "".join(getattr(one, "text", "") for one in result.content)
        if not result.is_error and "Note:" not in text:
            return
        await asyncio.sleep(0.5)


async def compare(root: Path, index_dir: Path, tasks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for task in tasks:
        for fact in task["facts"]:
            if fact["text"] not in (root / fact["path"]).read_text(encoding="utf-8", errors="replace"):
                raise SystemExit(f"{root} is not at the commit of the tasks: {fact['path']} has no {fact['text']!r}.")
    async with Client(served(root, index_dir)) as client:
        await ready(client)
        for task in tasks:
            agents = {
                "tools": await with_tools(client, task["question"]),
                "grep, whole files": Grep(root, whole=True).answer(task["question"]),
                "grep, parts": Grep(root, whole=False).answer(task["question"]),
            }
            rows.append(
                {
                    "repository": root.name, **task,
                    "agents": {
                        name: {"calls": one.calls, "tokens": one.tokens, "right": one.right(task["facts"])}
                        for name, one in agents.items()
                    },
                }
            )  # fmt: skip
    return rows


def show(rows: Sequence[dict[str, Any]]) -> None:
    names = list(rows[0]["agents"])
    print(f"| tasks | facts | {' | '.join(f'{name}: facts right | calls | tokens' for name in names)} |")
    print(f"|---|---:|{'---:|' * 3 * len(names)}")
    parts: dict[str, Callable[[dict[str, Any]], bool]] = {
        kind: (lambda row, kind=kind: row["kind"] == kind)  # type: ignore[misc]
        for kind in dict.fromkeys(row["kind"] for row in rows)
    }
    parts |= {"open half": lambda row: not row["held_out"], "held-out half": lambda row: row["held_out"]}
    parts["all"] = lambda _: True
    for name, belongs in parts.items():
        chosen = [row for row in rows if belongs(row)]
        if not chosen:
            continue
        facts = sum(len(row["facts"]) for row in chosen)
        cells = [
            f"{sum(row['agents'][agent]['right'] for row in chosen)} | "
            f"{sum(row['agents'][agent]['calls'] for row in chosen)} | "
            f"{sum(row['agents'][agent]['tokens'] for row in chosen):,}"
            for agent in names
        ]
        print(f"| {name} ({len(chosen)}) | {facts} | {' | '.join(cells)} |")


async def eight(root: Path, index_dir: Path) -> list[dict[str, Any]]:
    """Tokens of the list of tools, and of one call of each, as a client hands them to a model that shows it all."""
    rows: list[dict[str, Any]] = []
    async with Client(served(root, index_dir)) as client:
        await ready(client)
        tools = [
            one.model_dump(by_alias=True, mode="json", exclude_none=True) for one in (await client.list_tools()).tools
        ]
        rows.append({"what": "list of tools", "text": tokens(json.dumps(tools, separators=(",", ":"))), "record": 0})
        first = "".join(getattr(one, "text", "") for one in (await client.call_tool("outline", {})).content)
        found = re.search(r"^(\S+:\d+-\d+)  .*?(?:class|def|function|func|fn) +(\w+)", first, re.MULTILINE)
        assert found is not None, first
        place, name = found.groups()
        for tool, arguments in [
            ("search_code", {"query": "how are errors of a request handled"}),
            ("find_definition", {"name": name}),
            ("find_references", {"name": name}),
            ("call_graph", {"name": name}),
            ("outline", {}),
            ("read_source", {"path": place}),
            ("get_context", {"question": "how are errors of a request handled"}),
            ("ask_codebase", {"question": f"what is {name}?"}),
        ]:
            result = await client.call_tool(tool, arguments)
            record = json.dumps(result.structured_content) if result.structured_content else ""
            text = "".join(getattr(one, "text", "") for one in result.content)
            rows.append({"what": tool, "text": tokens(text), "record": tokens(record)})
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
        outline = (await client.call_tool("outline", {"format": "json"})).structured_content or {}
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
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--tasks", type=Path, default=Path(__file__).with_suffix(".json"))
    parser.add_argument("--index-dirs", type=Path, help="a folder with an index for each checkout, by its name")
    parser.add_argument("--eight", action="store_true")
    parser.add_argument("--soak", type=int, metavar="CALLS")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    root = options.checkouts.resolve()
    with tempfile.TemporaryDirectory() as folder:
        indexes = options.index_dirs or Path(folder)
        if options.eight or options.soak:
            index_dir = indexes / root.name
            rows = asyncio.run(eight(root, index_dir) if options.eight else soak(root, index_dir, options.soak))
            print(f"| {' | '.join(rows[0])} |\n|{'---|' * len(rows[0])}")
            for row in rows:
                cells = [f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()]
                print(f"| {' | '.join(cells)} |")
        else:
            rows = []
            for one in json.loads(options.tasks.read_text(encoding="utf-8"))["repositories"]:
                rows += asyncio.run(compare(root / one["folder"], indexes / one["folder"], one["tasks"]))
            show(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
