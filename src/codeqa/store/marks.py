"""Marks of the files that a commit is made of, by which damage is noticed before it is read.

LanceDB writes a file once and never again, but keeps no checksums: a file that was cut fails somewhere, and one that
was overwritten may give other values. So a commit names its files with their sizes, times and digests. Readers compare
sizes and times, which costs a look at the folder, and digests only where a time differs (an index that was copied).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from codeqa.store.manifest import TableVersion

_LATEST: Final = 2**64 - 1
"""LanceDB names the file of a version by how far it is from this, so that the newest sorts first."""
_DIGEST_BYTES: Final = 8


class DamageError(Exception):
    """A file is not as it was committed."""


@dataclass(frozen=True, slots=True)
class FileMark:
    """What tells a file from another one of the same name."""

    size: int
    mtime_ns: int
    digest: str


Marks = Mapping[str, FileMark]
"""By path below the folder of the tables, with ``/``."""


def marks_of(folder: Path, tables: Iterable[TableVersion], known: Marks) -> dict[str, FileMark]:
    """Marks of all files that some tables need.

    Args:
        folder: where the tables lie.
        tables: which ones, and of which version.
        known: marks from before; what still has their size and time is not read again.

    Raises:
        OSError: a file cannot be read.
    """
    marks: dict[str, FileMark] = {}
    for table in tables:
        for path, status in _files(folder, table):
            mark = known.get(path)
            if mark is None or (mark.size, mark.mtime_ns) != (status.st_size, status.st_mtime_ns):
                mark = FileMark(status.st_size, status.st_mtime_ns, _digest(folder / path))
            marks[path] = mark
    return marks


def check_marks(folder: Path, table: TableVersion, marks: Marks, thorough: bool = False) -> None:
    """Raises where a table's files are not as they were committed.

    Args:
        folder: where the tables lie.
        table: which one.
        marks: the commit's.
        thorough: read all files, whatever their times say.

    Raises:
        DamageError: a file is gone, or other than it was.
        OSError: a file cannot be read.
    """
    there = dict(_files(folder, table))
    below = f"{table.name}.lance/"
    for path, mark in marks.items():
        if not path.startswith(below):
            continue
        status = there.get(path)
        if status is None:
            raise DamageError(f"the file {path} is gone")
        is_same = status.st_size == mark.size and (
            (status.st_mtime_ns == mark.mtime_ns and not thorough) or _digest(folder / path) == mark.digest
        )
        if not is_same:
            raise DamageError(f"the file {path} is not what was written")


def _files(folder: Path, table: TableVersion) -> Iterable[tuple[str, os.stat_result]]:
    """The files of a table at a version. What only tells of other versions, or is written over, is left out."""
    top = f"{table.name}.lance"
    version = f"{_LATEST - table.version:020}.manifest"
    pending = [top]
    while pending:
        parent = pending.pop()
        try:
            entries = list(os.scandir(folder / parent))
        except FileNotFoundError:
            continue
        for entry in entries:
            path = f"{parent}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "_transactions":
                    pending.append(path)
            elif parent != f"{top}/_versions" or entry.name == version:
                yield path, entry.stat()


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, lambda: hashlib.blake2b(digest_size=_DIGEST_BYTES)).hexdigest()
