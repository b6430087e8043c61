"""Reading an index: always its newest commit, never waiting for a writer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.errors import StoreError
from codeqa.model import Chunk, Definition, Reference, ReferenceKind, Skipped, SourceFile
from codeqa.store import lookups, search
from codeqa.store.filter import EVERYTHING, Filter
from codeqa.store.lease import Lease
from codeqa.store.location import LANCE_FOLDER
from codeqa.store.lookups import Texts
from codeqa.store.manifest import REBUILD, Manifest, manifest_stamp, read_manifest
from codeqa.store.records import CHUNK_COLUMNS, chunks_of, skipped_of, skipped_stamps_of
from codeqa.store.schema import SKIPPED, Counts, SkippedStamp, Table
from codeqa.store.search import Found, TokenColumn
from codeqa.store.snapshot import Snapshot
from codeqa.store.tables import LanceError, Tables

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_ATTEMPTS: Final = 100
"""Times that a reader looks for a commit which is still the newest once its tables are held."""

_NONE_FOUND: Found = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32))


class IndexReader:
    """Reads an index; threads may share it. Made by :meth:`open`.

    Each call looks whether there is a newer commit, and answers from one commit alone. Calls that belong together,
    such as finding chunks and reading them, go to a :meth:`pinned` reader.

    All methods raise IndexMissingError when the index is gone, and StoreError when it is damaged.
    """

    def __init__(self, index_dir: Path, tables: Tables, *, follows: bool) -> None:
        self._index_dir = index_dir
        self._tables = tables
        self._follows = follows
        self._snapshot: Snapshot | None = None
        self._lease = Lease()
        self._refreshing = threading.Lock()

    @classmethod
    def open(cls, index_dir: Path) -> Self:
        """Opens an index.

        Args:
            index_dir: the index's folder.

        Raises:
            IndexMissingError: there is none.
            StoreError: it is damaged, or was made by another version of CodeQA.
        """
        read_manifest(index_dir)  # before LanceDB is loaded, which takes most of a second
        reader = cls(index_dir, Tables(index_dir / LANCE_FOLDER), follows=True)
        reader._newest()
        return reader

    @property
    def index_dir(self) -> Path:
        """The index's folder."""
        return self._index_dir

    def pinned(self) -> IndexReader:
        """A reader that stays at the newest commit of now.

        It is for one question: as long as it is there, the tables that it reads stay on disk.
        """
        reader = IndexReader(self._index_dir, self._tables, follows=False)
        reader._snapshot, reader._lease = self._held()
        return reader

    @property
    def manifest(self) -> Manifest:
        """What the newest commit says of itself."""
        return self._newest().manifest

    def check(self, thorough: bool = False) -> None:
        """Raises StoreError where files have not each their rows exactly once.

        Args:
            thorough: look at each file's rows, and not only at how many there are in all.
        """
        self._read(Snapshot.check, thorough)

    def files(self) -> list[SourceFile]:
        """All files, by path."""
        return list(self._read(lambda snapshot: snapshot.files))

    def skipped(self) -> list[Skipped]:
        """The files that were left out, by path."""
        return skipped_of(self._read(lambda snapshot: snapshot.rows(Table.SKIPPED, SKIPPED.names)))

    def skipped_stamps(self) -> dict[str, SkippedStamp]:
        """The files that were read and then left out, by path, with what tells whether they have changed."""
        return skipped_stamps_of(self._read(lambda snapshot: snapshot.rows(Table.SKIPPED, SKIPPED.names)))

    def counts(self) -> Counts:
        """How much the index holds."""
        return self._read(Snapshot.counts)

    def full_text(
        self, tokens: Sequence[str], column: TokenColumn = "body", limit: int = 100, where: Filter = EVERYTHING
    ) -> Found:
        """The chunks that have some of the tokens, by BM25.

        Args:
            tokens: as :func:`codeqa.text.tokens.code_tokens` makes them; a token given twice counts twice.
            column: ``names`` (path, symbol, name, signature) or ``body`` (text, doc).
            limit: how many at most.
            where: which chunks may be found.

        Returns:
            Ids and scores, the best first.

        Raises:
            UsageError: a path filter cannot be read.
        """
        if not tokens or limit < 1:
            return _NONE_FOUND
        return self._read(search.full_text, tokens, column, limit, where)

    def nearest(self, vector: NDArray[np.float32], limit: int = 100, where: Filter = EVERYTHING) -> Found:
        """The chunks whose vectors are most like a vector.

        Args:
            vector: shape (dimension,), of length 1.
            limit: how many at most.
            where: which chunks may be found.

        Returns:
            Ids and cosine similarities, the best first.

        Raises:
            UsageError: the vector's shape is not the index's, or a path filter cannot be read.
        """
        return self._read(search.nearest, vector, limit, where) if limit >= 1 else _NONE_FOUND

    def chunks(self, ids: Sequence[int] | NDArray[np.int64]) -> list[Chunk]:
        """Chunks in the order of their ids; arguments and errors as :meth:`chunk_rows`."""
        return chunks_of(self.chunk_rows(ids, CHUNK_COLUMNS))

    def chunk_rows(self, ids: Sequence[int] | NDArray[np.int64], columns: Sequence[str]) -> pa.Table:
        """Some columns of chunks, a row for each id, in the order of the ids.

        Args:
            ids: from :meth:`full_text` or :meth:`nearest`. A chunk keeps its id until its file is indexed anew.
            columns: columns of the chunks' table.

        Raises:
            StoreError: a chunk is gone since it was found; a :meth:`pinned` reader is safe from that.
        """
        return self._read(search.chunk_rows, np.asarray(ids, dtype=np.int64), columns)

    def chunk_table(self, columns: Sequence[str]) -> pa.Table:
        """Some columns of all chunks, by id.

        Args:
            columns: columns of the chunks' table.
        """
        wanted = list(dict.fromkeys(["id", *columns]))
        table = self._read(lambda snapshot: snapshot.rows(Table.CHUNKS, wanted))
        ids = table["id"].to_numpy()
        # Most often they are in order already, and moving all vectors takes longer than reading them.
        return table if bool((ids[1:] > ids[:-1]).all()) else table.sort_by("id")

    def vectors(self, ids: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float32]:
        """Chunks' vectors, shape (ids, dimension); arguments and errors as :meth:`chunk_rows`."""
        return self._read(search.vectors, np.asarray(ids, dtype=np.int64))

    def definitions(
        self,
        *,
        name: Texts | None = None,
        qualified_name: Texts | None = None,
        id: Texts | None = None,
        path: Texts | None = None,
    ) -> list[Definition]:
        """Definitions that meet all that is given, by path and place; all of them when nothing is given.

        Args:
            name: bare name.
            qualified_name: name with the enclosing names.
            id: what references are tied to.
            path: file.
        """
        return self._read(lookups.definitions, name, qualified_name, id, path)

    def definition_names(self) -> pa.Table:
        """All definitions' id, path, name, qualified_name, kind, parent, language, line. Kept until the next commit."""
        return self._read(lambda snapshot: snapshot.definition_names)

    def names(self) -> Sequence[str]:
        """All bare names that definitions have, each once, in order. Kept until the next commit."""
        return self._read(lambda snapshot: snapshot.names)

    def references(
        self,
        *,
        name: Texts | None = None,
        target_id: Texts | None = None,
        path: Texts | None = None,
        source_id: Texts | None = None,
        kinds: Collection[ReferenceKind] | None = None,
        limit: int | None = None,
    ) -> list[Reference]:
        """References that meet all that is given, by path and place, with what they mean.

        Args:
            name: the name as it stands at the place.
            target_id: the definition they mean.
            path: the file they stand in.
            source_id: the definition they stand in.
            kinds: their kind after resolving (a call of a class is an instantiation).
            limit: how many at most; None for all.
        """
        return self._read(lookups.references, name, target_id, path, source_id, kinds, limit)

    def links_table(self) -> pa.Table:
        """All references that have a target: source_id, target_id, kind, path, line and confidence.

        Kept until the next commit.
        """
        return self._read(lambda snapshot: snapshot.graph)

    def candidates_table(self) -> pa.Table:
        """All references that may mean several definitions: source_id, kind, path, line, confidence, candidates."""
        return self._read(Snapshot.candidates)

    def reference_texts(self, places: Collection[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """The lines of references, stripped, at most 200 characters.

        Args:
            places: paths and lines; those where nothing is referred to are passed over.
        """
        return self._read(lookups.reference_texts, places) if places else {}

    def untied(self, name: Texts) -> pa.Table:
        """References of a name whose meaning was not decided: path, kind and candidates of each."""
        return self._read(lookups.untied, name)

    def imports(self, name: str) -> pa.Table:
        """Where files as a whole import something that they then know by a name, or all that a module has.

        Args:
            name: the name, or the alias that it is given.

        Returns:
            path, ordinal, name, alias, receiver, language and target_id of each.
        """
        return self._read(lookups.imports, name)

    def lines(self, path: str, start: int, end: int) -> str:
        """A file's lines as they were indexed, whatever has become of the file since.

        Args:
            path: the file.
            start: first line.
            end: last line; the file's last one where it has fewer.

        Raises:
            NotFoundError: the file is not in the index.
            UsageError: there are no such lines.
        """
        return self._read(search.lines, path, start, end)

    def texts(self, paths: Collection[str]) -> dict[str, list[str]]:
        """Whole files as they were indexed, by path, a string a line; files that are not in the index are left out."""
        return self._read(search.texts, paths)

    def _newest(self) -> Snapshot:
        """The newest commit, opened anew only when the manifest has changed."""
        with self._refreshing:
            if self._snapshot is None or self._follows:
                stamp = manifest_stamp(self._index_dir)
                if self._snapshot is None or stamp != self._snapshot.stamp:
                    self._snapshot = Snapshot(self._tables, read_manifest(self._index_dir), stamp)
            return self._snapshot

    def _held(self) -> tuple[Snapshot, Lease]:
        """The newest commit, with a hold on its tables. A commit that came in between may have removed them before."""
        if not self._follows:
            return self._newest(), self._lease
        for _ in range(_ATTEMPTS):
            snapshot = self._newest()
            lease = snapshot.lease()
            if manifest_stamp(self._index_dir) == snapshot.stamp:
                break
            lease.release()
        return snapshot, lease

    @contextmanager
    def _holding(self) -> Iterator[Snapshot]:
        """The newest commit, whose tables are held meanwhile."""
        snapshot, lease = self._held()
        try:
            yield snapshot
        finally:
            if self._follows:
                lease.release()

    def _read(
        self,
        function: Callable[Concatenate[Snapshot, _Arguments], _Result],
        *arguments: _Arguments.args,
        **keywords: _Arguments.kwargs,
    ) -> _Result:
        """Calls a function with the newest commit; once more when that one was replaced and removed meanwhile."""
        with self._holding() as snapshot:
            try:
                return function(snapshot, *arguments, **keywords)
            except LanceError as error:
                first = error
            with self._holding() as newer:
                if newer is snapshot:
                    raise self._failure(snapshot, first) from first
                try:
                    return function(newer, *arguments, **keywords)
                except LanceError as error:
                    raise self._failure(newer, error) from error

    def _failure(self, snapshot: Snapshot, error: LanceError) -> StoreError:
        if read_manifest(self._index_dir) != snapshot.manifest:
            return StoreError("The index was changed while a question was being answered. Ask again.")
        return StoreError(f"The index in {self._index_dir} is damaged: {error}. {REBUILD}")
