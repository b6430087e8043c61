"""How well search and evidence do on questions whose answers are known: the measures, and the questions' file.

A target is met by the first hit in its file that overlaps its lines, where it gives any. Several hits of one file each
take a place.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from codeqa.errors import UsageError
from codeqa.model import Hit

PLACES: Final = 10
"""How many hits NDCG and reciprocal ranks look at: what a person does."""

_ROWS_NAMED: Final = 20
_TARGET_KEYS: Final = frozenset({"path", "start_line", "end_line"})


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a question's hits should have."""

    path: str
    start_line: int | None = None
    """None where any place in the file will do."""
    end_line: int | None = None

    @property
    def place(self) -> str:
        """``path:start-end``, or the path where it gives no lines."""
        return self.path if self.start_line is None else f"{self.path}:{self.start_line}-{self.end_line}"

    def is_met_by(self, hit: Hit) -> bool:
        """True when the hit lies in the file and overlaps the lines."""
        return (
            hit.path == self.path
            and (self.end_line is None or hit.start_line <= self.end_line)
            and (self.start_line is None or hit.end_line >= self.start_line)
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and where its answer is."""

    line: int
    """Where it stands in its file."""
    query: str
    targets: tuple[Target, ...]
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """How one question was answered. All measures lie between 0 and 1."""

    question: Question
    ndcg: float
    recall: float
    reciprocal_rank: float
    files: float
    """The share of the targets' files that the evidence holds."""
    spans: float | None
    """The share of the targets with lines that the evidence overlaps; None where no target has lines."""
    first: tuple[str, ...]
    """The first places that were found, as ``path:start-end``."""
    missing: tuple[str, ...]
    """Files of targets that are not in the index, so can never be found."""

    @property
    def failed(self) -> bool:
        """True when none of its targets is among the first hits."""
        return self.reciprocal_rank == 0.0


@dataclass(frozen=True, slots=True)
class Means:
    """The measures, averaged over questions."""

    questions: int
    failed: int
    ndcg: float
    recall: float
    mrr: float
    files: float
    spans: float | None
    """Over the questions that have targets with lines; None where there are none."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How a codebase's index did on questions."""

    limit: int
    """How many hits recall looked at."""
    token_budget: int
    """How large the evidence was allowed to be."""
    scores: tuple[Score, ...]
    median_seconds: float
    """What a search took."""

    @property
    def total(self) -> Means:
        """Over all questions."""
        return _means(self.scores)

    @property
    def categories(self) -> dict[str, Means]:
        """By category, in their order; empty where no question has one."""
        names = sorted({one.question.category for one in self.scores if one.question.category is not None})
        return {name: _means([one for one in self.scores if one.question.category == name]) for name in names}


def ndcg(hits: Sequence[Hit], targets: Sequence[Target], places: int = PLACES) -> float:
    """Normalised discounted cumulative gain with binary relevance (Järvelin and Kekäläinen 2002).

    Args:
        hits: best first.
        targets: at least one. The ideal has one hit for each of them at the top.
        places: how many hits count.
    """
    gain = sum(1 / math.log2(rank + 1) for rank in _ranks(hits, targets, places) if rank is not None)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, min(places, len(targets)) + 1))


def recall(hits: Sequence[Hit], targets: Sequence[Target], places: int = PLACES) -> float:
    """The share of targets that the first hits meet; arguments as `ndcg`."""
    return mean(rank is not None for rank in _ranks(hits, targets, places))


def reciprocal_rank(hits: Sequence[Hit], targets: Sequence[Target], places: int = PLACES) -> float:
    """One divided by the place of the first hit that meets a target; 0 for none. Arguments as `ndcg`."""
    return max((1 / rank for rank in _ranks(hits, targets, places) if rank is not None), default=0.0)


def files_held(sources: Sequence[Hit], targets: Sequence[Target]) -> float:
    """The share of the targets' files that some sources lie in."""
    paths = {source.path for source in sources}
    return mean(path in paths for path in {target.path for target in targets})


def spans_held(sources: Sequence[Hit], targets: Sequence[Target]) -> float | None:
    """The share of the targets with lines that some source overlaps; None where no target has lines."""
    spans = [target for target in targets if target.start_line is not None]
    return mean(any(map(span.is_met_by, sources)) for span in spans) if spans else None


