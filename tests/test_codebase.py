"""`Codebase` over a small codebase of four languages, with the real index, embedder and parsers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from codeqa import Codebase
from codeqa import codebase as module
from codeqa.embed import Vectors, load_embedder
from codeqa.errors import IndexLockedError, IndexMissingError, NotFoundError, SettingsError, StoreError, UsageError
from codeqa.index import walk
from codeqa.model import Kind, ReferenceKind
from codeqa.pipeline import changes
from codeqa.store.lock import WriterLock

FILES = {
    "README.md": "# Shop\n\nA small shop that sells things by mail.\n",
    "shop/cart.py": (
        '"""The cart."""\n\nfrom shop.price import Price\n\n\n'
        'class Cart:\n    """Holds what a customer wants to buy."""\n\n'
        "    def __init__(self) -> None:\n        self.items: list[Price] = []\n\n"
        "    def add(self, price: Price) -> None:\n        self.items.append(price)\n\n"
        "    def total(self) -> int:\n        return sum(one.with_tax() for one in self.items)\n"
    ),
    "shop/price.py": (
        'TAX = 19\n\n\nclass Price:\n    """An amount of money."""\n\n'
        "    def __init__(self, cents: int) -> None:\n        self.cents = cents\n\n"
        '    def with_tax(self) -> int:\n        """The amount with the tax added."""\n'
        "        return self.cents * (100 + TAX) // 100\n"
    ),
    "shop/main.py": "from shop.cart import Cart\nfrom shop.price import Price\n\n\ndef main() -> None:\n"
    "    cart = Cart()\n    cart.add(Price(100))\n    print(cart.total())\n",
    "src/Mailer.java": "public class Mailer {\n  public Mailer(String host) {}\n  void send(String to) {}\n}\n",
    "src/lib.rs": "pub struct Label {}\nimpl Label {\n    pub fn new() -> Self { Label {} }\n}\n",
    "web/app.js": "import { render } from './view.js'\nexport function start() { render('shop') }\n",
    "web/view.js": "export function render(text) { return text }\n",
    ".env": "PASSWORD=hunter2\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def codebase(root: Path) -> Iterator[Codebase]:
    made = Codebase(root)
    report = made.index()
    assert report.files == len(FILES) - 1
    yield made


def test_search_finds_by_words_and_by_name(codebase: Codebase) -> None:
    assert codebase.search("amount with the tax added")[0].path == "shop/price.py"
    first = codebase.search("Mailer")[0]
    assert (first.path, first.start_line) == ("src/Mailer.java", 1)


def test_search_takes_any_text_for_words(codebase: Codebase) -> None:
    codebase.search('what\'s "Foo{0}" & -bar?')


def test_search_can_be_narrowed(codebase: Codebase) -> None:
    assert {hit.language for hit in codebase.search("shop", languages=["python"])} == {"python"}
    assert {hit.path for hit in codebase.search("shop", paths=["web/**"])} <= {"web/app.js", "web/view.js"}
    assert all(hit.kind is Kind.CLASS for hit in codebase.search("price", kinds=[Kind.CLASS]))


@pytest.mark.parametrize(("query", "options"), [(" ", {}), ("x", {"limit": 0}), ("x", {"languages": ["klingon"]})])
def test_wrong_searches_are_refused(codebase: Codebase, query: str, options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        codebase.search(query, **options)  # type: ignore[arg-type]


def test_definitions_by_every_kind_of_name(codebase: Codebase) -> None:
    for name in ("Cart.total", "total", "shop/cart.py:16", "shop/cart.py::Cart.total", "cart.Cart.total()"):
        assert [one.qualified_name for one in codebase.definitions(name)] == ["Cart.total"], name


def test_unknown_names_get_the_nearest(codebase: Codebase) -> None:
    with pytest.raises(NotFoundError, match="Did you mean Cart"):
        codebase.definitions("Carts")


def test_references_say_what_they_mean(codebase: Codebase) -> None:
    found = codebase.references("Cart", kinds=[ReferenceKind.INSTANTIATION])
    assert [(one.path, one.line, one.enclosing) for one in found] == [("shop/main.py", 6, "main")]
    assert found[0].target is not None and found[0].target.qualified_name == "Cart"


def test_names_from_outside_can_be_looked_up(codebase: Codebase) -> None:
    assert {one.path for one in codebase.references("print")} == {"shop/main.py"}


def test_callers_callees_and_routes(codebase: Codebase) -> None:
    assert {edge.source for edge in codebase.callers("Price.with_tax").edges} == {"shop/cart.py::Cart.total"}
    assert "shop/cart.py::Cart.add" in {edge.target for edge in codebase.callees("main").edges}
    route = codebase.route("main", "Price.with_tax")
    assert route.edges[0].source == "shop/main.py::main"
    assert route.edges[-1].target == "shop/price.py::Price.with_tax"


def test_outlines(codebase: Codebase) -> None:
    names = [entry.definition.name for entry in codebase.outline("shop/cart.py").entries]
    assert names == ["Cart", "__init__", "items", "add", "total"]
    assert codebase.outline().entries[0].definition.name in {"Price", "Cart"}
    with pytest.raises(NotFoundError):
        codebase.outline("shop/none.py")


def test_context_keeps_to_its_budget(codebase: Codebase) -> None:
    context = codebase.context("how is the tax added to the total?", 120)
    assert 0 < context.tokens <= 120
    assert context.text.startswith(f"[1] {context.sources[0].place}")


def test_an_answer_s_sources_exist(codebase: Codebase, root: Path) -> None:
    answer = codebase.ask("how is the total of a cart computed?")
    assert answer.model is None
    assert answer.citations
    for one in answer.citations:
        assert 1 <= one.start_line <= one.end_line <= len((root / one.path).read_text().splitlines())


def test_secrets_stay_out(codebase: Codebase) -> None:
    assert ("secret", 1) in codebase.status().skipped
    assert all("hunter2" not in hit.text for hit in codebase.search("hunter2 password"))


def test_changes_are_seen_and_taken_in(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def one(): ...\n")
    codebase = Codebase(tmp_path)
    with pytest.raises(IndexMissingError):
        codebase.search("one")
    assert codebase.ensure_index() is not None
    assert codebase.ensure_index() is None
    (tmp_path / "a.py").write_text("def two(): ...\n")
    (tmp_path / "b.py").write_text("from a import two\ntwo()\n")
    status = codebase.status()
    assert (status.added, status.changed, status.stale) == (1, 1, True)
    assert codebase.ensure_index() is not None
    assert [one.path for one in codebase.references("two") if one.target is not None] == ["b.py", "b.py"]


@pytest.mark.skipif(os.name != "posix", reason="the system tells no time of change")
def test_stamps_that_say_too_much_are_noted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "TICK_NS", -1_000_000_000_000)  # files written in this moment count as settled
    monkeypatch.setattr(module, "TOUCHED_FILES", 2)
    files = [tmp_path / name for name in ("a.py", "b.py")]
    for one in files:
        one.write_text("def one(): ...\n")
    codebase = Codebase(tmp_path)
    codebase.index()
    revision = codebase.revision
    files[0].touch()
    assert codebase.ensure_index() is None
    assert codebase.revision == revision  # one file is read as fast as it is noted
    files[1].touch()
    assert codebase.ensure_index() is None
    assert codebase.revision > revision
    with WriterLock(codebase.index_dir):
        for one in files:
            one.touch()
        assert codebase.ensure_index() is None  # somebody else writes


def test_verifying_finds_what_times_hide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_TELLS_CHANGES", False)
    place = tmp_path / "a.py"
    long_ago = (1_600_000_000_000_000_000,) * 2
    place.write_text("def one(): ...\n")
    os.utime(place, ns=long_ago)
    codebase = Codebase(tmp_path)
    codebase.index()
    place.write_text("def two(): ...\n")
    os.utime(place, ns=long_ago)
    assert codebase.index().changed == 0
    assert codebase.index(verify=True).changed == 1
    assert codebase.definitions("two")


def test_another_writer_need_not_be_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def one(): ...\n")
    codebase = Codebase(tmp_path)
    codebase.index()
    with WriterLock(codebase.index_dir) as lock:
        lock.tell("indexing", 34, 340)
        with pytest.raises(IndexLockedError, match=f"Process {os.getpid()} is writing"):
            codebase.index(wait=0.0)


def test_a_home_folder_is_not_indexed_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "a.py").write_text("def one(): ...\n")
    for make in (Codebase.index, Codebase.ensure_index):
        with pytest.raises(UsageError, match="is a home folder"):
            make(Codebase(tmp_path))
    assert not Codebase(tmp_path).has_index
    assert not Codebase(tmp_path).has_whole_index
    assert Codebase(tmp_path, any_folder=True).index().files == 1
    assert Codebase(tmp_path).has_whole_index


class Renamed:
    """The default vectors under another name, as another model of the same dimension would come."""

    name = "other/model"
    remote = False
    separate_head = True

    def __init__(self) -> None:
        self._same = load_embedder("wordllama")
        self.dimension = self._same.dimension

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return self._same.embed_documents(texts)

    def forget(self) -> None:
        pass

    def embed_query(self, text: str) -> Vectors:
        return self._same.embed_query(text)


def test_vectors_of_two_embedders_never_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("def one(): ...\n")
    Codebase(tmp_path).index()
    monkeypatch.setattr("codeqa.queries.load_embedder", lambda *_: Renamed())
    codebase = Codebase(tmp_path)
    assert codebase.status().outdated
    for ask in (codebase.search, codebase.context):
        with pytest.raises(StoreError, match="other/model"):
            ask("one")
    report = codebase.ensure_index()
    assert report is not None and "other/model" in report.notes[0]
    assert codebase.search("one")[0].path == "a.py"


def test_bad_roots_and_settings_are_explained(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        Codebase(tmp_path / "none")
    (tmp_path / "codeqa.toml").write_text("modle = 'x/y'\n")
    with pytest.raises(SettingsError, match="model"):
        Codebase(tmp_path)


def test_source_is_what_was_indexed_with_what_it_lies_in(codebase: Codebase) -> None:
    source = codebase.source("shop/price.py", 10, 11)
    assert (source.start_line, source.end_line, source.language) == (10, 11, "python")
    assert [one.name for one in source.enclosing] == ["Price", "with_tax"]
    assert source.text.splitlines()[0].strip() == "def with_tax(self) -> int:"
    assert codebase.source("shop/price.py").end_line == source.total_lines
    with pytest.raises(NotFoundError):
        codebase.source(".env")
    with pytest.raises(UsageError):
        codebase.source("shop/price.py", 400)


def test_completion_offers_files_and_symbols(codebase: Codebase) -> None:
    assert [(one.kind, one.text) for one in codebase.complete("pri")][:2] == [
        ("symbol", "Price"),
        ("file", "shop/price.py"),
    ]
    assert [one.text for one in codebase.complete("wt")] == ["Price.with_tax"]
    assert [one.text for one in codebase.complete("Cart.to")] == ["Cart.total"]
    assert {one.text for one in codebase.complete("Cart.")} >= {"Cart.add", "Cart.total"}
    assert [one.text for one in codebase.complete("shop/ma")] == ["shop/main.py"]
    assert len(codebase.complete("")) == 20
    assert codebase.complete("nothing like it") == []


def test_the_module_graph_says_what_uses_what(codebase: Codebase) -> None:
    graph = codebase.module_graph()
    assert ("shop/cart.py", "shop/price.py") in {(one.source, one.target) for one in graph.edges}
    assert {one.path for one in graph.nodes} >= {"shop/cart.py", "src/Mailer.java"}
