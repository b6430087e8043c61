from __future__ import annotations

import os
import shutil
import threading
from functools import partial
from pathlib import Path

import pipeline_samples
import pytest
from hypothesis import Phase, settings
from hypothesis import given as over
from hypothesis import strategies as st
from pipeline_samples import (
    CODEBASE,
    SHAPES,
    OtherEmbedder,
    contents,
    edit,
    fresh_contents,
    index,
    paths_in,
    write,
)

from codeqa.embed import load_embedder
from codeqa.errors import EmbedderError, IndexLockedError, StoreError, UsageError
from codeqa.index.chunk import ChunkSizes
from codeqa.index.facts import FactOptions
from codeqa.index.walk import WalkOptions
from codeqa.model import Skipped
from codeqa.pipeline import changes, resolution
from codeqa.pipeline import update as module
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.progress import Progress, Stage
from codeqa.pipeline.update import update
from codeqa.store.manifest import MANIFEST_FILE, read_manifest
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Table
from codeqa.store.writer import IndexWriter


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    write(folder, CODEBASE)
    return folder


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / "index"


def test_a_codebase_is_indexed_from_nothing(root: Path, index_dir: Path) -> None:
    report = index(root, index_dir)
    assert (report.files, report.added, report.changed, report.removed, report.unchanged) == (5, 5, 0, 0, 0)
    assert (report.root, report.index_dir) == (str(root), str(index_dir))
    assert (report.skipped, report.problems, report.notes) == ((), (), ())
    reader = IndexReader.open(index_dir)
    assert reader.manifest.complete
    assert [one.path for one in reader.files()] == sorted(CODEBASE)
    assert (report.chunks, report.definitions, report.references) == (
        reader.counts().chunks,
        reader.counts().definitions,
        reader.counts().references,
    )
    assert {one.path for one in reader.references(target_id="shapes.py::Shape.describe")} == {"main.py"}


def test_a_run_without_changes_changes_nothing(root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "TICK_NS", -1_000_000_000_000)  # files written in this moment count as settled
    index(root, index_dir)
    before = read_manifest(index_dir)
    report = index(root, index_dir)
    assert (report.files, report.unchanged, report.added, report.changed) == (5, 5, 0, 0)
    assert read_manifest(index_dir) == before


def test_edits_of_all_kinds_give_the_index_that_a_fresh_run_gives(root: Path, index_dir: Path, tmp_path: Path) -> None:
    index(root, index_dir)
    edit(root, "units.py", "def metres(value, digits=3):\n    return round(value, digits)\n")
    (root / "main.py").rename(root / "start.py")
    (root / "web" / "app.js").unlink()
    edit(
        root,
        "circles.py",
        "from shapes import Shape\n\n\nclass Circle(Shape):\n    def area(self):\n        return 3\n",
    )
    report = index(root, index_dir)
    assert (report.added, report.changed, report.removed, report.unchanged) == (2, 1, 2, 2)
    assert contents(index_dir) == fresh_contents(root, tmp_path / "fresh")
    assert paths_in(index_dir) == {"README.md", "circles.py", "shapes.py", "start.py", "units.py"}


def test_a_reverted_edit_gives_the_index_from_before(root: Path, index_dir: Path) -> None:
    index(root, index_dir)
    before = contents(index_dir)
    edit(root, "shapes.py", SHAPES.replace("describe", "explain"))
    assert index(root, index_dir).changed == 1
    assert contents(index_dir) != before
    edit(root, "shapes.py", SHAPES)
    assert index(root, index_dir).changed == 1
    assert contents(index_dir) == before


