from __future__ import annotations

import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from store_samples import DIMENSION, EMBEDDER, build, facts_of, links_of, open_writer, put, vector_of

from codeqa.errors import IndexMissingError, NotFoundError, StoreError, UsageError
from codeqa.model import FileFacts, Kind, ReferenceKind, Skipped, Trait
from codeqa.store import upkeep
from codeqa.store.filter import Filter
from codeqa.store.location import LANCE_FOLDER
from codeqa.store.manifest import MANIFEST_FILE
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Counts, traits_of_mask
from codeqa.text.tokens import code_tokens

HTTP = facts_of("src/http/client.py", "fetch", "retry", text="sends a request over the socket", traits=[Trait.TEST])
CACHE = facts_of("src/cache.py", "fetch", "evict", text="keeps what was fetched", language="rust")
GUIDE = facts_of("docs/it's a guide.md", "begin", text="how to retry a request")
TARGETS = {"retry": "src/http/client.py::top.retry", "evict": "src/cache.py::top.evict"}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> IndexReader:
    index_dir = tmp_path_factory.mktemp("project") / ".codeqa"
    with open_writer(index_dir) as writer:
        put(writer, HTTP, CACHE, GUIDE)
        writer.replace_links(links_of([HTTP, CACHE, GUIDE], TARGETS))
        writer.replace_skipped([Skipped("big.csv", "larger than 1 MB")])
        writer.finish()
    return IndexReader.open(index_dir)


def symbols(reader: IndexReader, ids: np.ndarray) -> list[tuple[str, str | None]]:
    return [(one.path, one.name) for one in reader.chunks(ids)]


def test_it_says_what_it_holds(reader: IndexReader) -> None:
    assert reader.files() == [GUIDE.file, CACHE.file, HTTP.file]
    assert reader.counts() == Counts(files=3, chunks=5, definitions=5, references=5, skipped=1)
    assert reader.skipped() == [Skipped("big.csv", "larger than 1 MB")]
    manifest = reader.manifest
    assert (manifest.embedder, manifest.dimension, manifest.complete) == (EMBEDDER, DIMENSION, True)
    assert manifest.created <= manifest.updated


def test_full_text_finds_by_names_and_by_bodies(reader: IndexReader) -> None:
    ids, scores = reader.full_text(code_tokens("evict"), "names")
    assert symbols(reader, ids) == [("src/cache.py", "evict")]
    assert scores[0] > 0
    ids, scores = reader.full_text(code_tokens("a request over the socket"), "body")
    assert {path for path, _ in symbols(reader, ids[:2])} == {"src/http/client.py"}
    assert list(scores) == sorted(scores, reverse=True)
    assert len(reader.full_text(code_tokens("a request over the socket"), "body", limit=1)[0]) == 1


@pytest.mark.parametrize(
    "question",
    [
        'what\'s "Foo{0}" & -bar? retry',
        "retry AND NOT (x OR y)",
        "+retry -request *",
        'path:"retry" ^3 ~2 [a TO b] \\ /x/',
        "retry' OR 1=1 --",
        "リトライ retry\n\t🙂",
    ],
)
def test_a_question_is_text_never_syntax(reader: IndexReader, question: str) -> None:
    expected = reader.full_text(["retri"], "names")[0].tolist()
    for tokens in (code_tokens(question), [*question.split(), "retri"], [question, "retri"]):
        assert set(expected) <= set(reader.full_text(tokens, "names")[0].tolist())


def test_a_question_without_a_word_finds_nothing(reader: IndexReader) -> None:
    assert len(reader.full_text([], "names")[0]) == 0
    assert len(reader.full_text(["?!"], "names")[0]) == 0
    assert len(reader.full_text(["fetch"], "names", limit=0)[0]) == 0
    assert len(reader.nearest(vector_of("x"), limit=0)[0]) == 0


def test_nearest_gives_similarities_in_order(reader: IndexReader) -> None:
    chunk = CACHE.chunks[1]
    ids, similarities = reader.nearest(vector_of(chunk.text), limit=3)
    assert reader.chunks(ids)[0] == chunk
    assert similarities[0] == pytest.approx(1.0, abs=1e-5)
    assert list(similarities) == sorted(similarities, reverse=True)
    np.testing.assert_allclose(reader.vectors(ids) @ vector_of(chunk.text), similarities, atol=1e-5)


