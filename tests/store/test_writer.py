from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_samples import DIMENSION, build, facts_of, links_of, open_writer, put, vectors_of

from codeqa.errors import IndexLockedError, IndexMissingError, StoreError
from codeqa.model import FileFacts, ReferenceKind, Skipped
from codeqa.store import upkeep, waiting
from codeqa.store.location import LANCE_FOLDER, folder_size, index_size
from codeqa.store.manifest import MANIFEST_FILE, manifest_stamp
from codeqa.store.reader import IndexReader
from codeqa.store.records import CHUNK_COLUMNS
from codeqa.store.schema import Counts, FileStamp, SkippedStamp, Table, rows_of
from codeqa.store.writer import IndexWriter

ODD_PATHS = ['it\'s "a" file.py', "ünï/漢字 `x`.py", "a%b_c\\d;--.py", " lead.py", "new\nline.py"]


def content(index_dir: Path) -> dict[str, object]:
    """Everything that a reader can see, but for the chunks' ids."""
    reader = IndexReader.open(index_dir)
    by_path: dict[str, object] = {}
    for file in reader.files():
        snapshot = reader.pinned()._newest()
        chunks = snapshot.rows(Table.CHUNKS, [*CHUNK_COLUMNS, "vector"], None)
        own = sorted((row for row in chunks.to_pylist() if row["path"] == file.path), key=lambda row: row["start_line"])
        by_path[file.path] = (file, own, reader.definitions(path=file.path), reader.references(path=file.path))
    return by_path


def tables_in(index_dir: Path) -> set[str]:
    """The names of the tables that lie in an index's folder, and of those that have a lease file: the same."""
    names = [one.name.rsplit(".", 1) for one in (index_dir / LANCE_FOLDER).iterdir()]
    tables = {name for name, ending in names if ending == "lance"}
    assert tables == {name for name, ending in names if ending == "lease"}
    return tables


def test_an_incremental_run_leaves_what_a_fresh_one_would(tmp_path: Path) -> None:
    old = [facts_of(path, "one", "two") for path in (*ODD_PATHS, "gone.py", "same.py")]
    new = [facts_of(path, "two", "three", "four", text="changed") for path in ODD_PATHS]
    same, added = facts_of("same.py", "one", "two"), facts_of("added.py", "five")
    build(tmp_path / "grown", *old)
    with open_writer(tmp_path / "grown") as writer:
        writer.remove(["gone.py", "never there.py"])
        put(writer, *new)
        put(writer, added)
        writer.finish()
    build(tmp_path / "fresh", *new, same, added)
    assert content(tmp_path / "grown") == content(tmp_path / "fresh")


def test_nothing_is_seen_before_the_commit(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("a.py", "one"))
        with pytest.raises(IndexMissingError):
            IndexReader.open(tmp_path)
        writer.commit()
        reader = IndexReader.open(tmp_path)
        put(writer, facts_of("b.py", "two"))
        assert writer.counts().files == 2
        assert reader.counts().files == 1
        assert not reader.manifest.complete
        writer.commit(complete=True)
        assert reader.counts().files == 2
        assert reader.manifest.complete


def test_what_was_not_committed_is_taken_back(tmp_path: Path) -> None:
    build(tmp_path, facts_of("a.py", "one"), facts_of("b.py", "two"))
    before = content(tmp_path)
    with open_writer(tmp_path) as writer:
        assert not writer.repaired
        writer.remove(["a.py"])
        put(writer, facts_of("b.py", "three"), facts_of("c.py", "four"))
        assert writer.counts().files == 2
    assert content(tmp_path) == before
    with open_writer(tmp_path) as writer:
        assert writer.repaired
        assert sorted(writer.files()) == ["a.py", "b.py"]
        writer.finish()
    assert content(tmp_path) == before
    with open_writer(tmp_path) as writer:
        assert not writer.repaired


