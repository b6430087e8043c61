"""Folders that people name: whether they are there, can be read, and may be meant as a codebase."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from codeqa.errors import UsageError

_SHOWN: Final = 120
"""Characters of a path in a message; what is longer is most often no path at all."""

_SYSTEM: Final = (
    "/bin /boot /etc /lib /lib32 /lib64 /media /mnt /opt /run /sbin /usr /usr/lib /usr/local /usr/share /var "
    "/Applications /Library /System /Volumes /private /private/etc /private/var"
).split()
"""Folders of Linux and macOS that hold a whole system's files."""

_SYSTEM_VARIABLES: Final = ("SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "ProgramData", "PUBLIC")
"""How Windows calls its own."""

_NO_FILES: Final = ("/proc", "/sys", "/dev")
"""What lies in them is made by the kernel."""


def is_folder(path: str | Path) -> bool:
    """True for a folder that can be reached; never raises, however long or odd the path is."""
    return os.path.isdir(path)  # noqa: PTH112 (Path.is_dir raises for names that are too long and for missing rights)


def is_file(path: str | Path) -> bool:
    """As `is_folder`, of files."""
    return os.path.isfile(path)  # noqa: PTH113 (as above)


def exists(path: str | Path) -> bool:
    """As `is_folder`, of anything."""
    try:
        return os.path.exists(path)  # noqa: PTH110 (as above)
    except ValueError:  # a null character, before Python 3.12
        return False


def folder_at(path: str | Path) -> Path:
    """The folder that somebody named, absolute and without symbolic links.

    Raises:
        UsageError: it is not there, is no folder, or cannot be read; the message says which.
    """
    try:
        whole = Path(path).resolve()
        if not stat.S_ISDIR(whole.stat().st_mode):
            raise NotADirectoryError
        with os.scandir(whole):
            pass
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle, before Python 3.13
        raise UsageError(f"{_shown(path)} {_fault(error)} Name the folder that holds the code.") from None
    return whole


def breadth_of(folder: Path) -> str | None:
    """What a folder is that holds far more than a codebase; None for any other.

    Args:
        folder: absolute and without symbolic links.
    """
    homes = _homes()
    if folder in homes:
        return "a home folder"
    if folder == Path(folder.anchor):
        return "the root of a file system"
    if any(folder in home.parents for home in homes):
        return "a folder of home folders"
    systems = [Path(one) for one in (*_SYSTEM, *map(os.environ.get, _SYSTEM_VARIABLES)) if one]
    if folder in systems or any(folder.is_relative_to(one) for one in _NO_FILES):
        return "a folder of the system"
    return None


def check_breadth(folder: Path) -> None:
    """Refuses to take a whole home folder, file system or system for a codebase.

    Raises:
        UsageError: it is one.
    """
    what = breadth_of(folder)
    if what is not None:
        raise UsageError(
            f"{folder} is {what} and holds far more than one codebase, so it is not indexed. Name the folder of the "
            "code; to index all of it nonetheless, pass --yes (in Python any_folder=True)."
        )


def _homes() -> set[Path]:
    """The user's home folder, and that of the person behind ``sudo``."""
    homes: set[Path] = set()
    with suppress(RuntimeError):  # there is none
        homes.add(Path.home().resolve())
    if name := os.environ.get("SUDO_USER"):
        with suppress(RuntimeError):
            homes.add(Path(f"~{name}").expanduser().resolve())
    return homes


def _fault(error: OSError | ValueError | RuntimeError) -> str:
    """The rest of a sentence that begins with a path."""
    if isinstance(error, RuntimeError) or (isinstance(error, OSError) and error.errno == errno.ELOOP):
        return "is a symbolic link that leads back to itself."
    if isinstance(error, ValueError):
        return "holds a character that no path has."
    if error.errno == errno.ENAMETOOLONG:
        return "is too long for a path."
    if isinstance(error, PermissionError):
        return "cannot be read: you have no rights to it."
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "is not a folder."
    return f"cannot be read: {error.strerror}."


def _shown(path: str | Path) -> str:
    text = str(path)
    return f"'{text}'" if len(text) <= _SHOWN else f"'{text[:_SHOWN]}…'"
