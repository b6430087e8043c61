"""Asks Aider's repository map, for peers.py. Runs in an environment that has ``aider-chat``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path


class Quiet:
    """What the map wants of a terminal and a model: nothing is shown, a token is 4 characters."""

    def read_text(self, path: str) -> str:
        """A file."""
        return Path(path).read_text(encoding="utf-8", errors="replace")

    def token_count(self, text: str) -> int:
        """How long a text is."""
        return len(text) // 4

    def tool_output(self, *_: object, **__: object) -> None:
        """Says nothing."""

    tool_warning = tool_error = tool_output


def main() -> None:
    job = json.loads(sys.stdin.read())
    from aider.repomap import RepoMap

    root = Path(job["root"])
    listed = subprocess.run(["rg", "--files", "."], cwd=root, capture_output=True, text=True, check=True).stdout
    files = sorted(str(root / line.removeprefix("./")) for line in listed.splitlines())
    quiet = Quiet()
    started = time.perf_counter()
    repository_map = RepoMap(root=str(root), main_model=quiet, io=quiet)
    repository_map.get_ranked_tags([], files, set(), set())
    indexing = time.perf_counter() - started
    found, seconds = [], []
    for query in job["queries"]:
        started = time.perf_counter()
        words = set(re.findall(r"\w+", query))
        mentioned = {path for path in map(str, files) if Path(path).stem in words}
        names = {str(Path(path).relative_to(root)) for path in mentioned}
        tags = repository_map.get_ranked_tags([], files, names, words)
        lines: dict[str, list[tuple[int, int]]] = {}
        for tag in tags:
            places = lines.setdefault(tag[0], [])
            if len(tag) > 2:  # others are files without tags
                places.append((tag.line + 1, len(tag.name) + 40))
        results = [
            [path, min((one for one, _ in places), default=1), max((one for one, _ in places), default=1),
             len(path) + sum(size for _, size in places)]
            for path, places in list(lines.items())[: job["depth"]]
        ]  # fmt: skip
        seconds.append(time.perf_counter() - started)
        found.append(results)
    for cache in root.glob(".aider.tags.cache*"):  # it lies in the repository
        shutil.rmtree(cache)
    print(json.dumps({"indexing": indexing, "found": found, "seconds": seconds}))


if __name__ == "__main__":
    main()
