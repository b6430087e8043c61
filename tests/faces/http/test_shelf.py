from __future__ import annotations

import threading
from pathlib import Path

import pytest
from http_samples import until

from codeqa.codebase import Codebase
from codeqa.errors import NotFoundError
from codeqa.faces.http.problems import RefusedError
from codeqa.faces.http.shelf import Shelf
from codeqa.model import Context


def test_ids_are_made_of_names_and_differ(tmp_path: Path) -> None:
    folders = [tmp_path / one for one in ("a/My App", "b/my_app", "c/my-app-2", "d/日本")]
    for folder in folders:
        folder.mkdir(parents=True)
    shelf = Shelf(map(Codebase, folders))
    assert [one.id for one in shelf] == ["my-app", "my-app-2", "my-app-2-2", "codebase"]
    assert shelf["my-app-2"].name == "my_app"
    with pytest.raises(NotFoundError, match="my-app"):
        shelf["My App"]


def test_what_is_remembered_is_made_once_an_index(codebase: Codebase) -> None:
    (shelved,) = Shelf([codebase])
    made = iter(range(10))
    assert [shelved.remembered("number", lambda: next(made)) for _ in range(3)] == [0, 0, 0]
    (codebase.root / "beacon" / "horn.py").write_text("def blow():\n    return 1\n", encoding="utf-8")
    codebase.index()
    assert [shelved.remembered("number", lambda: next(made)) for _ in range(3)] == [1, 1, 1]


def test_a_conversation_is_held_by_one(codebase: Codebase) -> None:
    (shelved,) = Shelf([codebase])
    with shelved.hold("one"):
        shelved.hold("other").leave()
        with pytest.raises(RefusedError):
            shelved.hold("one")
    shelved.hold("one").leave()


def test_an_index_that_changes_all_the_time_is_loaded_by_one_thread(
    codebase: Codebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelved,) = Shelf([codebase])
    loaded: list[str] = []
    go_on = threading.Event()

    def context(self: Codebase, question: str) -> Context:
        loaded.append(threading.current_thread().name)
        go_on.wait(20)
        return Context(question, (), "", 0)

    monkeypatch.setattr(Codebase, "context", context)
    for _ in range(5):
        shelved.warm()
    until(lambda: loaded)
    shelved.warm()
    shelved.warm()
    go_on.set()
    until(lambda: not shelved._is_warming)
    assert len(loaded) == 2
    shelved.warm()
    until(lambda: len(loaded) == 3)


def test_what_fails_while_loading_is_left_to_who_asks(root: Path, tmp_path: Path) -> None:
    (shelved,) = Shelf([Codebase(root, index_dir=tmp_path / "nothing")])
    shelved.warm()
    until(lambda: not shelved._is_warming)
