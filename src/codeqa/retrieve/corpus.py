"""All that ranking needs of an index, in memory, built once a commit."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from codeqa.embed.wordllama import load_wordllama
from codeqa.model import Kind
from codeqa.retrieve.kept import load_words, save_words
from codeqa.retrieve.postings import Floats
from codeqa.retrieve.words import NO_WORDS, Words, words_of
from codeqa.store.manifest import Manifest
from codeqa.store.reader import IndexReader

PROSE = frozenset({Kind.DOCUMENTATION, Kind.CONFIGURATION, Kind.TEXT})

_COLUMNS = ("path", "kind", "name", "symbol", "start_line", "end_line", "part", "traits", "language", "vector")

MANY = 200_000
"""Chunks up to which each is compared with a question in full, in 20 ms."""

COARSE = 64
"""Directions along which more chunks than that are compared first."""

EXACT = 20_000
"""Chunks that are then compared in full."""

SAMPLED = 20_000

LINES = 1 << 32
"""More than a file has."""

_ENTRY = re.compile(r"(?:__init__|index|mod|lib|main|package-info|init)$")
"""Files that go by their folder's name: ``pathlib/__init__.py`` is pathlib."""


class Defined(NamedTuple):
    """A definition, as ranking sees it."""

    chunk: int
    name: str
    kind: str
    is_top: bool
    """It lies in no other definition."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """Chunks as arrays, one place a chunk, and files, one place a file."""

    words: Words
    """The chunks, the files, and the words in them."""
    kinds: NDArray[np.object_]
    languages: list[str | None]
    names: list[str | None]
    symbols: list[str | None]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    parts: NDArray[np.int64]
    traits: NDArray[np.int64]
    vectors: Floats
    definitions: pa.Table
    """All definitions' path, name, kind, parent and line."""

    @property
    def ids(self) -> NDArray[np.int64]:
        """The chunks' ids, ascending."""
        return self.words.ids

    @property
    def paths(self) -> list[str]:
        """The files."""
        return self.words.paths

    @property
    def file_of(self) -> NDArray[np.int32]:
        """Each chunk's file, as a place in ``paths``."""
        return self.words.file_of

    @property
    def size(self) -> int:
        """How many chunks there are."""
        return len(self.ids)

    @cached_property
    def prose(self) -> NDArray[np.bool_]:
        """Chunks of documentation, configuration and plain text."""
        return np.isin(self.kinds, [kind.value for kind in PROSE])

    @cached_property
    def file_sizes(self) -> Floats:
        """How many chunks each file has."""
        return np.bincount(self.file_of, minlength=len(self.paths)).astype(np.float32)

    @cached_property
    def file_traits(self) -> NDArray[np.int64]:
        """Each file's traits."""
        traits = np.zeros(len(self.paths), dtype=np.int64)
        traits[self.file_of] = self.traits
        return traits

    @cached_property
    def file_prose(self) -> NDArray[np.bool_]:
        """Files without code."""
        code = np.zeros(len(self.paths), dtype=bool)
        code[self.file_of[~self.prose]] = True
        return ~code

    @cached_property
    def _runs(self) -> tuple[slice | NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
        """An order in which each file's chunks are side by side, the files in it, and where they begin."""
        # Chunks of a file have successive ids, so only files that were written between others' need moving.
        is_sorted = bool((self.file_of[1:] >= self.file_of[:-1]).all())
        order = slice(None) if is_sorted else np.argsort(self.file_of, kind="stable")
        files, first = np.unique(self.file_of[order], return_index=True)
        return order, files, first

    def best_of_file(self, scores: Floats) -> Floats:
        """The best of each file's chunks' scores; 0 for a file without chunks.

        Args:
            scores: one a chunk.
        """
        best = np.zeros(len(self.paths), dtype=np.float32)
        if self.size:
            order, files, first = self._runs
            best[files] = np.maximum.reduceat(scores[order], first)
        return best

    def similarities(self, vector: Floats) -> Floats:
        """Each chunk's similarity to a vector; where there are very many chunks, exact for the nearest alone.

        Args:
            vector: shape (dimension,).
        """
        if self.size <= MANY:
            return np.asarray(self.vectors @ vector)
        basis, coarse = self._coarse
        similar = coarse @ (vector @ basis)
        nearest = np.argpartition(-similar, EXACT)[:EXACT]
        similar[nearest] = self.vectors[nearest] @ vector
        return np.asarray(similar)

    @cached_property
    def _coarse(self) -> tuple[Floats, Floats]:
        """The directions in which vectors differ most, and all vectors seen along these alone.

        Principal components without centring, which keep inner products best (Eckart and Young 1936).
        """
        some = self.vectors[:: max(1, self.size // SAMPLED)]
        _, directions = np.linalg.eigh(some.T @ some)
        basis = np.ascontiguousarray(directions[:, -COARSE:], dtype=np.float32)
        return basis, self.vectors @ basis

    @cached_property
    def file_vectors(self) -> Floats:
        """The mean of each file's vectors, of length 1."""
        sums = np.zeros((len(self.paths), self.vectors.shape[1]), dtype=np.float32)
        if self.size:
            order, files, first = self._runs
            sums[files] = np.add.reduceat(self.vectors[order], first, axis=0)
        return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9), dtype=np.float32)

    @cached_property
    def path_vectors(self) -> Floats:
        """Vectors of the paths' words, by the default word vectors, whichever embedder the index was made with."""
        return load_wordllama().embed_documents([path.rpartition(".")[0].replace("/", " ") for path in self.paths])

    @cached_property
    def stems(self) -> dict[str, list[int]]:
        """What files are named after, lower-cased, and the files."""
        found: dict[str, list[int]] = defaultdict(list)
        for place, path in enumerate(self.paths):
            found[file_stem(path).lower()].append(place)
        return found

    @cached_property
    def defined_at(self) -> dict[str, list[Defined]]:
        """What is defined under each lower-cased bare name, and the chunk in which its name stands."""
        found: dict[str, list[Defined]] = defaultdict(list)
        table = self.definitions
        chunks = self.chunks_at(table["path"].to_pylist(), table["line"].to_numpy())
        columns = [table[name].to_pylist() for name in ("name", "kind", "parent")]
        for chunk, name, kind, parent in zip(chunks.tolist(), *columns, strict=True):
            if chunk >= 0:
                found[name.lower()].append(Defined(chunk, name, kind, parent is None))
        return found

    def chunks_at(self, paths: Sequence[str], lines: NDArray[np.integer]) -> NDArray[np.int64]:
        """The chunk in which each line lies; -1 where there is none.

        Args:
            paths: files.
            lines: a line in each.
        """
        place = {path: at for at, path in enumerate(self.paths)}
        files = np.array([place.get(path, -1) for path in paths], dtype=np.int64)
        order, keys = self._by_line
        at = np.maximum(np.searchsorted(keys, files * LINES + lines, side="right") - 1, 0)
        found = order[at] if order.size else at
        return np.where((files >= 0) & (self.file_of[found] == files), found, -1) if order.size else found - 1

    @cached_property
    def _by_line(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The chunks by file and line, and what they are ordered by."""
        order = np.lexsort((self.starts, self.file_of))
        return order, self.file_of[order].astype(np.int64) * LINES + self.starts[order]

    def files_named(self, named: str) -> list[int]:
        """The files that a path may mean, most folders in common first; it may begin at another root, or in the middle.

        Args:
            named: a path with ``/``.
        """
        parts = [part for part in named.lower().split("/") if part not in {"", ".", ".."}]
        shared: dict[int, int] = {}
        for file in self._files_called.get(parts[-1], []) if parts else []:
            own = self.paths[file].lower().split("/")
            shared[file] = next((n for n, (a, b) in enumerate(zip(own[::-1], parts[::-1], strict=False)) if a != b), 0)
            if not shared[file]:  # one of them ends with the whole other one
                shared[file] = min(len(own), len(parts))
        most = max(shared.values(), default=0)
        return [file for file, number in shared.items() if number == most]

    @cached_property
    def _files_called(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for place, path in enumerate(self.paths):
            found[path.rpartition("/")[2].lower()].append(place)
        return found

    def numbers(self, tokens: Sequence[str]) -> dict[int, float]:
        """Tokens that occur, by number; each counts once."""
        return {number: 1.0 for token in tokens if (number := self.words.vocabulary.get(token)) is not None}


def file_stem(path: str) -> str:
    """What a file is named after: its own name without ending, or its folder's where its own says nothing."""
    *folders, name = path.split("/")
    stem = name.lstrip(".").partition(".")[0]
    if _ENTRY.match(stem):
        while folders and folders[-1] in {"src", "lib"}:
            folders.pop()
        if folders:
            return folders[-1]
    return stem


def build_corpus(reader: IndexReader, before: Words = NO_WORDS) -> Corpus:
    """Reads what ranking needs of an index.

    Args:
        reader: one that stays at a commit.
        before: the words of an earlier commit of the same index.
    """
    table = reader.chunk_table(_COLUMNS)
    vectors = table["vector"].combine_chunks()
    return Corpus(
        words=words_of(reader, table, before),
        kinds=np.array(table["kind"].to_pylist(), dtype=object),
        languages=table["language"].to_pylist(),
        names=table["name"].to_pylist(),
        symbols=table["symbol"].to_pylist(),
        starts=table["start_line"].to_numpy().astype(np.int64),
        ends=table["end_line"].to_numpy().astype(np.int64),
        parts=table["part"].to_numpy().astype(np.int64),
        traits=table["traits"].to_numpy().astype(np.int64),
        vectors=np.asarray(pc.list_flatten(vectors).to_numpy(), dtype=np.float32).reshape(
            table.num_rows, reader.manifest.dimension
        ),
        definitions=reader.definition_names().select(["path", "name", "kind", "parent", "line"]),
    )


class CorpusCache:
    """The newest commit's corpus of each open index."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[IndexReader, tuple[Manifest, Corpus]] = WeakKeyDictionary()
        self._building = threading.Lock()

    def of(self, reader: IndexReader) -> tuple[IndexReader, Corpus]:
        """A reader pinned to the newest commit, and that commit's corpus.

        Args:
            reader: one that follows the index; what is built is kept as long as it.
        """
        with self._building:
            pinned = reader.pinned()
            known = self._known.get(reader)
            if known is None or known[0] != pinned.manifest:
                known = (pinned.manifest, self._built(reader, pinned))
                self._known[reader] = known
            return pinned, known[1]

    def _built(self, reader: IndexReader, pinned: IndexReader) -> Corpus:
        if (known := self._known.get(reader)) is not None and known[0].created == pinned.manifest.created:
            return build_corpus(pinned, known[1].words)
        kept = load_words(reader.index_dir, pinned.manifest)
        corpus = build_corpus(pinned, kept)
        if kept.ids.size == 0 or not np.array_equal(kept.ids, corpus.ids):
            save_words(reader.index_dir, pinned.manifest, corpus.words)
        return corpus


CORPORA = CorpusCache()
"""Kept here so that searches through one reader share it."""