def test_a_file_given_twice_in_a_run_is_there_once(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("a.py", "one", "two"))
        put(writer, facts_of("a.py", "three"))
        writer.finish()
    reader = IndexReader.open(tmp_path)
    assert reader.counts() == Counts(files=1, chunks=1, definitions=1, references=1, skipped=0)
    assert [one.name for one in reader.definitions()] == ["three"]


def test_a_file_removed_in_the_run_that_brought_it_is_gone(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("a.py", "one"), facts_of("b.py", "two"))
        writer.remove(["a.py"])
        writer.finish()
    assert list(content(tmp_path)) == ["b.py"]


def test_files_tell_what_changed(tmp_path: Path) -> None:
    facts = facts_of("a.py", "one")
    build(tmp_path, facts, facts_of("b.py", "two"))
    file = facts.file
    with open_writer(tmp_path) as writer:
        assert writer.files()["a.py"] == FileStamp(file.size, file.mtime_ns, file.digest)
        writer.touch({"a.py": FileStamp(file.size, 42, file.digest), "never there.py": FileStamp(0, 0, "")})
        writer.finish()
    assert IndexReader.open(tmp_path).files()[0] == replace(file, mtime_ns=42)
    assert IndexReader.open(tmp_path).counts().chunks == 2


def test_skipped_files_are_those_of_the_last_run(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        writer.replace_skipped([Skipped("big.csv", "larger than 1 MB"), Skipped(".env", "may hold secrets")])
        writer.finish()
    with open_writer(tmp_path) as writer:
        writer.replace_skipped([Skipped(".env", "may hold secrets")])
        writer.finish()
    reader = IndexReader.open(tmp_path)
    assert reader.skipped() == [Skipped(".env", "may hold secrets")]
    commit = reader.manifest.commit
    with open_writer(tmp_path) as writer:
        writer.replace_skipped([Skipped(".env", "may hold secrets")])
        writer.finish()
    assert reader.manifest.commit == commit


def test_files_that_were_read_in_vain_keep_their_stamps(tmp_path: Path) -> None:
    stamp = SkippedStamp("minified", 90_000, 1_700_000_000)
    with open_writer(tmp_path) as writer:
        writer.replace_skipped([Skipped("out/", "build folder"), Skipped("a.js", "minified")], {"a.js": stamp})
        writer.finish()
    with open_writer(tmp_path) as writer:
        assert writer.skipped() == {"a.js": stamp}
    assert IndexReader.open(tmp_path).skipped() == [Skipped("a.js", "minified"), Skipped("out/", "build folder")]


def test_indices_may_be_made_aside_while_links_are_written(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        facts = facts_of("a.py", "one", "two")
        put(writer, facts)
        writer.begin_finish()
        writer.replace_links(links_of([facts], {}))
        writer.finish()
    assert IndexReader.open(tmp_path).full_text(["one"])[0].size > 0
    with open_writer(tmp_path) as writer:
        writer.remove(["a.py"])
        writer.begin_finish()  # and given up
    assert IndexReader.open(tmp_path).counts().files == 1


def test_a_run_that_changes_nothing_commits_nothing(tmp_path: Path) -> None:
    build(tmp_path, facts_of("a.py", "one"))
    before = manifest_stamp(tmp_path)
    with open_writer(tmp_path) as writer:
        writer.files()
        writer.finish()
    assert manifest_stamp(tmp_path) == before


def test_vectors_of_another_embedder_are_never_mixed_in(tmp_path: Path) -> None:
    facts = facts_of("a.py", "one")
    build(tmp_path, facts)
    reader = IndexReader.open(tmp_path)
    with IndexWriter.open(tmp_path, "tests/other", 4) as writer:
        assert writer.embedder_changed
        assert writer.files() == {}
        assert reader.counts().files == 1
        writer.replace(rows_of([facts]), np.ones((1, 4), dtype=np.float32))
        writer.finish()
    assert (reader.manifest.embedder, reader.manifest.dimension) == ("tests/other", 4)
    ids, _ = reader.nearest(np.ones(4, dtype=np.float32))
    assert reader.vectors(ids).tolist() == [[1.0] * 4]


def test_a_killed_change_of_embedder_leaves_the_old_index(tmp_path: Path) -> None:
    build(tmp_path, facts_of("a.py", "one"))
    before = content(tmp_path)
    with IndexWriter.open(tmp_path, "tests/other", 4) as writer:
        put_other = np.ones((1, 4), dtype=np.float32)
        writer.replace(rows_of([facts_of("b.py", "two")]), put_other)
        writer.counts()
    assert content(tmp_path) == before
    with open_writer(tmp_path) as writer:
        assert not writer.embedder_changed
        assert list(writer.files()) == ["a.py"]


def test_other_settings_are_told(tmp_path: Path) -> None:
    with open_writer(tmp_path, settings="narrow") as writer:
        put(writer, facts_of("a.py", "one"))
        writer.finish()
    with open_writer(tmp_path, settings="wide") as writer:
        assert writer.settings_changed
        writer.clear()
        put(writer, facts_of("b.py", "two"))
        writer.finish()
    with open_writer(tmp_path, settings="wide") as writer:
        assert not writer.settings_changed
        assert list(writer.files()) == ["b.py"]


@pytest.mark.parametrize("shape", [(1, DIMENSION), (3, DIMENSION), (2, 4), (2 * DIMENSION,)])
def test_vectors_that_do_not_fit_are_refused(tmp_path: Path, shape: tuple[int, ...]) -> None:
    with open_writer(tmp_path) as writer, pytest.raises(ValueError, match="shape"):
        writer.replace(rows_of([facts_of("a.py", "one", "two")]), np.ones(shape, dtype=np.float32))


def test_vectors_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer, pytest.raises(ValueError, match="finite"):
        writer.replace(rows_of([facts_of("a.py", "one")]), np.full((1, DIMENSION), np.nan, dtype=np.float32))


def test_links_go_with_their_file_and_are_replaced_one_by_one(tmp_path: Path) -> None:
    one, two, three = facts_of("1.py", "a", "b"), facts_of("2.py", "a", "b"), facts_of("3.py", "b", "c")
    targets = {"a": "1.py::top.a", "b": "1.py::top.b", "c": "3.py::top.c"}
    build(tmp_path, one, two, three, targets=targets)

    def linked() -> set[tuple[str, str, str | None]]:
        references = IndexReader.open(tmp_path).references()
        return {(one.path, one.name, one.target_id) for one in references}

    assert linked() == {(f.file.path, r.name, targets[r.name]) for f in (one, two, three) for r in f.references}
    with open_writer(tmp_path) as writer:
        writer.remove(["2.py"])
        new = {**targets, "b": "3.py::top.b"}
        renewed = links_of([one, three], new)
        renewed = renewed.filter(pa.compute.equal(renewed["name"], "b"))
        writer.update_links(renewed)
        writer.finish()
    assert linked() == {(f.file.path, r.name, new[r.name]) for f in (one, three) for r in f.references}
    with open_writer(tmp_path) as writer:
        writer.replace_links(links_of([one], {}))
        writer.add_links(links_of([three], targets))
        writer.finish()
    assert linked() == {
        ("1.py", "a", None),
        ("1.py", "b", None),
        ("3.py", "b", targets["b"]),
        ("3.py", "c", targets["c"]),
    }


def test_resolving_reads_what_is_not_committed_yet(tmp_path: Path) -> None:
    base, module = facts_of("1.py", "a", "b"), facts_of("2.py", "c", "d")
    build(tmp_path, base, module)
    call = replace(base.references[0], path="3.py")
    facts = (
        replace(call, kind=ReferenceKind.IMPORT),
        replace(call, kind=ReferenceKind.INHERITANCE),
        replace(call, alias="bound"),
    )
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("2.py", "a", "e"), replace(facts_of("3.py"), references=(*facts, call)))
        assert sorted(writer.read_definitions(["id"])["id"].to_pylist()) == [
            "1.py::top.a",
            "1.py::top.b",
            "2.py::top.a",
            "2.py::top.e",
        ]
        assert writer.read_definitions(["name", "path"], ["2.py"]).to_pylist() == [
            {"name": "a", "path": "2.py"},
            {"name": "e", "path": "2.py"},
        ]
        assert pa.Table.from_batches(writer.read_references(["path", "language"])).num_rows == 8
        batches = writer.read_references(["ordinal", "name"], {"2.py"})
        assert pa.Table.from_batches(batches).to_pylist() == [{"ordinal": 0, "name": "e"}, {"ordinal": 1, "name": "a"}]
        assert list(writer.read_references(["name"], [])) == []
        assert writer.read_facts(["ordinal"])["ordinal"].to_pylist() == [0, 1, 2]
        assert writer.read_facts(["ordinal"], ["1.py"]).num_rows == 0


def test_a_run_that_committed_on_the_way_is_finished_all_the_same(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("a.py", "one"))
        writer.commit()
        writer.finish()
    indices = IndexReader.open(tmp_path)._newest()[Table.CHUNKS].list_indices()
    assert {one.columns[0]: one.num_unindexed_rows for one in indices} == {"names_tokens": 0, "body_tokens": 0}


def test_a_second_writer_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        with pytest.raises(IndexLockedError):
            open_writer(tmp_path)
        put(writer, facts_of("a.py", "one"))
        writer.finish()
    with open_writer(tmp_path):
        pass


def test_a_damaged_index_is_built_anew_on_request(tmp_path: Path) -> None:
    build(tmp_path, facts_of("a.py", "one"))
    (tmp_path / MANIFEST_FILE).write_text("{")
    with pytest.raises(StoreError, match="--rebuild"):
        open_writer(tmp_path)
    with open_writer(tmp_path, rebuild=True) as writer:
        put(writer, facts_of("b.py", "two"))
        writer.finish()
    assert list(content(tmp_path)) == ["b.py"]
    shutil.rmtree(tmp_path / LANCE_FOLDER)
    with pytest.raises(StoreError, match="--rebuild"):
        open_writer(tmp_path)


def test_a_rebuild_is_not_seen_before_its_commit(tmp_path: Path) -> None:
    build(tmp_path, facts_of("a.py", "one"))
    reader = IndexReader.open(tmp_path)
    with open_writer(tmp_path, rebuild=True) as writer:
        put(writer, facts_of("b.py", "two"))
        assert [one.path for one in reader.files()] == ["a.py"]
        writer.finish()
        assert [one.path for one in reader.files()] == ["b.py"]


def test_many_small_runs_do_not_make_the_index_grow(tmp_path: Path) -> None:
    def file(number: int, run: int = 0) -> FileFacts:
        names = (f"name{number}x{each}" for each in range(30))
        return facts_of(f"src/{number}.py", *names, text=" ".join(f"w{run * word % 997}" for word in range(60)))

    files = {number: file(number) for number in range(120)}
    targets = {reference.name: f"x::{reference.name}" for one in files.values() for reference in one.references}
    build(tmp_path / "grown", *files.values(), targets=targets)
    sizes = []
    for run in range(1, 31):
        files[run] = file(run, run)
        with open_writer(tmp_path / "grown") as writer:
            put(writer, files[run])
            writer.update_links(links_of([files[run]], targets))
            writer.finish()
        sizes.append(index_size(tmp_path / "grown"))
    build(tmp_path / "fresh", *files.values(), targets=targets)
    assert max(sizes) < 1.3 * index_size(tmp_path / "fresh")
    assert IndexReader.open(tmp_path / "grown").counts() == Counts(120, 3_600, 3_600, 3_600, 0)


def test_replaced_tables_stay_for_readers_and_go_later(tmp_path: Path) -> None:
    build(tmp_path, facts_of("a.py", "one"))
    reader = IndexReader.open(tmp_path).pinned()
    with open_writer(tmp_path, rebuild=True) as writer:
        put(writer, facts_of("b.py", "two"))
        writer.finish()
    assert [one.path for one in reader.files()] == ["a.py"]
    assert reader.counts().chunks == 1
    held = {one.name for one in reader.manifest.tables.values()}
    named = {one.name for one in IndexReader.open(tmp_path).manifest.tables.values()}
    assert tables_in(tmp_path) == held | named
    del reader
    with open_writer(tmp_path):
        pass
    assert tables_in(tmp_path) == named


def test_a_worn_table_is_copied_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MANY_FRAGMENTS", 3)
    files = [facts_of(f"{number}.py", "one", "two") for number in range(8)]
    for one in files:
        with open_writer(tmp_path) as writer:
            put(writer, one)
            writer.finish()
    assert IndexReader.open(tmp_path).manifest.tables[Table.CHUNKS].name != "chunks-1"
    build(tmp_path / "fresh", *files)
    assert content(tmp_path) == content(tmp_path / "fresh")
    ids, _ = IndexReader.open(tmp_path).full_text(["two"], "names")
    assert len(set(ids.tolist())) == len(files)


def test_large_runs_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "FLUSH_CHUNKS", 4)
    files = [facts_of(f"{number}.py", "one", "two", "three") for number in range(5)]
    with open_writer(tmp_path) as writer:
        for one in files:
            put(writer, one)
        assert folder_size(tmp_path / LANCE_FOLDER / "chunks-1.lance" / "data") > 0
        writer.finish()
    assert IndexReader.open(tmp_path).counts().chunks == 15


