"""The store's promise between processes: readers see commits alone, and a kill at any moment leaves a good index."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from store_child import last_number, write_state
from store_samples import open_writer

CHILD = Path(__file__).with_name("store_child.py")
KILLS = 4


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(CHILD), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_a_reader_sees_whole_commits_while_another_process_writes(tmp_path: Path) -> None:
    write_state(tmp_path, 1)
    with start("read", str(tmp_path)) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "reading\n"
        for number in range(2, 12):
            write_state(tmp_path, number)
        output, _ = child.communicate()
    assert child.returncode == 0, output
    reads, commits = map(int, output.split())
    assert reads >= commits > 1


def test_a_kill_at_any_moment_leaves_the_last_commit(tmp_path: Path) -> None:
    moments = random.Random(7)
    reported = 0
    for _ in range(KILLS):
        with start("write", str(tmp_path), str(reported + 1)) as child:
            assert child.stdout is not None
            reported = int(child.stdout.readline())
            time.sleep(moments.uniform(0.0, 0.3))
            child.kill()
            reported = max([reported, *map(int, child.stdout.read().split())])
        seen = last_number(tmp_path)
        assert seen in (reported, reported + 1)  # killed between its commit and its report
        reported = seen
    with open_writer(tmp_path) as writer:
        writer.finish()
    assert last_number(tmp_path) == reported
    write_state(tmp_path, reported + 1)
    assert last_number(tmp_path) == reported + 1