def evaluate(
    questions: Sequence[Question],
    search: Callable[[str], Sequence[Hit]],
    evidence: Callable[[str], Sequence[Hit]],
    *,
    known_paths: frozenset[str],
    limit: int,
    token_budget: int,
) -> Evaluation:
    """Asks questions and compares with what should be found.

    Args:
        questions: at least one.
        search: gives at least the first ``limit`` and PLACES hits.
        evidence: gives the sources that a budget holds.
        known_paths: the files in the index.
        limit: how many hits recall looks at.
        token_budget: that of the evidence.

    Raises:
        UsageError: there is no question.
    """
    if not questions:
        raise UsageError("There is no question to evaluate.")
    scores: list[Score] = []
    seconds: list[float] = []
    for question in questions:
        started = time.perf_counter()
        hits = search(question.query)
        seconds.append(time.perf_counter() - started)
        sources, targets = evidence(question.query), question.targets
        scores.append(
            Score(
                question=question,
                ndcg=ndcg(hits, targets),
                recall=recall(hits, targets, limit),
                reciprocal_rank=reciprocal_rank(hits, targets),
                files=files_held(sources, targets),
                spans=spans_held(sources, targets),
                first=tuple(f"{hit.path}:{hit.start_line}-{hit.end_line}" for hit in hits[:3]),
                missing=tuple(sorted({one.path for one in targets} - known_paths)),
            )
        )
    return Evaluation(limit, token_budget, tuple(scores), median(seconds))


def read_questions(file: Path) -> list[Question]:
    """Reads questions from JSON lines: ``{"query", "targets": [{"path", "start_line"?, "end_line"?}], "category"?}``.

    Other keys of a question are passed over; empty lines are, too.

    Raises:
        UsageError: the file cannot be read, or lines of it are no questions; the message names the lines.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        before = file.read_bytes()[: error.start]
        raise UsageError(f"{file}:{before.count(10) + 1}: the file is not UTF-8 text.") from error
    questions: list[Question] = []
    faults: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                questions.append(_question(number, line))
            except _FaultError as fault:
                faults.append(f"{file}:{number}: {fault}")
    if faults:
        more = [f"… and {len(faults) - _ROWS_NAMED} more lines"] if len(faults) > _ROWS_NAMED else []
        raise UsageError("\n".join(["These lines are no questions.", *faults[:_ROWS_NAMED], *more]))
    if not questions:
        raise UsageError(f"{file} holds no question. Each line is one, such as {_EXAMPLE}")
    return questions


_EXAMPLE: Final = '{"query": "where are carts priced", "targets": [{"path": "shop/cart.py", "start_line": 10}]}'


class _FaultError(Exception):
    """What is wrong with a line."""


def _question(number: int, line: str) -> Question:
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise _FaultError(f"no JSON: {error.msg} at column {error.colno}") from None
    if not isinstance(fields, dict):
        raise _FaultError("no JSON object")
    query, targets, category = fields.get("query"), fields.get("targets"), fields.get("category")
    if not isinstance(query, str) or not query.strip():
        raise _FaultError('"query" must be a text that is not empty')
    if category is not None and not isinstance(category, str):
        raise _FaultError('"category" must be a text')
    if not isinstance(targets, list) or not targets:
        raise _FaultError('"targets" must be a list of at least one {"path": …}')
    return Question(number, query, tuple(map(_target, targets)), category)


def _target(fields: object) -> Target:
    if not isinstance(fields, Mapping):
        raise _FaultError('a target must be an object with a "path"')
    unknown = sorted(fields.keys() - _TARGET_KEYS)
    if unknown:
        raise _FaultError(f'a target has "path", "start_line", "end_line", and no "{unknown[0]}"')
    path = fields.get("path")
    if not isinstance(path, str) or not path:
        raise _FaultError('a target\'s "path" must be a text that is not empty')
    start, end = _line(fields, "start_line"), _line(fields, "end_line")
    if end is not None and start is None:
        raise _FaultError('a target with an "end_line" needs a "start_line"')
    if start is not None and end is None:
        end = start
    if start is not None and end is not None and end < start:
        raise _FaultError(f"a target ends in line {end}, before it begins in line {start}")
    return Target(path.replace("\\", "/").removeprefix("./"), start, end)


def _line(fields: Mapping[str, Any], key: str) -> int | None:
    value = fields.get(key)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
        raise _FaultError(f'a target\'s "{key}" must be a line number from 1')
    return value


def _ranks(hits: Sequence[Hit], targets: Sequence[Target], places: int) -> list[int | None]:
    """For each target the place of the first hit that meets it, from 1; None for none."""
    return [
        next((rank for rank, hit in enumerate(hits[:places], 1) if target.is_met_by(hit)), None) for target in targets
    ]


def _means(scores: Sequence[Score]) -> Means:
    spans = [one.spans for one in scores if one.spans is not None]
    return Means(
        questions=len(scores),
        failed=sum(one.failed for one in scores),
        ndcg=mean(one.ndcg for one in scores),
        recall=mean(one.recall for one in scores),
        mrr=mean(one.reciprocal_rank for one in scores),
        files=mean(one.files for one in scores),
        spans=mean(spans) if spans else None,
    )
