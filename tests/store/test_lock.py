from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from codeqa.errors import IndexLockedError
from codeqa.store.lock import WriterLock

HOLD = """
import sys
from pathlib import Path
from codeqa.store.lock import WriterLock
with WriterLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_writer_is_told_who_writes(tmp_path: Path) -> None:
    with WriterLock(tmp_path), pytest.raises(IndexLockedError, match=rf"Process {os.getpid()} is writing"):
        WriterLock(tmp_path).acquire()
    with WriterLock(tmp_path):
        pass


def test_a_second_writer_may_wait(tmp_path: Path) -> None:
    first = WriterLock(tmp_path)
    first.acquire()
    timer = threading.Timer(0.1, first.release)
    timer.start()
    with WriterLock(tmp_path, timeout=10):
        pass
    timer.join()


def test_a_killed_process_holds_no_lock(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(IndexLockedError, match=rf"Process {holder.pid} is writing"):
            WriterLock(tmp_path).acquire()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with WriterLock(tmp_path):
        pass


def test_who_holds_it_may_take_it_again(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path)
    with lock:
        with lock:
            pass
        with pytest.raises(IndexLockedError):
            WriterLock(tmp_path).acquire()
    with WriterLock(tmp_path):
        pass


def test_what_the_listener_raises_ends_the_waiting(tmp_path: Path) -> None:
    class EndedError(Exception):
        pass

    def end(holder: object) -> None:
        raise EndedError

    with WriterLock(tmp_path), pytest.raises(EndedError):
        WriterLock(tmp_path, None, end).acquire()
    with WriterLock(tmp_path):
        pass
