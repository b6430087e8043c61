"""The words of an index kept beside it, so that the next process need not work them out.

What is kept is never needed: a file that is missing, of another index or damaged is made anew, and a folder that cannot
be written keeps nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import zipfile
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codeqa.retrieve.postings import Postings
from codeqa.retrieve.words import NO_WORDS, Words
from codeqa.store.location import CACHE_FOLDER
from codeqa.store.manifest import Manifest
from codeqa.store.schema import SCHEMA_VERSION

FILE: Final = "words.npz"
FORMAT: Final = 1

_FIELDS: Final = ("named", "body", "files", "defined")
_ARRAYS: Final = ("starts", "rows", "counts", "lengths")


def save_words(index_dir: Path, manifest: Manifest, words: Words) -> None:
    """Keeps the words of a commit, in place of an earlier one's.

    Args:
        index_dir: the index's folder.
        manifest: the commit.
        words: its words.
    """
    folder = index_dir / CACHE_FOLDER
    beside = folder / f"{FILE}.{os.getpid()}"
    arrays: dict[str, NDArray[np.generic]] = {
        "about": _packed([_about(manifest)]),
        "ids": words.ids,
        "paths": _packed(words.paths),
        "file_of": words.file_of,
        "vocabulary": _packed(words.vocabulary),
    }
    for field in _FIELDS:
        arrays |= {f"{field}_{name}": getattr(getattr(words, field), name) for name in _ARRAYS}
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
        try:
            with beside.open("wb") as file:
                np.savez(file, allow_pickle=False, **arrays)
            beside.replace(folder / FILE)
        finally:
            beside.unlink(missing_ok=True)


def load_words(index_dir: Path, manifest: Manifest) -> Words:
    """The words that were kept of any commit of an index; none where there are none.

    Args:
        index_dir: the index's folder.
        manifest: a commit of the index.
    """
    try:
        with np.load(index_dir / CACHE_FOLDER / FILE, allow_pickle=False) as arrays:
            if _unpacked(arrays["about"]) != [_about(manifest)]:
                return NO_WORDS
            return Words(
                ids=arrays["ids"],
                paths=_unpacked(arrays["paths"]),
                file_of=arrays["file_of"],
                vocabulary={token: number for number, token in enumerate(_unpacked(arrays["vocabulary"]))},
                **{field: Postings(*(arrays[f"{field}_{name}"] for name in _ARRAYS)) for field in _FIELDS},
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return NO_WORDS


def _about(manifest: Manifest) -> str:
    """What must be the same for kept words to be an index's: chunks' ids count on from commit to commit."""
    return json.dumps([FORMAT, SCHEMA_VERSION, manifest.created.isoformat()])


def _packed(texts: list[str] | dict[str, int]) -> NDArray[np.uint8]:
    return np.frombuffer("\0".join(texts).encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _unpacked(array: NDArray[np.uint8]) -> list[str]:
    text = array.tobytes().decode("utf-8", "surrogatepass")
    return text.split("\0") if text else []
