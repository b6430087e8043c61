"""Leases: how readers keep the tables that they read, although a writer has replaced them.

Each table has an empty file beside its folder. A reader holds a shared lock of the operating system's on it, and a
writer removes a table that no commit names any more only while it holds the lock alone. Neither ever waits, nothing is
written by readers, and a process that ends, however it ends, frees what it held.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

_BUSY: Final = (BlockingIOError, PermissionError)


class Lease:
    """A hold on some tables, until it is released, is forgotten, or the process ends.

    Args:
        files: the tables' lease files. One that is not there is passed over: its table is gone, or about to go.
    """

    def __init__(self, files: Iterable[Path] = ()) -> None:
        held: list[int] = []
        for file in files:
            with contextlib.suppress(FileNotFoundError, *_BUSY):
                held.append(_opened(file, exclusive=False))
        self._finalizer = weakref.finalize(self, _close, held)

    def release(self) -> None:
        """Frees the tables."""
        self._finalizer()


def lease_file(folder: Path, table: str) -> Path:
    """A table's lease file.

    Args:
        folder: where the tables lie.
        table: its name.
    """
    return folder / f"{table}.lease"


def make_lease_file(file: Path) -> None:
    """Makes a table's lease file where it is not there.

    Raises:
        OSError: it cannot be made.
    """
    file.touch(exist_ok=True)


def remove_unless_leased(folder: Path, file: Path) -> bool:
    """Removes a table's folder and lease file, unless somebody reads it.

    Args:
        folder: the table's folder.
        file: its lease file.

    Returns:
        False when it is still being read, or cannot be removed.
    """
    try:
        held = _opened(file, exclusive=True)
    except FileNotFoundError:
        shutil.rmtree(folder, ignore_errors=True)
        return not folder.exists()
    except _BUSY:
        return False
    try:
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            return False
        if sys.platform != "win32":
            file.unlink(missing_ok=True)
    finally:
        os.close(held)
    if sys.platform == "win32":
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
    return True


def _opened(file: Path, exclusive: bool) -> int:
    """The lease file, opened and locked.

    On Windows a file that is open cannot be renamed, so being able to rename it tells that no reader has it open.

    Raises:
        FileNotFoundError: there is none.
        BlockingIOError, PermissionError: it is held otherwise.
    """
    if sys.platform == "win32" and exclusive:
        file.rename(file)
    opened = os.open(file, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    if sys.platform != "win32":
        try:
            fcntl.flock(opened, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(opened)
            raise
        except OSError:  # a file system without locks: nobody there can hold a table
            pass
    return opened


def _close(held: Iterable[int]) -> None:
    for one in held:
        os.close(one)
