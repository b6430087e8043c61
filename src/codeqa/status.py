"""What there is of an index, and how it stands to the files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from codeqa.index.reasons import Reason
from codeqa.pipeline.staleness import Staleness
from codeqa.store.holder import holder_of
from codeqa.store.location import index_size
from codeqa.store.reader import IndexReader


@dataclass(frozen=True, slots=True)
class Status:
    """What there is of an index, and how it differs from the files."""

    root: str
    index_dir: str
    exists: bool
    complete: bool = False
    added: int = 0
    """Files that are not in the index yet."""
    changed: int = 0
    removed: int = 0
    outdated: bool = False
    """The settings, the embedder or CodeQA changed: the next run indexes everything anew."""
    files: int = 0
    languages: tuple[tuple[str, int], ...] = ()
    """Files by language, the most first."""
    chunks: int = 0
    definitions: int = 0
    references: int = 0
    skipped: tuple[tuple[str, int], ...] = ()
    """Files and folders left out, by reason, the most first."""
    unreadable: tuple[str, ...] = ()
    """Files and folders among them that there are no rights to read, or that reading failed of."""
    problems: tuple[tuple[str, str], ...] = ()
    """Files that were cut as plain text, and why."""
    broken_files: int = 0
    """Files with syntax errors."""
    embedder: str = ""
    bytes: int = 0
    """Size of the index on disk."""
    updated: datetime | None = None
    writer: str = ""
    """The process that is writing to it now, and how far it is; empty where none is."""

    @property
    def stale(self) -> bool:
        """True when indexing would change something."""
        return not self.complete or self.outdated or bool(self.added or self.changed or self.removed)


def status_of(
    root: Path, index_dir: Path, reader: IndexReader, difference: Staleness, embedder_differs: bool
) -> Status:
    """The status of an index that exists.

    Args:
        root: the codebase's folder.
        index_dir: where the index lies.
        reader: the index.
        difference: how it differs from the files.
        embedder_differs: True when its vectors were made by another embedder than the one that is set.
    """
    files = reader.files()
    counts = reader.counts()
    skipped = reader.skipped()
    return Status(
        root=str(root),
        index_dir=str(index_dir),
        exists=True,
        complete=not difference.incomplete,
        added=len(difference.added),
        changed=len(difference.changed),
        removed=len(difference.removed),
        outdated=difference.outdated or embedder_differs,
        files=counts.files,
        languages=tuple(Counter(one.language or "plain text" for one in files).most_common()),
        chunks=counts.chunks,
        definitions=counts.definitions,
        references=counts.references,
        skipped=tuple(Counter(one.reason for one in skipped).most_common()),
        unreadable=tuple(one.path for one in skipped if one.reason == Reason.UNREADABLE),
        problems=tuple((one.path, one.note) for one in files if one.note is not None),
        broken_files=sum(one.broken_lines > 0 for one in files),
        embedder=reader.manifest.embedder,
        bytes=index_size(index_dir),
        updated=reader.manifest.updated,
        writer=writer_of(index_dir),
    )


def writer_of(index_dir: Path) -> str:
    """The process that is writing to an index, and how far it is; empty where none is."""
    holder = holder_of(index_dir)
    if holder is None:
        return ""
    activity = holder.activity()
    return f"{holder.name()}{f' ({activity})' if activity else ''}"
