"""The commit point: one small file that names, for every table, the version that belongs to the index.

LanceDB commits each table by itself. Readers go by this file alone, so that they see all tables as one commit
left them; what a killed writer left behind is not named here and so was never there.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from codeqa.errors import IndexMissingError, StoreError
from codeqa.store.marks import FileMark, Marks
from codeqa.store.schema import SCHEMA_VERSION, Table

MANIFEST_FILE: Final = "manifest.json"
_TEMPORARY_FILE: Final = "manifest.json.new"
REBUILD: Final = "Run `codeqa index --rebuild`."
_ATTEMPTS: Final = 20
_PAUSE: Final = 0.05
"""Seconds. On Windows a file cannot be replaced in the moment in which another process reads it."""


@dataclass(frozen=True, slots=True)
class TableVersion:
    """A state of a table: the LanceDB table's name, the number of its version, and how many rows that holds."""

    name: str
    version: int
    rows: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the index holds since its newest commit."""

    commit: int
    """Counts commits from 1."""
    complete: bool
    """False while a run is under way, or after one that was ended before it was through."""
    embedder: str
    dimension: int
    settings: str
    """The fingerprint of the settings that the files were cut by."""
    created: datetime
    updated: datetime
    next_chunk: int
    """The next chunk's id. Ids are never used twice."""
    tables: Mapping[Table, TableVersion]
    files: Marks
    """Marks of the files that the tables are made of."""


def read_manifest(index_dir: Path) -> Manifest:
    """The newest commit.

    Args:
        index_dir: the index's folder.

    Raises:
        IndexMissingError: there is no index.
        StoreError: the manifest is damaged, or of another version of CodeQA.
    """
    path = index_dir / MANIFEST_FILE
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise IndexMissingError(f"There is no index in {index_dir}. Run `codeqa index` to make one.") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        fields = json.loads(content)
        version = fields["schema"]
        if version == SCHEMA_VERSION:
            return _from_fields(fields)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"{path} is damaged ({type(error).__name__}: {error}). {REBUILD}") from error
    raise StoreError(
        f"The index in {index_dir} was made by another version of CodeQA "
        f"(its schema is {version}, this one's is {SCHEMA_VERSION}). {REBUILD}"
    )


def write_manifest(index_dir: Path, manifest: Manifest) -> None:
    """Makes a commit the newest one, in one step: a reader, or a kill, meets the old or the new file.

    Args:
        index_dir: the index's folder.
        manifest: the commit.

    Raises:
        OSError: the file cannot be written.
    """
    temporary = index_dir / _TEMPORARY_FILE
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(_to_fields(manifest), file)
        file.flush()
        os.fsync(file.fileno())
    for attempt in range(_ATTEMPTS):
        try:
            temporary.replace(index_dir / MANIFEST_FILE)
            break
        except PermissionError:
            if attempt + 1 == _ATTEMPTS:
                raise
            time.sleep(_PAUSE)
    if os.name == "posix":  # tables that the old file named are removed next, so the new one must outlive a power cut
        folder = os.open(index_dir, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def manifest_stamp(index_dir: Path) -> tuple[int, int, int] | None:
    """What changes with every commit and is cheap to look at; None where there is no index."""
    try:
        status = (index_dir / MANIFEST_FILE).stat()
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_ino, status.st_size


def _to_fields(manifest: Manifest) -> dict[str, Any]:
    return {
        "schema": SCHEMA_VERSION,
        "commit": manifest.commit,
        "complete": manifest.complete,
        "embedder": {"name": manifest.embedder, "dimension": manifest.dimension},
        "settings": manifest.settings,
        "created": manifest.created.isoformat(),
        "updated": manifest.updated.isoformat(),
        "next_chunk": manifest.next_chunk,
        "tables": {
            key: {"name": one.name, "version": one.version, "rows": one.rows} for key, one in manifest.tables.items()
        },
        "files": {path: [one.size, one.mtime_ns, one.digest] for path, one in manifest.files.items()},
    }


def _from_fields(fields: dict[str, Any]) -> Manifest:
    tables, files = fields["tables"], fields["files"]
    return Manifest(
        commit=int(fields["commit"]),
        complete=bool(fields["complete"]),
        embedder=str(fields["embedder"]["name"]),
        dimension=int(fields["embedder"]["dimension"]),
        settings=str(fields["settings"]),
        created=datetime.fromisoformat(fields["created"]),
        updated=datetime.fromisoformat(fields["updated"]),
        next_chunk=int(fields["next_chunk"]),
        tables={key: _table_version(tables[key]) for key in Table},
        files={
            str(path): FileMark(int(size), int(mtime), str(digest)) for path, (size, mtime, digest) in files.items()
        },
    )


def _table_version(fields: dict[str, Any]) -> TableVersion:
    return TableVersion(str(fields["name"]), int(fields["version"]), int(fields["rows"]))