def test_a_vector_of_another_embedder_is_wrong_use(reader: IndexReader) -> None:
    with pytest.raises(UsageError, match=rf"{DIMENSION} numbers.*{EMBEDDER}"):
        reader.nearest(np.ones(DIMENSION + 1, dtype=np.float32))


@pytest.mark.parametrize(
    ("where", "paths"),
    [
        (Filter(paths=("src/",)), {"src/http/client.py", "src/cache.py"}),
        (Filter(paths=("*.md",)), {"docs/it's a guide.md"}),
        (Filter(paths=("!*.md", "!src/http/**")), {"src/cache.py"}),
        (Filter(languages=frozenset({"rust"})), {"src/cache.py"}),
        (Filter(paths=("src",), languages=frozenset({"python"})), {"src/http/client.py"}),
        (Filter(kinds=frozenset({Kind.FUNCTION, Kind.CLASS}), paths=("docs/it's*",)), {"docs/it's a guide.md"}),
        (Filter(kinds=frozenset({Kind.CLASS})), set()),
        (Filter(paths=("nowhere/",)), set()),
    ],
)
def test_filters_narrow_both_searches(reader: IndexReader, where: Filter, paths: set[str]) -> None:
    by_text, _ = reader.full_text(["return"], "body", 100, where)
    by_vector, _ = reader.nearest(vector_of("x"), 100, where)
    assert {path for path, _ in symbols(reader, by_text)} == paths
    assert {path for path, _ in symbols(reader, by_vector)} == paths


def test_chunks_come_in_the_order_asked(reader: IndexReader) -> None:
    ids, _ = reader.nearest(vector_of("x"))
    order = [*ids[::-1].tolist(), int(ids[2]), int(ids[2])]
    rows = reader.chunk_rows(order, ["id", "path", "traits"])
    assert rows["id"].to_pylist() == order
    assert reader.chunk_rows(order, ["name"]).column_names == ["name"]
    assert [traits_of_mask(mask) == {Trait.TEST} for mask in rows["traits"].to_pylist()] == [
        path == HTTP.file.path for path in rows["path"].to_pylist()
    ]
    assert reader.chunks([]) == []
    assert reader.vectors([]).shape == (0, DIMENSION)
    with pytest.raises(StoreError, match="Ask again"):
        reader.chunks([*order, 10**9])


def test_definitions_are_found_by_all_that_is_given(reader: IndexReader) -> None:
    client = list(HTTP.definitions)
    assert reader.definitions(path=HTTP.file.path) == client
    assert [one.path for one in reader.definitions(name="fetch")] == ["src/cache.py", "src/http/client.py"]
    assert reader.definitions(name="fetch", path=HTTP.file.path) == client[:1]
    assert reader.definitions(qualified_name="top.retry") == client[1:]
    assert reader.definitions(id=[client[1].id, client[0].id]) == client
    assert reader.definitions(id=[]) == []
    assert len(reader.definitions()) == 5
    assert reader.definitions(name="fetch' OR '1'='1") == []
    names = reader.definition_names()
    assert sorted(names["id"].to_pylist()) == sorted(one.id for f in (HTTP, CACHE, GUIDE) for one in f.definitions)
    assert names is reader.definition_names()
    assert reader.names() == ("begin", "evict", "fetch", "retry")


def test_references_come_with_what_they_mean(reader: IndexReader) -> None:
    (reference,) = reader.references(name="retry")
    assert (reference.path, reference.line, reference.kind) == (HTTP.file.path, 2, ReferenceKind.CALL)
    assert reference.target == HTTP.definitions[1]
    assert reference.target_id == TARGETS["retry"]
    assert reference.confidence == pytest.approx(0.9)
    assert reference.enclosing_id == HTTP.definitions[0].id
    assert reader.references(target_id=TARGETS["retry"]) == [reference]
    assert reader.references(source_id=HTTP.definitions[0].id) == [reference]
    undecided = reader.references(name="fetch")
    assert [one.path for one in undecided] == ["src/cache.py", "src/http/client.py"]
    assert {one.target for one in undecided} == {None}
    assert {one.candidates for one in undecided} == {("x.py::one", "x.py::two")}


