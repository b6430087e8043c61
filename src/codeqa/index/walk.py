"""The files of a codebase: everything under its root but what is ignored, hidden, secret or no source."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Set
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from codeqa.folders import folder_at
from codeqa.index.defaults import load_defaults
from codeqa.index.ignore import Rules, rules_of
from codeqa.index.names import Names
from codeqa.index.reasons import Reason
from codeqa.index.repository import CODEQAIGNORE, GIT, GITIGNORE, Level, exclude_rules, read_rules, rules_outside
from codeqa.model import Skipped

NO_PART = frozenset({GIT, ".hg", ".svn", ".jj", ".codeqa"})
"""What version control and CodeQA itself keep. It is never entered and never reported."""

CACHE_TAG = "CACHEDIR.TAG"
CACHE_SIGNATURE = b"Signature: 8a477f597d28d172789f06886806bc55"
"""How a cache's folder is marked: https://bford.info/cachedir/. Cargo, uv, mypy, pytest and ruff do it."""

_TELLS_CHANGES = os.name == "posix"
"""Elsewhere ``st_ctime`` is the time of creation, and listing a folder gives no inodes."""

SECRET_LINES_BYTES = 65_536
"""How much of a file is searched for secrets where its name alone does not tell."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file to index."""

    path: str
    """Relative to the root, with ``/``."""
    absolute: Path
    size: int
    mtime_ns: int
    ctime_ns: int = 0
    """When the file's content or rights last changed, which no program can set; 0 where the system does not tell
    (Windows calls the time of creation so)."""
    inode: int = 0
    """Which file of the file system it is; 0 where the system does not tell while listing (Windows)."""


@dataclass(frozen=True, slots=True)
class WalkOptions:
    """What to take. Patterns are those of .gitignore, seen from the root."""

    max_bytes: int = 1_000_000
    hidden: bool = False
    """Take hidden files and folders too, and not only those known to be of use (``.github``)."""
    include: tuple[str, ...] = ()
    """When not empty, only files that a pattern matches are taken, or those below a folder that one matches."""
    exclude: tuple[str, ...] = ()
    secrets: bool = False
    """Take files that hold secrets (``.env``, private keys)."""


