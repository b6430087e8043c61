from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pool_functions
import pytest

from codeqa.errors import CodeQAError, LanguageTableError
from codeqa.pipeline import workers
from codeqa.pipeline.workers import AHEAD, Lost, WorkerPool, default_size


def run(batches: Sequence[Sequence[str]], seconds: float = 60.0, size: int = 2) -> list[list[str] | Lost[str]]:
    with WorkerPool(pool_functions.act, size, seconds=seconds) as pool:
        return list(pool.run(batches))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(condition: Callable[[], bool], what: str, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)


def test_results_come_in_the_order_of_the_batches() -> None:
    batches = [list(range(start, start + 7)) for start in range(0, 700, 7)]
    with WorkerPool(pool_functions.double, 2) as pool:
        results = list(pool.run(batches))
    assert results == [[2 * number for number in batch] for batch in batches]


def test_work_is_shared_between_processes_and_done_in_none_of_ours() -> None:
    with WorkerPool(pool_functions.process_ids, 2) as pool:
        ids = set(pool.run([[0]] * 200))
    assert 1 <= len(ids) <= 2
    assert os.getpid() not in ids


def test_only_a_bounded_number_of_batches_is_taken_ahead_of_the_consumer() -> None:
    taken = 0

    def batches() -> Iterator[list[int]]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield [number]

    with WorkerPool(pool_functions.double, 2) as pool:
        results = pool.run(batches())
        next(results)
        assert taken <= 2 * AHEAD + 1
        for _ in range(10):
            next(results)
        assert taken <= 2 * AHEAD + 11


@pytest.mark.parametrize(
    ("item", "reason"),
    [("segfault", "ended by SIGSEGV"), ("kill", "ended by SIGKILL, as systems do when memory"), ("exit 3", "status 3")],
)
def test_a_worker_that_dies_costs_its_item_alone(item: str, reason: str) -> None:
    results = run([["a", "b"], ["c", item, "d"], ["e"]])
    assert [one for one in results if not isinstance(one, Lost)] == [["A", "B"], ["C"], ["D"], ["E"]]
    (lost,) = (one for one in results if isinstance(one, Lost))
    assert lost.item == item
    assert reason in lost.reason


def test_an_exception_costs_its_item_alone_and_keeps_its_words() -> None:
    results = run([["a", "raise nested too deeply", "b"]])
    assert results == [["A"], Lost("raise nested too deeply", "RecursionError: nested too deeply"), ["B"]]


def test_an_item_that_never_ends_is_given_up_although_it_holds_the_interpreter() -> None:
    assert run([["a", "hang", "b"]], seconds=1.0) == [
        ["A"],
        Lost("hang", "parsing it took longer than 1 seconds"),
        ["B"],
    ]


def test_an_item_that_dies_only_beside_others_is_not_lost(tmp_path: Path) -> None:
    once = f"once {tmp_path / 'mark'}"
    assert run([["a", once]]) == [["A"], ["survived"]]


def test_a_lost_item_is_rescued_by_another_in_its_place() -> None:
    reasons: list[str] = []

    def rescue(item: str, reason: str) -> str | None:
        reasons.append(reason)
        return f"rescued {item}" if not item.startswith("rescued") else None

    with WorkerPool(pool_functions.act, 1, rescue) as pool:
        assert list(pool.run([["a", "exit 4"], ["b"]])) == [["A"], ["RESCUED EXIT 4"], ["B"]]
    assert reasons == ["the process that parsed it ended with status 4"]


def test_every_item_may_be_lost() -> None:
    items = ["exit 1", "segfault", "exit 2"]
    assert [one.item for one in run([items]) if isinstance(one, Lost)] == items


def test_an_error_of_the_whole_run_reaches_the_caller() -> None:
    with (
        pytest.raises(LanguageTableError, match="grammar is missing"),
        WorkerPool(pool_functions.act, 2) as pool,
    ):
        list(pool.run([["a"], ["refuse grammar is missing"], ["b"]]))


def test_what_the_function_prints_does_not_disturb() -> None:
    with WorkerPool(pool_functions.noisy, 1) as pool:
        assert list(pool.run([["a"], ["b"]])) == [["a"], ["b"]]


def test_a_large_batch_and_a_large_result_pass() -> None:
    text = "x" * 5_000_000
    assert run([[text], [text]]) == [[text.upper()], [text.upper()]]


def test_closing_ends_workers_that_are_busy(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    with WorkerPool(pool_functions.act, 2) as pool:
        results = pool.run([["a"], [f"sleep {mark}"]] + [["b"]] * 20)
        assert next(results) == ["A"]
        wait_until(lambda: mark.exists() and mark.read_text() != "", "the worker to fall asleep")
    assert not is_alive(int(mark.read_text()))


def test_a_worker_that_cannot_start_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BOOT", "raise SystemExit('no such luck')")
    with pytest.raises(CodeQAError, match=r"did not start.*no such luck"), WorkerPool(pool_functions.double, 1) as pool:
        list(pool.run([[1]]))


def test_modules_of_the_working_folder_do_not_get_into_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(tmp_path)
    with WorkerPool(pool_functions.double, 1) as pool:
        assert list(pool.run([[1]])) == [[2]]


def test_there_is_at_least_one_worker() -> None:
    assert default_size() >= 1


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, {folder!r})
from pool_functions import act
from codeqa.pipeline.workers import WorkerPool

# No `if __name__ == "__main__"`: a script that indexes at its top level is not run again by its workers.
print("started", flush=True)
with WorkerPool(act, 2) as pool:
    print(list(pool.run([["a"], ["b"]])), flush=True)
    list(pool.run([["sleep " + sys.argv[1]], ["sleep " + sys.argv[2]]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(folder=str(Path(__file__).parent)))
    marks = [tmp_path / "first", tmp_path / "second"]
    parent = subprocess.Popen(
        [sys.executable, script, *marks], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    wait_until(lambda: all(mark.exists() and mark.read_text() for mark in marks), "both workers to be busy")
    ids = [int(mark.read_text()) for mark in marks]
    if number is signal.SIGINT:
        os.killpg(parent.pid, number)  # as a terminal does
    else:
        parent.kill()
    output, _ = parent.communicate(timeout=20)
    assert output.decode().splitlines() == ["started", "[['A'], ['B']]"]
    wait_until(lambda: not any(map(is_alive, ids)), "the workers to end")
