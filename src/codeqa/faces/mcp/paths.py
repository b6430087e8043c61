"""The paths that models write, made into those of the index: absolute, with back-slashes, a bare file name."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from codeqa.errors import NotFoundError, UsageError
from codeqa.faces.mcp.budget import line

if TYPE_CHECKING:
    from codeqa.codebase import Codebase

NEAREST: Final = 3
LISTED: Final = 8
"""Files of a folder that an error names."""

_DRIVE: Final = re.compile(r"[A-Za-z]:/")
_PLACE: Final = re.compile(
    r"(?P<path>.+?)(?::(?P<start>\d{1,9})(?:-(?P<end>\d{1,9})|:\d{1,9})?|#L(?P<from>\d{1,9})(?:-L?(?P<to>\d{1,9}))?)"
)


def taken_apart(text: str) -> tuple[str, int | None, int | None]:
    """The path of ``path:line``, ``path:start-end``, ``path:line:column`` or ``path#L1-L9``, and the lines."""
    place = _PLACE.fullmatch(text.strip())
    if place is None:
        return text, None, None
    start, end = place["start"] or place["from"], place["end"] or place["to"]
    return place["path"], int(start), int(end) if end else None


def file_of(codebase: Codebase, text: str) -> str:
    """The file of the index that a text means; also one that is on the disk and not in the index yet.

    Raises:
        NotFoundError: there is none; the message says why it was left out, or names the nearest ones.
        UsageError: it is a folder, or lies outside of the codebase.
    """
    files = {one.path for one in codebase.files()}
    path = _relative(codebase, text, files)
    if path in files:
        return path
    inside = _below(path, files)
    if inside:
        raise UsageError(f"{path or 'The root'} is a folder of {_named(inside)}. Read one of these, or outline it.")
    return _meant(codebase, path, files)


def file_or_folder(codebase: Codebase, text: str) -> str:
    """As `file_of`, or a folder in which the index has files; empty for the root."""
    files = {one.path for one in codebase.files()}
    path = _relative(codebase, text, files)
    if path in files or not path or _below(path, files):
        return path
    folders = {part for file in files for part in _folders(file) if part.endswith(f"/{path}")}
    return folders.pop() if len(folders) == 1 else _meant(codebase, path, files)


def globs_of(codebase: Codebase, globs: Sequence[str]) -> list[str]:
    """Globs as the index takes them, from ones that may be absolute or hold back-slashes.

    Raises:
        NotFoundError: no file of the index matches, as far as plain paths tell.
        UsageError: one lies outside of the codebase.
    """
    files = {one.path for one in codebase.files()}
    found = []
    for text in globs:
        negated = text.startswith("!")
        glob = _relative(codebase, text.removeprefix("!"), files)
        is_folder = text.rstrip().endswith(("/", "\\"))
        if not glob:
            continue  # the root: everything
        if not negated and not any(mark in glob for mark in "*?[") and not _matches(glob, files):
            glob = file_or_folder(codebase, glob)
        found.append(("!" if negated else "") + glob + ("/" if is_folder else ""))
    return found


def _matches(glob: str, files: Collection[str]) -> bool:
    """Whether a pattern without wildcards means a file or folder, as in a .gitignore: a bare name at any depth."""
    return any(f"{file}/".startswith(f"{glob}/") or ("/" not in glob and glob in file.split("/")) for file in files)


def _relative(codebase: Codebase, text: str, files: Collection[str]) -> str:
    """A path from the root, with ``/``, without ``..``.

    Raises:
        UsageError: it leads out of the codebase.
    """
    text = text.strip().strip("`'\"")
    if text in files:
        return text
    if text.startswith("file:"):
        text = unquote(urlsplit(text).path)
    slashed = text.replace("\\", "/")
    if "\0" in slashed:
        raise UsageError("A path cannot hold a null character.")
    root = codebase.root.as_posix()
    if slashed.startswith("~"):
        slashed = Path(slashed).expanduser().as_posix()
    if slashed.startswith("/") or _DRIVE.match(slashed):
        whole = posixpath.normpath(slashed)
        if whole != root and not whole.startswith(f"{root.rstrip('/')}/"):
            whole = _resolved(whole) if _resolved(whole).startswith(root) else whole
        if whole == root or whole.startswith(f"{root.rstrip('/')}/"):
            return whole[len(root) :].strip("/")
        from_root = whole.lstrip("/")
        if from_root in files or _below(from_root, files) or "*" in from_root:
            return from_root
        raise UsageError(f"{line(text, 120)} lies outside of the codebase, {root}. Paths are relative to that.")
    path = posixpath.normpath(slashed) if slashed else ""
    if path == ".." or path.startswith("../"):
        raise UsageError(f"{line(text, 120)} leads out of the codebase, {root}. Paths are relative to that.")
    return "" if path == "." else path


def _resolved(path: str) -> str:
    try:
        return Path(path).resolve().as_posix()
    except (OSError, RuntimeError):
        return path


def _meant(codebase: Codebase, path: str, files: Collection[str]) -> str:
    """The file that a path means which is none of the index.

    Raises:
        NotFoundError: none, or several.
    """
    ending = [one for one in files if one.endswith(f"/{path}")]
    same = [one for one in files if one.lower() == path.lower()]
    first, _, rest = path.partition("/")
    if first == codebase.root.name and rest in files:
        return rest
    for candidates in (same, ending):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise NotFoundError(f"{path} may be {_named(candidates)}. Name one of these.")
    for one in codebase.skipped():
        if one.path == path or (one.path.endswith("/") and f"{path}/".startswith(one.path)):
            which = "" if one.path == path else f": so is the folder {one.path}"
            raise NotFoundError(f"{line(path, 200)} is not in the index, it was left out as {one.reason}{which}.")
    if _is_file(codebase.root / path):
        return path
    names = {one.rpartition("/")[2]: one for one in files}
    near = get_close_matches(path.rpartition("/")[2], names, NEAREST, 0.6)
    nearest = list(dict.fromkeys([names[one] for one in near] + get_close_matches(path, files, NEAREST, 0.6)))
    offer = f" The nearest: {', '.join(nearest[:NEAREST])}." if nearest else " Look at outline for what there is."
    raise NotFoundError(f"There is no file {line(path, 200)} in the index.{offer}")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _below(path: str, files: Collection[str]) -> list[str]:
    return [one for one in files if one.startswith(f"{path}/")] if path else list(files)


def _folders(file: str) -> list[str]:
    parts = file.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _named(paths: Collection[str]) -> str:
    shown = sorted(paths, key=lambda one: (one.count("/"), one))[:LISTED]
    rest = len(paths) - len(shown)
    return f"{', '.join(shown)}{f' and {rest} more' if rest else ''}"
