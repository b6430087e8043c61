"""Pages of the places that use a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from codeqa.errors import NotFoundError
from codeqa.model import ReferenceKind
from codeqa.retrieve.connections import Connections
from codeqa.retrieve.uses import references_page, references_to
from codeqa.store.reader import IndexReader

FILES = {
    "post/parcel.py": "class Parcel:\n    def weigh(self): ...\n\n\nParcel()\n",
    "post/a.py": "from post.parcel import Parcel\n\n\ndef one():\n    Parcel().weigh()\n    Parcel()\n    print()\n",
    "post/b.py": "def two(thing):\n    thing.weigh()\n\n\ndef three(other):\n    other.weigh()\n",
    "post/c.py": "from post.parcel import Parcel\n\nParcel().weigh()\n",
    "post/scale.py": "class Scale:\n    def weigh(self): ...\n",
}


@pytest.fixture(scope="module")
def index(index_of: Callable[[Mapping[str, str]], IndexReader]) -> IndexReader:
    return index_of(FILES)


@pytest.mark.parametrize("name", ["Parcel", "Parcel.weigh", "weigh", "print"])
@pytest.mark.parametrize("kinds", [None, [ReferenceKind.CALL], [ReferenceKind.INSTANTIATION, ReferenceKind.IMPORT]])
@pytest.mark.parametrize("limit", [1, 2, 50])
def test_pages_make_up_the_whole(index: IndexReader, name: str, kinds: list[ReferenceKind] | None, limit: int) -> None:
    graph = Connections(index).graph
    try:
        whole = references_to(index, name, kinds)
    except NotFoundError:
        with pytest.raises(NotFoundError):
            references_page(index, graph, name, kinds, 0, limit)
        return
    pages = [references_page(index, graph, name, kinds, offset, limit) for offset in range(0, len(whole) + 1, limit)]
    assert [one for page in pages for one in page.items] == whole
    assert {page.total for page in pages} == {len(whole)}


def test_a_name_that_is_used_everywhere_has_pages(index: IndexReader) -> None:
    assert len(references_to(index, "Parcel")) == 6
    assert len(references_to(index, "Parcel.weigh")) == 4
