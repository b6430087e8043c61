from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from codeqa.errors import IndexLockedError
from codeqa.store import holder as holder_module
from codeqa.store.holder import DOUBTED_SECONDS, SILENT_SECONDS, Heart, Holder, Watch, holder_of
from codeqa.store.lock import WriterLock

EPOCH = 1_700_000_000.0

HOLD = """
import sys
from pathlib import Path
from codeqa.store.lock import WriterLock
with WriterLock(Path(sys.argv[1])) as lock:
    lock.tell("indexing", 34, 340)
    print("held", flush=True)
    sys.stdin.read()
"""


class Clocks:
    """A monotonic clock, and one of the wall, which may jump."""

    def __init__(self) -> None:
        self.monotonic = 0.0
        self.wall = EPOCH

    def pass_by(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


def told(folder: Path, holder: Holder) -> None:
    fields = {name: getattr(holder, name) for name in Holder.__slots__}
    (folder / "writer.json").write_text(json.dumps(fields))


def watch_of(folder: Path, clocks: Clocks) -> Watch:
    return Watch(folder, lambda: clocks.monotonic, lambda: clocks.wall)


HOLDER = Holder(123, platform.node(), EPOCH, EPOCH, 1)


def test_it_says_who_writes_and_how_far_that_is() -> None:
    assert HOLDER.sentence() == "process 123, which is indexing this folder"
    far = replace(HOLDER, stage="indexing", share=34, files=1_340)
    assert far.sentence() == "process 123, which is indexing this folder: indexing"
    assert far.activity() == "indexing, 1,340 files so far, 34 %"
    assert replace(HOLDER, host="elsewhere").name() == "process 123 on elsewhere"


def test_what_was_told_long_ago_tells_of_nobody(tmp_path: Path) -> None:
    assert holder_of(tmp_path) is None
    told(tmp_path, HOLDER)
    assert holder_of(tmp_path) is None
    with WriterLock(tmp_path) as lock:
        lock.tell("indexing")
        holder = holder_of(tmp_path)
        assert holder is not None and holder.pid == os.getpid()
    assert holder_of(tmp_path) is None


@pytest.mark.skipif(os.name != "posix", reason="it cannot be asked here whether a process lives")
def test_a_killed_process_writes_no_more(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    now = time.time()
    told(tmp_path, replace(HOLDER, beat=now, pid=ended.pid))
    assert holder_of(tmp_path) is None
    told(tmp_path, replace(HOLDER, beat=now, pid=ended.pid, host="elsewhere"))
    assert holder_of(tmp_path) is not None


def test_a_writer_is_silent_after_a_minute_without_a_sign(tmp_path: Path, clocks: Clocks) -> None:
    told(tmp_path, HOLDER)
    watch = watch_of(tmp_path, clocks)
    assert watch.look() == HOLDER
    clocks.pass_by(SILENT_SECONDS - 1)
    watch.look()
    assert not watch.is_silent
    told(tmp_path, replace(HOLDER, beats=2, beat=clocks.wall))
    watch.look()
    clocks.pass_by(SILENT_SECONDS - 1)
    watch.look()
    assert not watch.is_silent
    clocks.pass_by(1)
    watch.look()
    assert watch.is_silent


def test_one_that_fell_silent_long_ago_is_known_sooner(tmp_path: Path, clocks: Clocks) -> None:
    told(tmp_path, replace(HOLDER, beat=EPOCH - 3_600))
    watch = watch_of(tmp_path, clocks)
    watch.look()
    assert not watch.is_silent
    clocks.pass_by(DOUBTED_SECONDS)
    watch.look()
    assert watch.is_silent


def test_a_clock_that_jumps_makes_nobody_silent_who_gives_signs(tmp_path: Path, clocks: Clocks) -> None:
    told(tmp_path, HOLDER)
    watch = watch_of(tmp_path, clocks)
    for beats in range(2, 40):
        clocks.wall += 86_400 * (1 if beats % 2 else -3)
        clocks.pass_by(1)
        told(tmp_path, replace(HOLDER, beats=beats))  # its own clock has not jumped
        watch.look()
        assert not watch.is_silent


def test_who_tells_nothing_is_not_called_silent(tmp_path: Path, clocks: Clocks) -> None:
    watch = watch_of(tmp_path, clocks)
    clocks.pass_by(10 * SILENT_SECONDS)
    assert watch.look() is None
    assert not watch.is_silent
    (tmp_path / "writer.json").write_text("{")
    assert watch.look() is None
    (tmp_path / "writer.json").write_text('{"pid": 1, "unknown": 2}')
    assert watch.look() is None


def test_a_heart_beats_until_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holder_module, "BEAT_SECONDS", 0.01)
    heart = Heart(tmp_path)
    heart.tell("indexing", 5, 7)
    watch = Watch(tmp_path)
    changed = threading.Event()
    while True:
        seen = watch.look()
        if seen is not None and seen.beats > 3:
            break
        changed.wait(0.01)
    assert (seen.pid, seen.stage, seen.share, seen.files) == (os.getpid(), "indexing", 5, 7)
    heart.stop()
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_the_files_time_is_the_sign(
    tmp_path: Path, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holder_module, "BEAT_SECONDS", 1_000.0)
    heart = Heart(tmp_path)
    watch = watch_of(tmp_path, clocks)
    watch.look()
    clocks.pass_by(SILENT_SECONDS)

    def full(*arguments: object, **more: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    os.utime(tmp_path / "writer.json", ns=(1, 1))
    heart._tell_all()
    watch.look()
    assert not watch.is_silent
    heart.stop()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
def test_a_stopped_process_is_named_and_one_at_work_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holder_module, "SILENT_SECONDS", 3.0)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        assert child.stdout.readline() == "held\n"
        heard: list[Holder | None] = []

        def stop_it(holder: Holder | None) -> None:
            heard.append(holder)
            if holder is not None and holder.files and len(heard) < 1_000:
                child.send_signal(signal.SIGSTOP)

        with pytest.raises(IndexLockedError, match=rf"Process {child.pid} holds .* no sign of life"):
            WriterLock(tmp_path, None, stop_it).acquire()
        assert heard[-1] is not None and heard[-1].activity() == "indexing, 340 files so far, 34 %"
        child.send_signal(signal.SIGCONT)
        released = False

        def let_it_end(holder: Holder | None) -> None:
            nonlocal released
            if not released:
                released = True
                child.stdin.close()  # type: ignore[union-attr]

        lock = WriterLock(tmp_path, None, let_it_end)
        with lock:
            assert lock.has_waited
            assert lock.waited_for is not None and lock.waited_for.pid == child.pid
        child.wait()
