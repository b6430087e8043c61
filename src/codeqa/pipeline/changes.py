"""Compares the files on disk with those in the index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from codeqa.index.read import digest_of
from codeqa.index.walk import Found
from codeqa.model import Skipped
from codeqa.store.schema import FileStamp, SkippedStamp

TICK_NS: Final = 2_000_000_000
"""The coarsest clock that file systems keep for files (FAT: 2 seconds)."""

UNSETTLED: Final = 0
"""Kept in place of a time of change that proves nothing: the file is read again the next time."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What has to be done to bring an index up to date."""

    added: tuple[Found, ...] = ()
    changed: tuple[Found, ...] = ()
    touched: Mapping[str, FileStamp] = field(default_factory=dict)
    """Files whose content is as it was, with their new stamps."""
    removed: tuple[str, ...] = ()
    unchanged: int = 0
    """Files whose content is as it was, the touched ones among them."""
    left_out: tuple[Skipped, ...] = ()
    """What the walk left out, and files that were read in vain before and are as they were."""

    @property
    def to_index(self) -> tuple[Found, ...]:
        """The files to read and parse, by path."""
        return tuple(sorted((*self.added, *self.changed), key=lambda one: one.path))


def settled(found: Found, now_ns: int) -> Found:
    """The file with a time of change that can be trusted later.

    A file that was changed within the same tick of the file system's clock as it was read may change once more without
    a new time. Git meets the same difficulty and calls such files racily clean
    (https://git-scm.com/docs/racy-git); there, too, they are read again the next time.

    Args:
        found: the file as the walk gave it.
        now_ns: a moment before the file was read, in nanoseconds since the epoch.
    """
    return found if found.mtime_ns < now_ns - TICK_NS else replace(found, mtime_ns=UNSETTLED)


def compare(
    entries: Iterable[Found | Skipped],
    stamps: Mapping[str, FileStamp],
    skipped: Mapping[str, SkippedStamp],
    now_ns: int,
) -> Changes:
    """What has changed since the index was made.

    Size and time tell where they are the same; where only the time differs the content is read and its digest tells.

    Args:
        entries: the walk.
        stamps: the files in the index.
        skipped: the files that were read and then left out.
        now_ns: a moment before the walk, in nanoseconds since the epoch.
    """
    added: list[Found] = []
    changed: list[Found] = []
    touched: dict[str, FileStamp] = {}
    left_out: list[Skipped] = []
    seen: set[str] = set()
    for entry in entries:
        if isinstance(entry, Skipped):
            left_out.append(entry)
            continue
        stamp = stamps.get(entry.path)
        if stamp is None:
            before = skipped.get(entry.path)
            if before is not None and (entry.size, entry.mtime_ns) == (before.size, before.mtime_ns):
                left_out.append(Skipped(entry.path, before.reason))
            else:
                added.append(settled(entry, now_ns))
            continue
        seen.add(entry.path)
        if (entry.size, entry.mtime_ns) == (stamp.size, stamp.mtime_ns):
            continue
        now = settled(entry, now_ns)
        if entry.size == stamp.size and _digest(entry) == stamp.digest:
            if now.mtime_ns != stamp.mtime_ns:
                touched[entry.path] = FileStamp(now.size, now.mtime_ns, stamp.digest)
        else:
            changed.append(now)
    return Changes(
        added=tuple(added),
        changed=tuple(changed),
        touched=touched,
        removed=tuple(sorted(path for path in stamps if path not in seen)),
        unchanged=len(seen) - len(changed),
        left_out=tuple(left_out),
    )


def _digest(found: Found) -> str | None:
    """The digest of a file's bytes; None when it cannot be read, which indexing it will explain."""
    try:
        return digest_of(found.absolute.read_bytes())
    except OSError:
        return None
