"""What answers show: whether their places exist, how much of what should be shown is, and how soon.

    python benchmarks/answers.py DATA CHECKOUTS
    python benchmarks/answers.py DATA CHECKOUTS --model PROVIDER/MODEL [--judge PROVIDER/MODEL] [--questions N]

DATA holds ``repos.json``, ``context-questions.jsonl`` (long questions, with the files and lines that a good answer
cites) and ``search-queries.jsonl`` (short ones, with the files meant); CHECKOUTS holds one folder a repository at its
revision. An answer's first 12 places count. With ``--model``, that model answers long questions and the judge (by
default itself) marks each answer from 0 to 10, given the lines that a good answer cites.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from codeqa import Codebase
from codeqa.answer.models import load_model
from codeqa.answer.models.base import Message, Model, complete
from codeqa.codebase import Piece
from codeqa.evaluate import Target, files_held, spans_held
from codeqa.model import Answer, Citation, Hit, Kind, Verdict
from codeqa.settings import load_settings
from data import INDEXES, Repository, indexed, lines_of, repositories, save, table

PLACES: Final = 12
"""Places of an answer that count: more, nobody follows."""

JUDGE: Final = """\
You mark an answer to a question about a codebase. Beside it you are given the lines of the codebase that a good answer
rests on. Mark from 0 (wrong, or says nothing) to 10 (right, complete, nothing invented). Reply with the number alone.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's answer, with the time its first line took."""

    answer: Answer
    seconds: float

    @property
    def places(self) -> list[Hit]:
        """Its first places, as hits; an excerpt of a place before it takes no place of its own."""
        hits: list[Hit] = []
        for one in self.answer.citations:
            hit = Hit(one.path, one.start_line, one.end_line, Kind.CODE, one.symbol, 1.0, "")
            if not any(
                other.path == hit.path and other.start_line <= hit.start_line and hit.end_line <= other.end_line
                for other in hits
            ):
                hits.append(hit)
        return hits[:PLACES]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--model", help="answers the long questions, as provider/model")
    parser.add_argument("--judge", help="marks its answers; by default the model itself")
    parser.add_argument("--questions", type=int, default=30, help="how many the model answers, drawn at random")
    arguments = parser.parse_args()
    if arguments.model:
        judged(arguments.data, arguments.checkouts, arguments.model, arguments.judge, arguments.questions)
        return
    long = long_questions(arguments.data, arguments.checkouts)
    print(table(["long questions", "files", "lines", "places that exist", "first line, ms"], long))
    short = short_questions(arguments.data, arguments.checkouts)
    print()
    print(table(["short questions", "first file meant", "one of first three", "files", "places that exist"], short))
    save("answers", {"long": long, "short": short})


def ask(codebase: Codebase, question: str) -> Asked:
    """Asks, and takes the time to the answer's first line."""
    started = time.perf_counter()
    seconds = 0.0
    for event in codebase.ask_events(question):
        if isinstance(event, Piece):
            seconds = seconds or time.perf_counter() - started
        elif isinstance(event, Answer):
            return Asked(event, seconds)
    raise AssertionError("answering ended without an answer")


def long_questions(data: Path, checkouts: Path) -> list[list[Any]]:
    """A row a repository: the cited files and lines covered, places that exist, milliseconds to the first line."""
    found: dict[str, list[list[float | None]]] = defaultdict(list)
    for repository in repositories(data, checkouts, use="context"):
        codebase = indexed(repository)
        ask(codebase, "what is this repository about?")
        for one in asked_of(data / "context-questions.jsonl", repository):
            asked = ask(codebase, one["question"])
            files = files_held(asked.places, [Target(path) for path in one["files"]]) if one["files"] else None
            spans = spans_held(asked.places, [Target(**span) for span in one["spans"]])
            found[repository.name].append([files, spans, existing(repository, asked.answer), asked.seconds * 1000])
    return summary(found, (mean, mean, mean, median))


