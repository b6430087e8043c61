"""Why a file or folder is not indexed. The words are stable: reports count by them and scripts compare them."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why something was left out. Folders that are left out are named once, with ``/`` at the end of their path."""

    GITIGNORE = "ignored by .gitignore"
    GIT_EXCLUDE = "ignored by .git/info/exclude"
    CODEQAIGNORE = "ignored by .codeqaignore"
    EXCLUDED = "excluded"
    """By the patterns given to this run."""
    NOT_INCLUDED = "not included"
    """Patterns of what to take were given, and none matches."""
    HIDDEN = "hidden"
    DEPENDENCIES = "dependency folder"
    BUILD = "build folder"
    CACHE = "cache folder"
    SECRET = "secret"
    SYMLINK = "symlink"
    """Its target lies in the root and is found under its own path."""
    SYMLINK_OUTSIDE = "symlink outside"
    SYMLINK_BROKEN = "symlink broken"
    SPECIAL = "not a regular file"
    """A socket, a pipe, a device."""
    NAME = "name is not UTF-8"
    BINARY = "binary"
    DATA = "data"
    """Text for programs: drawings, records by the thousand."""
    TOO_LARGE = "too large"
    MINIFIED = "minified"
    LFS_POINTER = "git LFS pointer"
    """The file's content is not here."""
    UNREADABLE = "unreadable"
    VANISHED = "vanished"
    """It was there when its folder was listed."""
