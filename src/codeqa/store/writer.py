"""The one writer: rows in batches, one commit over all tables, repair of what a killed run left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.errors import IndexMissingError, StoreError
from codeqa.model import ReferenceKind, Skipped
from codeqa.store.checking import check_rows, check_whole
from codeqa.store.location import LANCE_FOLDER, prepare
from codeqa.store.lock import WriterLock
from codeqa.store.manifest import REBUILD, Manifest, read_manifest, write_manifest
from codeqa.store.memory import give_back
from codeqa.store.records import restamped, skipped_stamps_of
from codeqa.store.schema import FILES, SKIPPED, Counts, FileRows, FileStamp, SkippedStamp, Table, skipped_table
from codeqa.store.sql import all_of, any_of, is_in
from codeqa.store.steps import Steps
from codeqa.store.tables import LanceError, Tables, batches, count, is_disk_full, rows
from codeqa.store.waiting import WaitingRows
from codeqa.store.working import WorkingTables

_HAVE_PATHS: Final = (Table.FILES, Table.CHUNKS, Table.DEFINITIONS, Table.REFERENCES, Table.LINKS)
"""The tables in which each row belongs to an indexed file."""


class IndexWriter:
    """Writes an index. Use it as a context manager; what was not committed when it ends never was.

    Made by :meth:`open`. It belongs to one thread, and no process must be forked while it is open. What it writes is
    written in steps, each wholly or never committed, whatever interrupts the thread that it belongs to.

    Attributes:
        committed: the commit that this writer started from or made last; None for a new index.
        embedder_changed: True when the index held another embedder's vectors, so that this writer starts empty.
        settings_changed: True when the index's files were cut by other settings. Nothing is done about it.
        repaired: True when an earlier run was ended before its commit, and what it wrote was taken back.
    """

    def __init__(self, index_dir: Path, lock: WriterLock, embedder_name: str, dimension: int, settings: str) -> None:
        self._index_dir = index_dir
        self._lock = lock
        self._embedder_name = embedder_name
        self._dimension = dimension
        self._settings = settings
        self._waiting = WaitingRows(dimension)
        self._stored_paths: set[str] = set()
        self._stale_paths: set[str] = set()
        self._steps = Steps()
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="codeqa-indices")
        self._begun: Future[None] | None = None
        self.committed: Manifest | None = None
        self.embedder_changed = False
        self.settings_changed = False
        self.repaired = False

    @classmethod
    def open(
        cls,
        index_dir: Path,
        embedder_name: str,
        dimension: int,
        *,
        settings: str = "",
        rebuild: bool = False,
        timeout: float = 0.0,
        lock: WriterLock | None = None,
    ) -> Self:
        """Opens an index to write to it, or makes a new one.

        Args:
            index_dir: the index's folder; made where it is not there.
            embedder_name: the identity of the embedder whose vectors are written.
            dimension: how many numbers its vectors have.
            settings: a fingerprint of the settings that files are cut by.
            rebuild: start empty, whatever lies there. Readers keep the old index until the first commit.
            timeout: seconds to wait for another writer; 0 does not wait.
            lock: the index's, where the caller has it already.

        Raises:
            IndexLockedError: another writer is at work.
            StoreError: the folder cannot be written, or what lies in it is damaged.
        """
        prepare(index_dir)
        lock = lock or WriterLock(index_dir, timeout)
        try:
            lock.acquire()
        except OSError as error:
            raise StoreError(f"The index folder {index_dir} cannot be written to: {error.strerror}.") from error
        try:
            writer = cls(index_dir, lock, embedder_name, dimension, settings)
            try:
                writer._steps.take(writer._start, rebuild)
            except BaseException:
                writer._steps.close()
                raise
        except BaseException:
            lock.release()
            raise
        return writer

    def close(self) -> None:
        """Ends the writer and frees the lock. What was not committed is given up."""
        try:
            self._steps.close()
            self._aside.shutdown()
        finally:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def notes(self) -> list[str]:
        """What a person should know of what was done so far, such as indices that LanceDB could not make."""
        return [note for notes in self._tables.notes.values() for note in notes]

    def files(self) -> dict[str, FileStamp]:
        """The files in the index, by path, with what tells whether they have changed."""
        with self._explained():
            self._steps.take(self._flush)
            stamps = rows(self._tables[Table.FILES], ["path", *FileStamp.__slots__])
        columns = [stamps[name].to_pylist() for name in stamps.column_names]
        return {path: FileStamp(*stamp) for path, *stamp in zip(*columns, strict=True)}

    def counts(self) -> Counts:
        """How many rows the tables hold, the uncommitted ones included."""
        with self._explained():
            self._steps.take(self._flush)
            return Counts(**{name: count(self._tables[Table(name)]) for name in Counts.__slots__})

    def replace(self, file_rows: FileRows, vectors: NDArray[np.float32]) -> None:
        """Puts whole files into the index, in the place of their old rows.

        Links of these files go; :meth:`replace_links` brings the new ones.

        Args:
            file_rows: the files' rows.
            vectors: shape (chunks, dimension), a row for each chunk in their order, each of length 1 or 0.

        Raises:
            ValueError: the vectors do not fit.
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._replace, file_rows, vectors)

    def remove(self, paths: Iterable[str]) -> None:
        """Takes files out of the index, with their links. Paths that are not in it are passed over.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._forget, list(paths))

    def touch(self, stamps: Mapping[str, FileStamp]) -> None:
        """Notes new sizes and times of files whose content is as it was.

        Args:
            stamps: by path; paths that are not in the index are passed over.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._touch, stamps)

    def skipped(self) -> dict[str, SkippedStamp]:
        """The files that were read and then left out, by path, with what tells whether they have changed.

        Raises:
            StoreError: reading failed.
        """
        with self._explained():
            return skipped_stamps_of(rows(self._tables[Table.SKIPPED], SKIPPED.names))

    def replace_skipped(self, skipped: Iterable[Skipped], stamps: Mapping[str, SkippedStamp] | None = None) -> None:
        """Notes which files were left out, and why, in the place of what was noted before.

        Args:
            skipped: the files and why.
            stamps: of those that had to be read to find out, by path.

        Raises:
            StoreError: writing failed.
        """
        new = skipped_table(skipped, stamps or {})
        with self._explained():
            if not rows(self._tables[Table.SKIPPED], new.column_names).equals(new):
                self._steps.take(self._tables.renew, Table.SKIPPED, new)

    def replace_links(self, links: pa.Table) -> None:
        """Writes what references mean, in the place of all that was written of it before.

        Args:
            links: rows with the columns of :data:`~codeqa.store.schema.LINKS`.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._replace_links, links)

    def add_links(self, links: pa.Table) -> None:
        """Writes more of what references mean. Each call makes a file, so bring many at once.

        Arguments and errors as :meth:`replace_links`.
        """
        with self._explained():
            self._steps.take(self._tables.append, Table.LINKS, links)
            give_back()

    def update_links(self, links: pa.Table) -> None:
        """Writes what some references mean, in the place of what was written for these references before.

        Arguments and errors as :meth:`replace_links`.
        """
        with self._explained():
            self._steps.take(self._update_links, links)

    def read_definitions(self, columns: Sequence[str], paths: Collection[str] | None = None) -> pa.Table:
        """Definitions as this writer has them, uncommitted ones included.

        Args:
            columns: columns of the definitions' table.
            paths: only those in these files; None for all.

        Raises:
            StoreError: reading failed.
        """
        with self._explained():
            self._steps.take(self._flush)
            return rows(self._tables[Table.DEFINITIONS], columns, _in_files(paths))

    def read_facts(self, columns: Sequence[str], paths: Collection[str] | None = None) -> pa.Table:
        """References that tell something about other names: they import, inherit, or bind a name.

        Arguments and errors as :meth:`read_definitions`, of the references' table.
        """
        facts = any_of(["alias IS NOT NULL", is_in("kind", [ReferenceKind.IMPORT, ReferenceKind.INHERITANCE])])
        with self._explained():
            self._steps.take(self._flush)
            return rows(self._tables[Table.REFERENCES], columns, all_of([facts, _in_files(paths)]))

    def read_references(self, columns: Sequence[str], paths: Collection[str] | None = None) -> Iterator[pa.RecordBatch]:
        """References, a batch at a time; they may outnumber what memory should hold as objects.

        Arguments and errors as :meth:`read_definitions`, of the references' table.
        """
        with self._explained():
            self._steps.take(self._flush)
            yield from batches(self._tables[Table.REFERENCES], columns, _in_files(paths))

    def clear(self) -> None:
        """Starts empty. Readers keep the old index until the next commit.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._clear)

    def commit(self, complete: bool = False) -> None:
        """Shows readers all that was written so far, in one step over all tables.

        Nothing happens where nothing has changed.

        Args:
            complete: True when the index now covers the whole codebase.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._commit, complete)

    def begin_finish(self) -> None:
        """Begins to bring the chunks' indices up to date in a thread, while the caller goes on with links.

        From now on no file may be replaced or removed.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._flush)
        self._begun = self._aside.submit(self._tables.keep_up, (Table.CHUNKS,))

    def finish(self) -> None:
        """Ends a run: indices made or brought up to date, worn tables copied, then a complete commit.

        Raises:
            StoreError: writing failed.
        """
        with self._explained():
            self._steps.take(self._finish)

    # Steps: each is taken by ``self._steps``, and calls what belongs to it directly.

    def _start(self, rebuild: bool) -> None:
        try:
            self.committed = read_manifest(self._index_dir)
        except IndexMissingError:
            self.committed = None
        except StoreError:
            if not rebuild:
                raise
        old = self.committed
        with self._explained():
            self._tables = WorkingTables(Tables(self._index_dir / LANCE_FOLDER), self._dimension)
            self._tables.sweep(old)
            if old is not None:
                self._waiting.next_chunk = old.next_chunk
                self.embedder_changed = (old.embedder, old.dimension) != (self._embedder_name, self._dimension)
                self.settings_changed = old.settings != self._settings
            if old is None or rebuild or self.embedder_changed:
                self._clear()
                return
        try:
            self.repaired = self._tables.open_committed(old)
            for table, state in old.tables.items():
                check_rows(self._tables[table], state)
            check_whole(self._tables.all(), old.complete)
            self._stored_paths.update(rows(self._tables[Table.FILES], ["path"])["path"].to_pylist())
        except LanceError as error:
            raise StoreError(f"The index in {self._index_dir} is damaged: {error}. {REBUILD}") from error

    def _clear(self) -> None:
        self._waiting.clear()
        self._stored_paths.clear()
        self._stale_paths.clear()
        for table in Table:
            self._tables.renew(table)

    def _replace(self, file_rows: FileRows, vectors: NDArray[np.float32]) -> None:
        self._forget(file_rows.files["path"].to_pylist())
        self._waiting.add(file_rows, vectors)
        if self._waiting.is_full():
            self._flush()

    def _forget(self, paths: Sequence[str]) -> None:
        """Notes that the files' rows have to go before new ones are written."""
        if not self._waiting.paths.isdisjoint(paths):
            self._flush()
        for path in paths:
            if path in self._stored_paths:
                self._stored_paths.discard(path)
                self._stale_paths.add(path)

    def _touch(self, stamps: Mapping[str, FileStamp]) -> None:
        self._flush()
        old = rows(self._tables[Table.FILES], FILES.names, is_in("path", sorted(stamps)))
        self._tables.merge(Table.FILES, ["path"], restamped(old, stamps))

    def _replace_links(self, links: pa.Table) -> None:
        self._flush()
        if count(self._tables[Table.LINKS]):
            self._tables.renew(Table.LINKS)
        self._tables.append(Table.LINKS, links)

    def _update_links(self, links: pa.Table) -> None:
        self._flush()
        self._tables.merge(Table.LINKS, ["path", "ordinal"], links)

    def _flush(self) -> None:
        """Writes what waits: first the deletions, then the new rows."""
        if self._stale_paths:
            for table in _HAVE_PATHS:
                self._tables.delete(table, "path", self._stale_paths)
            self._stale_paths.clear()
        for table, waiting in self._waiting.tables():
            self._tables.append(table, waiting)
        if self._waiting.paths:
            self._stored_paths |= self._waiting.paths
            self._waiting.clear()
            give_back()

    def _finish(self) -> None:
        self._flush()
        if self._begun is not None:
            self._begun.result()
        old = self.committed
        if old is None or not old.complete or old.tables != self._tables.states():
            self._tables.keep_up()
            self._tables.slim()
        self._commit(complete=True)

    def _commit(self, complete: bool) -> None:
        self._flush()
        old, states, now = self.committed, self._tables.states(), datetime.now(UTC)
        if old is not None and (states, complete, self._settings) == (old.tables, old.complete, old.settings):
            return
        try:
            check_whole(self._tables.all(), complete)
        except LanceError as error:
            raise StoreError(
                f"What was written to the index in {self._index_dir} is not whole, so it was not committed: {error}. "
                "Run `codeqa index` again."
            ) from error
        manifest = Manifest(
            commit=1 if old is None else old.commit + 1,
            complete=complete,
            embedder=self._embedder_name,
            dimension=self._dimension,
            settings=self._settings,
            created=now if old is None else old.created,
            updated=now,
            next_chunk=self._waiting.next_chunk,
            tables=states,
            files=self._tables.marks({} if old is None else old.files),
        )
        write_manifest(self._index_dir, manifest)
        self.committed = manifest
        self._tables.sweep(manifest)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (LanceError, OSError) as error:
            if is_disk_full(error):
                raise StoreError(
                    f"The disk that holds the index in {self._index_dir} is full. What was committed before is "
                    "untouched. Make room, or choose another disk with --index-dir, then run `codeqa index` again."
                ) from error
            raise StoreError(
                f"The index in {self._index_dir} could not be written: {error}. "
                "What was committed before is untouched. Look whether the disk is full or the folder write-protected, "
                "then run `codeqa index` again."
            ) from error


def _in_files(paths: Collection[str] | None) -> str | None:
    return None if paths is None else is_in("path", sorted(paths))
