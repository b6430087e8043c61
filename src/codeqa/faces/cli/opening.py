"""From what stands on the command line to an open codebase with an index."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codeqa.codebase import Codebase

_PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)")


def open_codebase(path: str | None, index_dir: Path | None = None, **flags: object) -> Codebase:
    """The codebase that a command is about.

    Args:
        path: a folder, or the URL of a git repository, which is cloned; None for the one around the working directory.
        index_dir: where the index lies; None for the default.
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
    root = _enclosing(Path.cwd()) if path is None else Path(path)
    return Codebase(root, settings=load_settings(root, index_dir=index_dir, **flags))


def up_to_date(codebase: Codebase, no_index: bool = False) -> None:
    """Indexes first where there is no index or it is stale, and says so; another run under way is not waited for.

    Args:
        codebase: what to index.
        no_index: take the index as it is.

    Raises:
        IndexLockedError: another process is making the first index.
        StoreError, EmbedderError: indexing failed.
    """
    from codeqa.errors import IndexLockedError
    from codeqa.faces.cli.show import reports
    from codeqa.faces.cli.show.progress import progress
    from codeqa.faces.cli.show.terminal import note

    if no_index:
        return
    is_first = not codebase.has_index
    if is_first:
        note(f"Indexing {codebase.root} first …")
    try:
        with progress() as listener:
            report = codebase.ensure_index(listener)
    except IndexLockedError as error:
        if is_first:
            raise
        note(f"Answering from the index as it was before: {error}")
        return
    if report is not None:
        reports.indexed(report)


def from_root(codebase: Codebase, path: str) -> str:
    """A file's path as the index has it, from one that may start at the working directory."""
    here = Path(path).resolve()
    if here.is_file() and here.is_relative_to(codebase.root):
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
    repository = next((at for at, folder in enumerate(around) if (folder / ".git").exists()), 0)
    for folder in around[: repository + 1]:
        if (folder / SETTINGS_FILE).is_file() or Codebase(folder).has_index:
            return folder
    return here
