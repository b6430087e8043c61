"""Lines of a file as indexed, and what they lie in."""

from __future__ import annotations

from codeqa.errors import NotFoundError, UsageError
from codeqa.model import Source
from codeqa.store.reader import IndexReader


def source_at(reader: IndexReader, path: str, start_line: int, end_line: int | None) -> Source:
    """Lines of a file as they were indexed, whatever has become of the file since.

    Args:
        reader: the index.
        path: the file, as the index names it.
        start_line: the first line.
        end_line: the last one; None for the file's last.

    Raises:
        NotFoundError: the file is not in the index.
        UsageError: there are no such lines.
    """
    pinned = reader.pinned()
    file = next((one for one in pinned.files() if one.path == path), None)
    if file is None:
        raise NotFoundError(f"There is no file {path} in the index.")
    end = file.lines if end_line is None else min(end_line, file.lines)
    if file.lines == 0 and start_line == 1:
        return Source(path, file.language, 1, 0, 0, "")
    if start_line > file.lines:
        raise UsageError(f"There is no line {start_line} in {path}: as indexed, it has {file.lines}.")
    text = pinned.lines(path, start_line, end)
    around = [one for one in pinned.definitions(path=path) if one.start_line <= start_line <= one.end_line]
    around.sort(key=lambda one: (one.start_line, -one.end_line))
    return Source(path, file.language, start_line, end, file.lines, text, tuple(around))
