"""Where an index lies, and what in that folder is its own."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

import platformdirs

from codeqa.errors import StoreError
from codeqa.folders import exists
from codeqa.store.lock import LOCK_FILES, WriterLock
from codeqa.store.manifest import MANIFEST_FILE, read_manifest

INDEX_FOLDER: Final = ".codeqa"
LANCE_FOLDER: Final = "lance"
CACHE_FOLDER: Final = "cache"
"""What readers keep there can be worked out again from the tables at any time."""
_IGNORE_FILE: Final = ".gitignore"
_MARK: Final = "# CodeQA's index."
_IGNORE_TEXT: Final = f"{_MARK} It can be built anew at any time with `codeqa index --rebuild`.\n*\n"


def default_index_dir(root: Path) -> Path:
    """``<root>/.codeqa`` where that can be written, else a folder in the user's cache that is this root's alone.

    Args:
        root: the codebase's folder.
    """
    inside = root / INDEX_FOLDER
    if os.access(inside if exists(inside) else root, os.W_OK):
        return inside
    whole = root.resolve()
    key = hashlib.blake2b(os.fsencode(whole), digest_size=8).hexdigest()
    return platformdirs.user_cache_path("codeqa") / "indexes" / f"{whole.name or 'root'}-{key}"


def prepare(index_dir: Path) -> None:
    """Makes the folder, and the .gitignore that keeps it out of git and marks it as CodeQA's.

    Raises:
        StoreError: it cannot be made, or holds a database or manifest that CodeQA did not make.
    """
    try:
        index_dir.mkdir(parents=True, exist_ok=True)
        if not _is_marked(index_dir):
            _refuse_foreign(index_dir)
            (index_dir / _IGNORE_FILE).write_text(_IGNORE_TEXT, encoding="utf-8")
    except OSError as error:
        raise StoreError(
            f"The index folder {index_dir} cannot be made: {error.strerror}. Choose another one with --index-dir."
        ) from error


def index_size(index_dir: Path) -> int:
    """Bytes that the index takes on disk."""
    return folder_size(index_dir / LANCE_FOLDER) + folder_size(index_dir / CACHE_FOLDER)


def folder_size(folder: Path) -> int:
    """Bytes of all files below a folder; 0 where there is none."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(parent, name)).st_size  # noqa: PTH116, PTH118 (a Path a file costs double)
            except FileNotFoundError:  # a writer has just removed it
                continue
    return total


def destroy(index_dir: Path, timeout: float = 0.0) -> None:
    """Removes the index: its own files alone, and the folder where nothing else lies in it.

    Args:
        index_dir: the index's folder. Nothing happens where there is none.
        timeout: seconds to wait for a writer to end.

    Raises:
        IndexLockedError: a writer is at work.
        StoreError: the folder holds no index, or cannot be removed.
    """
    if not index_dir.is_dir() or not any(index_dir.iterdir()):
        return
    if not _is_marked(index_dir):
        _refuse_foreign(index_dir)
    try:
        with WriterLock(index_dir, timeout):
            # The manifest goes first: an index without it is none, so being killed halfway leaves no broken one.
            (index_dir / MANIFEST_FILE).unlink(missing_ok=True)
            for folder in (LANCE_FOLDER, CACHE_FOLDER):
                if (index_dir / folder).exists():
                    shutil.rmtree(index_dir / folder)
        if _is_marked(index_dir):
            (index_dir / _IGNORE_FILE).unlink()
        for name in LOCK_FILES:
            (index_dir / name).unlink(missing_ok=True)
        if not any(index_dir.iterdir()):
            index_dir.rmdir()
    except OSError as error:
        raise StoreError(f"The index in {index_dir} cannot be removed: {error}. Remove the folder by hand.") from error


def _is_marked(index_dir: Path) -> bool:
    path = index_dir / _IGNORE_FILE
    return path.is_file() and path.read_text(encoding="utf-8", errors="replace").startswith(_MARK)


def _refuse_foreign(index_dir: Path) -> None:
    """Raises where the folder holds files of the index's names that are not known to be the index's."""
    if (index_dir / MANIFEST_FILE).exists():
        read_manifest(index_dir)
    elif (index_dir / LANCE_FOLDER).exists():
        raise StoreError(
            f"{index_dir} holds a folder {LANCE_FOLDER!r} that is no index of CodeQA's. "
            "Choose another folder with --index-dir."
        )
