"""Files as they are now beside files as indexed: an index that is behind need not point at the wrong lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from codeqa.errors import NotFoundError, UsageError
from codeqa.index.read import UnreadableError, read_source
from codeqa.model import Definition, Source, SourceFile
from codeqa.retrieve.source import source_at
from codeqa.store.reader import IndexReader


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that is not as it was indexed."""

    path: str
    lines: tuple[str, ...] | None
    """Its lines now; None where it is gone or can no longer be read."""
    now: tuple[int | None, ...] = ()
    """For each line as indexed, the line where it stands now; None for one that is gone or was changed."""

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where lines as indexed stand now, whole and in their order; None where they were changed.

        Args:
            start: the first line as indexed.
            end: the last one, inclusive.
        """
        first = self.now[start - 1] if 0 < start <= len(self.now) else None
        if first is None or self.now[start - 1 : end] != tuple(range(first, first + end - start + 1)):
            return None
        return first, first + end - start

    def between(self, line: int) -> tuple[int, int]:
        """The lines as indexed between which a line of now stands; the same twice where it is one or its edit."""
        before = max((at for at, number in enumerate(self.now, 1) if number is not None and number <= line), default=0)
        if before and self.now[before - 1] == line:
            return before, before
        is_edited = before < len(self.now) and self.now[before] is None
        return (before + 1, before + 1) if is_edited else (before, before + 1)


def changed_files(root: Path, reader: IndexReader, paths: Iterable[str], secrets: bool = False) -> dict[str, Changed]:
    """Those of some files that are not as they were indexed, by path.

    A file whose size and time are those of the index is taken for unchanged, as indexing does.

    Args:
        root: the codebase's folder, resolved.
        reader: the index.
        paths: files of the index; others are passed over.
        secrets: whether the index takes files that hold private keys.
    """
    pinned = reader.pinned()
    wanted = set(paths)
    found = {}
    for file in pinned.files():
        if file.path in wanted and (one := _changed(root, pinned, file, secrets)) is not None:
            found[file.path] = one
    return found


def source_now(root: Path, reader: IndexReader, path: str, start: int, end: int | None, secrets: bool) -> Source:
    """Lines of a file as it is now, and what they lie in as far as the index knows.

    Args:
        root: the codebase's folder, resolved.
        reader: the index.
        path: a file of the index.
        start: the first line.
        end: the last one; None for the file's last.
        secrets: whether the index takes files that hold private keys.

    Raises:
        NotFoundError: the file is not in the index, or is gone.
        UsageError: there are no such lines.
    """
    changed = changed_files(root, reader, [path], secrets).get(path)
    if changed is None:
        return source_at(reader, path, start, end)
    if changed.lines is None:
        raise NotFoundError(f"{path} was indexed, but is gone now or can no longer be read.")
    file = next(one for one in reader.files() if one.path == path)
    first, last = changed.between(start)
    enclosing = [one for one in reader.definitions(path=path) if one.start_line <= first and last <= one.end_line]
    enclosing.sort(key=lambda one: (one.start_line, -one.end_line))
    return lines_of(path, file.language, changed.lines, start, end, tuple(enclosing))


def lines_of(
    path: str,
    language: str | None,
    lines: Sequence[str],
    start: int,
    end: int | None,
    enclosing: tuple[Definition, ...] = (),
) -> Source:
    """Some of a file's lines.

    Raises:
        UsageError: there are no such lines.
    """
    if not lines and start == 1:
        return Source(path, language, 1, 0, 0, "")
    last = len(lines) if end is None else min(end, len(lines))
    if start > len(lines):
        raise UsageError(f"There is no line {start} in {path}: it has {len(lines)}.")
    if not 1 <= start <= last:
        raise UsageError(f"There are no lines {start}-{last} in {path}.")
    return Source(path, language, start, last, len(lines), "\n".join(lines[start - 1 : last]), enclosing)


def text_now(root: Path, path: str, secrets: bool) -> tuple[str, ...] | None:
    """A file's lines on disk; None where it is gone, leads out of the codebase or is nothing to read."""
    absolute = root / path
    try:
        if absolute.is_symlink() or not absolute.is_file() or not absolute.resolve().is_relative_to(root):
            return None
        source = read_source(absolute, secrets)
    except (UnreadableError, OSError):
        return None
    return tuple(source.text.split("\n")[: source.lines])


def _changed(root: Path, reader: IndexReader, file: SourceFile, secrets: bool) -> Changed | None:
    try:
        status = (root / file.path).stat()
    except OSError:
        return Changed(file.path, None)
    if (status.st_size, status.st_mtime_ns) == (file.size, file.mtime_ns):
        return None
    now = text_now(root, file.path, secrets)
    if now is None:
        return Changed(file.path, None)
    before = tuple(reader.lines(file.path, 1, file.lines).split("\n")) if file.lines else ()
    return None if before == now else Changed(file.path, now, _where(before, now))


def _where(before: Sequence[str], now: Sequence[str]) -> tuple[int | None, ...]:
    """For each line of a text its number in another one; lines at both ends that are the same are not compared."""
    shorter = min(len(before), len(now))
    head = next((at for at in range(shorter) if before[at] != now[at]), shorter)
    tail = next((at for at in range(shorter - head) if before[-1 - at] != now[-1 - at]), shorter - head)
    found: list[int | None] = [None] * len(before)
    found[:head] = range(1, head + 1)
    middle = before[head : len(before) - tail], now[head : len(now) - tail]
    for one in SequenceMatcher(None, *middle).get_matching_blocks():
        found[head + one.a : head + one.a + one.size] = range(head + one.b + 1, head + one.b + one.size + 1)
    found[len(before) - tail :] = range(len(now) - tail + 1, len(now) + 1)
    return tuple(found)
