"""Definitions by the names that people type."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from codeqa.errors import NotFoundError
from codeqa.retrieve.names import find_definitions, suggestions
from codeqa.store.reader import IndexReader

FILES = {
    "src/posts/__init__.py": "from .office import Office\nfrom .parcels import *\nfrom .rates import rate as price\n",
    "src/posts/office.py": "from .base import Base\n\n\nclass Office(Base):\n    def send(self): ...\n",
    "src/posts/base.py": "class Base:\n    def close(self): ...\n",
    "src/posts/parcels.py": "def wrap(): ...\n\n\nclass Parcel:\n    def weigh(self): ...\n",
    "src/posts/rates.py": "def rate(): ...\n",
    "tests/test_office.py": "def close(): ...\n\n\ndef wrap(): ...\n",
    "packages/web-kit/src/index.ts": "export { Router as Ways } from './router'\nexport * from './pages'\n",
    "packages/web-kit/src/router.ts": "export class Router {\n  find() { return 1 }\n}\n",
    "packages/web-kit/src/pages.ts": "export function draw() { return 2 }\n",
    "crates/quay/src/lib.rs": "pub mod berth;\npub use crate::berth::Berth;\n",
    "crates/quay/src/berth.rs": "pub struct Berth {}\nimpl Berth {\n    pub fn moor(&self) {}\n}\n",
}


@pytest.fixture(scope="module")
def index(index_of: Callable[[Mapping[str, str]], IndexReader]) -> IndexReader:
    return index_of(FILES)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("posts.Office", "src/posts/office.py::Office"),
        ("posts.Office.send", "src/posts/office.py::Office.send"),
        ("posts.wrap", "src/posts/parcels.py::wrap"),
        ("posts.Parcel.weigh", "src/posts/parcels.py::Parcel.weigh"),
        ("posts.price", "src/posts/rates.py::rate"),
        ("Office.close", "src/posts/base.py::Base.close"),
        ("posts.Office.close", "src/posts/base.py::Base.close"),
        ("web_kit.Ways.find", "packages/web-kit/src/router.ts::Router.find"),
        ("web-kit.draw", "packages/web-kit/src/pages.ts::draw"),
        ("quay::Berth", "crates/quay/src/berth.rs::Berth"),
        ("quay::Berth::moor", "crates/quay/src/berth.rs::Berth::moor"),
        ("office.Office.send", "src/posts/office.py::Office.send"),
    ],
)
def test_what_a_package_exports_or_a_class_inherits_is_found_under_that_name(
    index: IndexReader, name: str, found: str
) -> None:
    assert found in [one.id for one in find_definitions(index, name)]
    assert {one.path for one in find_definitions(index, name)} == {found.partition("::")[0]}


@pytest.mark.parametrize("name", ["posts.Router", "Parcel.close", "rates.price", "posts.nothing", "tests.Office"])
def test_what_is_not_there_under_that_name_is_not_found(index: IndexReader, name: str) -> None:
    with pytest.raises(NotFoundError):
        find_definitions(index, name)


def test_suggestions_are_the_nearest_by_the_whole_name(index: IndexReader) -> None:
    assert suggestions(index, "Ofice.send")[0] == "Office.send"
    assert suggestions(index, "Office.clsoe")[0] in {"Base.close", "close"}
    assert suggestions(index, "Offise")[0] == "Office"