def test_references_are_narrowed(reader: IndexReader) -> None:
    assert {one.path for one in reader.references(path=["src/cache.py", "docs/it's a guide.md"])} == {
        "src/cache.py",
        "docs/it's a guide.md",
    }
    assert len(reader.references(kinds={ReferenceKind.CALL})) == 5
    assert reader.references(kinds={ReferenceKind.IMPORT}) == []
    assert len(reader.references(limit=2)) == 2
    assert reader.references(target_id="nothing") == []
    assert reader.references(name="nothing") == []
    assert reader.references(source_id="no id") == []


def test_links_are_there_as_a_graph(reader: IndexReader) -> None:
    graph = reader.links_table()
    assert {(row["source_id"], row["target_id"]) for row in graph.to_pylist()} == {
        ("src/http/client.py::top.fetch", TARGETS["retry"]),
        ("src/cache.py::top.fetch", TARGETS["evict"]),
    }
    assert set(graph.column_names) == {"source_id", "target_id", "kind", "path", "line", "confidence"}


def test_the_kind_is_the_one_that_resolving_found(tmp_path: Path) -> None:
    with open_writer(tmp_path) as writer:
        put(writer, HTTP)
        links = links_of([HTTP], TARGETS)
        kinds = ["instantiation" if name == "retry" else "call" for name in links["name"].to_pylist()]
        writer.replace_links(links.set_column(links.column_names.index("kind"), "kind", [kinds]))
        writer.finish()
    (reference,) = IndexReader.open(tmp_path).references(kinds={ReferenceKind.INSTANTIATION})
    assert reference.name == "retry"


def test_references_without_links_are_there_unresolved(tmp_path: Path) -> None:
    build(tmp_path, HTTP)
    references = IndexReader.open(tmp_path).references()
    assert [one.name for one in references] == ["retry", "fetch"]
    assert {(one.kind, one.target_id, one.confidence) for one in references} == {(ReferenceKind.CALL, None, 0.0)}


def test_lines_are_those_that_were_indexed(reader: IndexReader) -> None:
    whole = "\n".join(chunk.text for chunk in HTTP.chunks).split("\n")
    assert reader.lines(HTTP.file.path, 1, 4).split("\n") == whole
    assert reader.lines(HTTP.file.path, 2, 3).split("\n") == whole[1:3]
    assert reader.lines(HTTP.file.path, 4, 99).split("\n") == whole[3:]
    with pytest.raises(NotFoundError, match="nowhere"):
        reader.lines("nowhere.py", 1, 2)
    for start, end in ((0, 2), (3, 2), (5, 6)):
        with pytest.raises(UsageError, match="it has 4"):
            reader.lines(HTTP.file.path, start, end)


def test_an_empty_index_answers(tmp_path: Path) -> None:
    build(tmp_path)
    reader = IndexReader.open(tmp_path)
    assert reader.counts() == Counts(0, 0, 0, 0, 0)
    assert len(reader.full_text(["anything"], "body")[0]) == 0
    assert len(reader.nearest(vector_of("x"))[0]) == 0
    assert len(reader.nearest(vector_of("x"), where=Filter(paths=("src",)))[0]) == 0
    assert reader.files() == [] == reader.definitions() == reader.references() == reader.skipped()
    assert reader.links_table().num_rows == reader.definition_names().num_rows == 0


def test_no_index_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError, match="codeqa index"):
        IndexReader.open(tmp_path / "nowhere")
    build(tmp_path, HTTP)
    reader = IndexReader.open(tmp_path)
    (tmp_path / MANIFEST_FILE).unlink()
    with pytest.raises(IndexMissingError, match="codeqa index"):
        reader.files()


def test_a_damaged_index_says_what_to_do(tmp_path: Path) -> None:
    build(tmp_path, HTTP)
    for data in (tmp_path / LANCE_FOLDER).glob("chunks-*.lance/data/*"):
        data.unlink()
    with pytest.raises(StoreError, match=r"damaged.*--rebuild") as raised:
        IndexReader.open(tmp_path).nearest(vector_of("x"))
    assert ".rs:" not in str(raised.value)
    shutil.rmtree(tmp_path / LANCE_FOLDER)
    with pytest.raises(StoreError, match=r"damaged.*--rebuild"):
        IndexReader.open(tmp_path).files()