def walk(root: Path, options: WalkOptions = WalkOptions()) -> Iterator[Found | Skipped]:
    """The files under a folder and what was left out, sorted by path.

    A folder that is left out is one entry, its path ending in ``/``. Reasons are those of `Reason`. Rules, the first
    that decides: patterns to exclude; ``.codeqaignore`` (both ways: what it re-includes is taken although git ignores
    it, it is hidden or a dependency folder); ``.gitignore`` and ``.git/info/exclude``; hidden; dependency, build and
    cache folders. Files must also be in `include`, hold no secrets and be no larger than `max_bytes`.

    Symbolic links are not followed: what they point to inside the root is found where it is, and nothing outside of
    the root is. A nested repository (a submodule) has git's rules of its own.

    Args:
        root: the folder. Its own name, hidden or ignored, does not matter.
        options: what to take.

    Raises:
        UsageError: the root is not a folder, or cannot be read.
    """
    return _started(root, options).entries()


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder on the way: its entries, and the rules that hold in it."""

    path: str
    """Relative to the root, with ``/`` at its end; empty for the root."""
    names: frozenset[str]
    git: tuple[Level, ...]
    """The nearest first."""
    own: tuple[Level, ...]
    included: bool
    """Entries that no pattern to include speaks of are in."""


class Territory:
    """The folders that a walk enters, and what a change in them means to the next walk.

    It is a picture of one moment: whoever waits for changes makes a new one whenever other folders may be entered.

    Args:
        root: the folder.
        options: what to take.

    Raises:
        UsageError: the root is not a folder, or cannot be read.
    """

    def __init__(self, root: Path, options: WalkOptions = WalkOptions()) -> None:
        self.root = root
        self._walk = _started(root, options)
        left_out = (entry.path for entry in self._walk.entries() if isinstance(entry, Skipped))
        self._left_out = frozenset(path for path in left_out if path.endswith("/"))

    @property
    def folders(self) -> Set[str]:
        """Their paths relative to the root, with ``/`` at the end; that of the root itself is empty."""
        return self._walk.entered.keys()

    def effect_of(self, path: str) -> Effect:
        """What it means that an entry appeared, vanished or became another.

        Args:
            path: the entry's, relative to the root, with ``/``. Whether it is a folder is looked up.
        """
        above, _, name = path.rpartition("/")
        if f"{path}/" in self._left_out or name in NO_PART or not _is_utf8(name):
            return Effect.NONE
        folder = self._walk.entered.get(f"{above}/" if above else "")
        if folder is None:  # in one that is left out, or that is new itself
            return self.effect_of(above)
        if name in (GITIGNORE, CODEQAIGNORE) or f"{path}/" in self._walk.entered:
            return Effect.FOLDERS
        absolute = self.root / path
        if absolute.is_dir() and not absolute.is_symlink():
            return Effect.FOLDERS if self._walk.would_enter(folder, name, path) else Effect.NONE
        return Effect.FILE if self._walk.would_take(folder, name, path) else Effect.NONE


class Effect(Enum):
    """What a change in a folder means to the next walk."""

    NONE = "none"
    FILE = "file"
    """A file that is or would be taken has changed."""
    FOLDERS = "folders"
    """Other folders may be entered: one came or went, or the rules changed."""


def _started(root: Path, options: WalkOptions) -> _Walk:
    return _Walk(folder_at(root), options)


class _Walk:
    """One walk: its options, with the patterns compiled."""

    def __init__(self, root: Path, options: WalkOptions) -> None:
        self.entered: dict[str, _Folder] = {}
        """The folders entered so far, by path."""
        self._root = root
        self._options = options
        self._defaults = load_defaults()
        self._exclude = rules_of(options.exclude)
        self._include = rules_of(options.include)

    def entries(self) -> Iterator[Found | Skipped]:
        outside = rules_outside(self._root)
        above = _Folder("", frozenset(), outside.git, outside.own, included=not self._include)
        top, entries = self._listed(self._root, "", above, included=above.included)
        self.entered[""] = top
        # The next entry is the last: a stack, so that depth is bounded by memory alone.
        pending = [(top, entry) for entry in entries]
        while pending:
            folder, entry = pending.pop()
            name = entry.name
            if not _is_utf8(name):
                shown = (folder.path + name).encode("utf-8", "backslashreplace").decode("utf-8")
                yield Skipped(shown, Reason.NAME)
                continue
            path = folder.path + name
            if not _is_folder(entry):
                yield self._file(folder, entry, path)
                continue
            ruled, taken_back = self._ruled(folder, name, path, is_folder=True)
            reason = self._folder_reason(folder, name, ruled, taken_back)
            if reason is None:
                included = self._included(folder, name, path, is_folder=True)
                try:
                    below, entries = self._listed(entry.path, path + "/", folder, included)
                except OSError:
                    reason = Reason.UNREADABLE
                else:
                    reason = None if taken_back else self._filled(folder, name, below, entry.path)
            if reason is None:
                self.entered[below.path] = below
                pending.extend((below, one) for one in entries)
            else:
                yield Skipped(path + "/", reason)

    def would_enter(self, folder: _Folder, name: str, path: str) -> bool:
        """Whether a folder is entered, as far as its name tells."""
        ruled, taken_back = self._ruled(folder, name, path, is_folder=True)
        return self._folder_reason(folder, name, ruled, taken_back) is None

    def would_take(self, folder: _Folder, name: str, path: str) -> bool:
        """Whether a file is taken, as far as its name tells."""
        ruled, taken_back = self._ruled(folder, name, path, is_folder=False)
        return (
            ruled is None
            and self._included(folder, name, path, is_folder=False)
            and (self._options.secrets or not self._defaults.is_secret(name))
            and (taken_back or not self._is_hidden(name, self._defaults.visible_files))
            and self._extension(name) is None
        )

    def _listed(
        self, absolute: Path | str, path: str, parent: _Folder, included: bool
    ) -> tuple[_Folder, list[os.DirEntry[str]]]:
        """A folder and its entries, the first by path at the end."""
        with os.scandir(absolute) as scan:
            entries = list(scan)
        names = frozenset(entry.name for entry in entries)
        git, own = parent.git, parent.own
        if GIT in names and path:
            git = _with_level(exclude_rules(Path(absolute)), Reason.GIT_EXCLUDE, path, ())
        if GITIGNORE in names:
            git = _with_level(read_rules(Path(absolute, GITIGNORE)), Reason.GITIGNORE, path, git)
        if CODEQAIGNORE in names:
            own = _with_level(read_rules(Path(absolute, CODEQAIGNORE)), Reason.CODEQAIGNORE, path, own)
        entries = [entry for entry in entries if entry.name not in NO_PART]
        entries.sort(key=_sort_key, reverse=True)
        return _Folder(path, names, git, own, included), entries

    def _ruled(self, folder: _Folder, name: str, path: str, is_folder: bool) -> tuple[Reason | None, bool]:
        """Why the rules of people leave an entry out; and True when they ask for it against all that is usual."""
        if self._exclude and self._exclude.decide(name, path, is_folder):
            return Reason.EXCLUDED, False
        for level in folder.own:
            if (ignored := level.decide(name, path, is_folder)) is not None:
                return (level.reason, False) if ignored else (None, True)
        for level in folder.git:
            if (ignored := level.decide(name, path, is_folder)) is not None:
                return (level.reason if ignored else None), False
        return None, False

    def _included(self, folder: _Folder, name: str, path: str, is_folder: bool) -> bool:
        decision = self._include.decide(name, path, is_folder) if self._include else None
        return folder.included if decision is None else decision

    def _folder_reason(self, folder: _Folder, name: str, ruled: Reason | None, taken_back: bool) -> Reason | None:
        """Why a folder is left out before it is looked into."""
        return ruled or (None if taken_back else self._named(folder, name)) or self._secret_folder(name)

    def _secret_folder(self, name: str) -> Reason | None:
        return Reason.SECRET if not self._options.secrets and name in self._defaults.secret_folders else None

    def _named(self, folder: _Folder, name: str) -> Reason | None:
        """Why a folder is left out by its name and what lies beside it."""
        for rule in self._defaults.named_folders:
            if rule.by_name(name, folder.names):
                return rule.reason
        return Reason.HIDDEN if self._is_hidden(name, self._defaults.visible_folders) else None

    def _filled(self, folder: _Folder, name: str, below: _Folder, absolute: str) -> Reason | None:
        """Why a folder is left out by what lies inside."""
        for rule in self._defaults.filled_folders:
            if rule.inside is not None and not rule.inside.isdisjoint(below.names) and rule.by_name(name, folder.names):
                return rule.reason
        if CACHE_TAG in below.names and _starts_with(Path(absolute, CACHE_TAG), CACHE_SIGNATURE):
            return Reason.CACHE
        return None

    def _file(self, folder: _Folder, entry: os.DirEntry[str], path: str) -> Found | Skipped:
        name = entry.name
        reason, taken_back = self._ruled(folder, name, path, is_folder=False)
        if reason is None and not self._included(folder, name, path, is_folder=False):
            reason = Reason.NOT_INCLUDED
        if reason is None and not self._options.secrets and self._is_secret(entry):
            reason = Reason.SECRET
        if reason is None and not taken_back and self._is_hidden(name, self._defaults.visible_files):
            reason = Reason.HIDDEN
        try:
            if reason is None and (entry.is_symlink() or _is_junction(entry)):
                reason = self._link(entry)
            if reason is None:
                reason = self._extension(name)
            if reason is not None:
                return Skipped(path, reason)
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return Skipped(path, Reason.VANISHED)
        except OSError:
            return Skipped(path, Reason.UNREADABLE)
        if not stat.S_ISREG(status.st_mode):
            return Skipped(path, Reason.SPECIAL)
        if status.st_size > self._options.max_bytes:
            return Skipped(path, Reason.TOO_LARGE)
        changed, inode = (status.st_ctime_ns, _signed(status.st_ino)) if _TELLS_CHANGES else (0, 0)
        return Found(path, Path(entry.path), status.st_size, status.st_mtime_ns, changed, inode)

    def _is_hidden(self, name: str, visible: Names) -> bool:
        return name.startswith(".") and not self._options.hidden and name not in visible

    def _is_secret(self, entry: os.DirEntry[str]) -> bool:
        if self._defaults.is_secret(entry.name):
            return True
        expression = self._defaults.secret_lines.get(entry.name.lower())
        if expression is None or not entry.is_file(follow_symlinks=False):
            return False
        return expression.search(_beginning(Path(entry.path), SECRET_LINES_BYTES).decode("latin-1")) is not None

    def _extension(self, name: str) -> Reason | None:
        extension = name.rpartition(".")[2].lower()
        if extension in self._defaults.binary_extensions:
            return Reason.BINARY
        return Reason.DATA if extension in self._defaults.data_extensions else None

    def _link(self, entry: os.DirEntry[str]) -> Reason:
        try:
            target = Path(entry.path).resolve(strict=True)
        except (OSError, RuntimeError):  # RuntimeError: a loop, before Python 3.13
            return Reason.SYMLINK_BROKEN
        return Reason.SYMLINK if target.is_relative_to(self._root) else Reason.SYMLINK_OUTSIDE


def _with_level(rules: Rules, reason: Reason, path: str, levels: tuple[Level, ...]) -> tuple[Level, ...]:
    return (Level(rules, reason, below=path), *levels) if rules else levels


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False) and not _is_junction(entry)
    except OSError:  # a file system that does not tell while listing, and refuses afterwards
        return False


def _signed(inode: int) -> int:
    """An inode as a signed number of 64 bits, as tables hold them."""
    return inode - (1 << 64) if inode >= 1 << 63 else inode


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """True for what Windows has instead of links to folders."""
    return sys.version_info >= (3, 12) and entry.is_junction()


def _sort_key(entry: os.DirEntry[str]) -> str:
    return entry.name + "/" if _is_folder(entry) else entry.name


def _is_utf8(name: str) -> bool:
    """False for names that the system gave as bytes that are no text: they cannot be stored or shown."""
    if name.isascii():
        return True
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _starts_with(path: Path, beginning: bytes) -> bool:
    return _beginning(path, len(beginning)) == beginning


def _beginning(path: Path, size: int) -> bytes:
    """A file's first bytes; none when it cannot be read, which reading it tells later."""
    try:
        with path.open("rb") as file:
            return file.read(size)
    except OSError:
        return b""
