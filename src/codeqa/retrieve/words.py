"""Which words stand in which chunks and files: built once, then only renewed where files changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from codeqa.retrieve.postings import EMPTY, Postings, invert, numbered, renewed
from codeqa.store.reader import IndexReader
from codeqa.text.tokens import code_tokens

WORTH_KEEPING: Final = 0.5
"""Where less of what is known is still true, all is built anew, which also forgets words that stand nowhere now."""

_TOKEN_COLUMNS: Final = ("names_tokens", "body_tokens")


@dataclass(frozen=True, eq=False, slots=True)
class Words:
    """Inverted lists over the chunks and files of one commit."""

    ids: NDArray[np.int64]
    """The chunks, ascending."""
    paths: list[str]
    file_of: NDArray[np.int32]
    """Each chunk's file, as a place in ``paths``."""
    vocabulary: dict[str, int]
    named: Postings
    """Tokens of path, symbol, name and signature, a row a chunk."""
    body: Postings
    """Tokens of text and doc, a row a chunk."""
    files: Postings
    """Tokens of the bodies and the path, a row a file."""
    defined: Postings
    """Tokens of the names that a file defines, a row a file."""


NO_WORDS: Final = Words(np.empty(0, np.int64), [], np.empty(0, np.int32), {}, EMPTY, EMPTY, EMPTY, EMPTY)


def words_of(reader: IndexReader, chunks: pa.Table, before: Words = NO_WORDS) -> Words:
    """The words of an index.

    Args:
        reader: one that stays at a commit.
        chunks: all its chunks by id, with their ids and paths.
        before: the words of an earlier commit of the same index. Chunks keep their ids and what they hold until their
            file is indexed anew, so only the words of chunks that are new are read.
    """
    ids = chunks["id"].to_numpy()
    if np.array_equal(ids, before.ids):
        return before
    known = np.isin(ids, before.ids, assume_unique=True)
    if known.sum() < WORTH_KEEPING * max(before.ids.size, ids.size):
        before, known = NO_WORDS, np.zeros(ids.size, dtype=bool)
    encoded = chunks["path"].combine_chunks().dictionary_encode()
    paths: list[str] = encoded.dictionary.to_pylist()
    file_of = encoded.indices.to_numpy().astype(np.int32)
    new = np.flatnonzero(~known)
    new_files = np.unique(file_of[new])
    is_all_new = new.size == ids.size
    texts = reader.chunk_table(_TOKEN_COLUMNS) if is_all_new else reader.chunk_rows(ids[new], _TOKEN_COLUMNS)
    names, named_files = _names(reader, [paths[place] for place in new_files.tolist()], new_files)
    path_tokens = pa.array([" ".join(code_tokens(paths[place])) for place in new_files.tolist()], pa.string())
    vocabulary = dict(before.vocabulary)
    (named, body, of_path, defined) = numbered(
        [texts["names_tokens"].combine_chunks(), texts["body_tokens"].combine_chunks(), path_tokens, names], vocabulary
    )
    body_rows = new[body[0]]
    file_rows = np.concatenate([file_of[body_rows].astype(np.int64), new_files[of_path[0]]])
    file_tokens = np.concatenate([body[1], of_path[1]])
    chunk_map = _places(before.ids, ids)
    file_map = _file_map(before, paths, known, file_of)
    size, tokens = ids.size, len(vocabulary)
    return Words(
        ids=ids,
        paths=paths,
        file_of=file_of,
        vocabulary=vocabulary,
        named=renewed(before.named, chunk_map, invert(new[named[0]], named[1], size, tokens)),
        body=renewed(before.body, chunk_map, invert(body_rows, body[1], size, tokens)),
        files=renewed(before.files, file_map, invert(file_rows, file_tokens, len(paths), tokens)),
        defined=renewed(before.defined, file_map, invert(named_files[defined[0]], defined[1], len(paths), tokens)),
    )


def _places(before: NDArray[np.int64], now: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each id stands now; -1 for those that are gone."""
    at = np.searchsorted(now, before)
    there = at < now.size
    there[there] = now[at[there]] == before[there]
    return np.where(there, at, -1)


def _file_map(
    before: Words, paths: Sequence[str], known: NDArray[np.bool_], file_of: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Where each file stands now; -1 for those that are gone or were indexed anew."""
    kept = {paths[place]: place for place in np.unique(file_of[known]).tolist()}
    return np.array([kept.get(path, -1) for path in before.paths], dtype=np.int64)


def _names(
    reader: IndexReader, paths: Sequence[str], places: NDArray[np.int32]
) -> tuple[pa.StringArray, NDArray[np.int64]]:
    """Tokens of each file's distinct definition names, and their files."""
    names_of: dict[str, set[str]] = defaultdict(set)
    table = reader.definition_names()
    table = table.filter(pc.is_in(table["path"], value_set=pa.array(paths, pa.string())))
    for path, name in zip(table["path"].to_pylist(), table["name"].to_pylist(), strict=True):
        names_of[path].add(name)
    pairs = [
        (place, name) for path, place in zip(paths, places.tolist(), strict=True) for name in sorted(names_of[path])
    ]
    texts = pa.array([" ".join(dict.fromkeys(code_tokens(name))) for _, name in pairs], pa.string())
    return texts, np.array([place for place, _ in pairs], dtype=np.int64)
