from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from pipeline_samples import CODEBASE, write

from codeqa.index.facts import FactOptions, Refused
from codeqa.index.read import digest_of
from codeqa.index.walk import Found, walk
from codeqa.pipeline.work import (
    A_FILE,
    LARGEST_BATCH,
    SMALLEST_BATCH,
    Task,
    as_plain_text,
    batches_of,
    facts_as_rows,
)


def task(size: int) -> Task:
    return Task(Found(f"{size}.py", Path("x"), size, 0), FactOptions())


@given(st.lists(st.integers(0, 2 * LARGEST_BATCH), max_size=200), st.integers(1, 8))
def test_batches_hold_all_tasks_in_order_and_are_not_too_large(sizes: list[int], workers: int) -> None:
    tasks = [task(size) for size in sizes]
    batches = list(batches_of(tasks, workers))
    assert [one for batch in batches for one in batch] == tasks
    for batch in batches:
        assert len(batch) == 1 or sum(one.found.size + A_FILE for one in batch) <= LARGEST_BATCH


@given(st.integers(20, 300), st.integers(1, 4))
def test_small_codebases_still_give_every_worker_several_batches(files: int, workers: int) -> None:
    tasks = [task(SMALLEST_BATCH) for _ in range(files)]
    assert len(list(batches_of(tasks, workers))) >= min(files // 2, 4 * workers)


def test_facts_become_rows_and_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    write(tmp_path, {**CODEBASE, "data.py": b"\0\1\2" * 100})
    tasks = [Task(found, FactOptions()) for found in walk(tmp_path) if isinstance(found, Found)]
    outcome = facts_as_rows(tasks)
    assert sorted(outcome.rows.files["path"].to_pylist()) == sorted(CODEBASE)
    assert outcome.refused == (Refused("data.py", "binary", digest_of(b"\0\1\2" * 100)),)
    assert outcome.size == sum(one.found.size for one in tasks)


def test_a_lost_file_is_tried_once_more_as_plain_text() -> None:
    again = as_plain_text(task(10), "the parser crashed")
    assert again is not None
    assert (again.found, again.options.parse, again.options.note) == (task(10).found, False, "the parser crashed")
    assert as_plain_text(again, "it crashed again") is None


def test_workers_load_neither_the_store_nor_models() -> None:
    program = (
        "import sys, codeqa.pipeline.work\n"
        "heavy = {'lancedb', 'openai', 'pydantic', 'wordllama', 'tokenizers', 'typer', 'rich', 'pandas'}\n"
        "print(sorted(heavy & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