def short_questions(data: Path, checkouts: Path) -> list[list[Any]]:
    """A row a category: is the first place, or one of three, in a file meant; which files are shown; places exist."""
    found: dict[str, list[list[float | None]]] = defaultdict(list)
    for repository in repositories(data, checkouts, use=None):
        codebase = indexed(repository)
        for one in asked_of(data / "search-queries.jsonl", repository):
            asked = ask(codebase, one["query"])
            meant = {target["path"].removeprefix(f"{repository.prefix}/") for target in one["targets"]}
            paths = [place.path for place in asked.places]
            first, three = bool(meant & set(paths[:1])), bool(meant & set(paths[:3]))
            shown = len(meant & set(paths)) / len(meant)
            found[one["category"]].append([float(first), float(three), shown, existing(repository, asked.answer)])
    return summary(found, (mean, mean, mean, mean))


def asked_of(file: Path, repository: Repository) -> list[dict[str, Any]]:
    """A repository's questions."""
    return [one for one in lines_of(file) if one["repo"] == repository.name]


def existing(repository: Repository, answer: Answer) -> float | None:
    """The share of an answer's places that are lines of a file on the disk; None where it has none."""

    def exists(one: Citation) -> bool:
        file = repository.folder / one.path
        return (
            one.verdict is not Verdict.INVALID
            and file.is_file()
            and 1 <= one.start_line <= one.end_line <= len(file.read_bytes().splitlines())
        )

    return mean(map(exists, answer.citations)) if answer.citations else None


def summary(
    found: dict[str, list[list[float | None]]], means: Sequence[Callable[[Iterable[float]], float]]
) -> list[list[Any]]:
    """A row for each group, and one for all."""
    groups = {**found, "all": [row for rows in found.values() for row in rows]}
    return [
        [name, *(over([row[n] for row in rows if row[n] is not None]) for n, over in enumerate(means))]  # type: ignore[misc]
        for name, rows in groups.items()
    ]


def judged(data: Path, checkouts: Path, model: str, judge: str | None, count: int) -> None:
    """Prints how a model's answers are marked, beside those that need none."""
    questions = [
        (repository, one)
        for repository in repositories(data, checkouts, use="context")
        for one in asked_of(data / "context-questions.jsonl", repository)
        if one["spans"]
    ]
    drawn = random.Random(0).sample(questions, min(count, len(questions)))
    rows = []
    for name in (model, None):
        marks, valid = [], []
        for repository, one in drawn:
            settings = replace(load_settings(repository.folder), model=name)
            codebase = Codebase(repository.folder, INDEXES / repository.name, settings)
            codebase.ensure_index()
            answer = codebase.ask(one["question"])
            mark = marked(load_model(judge or model), codebase, one, answer)
            marks += [] if mark is None else [mark]
            valid += [one.verdict is Verdict.VALID for one in answer.citations]
        rows.append([name or "no model", len(drawn), len(marks), mean(marks or [0.0]), mean(valid or [0.0])])
    print(table(["answers by", "questions", "marked", "mean mark of 10", "citations valid"], rows))
    save("answers-judged", rows)


def marked(judge: Model, codebase: Codebase, one: dict[str, Any], answer: Answer) -> float | None:
    """The judge's mark for an answer; None where it gave none."""
    lines = "\n\n".join(
        f"{span['path']}:{span['start_line']}-{span['end_line']}\n"
        f"{codebase.lines(span['path'], span['start_line'], span['end_line']) or ''}"
        for span in one["spans"][:PLACES]
    )
    text = f"Question: {one['question']}\n\nLines:\n{lines}\n\nAnswer:\n{answer.text}\n\nMark:"
    said = re.search(r"\d+(?:\.\d+)?", complete(judge, [Message("system", JUDGE), Message("user", text)]).text)
    return min(10.0, float(said.group())) if said is not None else None


if __name__ == "__main__":
    main()
