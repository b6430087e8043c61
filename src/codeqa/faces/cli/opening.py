"""From what stands on the command line to an open codebase with an index."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from codeqa.errors import UsageError
from codeqa.folders import exists, folder_at, is_file

if TYPE_CHECKING:
    from codeqa.codebase import Codebase

_PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)")


def open_codebase(path: str | None, index_dir: Path | None = None, yes: bool = False, **flags: object) -> Codebase:
    """The codebase that a command is about.

    Args:
        path: a folder, or the URL of a git repository, which is cloned; None for the one around the working directory.
        index_dir: where the index lies; None for the default.
        yes: a home folder, / and the like are meant as they stand there.
        flags: settings given on the command line.

    Raises:
        UsageError, SettingsError, RepositoryError: it cannot be opened.
    """
    from codeqa.codebase import Codebase
    from codeqa.faces.cli.show.terminal import note
    from codeqa.settings import load_settings

    if path is not None and Codebase.is_url(path):
        note(f"Fetching {path} …")
        # Neither the clone's codeqa.toml, which is a stranger's, nor the one of the working directory has a say.
        return Codebase.clone(path, load_settings(None, index_dir=index_dir, **flags))
    root = _enclosing(_here()) if path is None else folder_at(path)
    return Codebase(root, settings=load_settings(root, index_dir=index_dir, **flags), any_folder=yes)


def up_to_date(codebase: Codebase, no_index: bool = False) -> None:
    """Indexes first where there is no index or it is stale, and says so.

    Another process that makes the first index is waited for; one that brings it up to date is not.

    Args:
        codebase: what to index.
        no_index: take the index as it is.

    Raises:
        UsageError: it is a home folder or the like.
        IndexLockedError: another process is making the first index, and hangs.
        StoreError, EmbedderError: indexing failed.
    """
    from codeqa.errors import IndexLockedError
    from codeqa.faces.cli.show import reports
    from codeqa.faces.cli.show.progress import progress
    from codeqa.faces.cli.show.terminal import note

    if no_index:
        return
    codebase.check_breadth()
    is_first = not codebase.has_whole_index
    if not codebase.has_index:
        note(f"Indexing {codebase.root} first …")
    try:
        with progress() as listener:
            report = codebase.ensure_index(listener, wait=None if is_first else 0.0)
    except IndexLockedError as error:
        if is_first:
            raise
        note(f"Answering from the index as it was before: {error}")
        return
    if report is not None:
        reports.indexed(report)


def from_root(codebase: Codebase, path: str) -> str:
    """A file's path as the index has it, from one that may start at the working directory."""
    if is_file(path):
        here = Path(path).resolve()
        if here.is_relative_to(codebase.root):
            return here.relative_to(codebase.root).as_posix()
    return path


def name_from_root(codebase: Codebase, name: str) -> str:
    """A name as `Codebase` takes it: ``path:line`` may start at the working directory."""
    place = _PLACE.fullmatch(name)
    return name if place is None else f"{from_root(codebase, place['path'])}:{place['line']}"


def _enclosing(here: Path) -> Path:
    """The nearest folder around with an index or a codeqa.toml, not beyond the git repository; else this one.

    Otherwise each folder in which somebody asks would get an index of its own.
    """
    from codeqa.codebase import Codebase
    from codeqa.settings import SETTINGS_FILE

    around = [here, *here.parents]
    repository = next((at for at, folder in enumerate(around) if exists(folder / ".git")), 0)
    for folder in around[: repository + 1]:
        with suppress(UsageError):  # one above that nobody may list
            if is_file(folder / SETTINGS_FILE) or Codebase(folder).has_index:
                return folder
    return here


def _here() -> Path:
    """The working directory.

    Raises:
        UsageError: it was removed.
    """
    try:
        return Path.cwd()
    except OSError:
        raise UsageError("The folder you are in is gone. Change to another one, or name the codebase.") from None
