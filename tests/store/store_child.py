"""Processes that tests start: ``write DIR`` writes and commits without end, ``read DIR`` reads until its input ends.

Every commit gives all files one number, and its rows in every table carry it.
"""

from __future__ import annotations

import itertools
import sys
import threading
from dataclasses import replace
from pathlib import Path

from store_samples import facts_of, links_of, open_writer, put

from codeqa.errors import IndexMissingError
from codeqa.model import FileFacts
from codeqa.store.reader import IndexReader

FILES = 6


def state(number: int) -> list[FileFacts]:
    """The files of a commit; which files there are changes, too."""
    files = [facts_of(f"{each}.py", f"name{number}", "same", text=f"w{number}") for each in range(number % 3, FILES)]
    return [replace(one, file=replace(one.file, size=number)) for one in files]


def number_of(reader: IndexReader) -> int:
    """The number of the commit that a reader sees. AssertionError when its tables do not agree."""
    pinned = reader.pinned()
    files = pinned.files()
    if not files:
        assert pinned.counts().chunks == 0
        return 0
    (number,) = {one.size for one in files}
    expected = state(number)
    assert files == [one.file for one in expected]
    assert pinned.definitions() == [d for one in expected for d in one.definitions]
    references = pinned.references()
    assert [(one.path, one.name) for one in references] == [
        (r.path, r.name) for one in expected for r in one.references
    ]
    assert {one.target_id for one in references if one.name != "same"} == {f"0.py::top.name{number}"}
    ids, _ = pinned.full_text([f"w{number}"], limit=100)
    chunks = sorted(pinned.chunks(ids), key=lambda one: (one.path, one.start_line))
    assert chunks == [chunk for one in expected for chunk in one.chunks]
    return number


def write_state(index_dir: Path, number: int) -> None:
    """One whole run, with its writing in several parts."""
    with open_writer(index_dir) as writer:
        files = state(number)
        writer.remove(set(writer.files()) - {one.file.path for one in files})
        for one in files:
            put(writer, one)
            writer.counts()  # writes what waits, so that a kill finds tables half done
        writer.replace_links(links_of(files, {f"name{number}": f"0.py::top.name{number}"}))
        writer.finish()


def _write(index_dir: Path, start: int) -> None:
    for number in itertools.count(start):
        write_state(index_dir, number)
        print(number, flush=True)


def _read(index_dir: Path) -> None:
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    reader = IndexReader.open(index_dir)
    seen = [number_of(reader)]
    print("reading", flush=True)
    while not ended.is_set():
        seen.append(number_of(reader))
    assert seen == sorted(seen)
    print(len(seen), len(set(seen)), flush=True)


def last_number(index_dir: Path) -> int:
    """The number of the newest commit; 0 where there is none yet."""
    try:
        return number_of(IndexReader.open(index_dir))
    except IndexMissingError:
        return 0


if __name__ == "__main__":
    what, where, *rest = sys.argv[1:]
    if what == "write":
        _write(Path(where), int(rest[0]))
    else:
        _read(Path(where))
