"""Compares the files on disk with those in the index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from codeqa.index.read import digest_of
from codeqa.index.reasons import Reason
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
    touched_left_out: Mapping[str, SkippedStamp] = field(default_factory=dict)
    """Those of the latter whose stamps are others now, with these."""
    hashed: int = 0
    """Files that were read to find out."""

    @property
    def to_index(self) -> tuple[Found, ...]:
        """The files to read and parse, by path."""
        return tuple(sorted((*self.added, *self.changed), key=lambda one: one.path))


def settled(found: Found, now_ns: int) -> Found:
    """The file with a time of change that can be trusted later.

    A file that was changed within the same tick of the file system's clock as it was read may change once more without
    a new time. Git meets the same difficulty and calls such files racily clean
    (https://git-scm.com/docs/racy-git); there, too, they are read again the next time. A time that is put back by hand
    hides such a change as well, so the system's own time of change counts where there is one.

    Args:
        found: the file as the walk gave it.
        now_ns: a moment before the file was read, in nanoseconds since the epoch.
    """
    return found if max(found.mtime_ns, found.ctime_ns) < now_ns - TICK_NS else replace(found, mtime_ns=UNSETTLED)


def compare(
    entries: Iterable[Found | Skipped],
    stamps: Mapping[str, FileStamp],
    skipped: Mapping[str, SkippedStamp],
    now_ns: int,
    verify: bool = False,
) -> Changes:
    """What has changed since the index was made.

    A file is as it was when its size, both times and its inode are; git's index tells it in the same way. Times can be
    put back (``touch -r``, an archive that is unpacked over), but not the time at which the system saw it change. Where
    one of them differs and the size does not, the content is read and its digest tells: so copies of a tree and its
    index (git work trees, rsync, a backup brought back) are read once, and not parsed.

    Args:
        entries: the walk.
        stamps: the files in the index.
        skipped: the files that were read and then left out.
        now_ns: a moment before the walk, in nanoseconds since the epoch.
        verify: read all files, whatever their stamps say.
    """
    comparison = _Comparison(now_ns, verify)
    seen: set[str] = set()
    for entry in entries:
        if isinstance(entry, Skipped):
            comparison.left_out.append(entry)
        elif entry.path in stamps:
            seen.add(entry.path)
            comparison.add_indexed(entry, stamps[entry.path])
        elif entry.path in skipped:
            comparison.add_left_out(entry, skipped[entry.path])
        else:
            comparison.added.append(settled(entry, now_ns))
    return Changes(
        added=tuple(comparison.added),
        changed=tuple(comparison.changed),
        touched=comparison.touched,
        removed=tuple(sorted(path for path in stamps if path not in seen)),
        unchanged=len(seen) - len(comparison.changed),
        left_out=tuple(comparison.left_out),
        touched_left_out=comparison.touched_left_out,
        hashed=comparison.hashed,
    )


class _Comparison:
    """What was found out so far."""

    def __init__(self, now_ns: int, verify: bool) -> None:
        self._now_ns = now_ns
        self._verify = verify
        self.added: list[Found] = []
        self.changed: list[Found] = []
        self.touched: dict[str, FileStamp] = {}
        self.left_out: list[Skipped] = []
        self.touched_left_out: dict[str, SkippedStamp] = {}
        self.hashed = 0

    def add_indexed(self, found: Found, stamp: FileStamp) -> None:
        """Compares a file with what the index has of it."""
        if not self._verify and _is_as_stamped(found, stamp):
            return
        now = settled(found, self._now_ns)
        if found.size != stamp.size or self._digest(found) != stamp.digest:
            self.changed.append(now)
        elif not _is_as_stamped(now, stamp):
            self.touched[found.path] = FileStamp(now.size, now.mtime_ns, stamp.digest, now.ctime_ns, now.inode)

    def add_left_out(self, found: Found, stamp: SkippedStamp) -> None:
        """Compares a file with what it was when it was read in vain."""
        now = settled(found, self._now_ns)
        if stamp.reason == Reason.UNREADABLE:  # rights may come back without any sign at the file itself
            is_same = self._digest(found) is None
        else:
            is_same = not self._verify and _is_as_stamped(found, stamp)
            if not is_same and stamp.digest is not None and found.size == stamp.size:
                is_same = self._digest(found) == stamp.digest
        if not is_same:
            self.added.append(now)
            return
        self.left_out.append(Skipped(found.path, stamp.reason))
        if not _is_as_stamped(now, stamp):
            self.touched_left_out[found.path] = replace(
                stamp, size=now.size, mtime_ns=now.mtime_ns, ctime_ns=now.ctime_ns, inode=now.inode
            )

    def _digest(self, found: Found) -> str | None:
        """The digest of a file's bytes; None when it cannot be read, which indexing it will explain."""
        self.hashed += 1
        try:
            return digest_of(found.absolute.read_bytes())
        except OSError:
            return None


def _is_as_stamped(found: Found, stamp: FileStamp | SkippedStamp) -> bool:
    return (found.mtime_ns, found.ctime_ns, found.inode, found.size) == (
        stamp.mtime_ns,
        stamp.ctime_ns,
        stamp.inode,
        stamp.size,
    )
