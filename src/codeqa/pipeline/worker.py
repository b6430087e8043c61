"""What runs in a worker process: it reads batches from its standard input and answers on its standard output.

This module is imported by every worker before its first batch, so it imports next to nothing.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import pickle
import sys
import threading
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from codeqa.errors import CodeQAError

BOOT: Final = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from codeqa.pipeline.worker import serve
serve()
"""
"""The program a worker is started with. Ctrl-C reaches the whole group: the parent decides what becomes of it."""


GARBAGE_THRESHOLD: Final = 200_000
"""Objects made before Python looks for cycles among them, some tens of megabytes. A batch makes hundreds of thousands
and no cycle; looking as often as Python does by itself takes a tenth of the time."""


@dataclass(frozen=True, slots=True)
class Order:
    """The first message to a worker: what it is for."""

    function: Any
    """Called with each batch. It is pickled by its name, so it must be at the top of a module."""
    seconds: float
    """A batch that takes longer ends the worker."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's first message: it has loaded its function."""


@dataclass(frozen=True, slots=True)
class Done:
    """The function returned."""

    result: Any


@dataclass(frozen=True, slots=True)
class Failed:
    """The function raised, or the process died with it."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The function raised an error that concerns the whole run, such as a missing grammar."""

    error: CodeQAError


Answer = Done | Failed | Refused


def serve() -> None:
    """Answer batches until the parent closes the standard input or is gone, however it went."""
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    order: Order = pickle.load(sys.stdin.buffer)
    _send(outgoing, pickle.dumps(Ready()))
    gc.freeze()  # what the imports made lives for ever
    gc.set_threshold(GARBAGE_THRESHOLD)
    batches: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_receive, args=(batches,), daemon=True).start()
    while True:
        _send(outgoing, _answer(order, batches.get()))


def _receive(batches: SimpleQueue[Any]) -> None:
    """Take batches in. In a thread of its own, so that a busy worker, too, ends with its parent."""
    try:
        while True:
            batches.put(pickle.load(sys.stdin.buffer))
    finally:
        os._exit(0)  # no more will come, and nobody waits for what is being done


def _answer(order: Order, batch: Any) -> bytes:
    # The watchdog is a thread of C that needs no lock of Python's: it ends native code that never returns, too.
    faulthandler.dump_traceback_later(order.seconds, exit=True)
    try:
        return pickle.dumps(Done(order.function(batch)), pickle.HIGHEST_PROTOCOL)
    except CodeQAError as error:
        return pickle.dumps(Refused(error))
    except Exception as error:  # noqa: BLE001 (this is the process's border: the parent tries the files one by one)
        return pickle.dumps(Failed(f"{type(error).__name__}: {error}"))
    finally:
        faulthandler.cancel_dump_traceback_later()


def _send(outgoing: BinaryIO, message: bytes) -> None:
    outgoing.write(message)
    outgoing.flush()
