"""A new index as the copy of another one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from codeqa.store.lease import lease_file, make_lease_file
from codeqa.store.location import CACHE_FOLDER, LANCE_FOLDER, prepare
from codeqa.store.lock import WriterLock
from codeqa.store.manifest import MANIFEST_FILE, Manifest, read_manifest, write_manifest

_IN_THE_MAKING = "*.npz.*"
"""What readers are just writing to the cache, under another name."""


def copy_index(source: Path, target: Path, fits: Callable[[Manifest], bool]) -> bool:
    """Makes an index of another one's newest commit. Being ended halfway leaves no index.

    Args:
        source: the other index's folder.
        target: the new index's folder. Nothing happens where it holds an index.
        fits: whether that commit is wanted.

    Returns:
        True when there is a copy now.

    Raises:
        IndexLockedError: a writer is at work in one of the folders.
        StoreError: the other index cannot be read, or the folder must not be used.
        OSError: copying failed.
    """
    if not fits(read_manifest(source)):
        return False
    prepare(target)
    with WriterLock(target), WriterLock(source):
        manifest = read_manifest(source)
        if (target / MANIFEST_FILE).exists() or not fits(manifest):
            return False
        for folder in (LANCE_FOLDER, CACHE_FOLDER):  # a first run that was ended may have left something
            shutil.rmtree(target / folder, ignore_errors=True)
        for table in manifest.tables.values():
            name = f"{table.name}.lance"
            shutil.copytree(source / LANCE_FOLDER / name, target / LANCE_FOLDER / name)
            make_lease_file(lease_file(target / LANCE_FOLDER, table.name))
        if (source / CACHE_FOLDER).is_dir():
            shutil.copytree(source / CACHE_FOLDER, target / CACHE_FOLDER, ignore=shutil.ignore_patterns(_IN_THE_MAKING))
        write_manifest(target, manifest)
    return True
