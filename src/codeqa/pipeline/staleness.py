"""Tells, without indexing anything, whether an index is still what the files are."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from codeqa.index.walk import walk
from codeqa.pipeline.changes import compare
from codeqa.pipeline.fingerprint import fingerprint
from codeqa.pipeline.options import UpdateOptions
from codeqa.store.reader import IndexReader
from codeqa.store.schema import FileStamp


@dataclass(frozen=True, slots=True)
class Staleness:
    """How an index differs from the files."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    incomplete: bool = False
    """The run that made it was ended before it was through."""
    outdated: bool = False
    """Files would be cut in other ways now: the settings changed, or CodeQA did."""
    touched: int = field(default=0, compare=False)
    """Files that had to be read to find out that they are as they were; indexing notes their new stamps."""

    def __bool__(self) -> bool:
        """True when there is something to bring up to date."""
        return bool(self.added or self.changed or self.removed or self.incomplete or self.outdated)


def staleness(root: Path, options: UpdateOptions, reader: IndexReader) -> Staleness:
    """How an index differs from the files.

    Files are told by size, times and inode, and read only where the size alone is the same.

    Args:
        root: the codebase's folder.
        options: what is indexed and how.
        reader: the index.

    Raises:
        UsageError: the root is not a folder.
        StoreError: the index cannot be read.
    """
    now_ns = time.time_ns()
    stamps = {
        one.path: FileStamp(one.size, one.mtime_ns, one.digest, one.ctime_ns, one.inode) for one in reader.files()
    }
    changes = compare(walk(root, options.walk), stamps, reader.skipped_stamps(), now_ns)
    manifest = reader.manifest
    return Staleness(
        added=tuple(found.path for found in changes.added),
        changed=tuple(found.path for found in changes.changed),
        removed=changes.removed,
        incomplete=not manifest.complete,
        outdated=manifest.settings != fingerprint(options.facts),
        touched=len(changes.touched) + len(changes.touched_left_out),
    )
