"""The words of an index, built at once, renewed after edits, and kept for the next process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from codeqa.embed import Embedder
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.update import update
from codeqa.retrieve.corpus import CORPORA, CorpusCache
from codeqa.retrieve.kept import FILE, load_words, save_words
from codeqa.retrieve.search import SearchOptions, search
from codeqa.retrieve.words import NO_WORDS, Words, words_of
from codeqa.store.location import CACHE_FOLDER
from codeqa.store.reader import IndexReader

Reindexed = Callable[[dict[str, str | None]], None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for number in range(6):
        (tmp_path / f"part_{number}.py").write_text(f"def turn_wheel_{number}(axle):\n    return axle.spin({number})\n")
    return tmp_path


@pytest.fixture
def reindexed(root: Path, embedder: Embedder) -> Reindexed:
    def write(files: dict[str, str | None]) -> None:
        for path, text in files.items():
            (root / path).unlink() if text is None else (root / path).write_text(text)
        update(root, root / ".codeqa", embedder, UpdateOptions(workers=1))

    write({})
    return write


def newest(root: Path, before: Words = NO_WORDS) -> Words:
    reader = IndexReader.open(root / ".codeqa").pinned()
    return words_of(reader, reader.chunk_table(["path"]), before)


def by_name(words: Words) -> dict[str, object]:
    """What is known of each token, in terms that do not depend on numbers."""
    rows = {"named": words.ids.tolist(), "body": words.ids.tolist(), "files": words.paths, "defined": words.paths}
    found: dict[str, object] = {"paths": sorted(words.paths), "file_of": [words.paths[at] for at in words.file_of]}
    for field, names in rows.items():
        postings = getattr(words, field)
        found[f"{field} lengths"] = sorted(zip(names, postings.lengths.tolist(), strict=True))
        for token, number in words.vocabulary.items():
            at, counts = postings.of(number)
            if at.size:
                found[f"{field} {token}"] = sorted((names[row], count) for row, count in zip(at, counts, strict=True))
    return found


def test_renewed_words_are_those_built_at_once(root: Path, reindexed: Reindexed) -> None:
    before = newest(root)
    reindexed({"part_2.py": "def brake_pedal():\n    pass\n", "part_4.py": None, "added.py": "LEVER = 'clutch'\n"})
    renewed = newest(root, before)
    assert renewed.vocabulary.items() >= before.vocabulary.items()  # so it was not built anew
    assert by_name(renewed) == by_name(newest(root))


def test_words_are_built_anew_where_most_have_changed(root: Path, reindexed: Reindexed) -> None:
    before = newest(root)
    reindexed({f"part_{number}.py": f"GEAR_{number} = 1\n" for number in range(5)})
    assert "wheel" in before.vocabulary
    assert by_name(newest(root, before)) == by_name(newest(root))


def test_the_next_process_finds_what_was_kept(root: Path, reindexed: Reindexed, embedder: Embedder) -> None:
    reader = IndexReader.open(root / ".codeqa")
    assert search(reader, embedder, "turn_wheel_3", SearchOptions())[0].path == "part_3.py"
    kept = load_words(root / ".codeqa", reader.manifest)
    assert by_name(kept) == by_name(newest(root))
    reindexed({"part_3.py": "def steer():\n    pass\n"})
    again = IndexReader.open(root / ".codeqa")
    assert search(again, embedder, "steer", SearchOptions())[0].path == "part_3.py"
    assert by_name(load_words(root / ".codeqa", again.manifest)) == by_name(newest(root))


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 no archive", None])
def test_what_cannot_be_read_is_worked_out_again(
    root: Path, reindexed: Reindexed, embedder: Embedder, damage: bytes | None
) -> None:
    reader = IndexReader.open(root / ".codeqa")
    search(reader, embedder, "wheel", SearchOptions())
    file = root / ".codeqa" / CACHE_FOLDER / FILE
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] if damage is None else damage)
    assert load_words(root / ".codeqa", reader.manifest) is NO_WORDS
    assert search(IndexReader.open(root / ".codeqa"), embedder, "turn_wheel_1", SearchOptions())[0].path == "part_1.py"
    assert np.array_equal(load_words(root / ".codeqa", reader.manifest).ids, newest(root).ids)


def test_an_index_made_anew_does_not_meet_another_one_s_words(
    root: Path, reindexed: Reindexed, embedder: Embedder
) -> None:
    save_words(root / ".codeqa", IndexReader.open(root / ".codeqa").manifest, newest(root))
    (root / "part_0.py").write_text("def paint():\n    pass\n")
    update(root, root / ".codeqa", embedder, UpdateOptions(workers=1), rebuild=True)
    corpus = CorpusCache().of(IndexReader.open(root / ".codeqa"))[1]
    assert by_name(corpus.words) == by_name(newest(root))


def test_a_folder_that_cannot_be_written_keeps_nothing(root: Path, reindexed: Reindexed, embedder: Embedder) -> None:
    (root / ".codeqa" / CACHE_FOLDER).write_text("in the way")
    reader = IndexReader.open(root / ".codeqa")
    assert search(reader, embedder, "turn_wheel_5", SearchOptions())[0].path == "part_5.py"
    assert CORPORA.of(reader)[1].size == newest(root).ids.size
