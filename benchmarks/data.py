"""The benchmarks' questions and repositories, and an index of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codeqa import Codebase
from codeqa.settings import load_settings

INDEXES = Path(__file__).parent / "results" / "indexes"


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of the benchmark, laid out at its revision."""

    name: str
    language: str
    folder: Path
    """What is indexed."""
    prefix: str
    """What the questions' paths begin with beside the indexed folder's own."""


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def repositories(data: Path, checkouts: Path, use: str | None) -> list[Repository]:
    """The repositories of a benchmark that are laid out.

    Args:
        data: the folder with ``repos.json``.
        checkouts: a folder with one checkout for each repository, by its name.
        use: ``context`` for those of the long questions, None for those of the search queries.
    """
    found = []
    for one in json.loads((data / "repos.json").read_text(encoding="utf-8")):
        folder = checkouts / one["name"]
        if one.get("use") == use and folder.is_dir():
            found.append(Repository(one["name"], one["language"], folder / one["root"], one["root"]))
    return found


def indexed(repository: Repository) -> Codebase:
    """The repository, indexed beside the results."""
    settings = load_settings(repository.folder)
    codebase = Codebase(repository.folder, INDEXES / repository.name, settings)
    codebase.ensure_index()
    return codebase


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += [
        "| " + " | ".join(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row) + " |"
        for row in rows
    ]
    return "\n".join(lines)


def save(name: str, result: object) -> None:
    """Writes a result as JSON beside the others."""
    folder = Path(__file__).parent / "results"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