PATHS = ["a.py", "it's.py", "ü/b.py"]
STEPS = st.one_of(
    st.tuples(st.just("put"), st.lists(st.sampled_from(PATHS), unique=True, max_size=3), st.integers(0, 3)),
    st.tuples(st.just("remove"), st.lists(st.sampled_from(PATHS), unique=True, max_size=3), st.just(0)),
    st.tuples(st.just("commit"), st.just([]), st.just(0)),
    st.tuples(st.just("give up"), st.just([]), st.just(0)),
    st.tuples(st.just("finish"), st.just([]), st.just(0)),
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=1, max_size=8))
def test_after_any_steps_a_reader_sees_the_last_commit(
    tmp_path_factory: pytest.TempPathFactory, steps: Sequence[tuple[str, list[str], int]]
) -> None:
    index_dir = tmp_path_factory.mktemp("index")
    committed: dict[str, FileFacts] = {}
    current: dict[str, FileFacts] = {}
    writer = open_writer(index_dir)
    for step, paths, size in steps:
        if step == "put":
            facts = [facts_of(path, *(f"name{number}" for number in range(size))) for path in paths]
            writer.replace(rows_of(facts), vectors_of(facts))
            current |= dict(zip(paths, facts, strict=True))
        elif step == "remove":
            writer.remove(paths)
            current = {path: one for path, one in current.items() if path not in paths}
        elif step == "give up":
            writer.close()
            writer = open_writer(index_dir)
            current = dict(committed)
        else:
            writer.finish() if step == "finish" else writer.commit()
            committed = dict(current)
            reader = IndexReader.open(index_dir)
            assert {one.path: one for one in reader.files()} == {path: one.file for path, one in committed.items()}
            assert reader.counts().chunks == sum(len(one.chunks) for one in committed.values())
            assert {one.id for one in reader.definitions()} == {d.id for f in committed.values() for d in f.definitions}
            ids, _ = reader.full_text(["return"], limit=100)
            assert len(ids) == reader.counts().chunks
    writer.close()