def test_a_touched_file_is_read_once_and_not_indexed(
    root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index(root, index_dir)
    before = contents(index_dir)
    edit(root, "shapes.py", SHAPES)
    monkeypatch.setattr(module, "facts_as_rows", None)  # no worker is needed
    assert index(root, index_dir).unchanged == 5
    assert contents(index_dir) == before
    commit = read_manifest(index_dir).commit
    assert index(root, index_dir).unchanged == 5
    assert read_manifest(index_dir).commit == commit


def test_what_is_left_out_is_reported_and_kept(root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, {"data.py": b"\0" * 100, "node_modules/x/index.js": "x();\n"})
    expected = (Skipped("data.py", "binary"), Skipped("node_modules/", "dependency folder"))
    assert index(root, index_dir).skipped == expected
    assert tuple(IndexReader.open(index_dir).skipped()) == expected
    monkeypatch.setattr(module, "facts_as_rows", None)  # what was read in vain is not read again
    assert index(root, index_dir).skipped == expected
    assert tuple(IndexReader.open(index_dir).skipped()) == expected


def test_a_file_that_can_no_longer_be_read_leaves_the_index(root: Path, index_dir: Path) -> None:
    index(root, index_dir)
    edit(root, "shapes.py", b"\0\1\2")
    report = index(root, index_dir)
    assert (report.removed, report.changed, report.skipped) == (1, 0, (Skipped("shapes.py", "binary"),))
    assert "shapes.py" not in paths_in(index_dir)
    edit(root, "shapes.py", SHAPES)
    assert index(root, index_dir).added == 1


def test_a_file_that_cannot_be_opened_is_tried_again(
    root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    (root / "shapes.py").chmod(0)
    assert index(root, index_dir).skipped == (Skipped("shapes.py", "unreadable"),)
    (root / "shapes.py").chmod(0o644)
    assert index(root, index_dir).added == 1


def test_a_file_that_kills_its_worker_is_cut_as_plain_text(
    root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "facts_as_rows", pipeline_samples.facts_or_crash)
    write(root, {"evil.py": "# crash when parsed\nx = 1\n", "worse.py": "# crash always\n"})
    report = index(root, index_dir)
    reason = "the process that parsed it was ended by SIGSEGV"
    assert report.problems == (Skipped("evil.py", reason),)
    assert report.skipped == (Skipped("worse.py", reason),)
    assert paths_in(index_dir) == {*CODEBASE, "evil.py"}
    evil = next(one for one in IndexReader.open(index_dir).files() if one.path == "evil.py")
    assert (evil.language, evil.note) == ("python", reason)
    again = index(root, index_dir)
    assert (again.unchanged, again.skipped) == (6, report.skipped)


def test_other_ways_of_cutting_index_everything_anew(root: Path, index_dir: Path, tmp_path: Path) -> None:
    index(root, index_dir)
    facts = FactOptions(sizes=ChunkSizes(largest=50, tiny=5))
    report = index(root, index_dir, facts=facts)
    assert report.added == 5
    assert any("indexed anew" in note for note in report.notes)
    assert contents(index_dir) == fresh_contents(root, tmp_path / "fresh", facts=facts)
    assert index(root, index_dir, facts=facts).notes == ()


def test_another_embedder_embeds_everything_anew(root: Path, index_dir: Path) -> None:
    index(root, index_dir)
    report = update(root, index_dir, OtherEmbedder(), UpdateOptions(workers=1))
    assert report.added == 5
    assert any("tests/other" in note and "wordllama" in note for note in report.notes)
    manifest = read_manifest(index_dir)
    assert (manifest.embedder, manifest.dimension) == ("tests/other", 4)


def test_other_files_to_take_need_no_new_start(root: Path, index_dir: Path) -> None:
    index(root, index_dir)
    report = index(root, index_dir, walk=WalkOptions(exclude=("web/",)))
    assert (report.removed, report.unchanged, report.skipped) == (1, 4, (Skipped("web/", "excluded"),))
    assert index(root, index_dir).added == 1


def test_a_rebuild_gives_the_same_index(root: Path, index_dir: Path) -> None:
    index(root, index_dir)
    before = contents(index_dir)
    report = update(root, index_dir, load_embedder("wordllama"), UpdateOptions(workers=1), rebuild=True)
    assert (report.added, report.notes) == (5, ())
    assert contents(index_dir) == before


@pytest.mark.parametrize("damage", ["manifest", "table"])
def test_a_damaged_index_is_built_anew(root: Path, index_dir: Path, damage: str) -> None:
    index(root, index_dir)
    before = contents(index_dir)
    if damage == "manifest":
        (index_dir / MANIFEST_FILE).write_text("{")
    else:
        shutil.rmtree(index_dir / "lance" / f"{read_manifest(index_dir).tables[Table.CHUNKS].name}.lance")
    report = index(root, index_dir)
    assert report.added == 5
    assert any("damaged" in note for note in report.notes)
    assert contents(index_dir) == before


def test_an_interrupted_run_is_completed(root: Path, index_dir: Path, tmp_path: Path) -> None:
    failing = OtherEmbedder(texts_before_failure=4)
    with pytest.raises(EmbedderError, match="service"):
        update(root, index_dir, failing, UpdateOptions(workers=1))
    assert not read_manifest(index_dir).complete
    report = update(root, index_dir, OtherEmbedder(), UpdateOptions(workers=1))
    assert any("went on" in note for note in report.notes)
    update(root, tmp_path / "fresh", OtherEmbedder(), UpdateOptions(workers=1))
    assert read_manifest(index_dir).complete
    assert contents(index_dir) == contents(tmp_path / "fresh")


def test_an_interrupted_update_resolves_what_it_had_not_come_to(root: Path, index_dir: Path, tmp_path: Path) -> None:
    """The links of files that an earlier, ended run replaced are made as well, though these files are unchanged now."""
    index(root, index_dir)
    edit(root, "shapes.py", SHAPES.replace("describe", "explain"))
    with IndexWriter.open(
        index_dir, load_embedder("wordllama").name, 256, settings=read_manifest(index_dir).settings
    ) as w:
        w.remove(["shapes.py"])
        w.commit()
    index(root, index_dir)
    assert contents(index_dir) == fresh_contents(root, tmp_path / "fresh")


def test_two_runs_at_once_are_refused(root: Path, index_dir: Path) -> None:
    second: list[BaseException] = []

    def run_another(progress: Progress) -> None:
        if progress.stage is Stage.INDEX and not second:
            with pytest.raises(IndexLockedError) as raised:
                index(root, index_dir, lock_seconds=0.0)
            second.append(raised.value)

    update(root, index_dir, load_embedder("wordllama"), UpdateOptions(workers=1), run_another)
    assert len(second) == 1
    assert index(root, index_dir).unchanged == 5


def test_a_second_run_may_wait_for_the_first(root: Path, index_dir: Path) -> None:
    index(root, index_dir)
    writer = IndexWriter.open(index_dir, load_embedder("wordllama").name, 256)
    timer = threading.Timer(0.3, writer.close)
    timer.start()
    assert index(root, index_dir, lock_seconds=30.0).unchanged == 5


def test_a_root_that_is_no_folder_leaves_no_trace(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        index(tmp_path / "nowhere", tmp_path / "nowhere" / ".codeqa")
    assert list(tmp_path.iterdir()) == []


def test_an_index_folder_that_cannot_be_made_is_an_error(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError):
        index(root, tmp_path / "file")


def test_an_empty_codebase_has_an_empty_index(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    report = index(tmp_path / "root", tmp_path / "index")
    assert (report.files, report.chunks) == (0, 0)
    assert IndexReader.open(tmp_path / "index").manifest.complete


def test_an_index_inside_the_root_does_not_index_itself(root: Path) -> None:
    for folder in (root / ".codeqa", root / "my-index"):
        assert index(root, folder).files == 5
        assert index(root, folder).unchanged == 5


def test_references_that_take_too_long_are_counted(
    root: Path, index_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolution, "Resolver", partial(resolution.Resolver, budget=1))
    report = index(root, index_dir)
    assert any("references were tied by name alone" in note for note in report.notes)


def test_progress_goes_through_the_stages_and_reaches_the_end(root: Path, index_dir: Path) -> None:
    seen: list[Progress] = []
    update(root, index_dir, load_embedder("wordllama"), UpdateOptions(workers=1), seen.append)
    stages = [one.stage for one in seen]
    assert list(dict.fromkeys(stages)) == [Stage.WALK, Stage.INDEX, Stage.RESOLVE, Stage.FINISH]
    indexing = [one for one in seen if one.stage is Stage.INDEX]
    assert (indexing[0].done, indexing[-1].done) == (0, indexing[-1].total)


CONTENTS = st.sampled_from(
    [
        "def metres(value):\n    return value\n",
        "from units import metres\n\n\nclass Shape:\n    def area(self):\n        return metres(1)\n",
        "from shapes import Shape\n\n\nclass Square(Shape):\n    def twice(self):\n        return 2 * self.area()\n",
        "import units\nfrom shapes import *\n\nshape = Shape()\nshape.area()\nunits.metres(2)\n",
        "# Notes\n\nCall `metres`.\n",
        "",
    ]
)
EDITS = st.lists(st.tuples(st.sampled_from(["units.py", "shapes.py", "main.py", "lib/units.py"]), st.none() | CONTENTS))


# A run takes half a second, so failures are not shrunk: that would take minutes.
@settings(max_examples=6, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@over(runs=st.lists(EDITS.filter(bool), min_size=2, max_size=3))
def test_any_edits_give_the_index_that_a_fresh_run_gives(
    runs: list[list[tuple[str, str | None]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("edits")
    root, index_dir = folder / "root", folder / "index"
    root.mkdir()
    for number, edits in enumerate(runs):
        for path, content in edits:
            if content is None:
                (root / path).unlink(missing_ok=True)
            else:
                edit(root, path, content, seconds_later=60 + number)
        index(root, index_dir)
    assert contents(index_dir) == fresh_contents(root, folder / "fresh")
