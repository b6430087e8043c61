from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.nesting import Node, nest
from codeqa.model import Definition, Kind


def definition(name: str, start: int, end: int, parent: str | None = None, kind: Kind = Kind.FUNCTION) -> Definition:
    return Definition("a.x", name, name, kind, start, end, start, 1, name, parent=parent)


def tree(node: Node) -> list[object]:
    """A node's children as (names, first line, last line, their children)."""
    return [
        (" ".join(one.name for one in child.definitions), child.start, child.end, tree(child))
        for child in node.children
    ]


def test_ranges_nest() -> None:
    root = nest([definition("b", 2, 3), definition("a", 1, 5), definition("c", 6, 6)], 9)
    assert tree(root) == [("a", 1, 5, [("b", 2, 3, [])]), ("c", 6, 6, [])]
    assert [one.name for one in root.children[0].children[0].enclosing(3)] == ["a"]


def test_siblings_on_one_line_share_a_node_and_members_do_not() -> None:
    both = [definition("a", 1, 1), definition("b", 1, 1), definition("c", 2, 2), definition("d", 2, 2, parent="c")]
    assert tree(nest(both, 2)) == [("a b", 1, 1, []), ("c", 2, 2, [("d", 2, 2, [])])]


def test_a_line_shared_by_two_belongs_to_the_first() -> None:
    assert tree(nest([definition("a", 1, 3), definition("b", 3, 5)], 5)) == [("a", 1, 3, []), ("b", 4, 5, [])]


def test_functions_in_a_function_are_its_members_where_they_make_up_most_of_it() -> None:
    outer = [definition("a", 1, 10), definition("b", 2, 5)]
    assert nest(outer, 10).children[0].members() is None
    members = nest([*outer, definition("c", 6, 9)], 10).children[0].members()
    assert members is not None
    assert [one.start for one in members] == [2, 6]
    assert nest([definition("a", 1, 10, kind=Kind.CLASS)], 10).children[0].members() == []


@given(st.lists(st.tuples(st.integers(-1, 12), st.integers(-1, 12)), max_size=15))
def test_any_ranges_become_a_proper_tree(ranges: list[tuple[int, int]]) -> None:
    def nodes(node: Node) -> Iterator[Node]:
        yield node
        for child in node.children:
            yield from nodes(child)

    root = nest([definition(str(number), start, end) for number, (start, end) in enumerate(ranges)], 10)
    for node in nodes(root):
        assert node.start <= node.end
        assert all(node.start <= child.start and child.end <= node.end for child in node.children)
        assert all(child.parent is node for child in node.children)
        assert all(before.end < after.start for before, after in pairwise(node.children))
