"""The questions of `first`, their repositories, and the check that both agree."""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from data import lines_of
from shown import Span

DATA: Final = Path(__file__).parent / "first"
KINDS: Final = "process when impact tests list overview connection compound add symbol".split()
HALVES: Final = ("tune", "held-out")
LEAST: Final = 20
"""Questions of each kind; half of them in each half."""

ABSENT: Final = 30


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository at a revision."""

    name: str
    language: str
    url: str
    revision: str
    root: str
    """The folder in it that is indexed."""
    half: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """A place that should be shown."""

    span: Span
    is_type: bool
    """A class or the like: one of its members is not it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the places that answer it."""

    repository: str
    half: str
    kind: str
    text: str
    first: tuple[Wanted, ...]
    whole: tuple[Wanted, ...]
    subject: Wanted | None
    word: str | None
    """What a question of the kind ``absent`` asks for, as it would be written."""


@cache
def repositories() -> tuple[Repository, ...]:
    """All repositories."""
    found = json.loads((DATA / "repositories.json").read_text(encoding="utf-8"))
    return tuple(Repository(**one) for one in found)


@cache
def questions() -> tuple[Question, ...]:
    """All questions."""
    halves = {one.name: one.half for one in repositories()}

    def question(one: dict[str, Any]) -> Question:
        return Question(
            one["repo"],
            halves[one["repo"]],
            one["kind"],
            one["question"],
            tuple(map(_wanted, one.get("first", ()))),
            tuple(map(_wanted, one.get("whole", ()))),
            _wanted(one["subject"]) if "subject" in one else None,
            one.get("word"),
        )

    return tuple(map(question, lines_of(DATA / "questions.jsonl")))


def _wanted(place: dict[str, Any]) -> Wanted:
    span = Span(place["path"], place["start_line"], place["end_line"], place.get("symbol"))
    return Wanted(span, place.get("type", False))


def prepare(chosen: Sequence[Repository], mirrors: Path, checkouts: Path) -> None:
    """Lays repositories out at their revisions.

    Args:
        chosen: which.
        mirrors: holds bare clones, at any depth up to three.
        checkouts: gets a folder for each; one that is there already stays as it is.

    Raises:
        SystemExit: none of the clones has a revision.
    """
    clones = [file.parent for depth in ("*", "*/*", "*/*/*") for file in mirrors.glob(f"{depth}/HEAD")]
    for repository in chosen:
        folder = checkouts / repository.name
        if folder.is_dir():
            continue
        clone = next((one for one in clones if _git(one, "cat-file", "-e", f"{repository.revision}^{{commit}}")), None)
        if clone is None:
            raise SystemExit(f"no clone beneath {mirrors} has {repository.revision}: git clone --bare {repository.url}")
        archive = subprocess.run(["git", "-C", clone, "archive", repository.revision], capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(folder, filter="data")
        print(f"{repository.name}: {folder}")


def _git(clone: Path, *arguments: str) -> bool:
    """Whether git succeeds."""
    return subprocess.run(["git", "-C", clone, *arguments], capture_output=True, check=False).returncode == 0


def check(chosen: Sequence[Repository], checkouts: Path) -> int:
    """Prints what is wrong with the questions, and returns how many things are."""
    names = {one.name: one for one in chosen}
    mine = [one for one in questions() if one.repository in names]
    wrong = [
        f"{question.repository}: {question.text}: {fault}"
        for question in mine
        for fault in _faults(question, checkouts / question.repository / names[question.repository].root)
    ]
    wrong += [f"asked twice: {text}" for text, count in _asked(mine).items() if count > 1]
    if set(names) == {one.name for one in repositories()}:
        wrong += list(_missing(mine))
    for fault in wrong:
        print(fault)
    print(f"{len(mine)} questions over {len(names)} repositories checked, {len(wrong)} faults")
    return len(wrong)


def _asked(mine: Sequence[Question]) -> Counter[str]:
    return Counter(f"{one.repository}: {one.text.casefold()}" for one in mine)


def _faults(question: Question, root: Path) -> Iterator[str]:
    """What is wrong with a question."""
    if question.kind == "absent":
        if question.first or question.whole or not question.word:
            yield "what is not there has a word, and no places"
        elif (file := _holding(root, question.word)) is not None:
            yield f"{question.word!r} occurs in {file}"
        return
    if question.kind not in KINDS:
        yield f"no kind {question.kind!r}"
    if not 1 <= len(question.first) <= 3 or not question.whole:
        yield "one to three places first, and at least one for the whole answer"
    for place in (*question.first, *question.whole, *([question.subject] if question.subject else [])):
        span = place.span
        lines = _text(root / span.path).split("\n") if (root / span.path).is_file() else []
        if not 1 <= span.start_line <= span.end_line <= len(lines):
            yield f"no lines {span}"
        elif span.symbol and span.symbol not in "\n".join(lines[span.start_line - 1 : span.end_line]):
            yield f"{span.symbol!r} is not in {span}"


def _holding(root: Path, word: str) -> str | None:
    """A file that has a word, in any case; None where none has."""
    files = (file for file in sorted(root.rglob("*")) if file.is_file())
    found = next((file for file in files if word.casefold() in _text(file).casefold()), None)
    return None if found is None else found.relative_to(root).as_posix()


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def _missing(mine: Sequence[Question]) -> Iterator[str]:
    """What the whole set lacks: languages and kinds in each half, questions."""
    languages = [{one.language for one in repositories() if one.half == half} for half in HALVES]
    if languages[0] != languages[1] or len(languages[0]) < 6:
        yield f"languages of the halves: {languages}"
    for kind in (*KINDS, "absent"):
        least = ABSENT if kind == "absent" else LEAST
        for half in HALVES:
            count = sum(one.kind == kind and one.half == half for one in mine)
            if count * 2 < least:
                yield f"{count} questions of the kind {kind} in the half {half}, at least {least // 2}"
