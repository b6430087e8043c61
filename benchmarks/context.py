"""Bringing the right evidence: the cited files and line spans that a context of 8,000 tokens holds.

    python benchmarks/context.py DATA CHECKOUTS [--tokens N]

DATA holds ``repos.json`` and ``context-questions.jsonl`` (repository, question, files, spans); CHECKOUTS one folder a
repository at its revision. A token is 4 characters, a source costs 12 more; mean over the questions that cite any.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from statistics import mean

from codeqa.evaluate import Target, files_held, spans_held
from data import indexed, lines_of, repositories, save, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--tokens", type=int, default=8_000)
    arguments = parser.parse_args()

    questions = defaultdict(list)
    for one in lines_of(arguments.data / "context-questions.jsonl"):
        questions[one["repo"]].append(one)
    files: dict[str, list[float]] = defaultdict(list)
    spans: dict[str, list[float]] = defaultdict(list)
    for repository in repositories(arguments.data, arguments.checkouts, use="context"):
        codebase = indexed(repository)
        for one in questions[repository.name]:
            sources = codebase.context(one["question"], arguments.tokens).sources
            if one["files"]:
                files[repository.name].append(files_held(sources, [Target(path) for path in one["files"]]))
            cited = spans_held(sources, [Target(**span) for span in one["spans"]])
            if cited is not None:
                spans[repository.name].append(cited)
    rows = [[name, mean(files[name]), mean(spans[name])] for name in files]
    every_file = mean(value for values in files.values() for value in values)
    every_span = mean(value for values in spans.values() for value in values)
    print(table(["repository", "files", "spans"], [*rows, ["all", every_file, every_span]]))
    save("context", {"tokens": arguments.tokens, "files": every_file, "spans": every_span})


if __name__ == "__main__":
    main()
