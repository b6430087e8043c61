"""What workers do with a batch of files. Imports of this module are paid by every worker, so no LanceDB here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from codeqa.index.facts import FactOptions, Refused, facts_of
from codeqa.index.walk import Found
from codeqa.model import FileFacts
from codeqa.store.schema import FileRows, rows_of

LARGEST_BATCH: Final = 384 * 1024
"""Bytes of source: about a second of work, and a few megabytes of rows on their way to the parent."""

BATCHES_A_WORKER: Final = 8
"""Smaller codebases are cut finer, so that no worker waits long for the last one."""

SMALLEST_BATCH: Final = 16 * 1024

A_FILE: Final = 1024
"""What opening and telling a file's language costs, in bytes parsed in the same time."""


@dataclass(frozen=True, slots=True)
class Task:
    """A file to index."""

    found: Found
    options: FactOptions


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a batch gave."""

    rows: FileRows
    refused: tuple[Refused, ...]
    """The files that cannot be indexed."""
    size: int
    """Bytes of source in the batch."""


def facts_as_rows(tasks: Sequence[Task]) -> Outcome:
    """Read, parse and cut files, and bring what was found into the form that is stored."""
    facts: list[FileFacts] = []
    refused: list[Refused] = []
    for task in tasks:
        result = facts_of(task.found, task.options)
        if isinstance(result, Refused):
            refused.append(result)
        else:
            facts.append(result)
    return Outcome(rows_of(facts), tuple(refused), sum(task.found.size for task in tasks))


def as_plain_text(task: Task, reason: str) -> Task | None:
    """What to try when a file was lost: cutting it as plain text, which no parser takes part in."""
    if not task.options.parse:
        return None
    return replace(task, options=replace(task.options, parse=False, note=reason))


def batches_of(tasks: Sequence[Task], workers: int) -> Iterator[list[Task]]:
    """The tasks in their order, cut into batches of about the same amount of work.

    Args:
        tasks: the files.
        workers: how many workers share them.
    """
    total = sum(task.found.size + A_FILE for task in tasks)
    limit = min(LARGEST_BATCH, max(SMALLEST_BATCH, total // (workers * BATCHES_A_WORKER)))
    batch: list[Task] = []
    size = 0
    for task in tasks:
        weight = task.found.size + A_FILE
        if batch and size + weight > limit:
            yield batch
            batch, size = [], 0
        batch.append(task)
        size += weight
    if batch:
        yield batch
