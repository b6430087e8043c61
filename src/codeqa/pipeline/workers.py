"""Worker processes that lose a file, not the run, when native code crashes in them.

Each worker is a fresh interpreter with two pipes. Unlike `multiprocessing` it does not import the caller's main module,
so a script that indexes at its top level needs no ``if __name__ == "__main__"``, and a command starts its workers
without loading itself a second time. A worker whose parent is gone reads the end of its input and ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Generic, Self, TypeVar

from codeqa.errors import CodeQAError
from codeqa.pipeline.worker import BOOT, Answer, Done, Failed, Order, Refused

Item = TypeVar("Item")
Result = TypeVar("Result")

SECONDS_A_BATCH: Final = 60.0
"""The last guard against a file that never ends. The slowest megabyte of code takes about 3 seconds."""

MOST_WORKERS: Final = 8
"""More of them produce faster than the one process that embeds and writes can take."""

AHEAD: Final = 3
"""Batches for each worker that are under way or wait to be taken, which bounds the memory they hold."""

DYING_SECONDS: Final = 10.0
"""How long a process may take to be gone after its pipe has closed: a large core dump takes its time."""


@dataclass(frozen=True, slots=True)
class Lost(Generic[Item]):
    """An item that gave no result, even alone in a worker."""

    item: Item
    reason: str


def default_size() -> int:
    """How many workers this machine has use for: one for each processor, at most MOST_WORKERS."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST_WORKERS, available))


class WorkerPool(Generic[Item, Result]):
    """Maps a function over batches of items in worker processes.

    The workers start at once and load the function's module while the caller goes on. When a worker dies over a
    batch, or the function raises, the batch is tried again one item at a time, so that only the guilty one is lost.

    Args:
        function: from a batch to its result. At the top of a module, as workers find it by its name.
        size: how many workers.
        rescue: gives what to try instead of an item that was lost, with the reason why; None gives it up.
        seconds: a worker that takes longer for a batch is ended, which counts as having died.
    """

    def __init__(
        self,
        function: Callable[[Sequence[Item]], Result],
        size: int,
        rescue: Callable[[Item, str], Item | None] = lambda item, reason: None,
        seconds: float = SECONDS_A_BATCH,
    ) -> None:
        self._order = Order(function, seconds)
        self._rescue = rescue
        self._size = size
        self._lock = threading.Lock()
        self._closed = False
        self._idle = [_Worker(self._order) for _ in range(size)]
        self._all = set(self._idle)
        # A thread a worker: it writes a batch and waits for the answer, so that no worker waits for the consumer.
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="codeqa-worker")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        with self._lock:
            self._closed = True
            for worker in self._all:
                worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._all:
            worker.close()

    def run(self, batches: Iterable[Sequence[Item]]) -> Iterator[Result | Lost[Item]]:
        """The results, in the order of the batches. Those of a batch that was split come one an item.

        Batches are taken from the iterable as they are needed: at most AHEAD for each worker are under way.

        Raises:
            CodeQAError: the function raised it, or workers cannot be started.
        """
        pending: deque[Future[list[Result | Lost[Item]]]] = deque()
        for batch in batches:
            if len(pending) >= AHEAD * self._size:
                yield from pending.popleft().result()
            pending.append(self._threads.submit(self._attempt, batch))
        while pending:
            yield from pending.popleft().result()

    def _attempt(self, batch: Sequence[Item]) -> list[Result | Lost[Item]]:
        answer = self._ask(batch)
        if isinstance(answer, Refused):
            raise answer.error
        if isinstance(answer, Done):
            return [answer.result]
        if len(batch) > 1:
            return [one for item in batch for one in self._attempt([item])]
        substitute = self._rescue(batch[0], answer.reason)
        return [Lost(batch[0], answer.reason)] if substitute is None else self._attempt([substitute])

    def _ask(self, batch: Sequence[Item]) -> Answer:
        with self._lock:
            if self._closed:
                raise CodeQAError("The run was ended before it was through.")
            worker = self._idle.pop() if self._idle else _Worker(self._order)
            self._all.add(worker)
        try:
            answer = worker.ask(batch)
        except _DiedError as death:
            with self._lock:
                self._all.discard(worker)
            worker.close()
            return Failed(str(death))
        with self._lock:
            self._idle.append(worker)
        return answer


class _DiedError(Exception):
    """A worker's process ended over a batch; the message says how."""


class _Worker:
    """The parent's end of a worker process."""

    def __init__(self, order: Order) -> None:
        self._seconds = order.seconds
        self._ready = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        # -P: the folder that the command runs in may hold anything, and is not searched for modules.
        command = [sys.executable, "-P", "-c", BOOT]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError as error:
            raise CodeQAError(f"Worker processes cannot be started with {sys.executable}: {error.strerror}.") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        with contextlib.suppress(OSError):  # it has died already, which is found out when it is asked
            self._send(sys.path)
            self._send(order)

    def ask(self, batch: Sequence[object]) -> Answer:
        """What the worker's function makes of a batch.

        Raises:
            _DiedError: the process ended over it.
            CodeQAError: the process did not come up.
        """
        if not self._ready:
            self._await_ready()
        started = time.monotonic()
        try:
            self._send(batch)
            answer: Answer = pickle.load(self._from)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise _DiedError(self._cause_of_death(time.monotonic() - started)) from None
        return answer

    def kill(self) -> None:
        """End the process, which makes a thread that waits for its answer go on."""
        self._process.kill()

    def close(self) -> None:
        """End the process and give back what it held. No thread waits for its answer any more."""
        self._process.kill()
        self._process.wait()
        for stream in (self._to, self._from, self._errors):
            with contextlib.suppress(OSError):  # unsent bytes that nobody reads any more
                stream.close()

    def _send(self, message: object) -> None:
        pickle.dump(message, self._to, pickle.HIGHEST_PROTOCOL)
        self._to.flush()

    def _await_ready(self) -> None:
        try:
            pickle.load(self._from)
        except (EOFError, OSError, pickle.UnpicklingError):
            status = self._process.wait()
            self._errors.seek(0)
            last_line = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise CodeQAError(
                f"A worker process did not start (status {status}): {last_line or 'it said nothing'}. "
                f"It runs {sys.executable}: check that codeqa can be imported there."
            ) from None
        self._ready = True

    def _cause_of_death(self, seconds: float) -> str:
        try:
            status = self._process.wait(timeout=DYING_SECONDS)
        except subprocess.TimeoutExpired:
            return "the process that parsed it stopped answering"
        if seconds >= self._seconds:
            return f"parsing it took longer than {self._seconds:g} seconds"
        if status < 0:
            name = signal.Signals(-status).name
            hint = ", as systems do when memory runs out" if name == "SIGKILL" else ""
            return f"the process that parsed it was ended by {name}{hint}"
        return f"the process that parsed it ended with status {status}"
