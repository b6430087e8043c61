from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pipeline_samples import CODEBASE, SHAPES, edit, index, write

from codeqa.embed import load_embedder
from codeqa.index.chunk import ChunkSizes
from codeqa.index.facts import FactOptions
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.staleness import Staleness, staleness
from codeqa.store.reader import IndexReader
from codeqa.store.writer import IndexWriter


def test_an_index_is_current_until_the_files_change(tmp_path: Path) -> None:
    root, index_dir, options = tmp_path / "root", tmp_path / "index", UpdateOptions()
    write(root, {**CODEBASE, "data.py": b"\0"})
    index(root, index_dir)
    reader = IndexReader.open(index_dir)
    assert staleness(root, options, reader) == Staleness()
    assert not Staleness()
    edit(root, "shapes.py", SHAPES)
    assert not staleness(root, options, reader)  # touched, but the same
    edit(root, "shapes.py", SHAPES + "\n")
    edit(root, "new.py", "x = 1\n")
    (root / "main.py").unlink()
    stale = staleness(root, options, reader)
    assert stale == Staleness(added=("new.py",), changed=("shapes.py",), removed=("main.py",))
    assert stale
    index(root, index_dir)
    assert not staleness(root, options, reader)


def test_other_settings_make_it_outdated_and_an_ended_run_incomplete(tmp_path: Path) -> None:
    root, index_dir = tmp_path / "root", tmp_path / "index"
    write(root, CODEBASE)
    index(root, index_dir)
    reader = IndexReader.open(index_dir)
    other = replace(UpdateOptions(), facts=FactOptions(sizes=ChunkSizes(largest=100)))
    assert staleness(root, other, reader) == Staleness(outdated=True)
    with IndexWriter.open(index_dir, load_embedder("wordllama").name, 256, settings=reader.manifest.settings) as writer:
        writer.remove(["main.py"])
        writer.commit()
    assert staleness(root, UpdateOptions(), reader) == Staleness(added=("main.py",), incomplete=True)
