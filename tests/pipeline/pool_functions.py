"""What the tests of the pool have its workers do. Workers find functions by their module, so they live in one."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from codeqa.errors import LanguageTableError


def double(batch: Sequence[int]) -> list[int]:
    return [2 * number for number in batch]


def process_ids(batch: Sequence[int]) -> int:
    return os.getpid()


def noisy(batch: Sequence[str]) -> list[str]:
    print("this must not get between the answers", flush=True)
    return list(batch)


def act(batch: Sequence[str]) -> list[str]:
    """Does what each item says; everything else is given back in capitals."""
    return [_act(item) for item in batch]


def _act(item: str) -> str:
    verb, _, argument = item.partition(" ")
    if verb == "segfault":
        ctypes.string_at(0)
    elif verb == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif verb == "exit":
        os._exit(int(argument))
    elif verb == "raise":
        raise RecursionError(argument)
    elif verb == "refuse":
        raise LanguageTableError(argument)
    elif verb == "hang":
        re.match(r"(a+)+$", "a" * 60 + "b")  # never ends, and holds the interpreter's lock
    elif verb == "sleep":
        Path(argument).write_text(str(os.getpid()))
        time.sleep(1000)
    elif verb == "once":
        if Path(argument).exists():
            return "survived"
        Path(argument).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return item.upper()