def test_a_reader_follows_and_a_pinned_one_stays(tmp_path: Path) -> None:
    build(tmp_path, HTTP)
    following = IndexReader.open(tmp_path)
    pinned = following.pinned()
    ids, _ = pinned.full_text(["return"])
    with open_writer(tmp_path) as writer:
        writer.remove([HTTP.file.path])
        put(writer, CACHE)
        writer.finish()
    assert [one.path for one in following.files()] == ["src/cache.py"]
    assert [one.path for one in pinned.files()] == ["src/http/client.py"]
    assert len(pinned.chunks(ids)) == len(ids) == 2
    with pytest.raises(StoreError, match="Ask again"):
        following.chunks(ids)
    assert following.pinned().counts().files == 1


def test_a_reader_gets_over_tables_that_were_removed(tmp_path: Path) -> None:
    build(tmp_path, HTTP)
    following, pinned = IndexReader.open(tmp_path), IndexReader.open(tmp_path).pinned()
    following.counts()
    commit = following._newest()

    def rebuild(fact: FileFacts) -> None:
        with open_writer(tmp_path, rebuild=True) as writer:
            put(writer, fact)
            writer.finish()

    rebuild(CACHE)
    # As if the commit had come right after the reader looked for a newer one.
    newest, calls = following._newest, iter([commit])
    following._newest = lambda: next(calls, None) or newest()  # type: ignore[method-assign]
    assert [one.name for one in following.definitions()] == [one.name for one in CACHE.definitions]
    assert [one.name for one in pinned.definitions()] == [one.name for one in HTTP.definitions]
    pinned._lease.release()  # as where the file system knows no locks
    rebuild(HTTP)
    with pytest.raises(StoreError, match="Ask again"):
        pinned.references()


def test_appended_rows_are_found_before_and_after_they_are_indexed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, HTTP)
    reader = IndexReader.open(tmp_path)
    with open_writer(tmp_path) as writer:
        put(writer, facts_of("new.py", "zebra", text="zygote"))
        writer.commit()
        assert len(reader.full_text(["zebra"], "names")[0]) == 1
        monkeypatch.setattr(upkeep, "UNINDEXED_ROWS", 0)
        writer.finish()
    assert len(reader.full_text(["zebra"], "names")[0]) == 1
    assert len(reader.full_text(["zygot"], "body")[0]) == 1
    assert len(reader.full_text(["retri"], "names")[0]) >= 1


def test_large_tables_are_searched_through_indices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        upkeep,
        "_INDICES",
        {
            table: [upkeep._Index(one.column, one.kind, min(one.from_rows, 300)) for one in several]
            for table, several in upkeep._INDICES.items()
        },
    )
    files = [facts_of(f"src/{number}.py", *(f"name{number}x{each}" for each in range(40))) for number in range(15)]
    targets = {"name3x5": "src/3.py::top.name3x5"}
    build(tmp_path, *files, targets=targets)
    reader = IndexReader.open(tmp_path)
    assert reader._newest().has_vector_index
    for file in files:
        for chunk in file.chunks[::13]:
            ids, similarities = reader.nearest(vector_of(chunk.text), limit=5)
            assert reader.chunks(ids)[0] == chunk
            assert similarities[0] == pytest.approx(1.0, abs=1e-4)
    assert reader.definitions(name="name3x5") == [files[3].definitions[5]]
    assert [one.target_id for one in reader.references(target_id=targets["name3x5"])] == [targets["name3x5"]]
    ids, _ = reader.nearest(vector_of("x"), 1_000, Filter(paths=("src/7.py",)))
    assert {path for path, _ in symbols(reader, ids)} == {"src/7.py"}
    with open_writer(tmp_path) as writer:
        writer.remove(["src/3.py"])
        put(writer, facts_of("src/new.py", "zebra"))
        writer.update_links(links_of([facts_of("src/new.py", "zebra")], {}))
        writer.finish()
    assert reader.references(target_id=targets["name3x5"]) == []
    zebra = facts_of("src/new.py", "zebra").chunks[0]
    assert reader.chunks(reader.nearest(vector_of(zebra.text), limit=1)[0]) == [zebra]
    assert reader.definitions(name="zebra", path="src/new.py")


def test_threads_may_share_a_reader(reader: IndexReader) -> None:
    fresh = IndexReader.open(reader._index_dir)
    wrong: list[object] = []

    def ask() -> None:
        for _ in range(5):
            found = len(fresh.full_text(["return"])[0]), len(fresh.definitions()), len(fresh.references(name="fetch"))
            if found != (5, 5, 2):
                wrong.append(found)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
