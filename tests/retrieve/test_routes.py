from __future__ import annotations

from collections.abc import Sequence

from graph_samples import Link, graph_of, link, walked
from hypothesis import given
from hypothesis import strategies as st

from codeqa.model import Kind, ReferenceKind, Relation
from codeqa.retrieve.graph import ReferenceGraph
from codeqa.retrieve.routes import Route, Routes, ends_of

INHERITS = ReferenceKind.INHERITANCE


def route(graph: ReferenceGraph, starts: Sequence[str], ends: Sequence[str], count: int = 1) -> Route | None:
    some, others = (ends_of(graph, graph.nodes.numbers(names)) for names in (starts, ends))
    return Routes(graph).between(some, others, count)


def told(graph: ReferenceGraph, start: str, end: str) -> tuple[Relation, bool, list[str]] | None:
    found = route(graph, [start], [end])
    return None if found is None else (found.relation, found.is_backward, walked(graph, found.chains[0].steps))


def test_calls_win_however_short_another_way_is() -> None:
    links = [
        *(link(f"m::f{number}", f"m::f{number + 1}") for number in range(7)),
        link("m::f0", "m::f7", kind=ReferenceKind.TYPE),
    ]
    found = told(graph_of(links), "m::f0", "m::f7")
    assert found == (Relation.CALLS, False, [f"m::f{number} > m::f{number + 1}" for number in range(7)])


def test_the_shortest_chain_wins_and_among_those_the_most_certain() -> None:
    links = [
        link("m::a", "m::b1", confidence=0.6),
        link("m::a", "m::b2"),
        link("m::b1", "m::z"),
        link("m::b2", "m::z"),
        link("m::b2", "m::c"),
        link("m::c", "m::z"),
    ]
    assert told(graph_of(links), "m::a", "m::z") == (Relation.CALLS, False, ["m::a > m::b2", "m::b2 > m::z"])


def test_a_guess_is_no_short_cut() -> None:
    links = [link("m::a", "m::z", "m::y", confidence=0.25), link("m::a", "m::b"), link("m::b", "m::z")]
    graph = graph_of(links)
    assert told(graph, "m::a", "m::z") == (Relation.CALLS, False, ["m::a > m::b", "m::b > m::z"])
    assert told(graph, "m::a", "m::y") == (Relation.MAYBE, False, ["m::a > m::y"])


def test_making_an_object_leads_on_into_its_constructor() -> None:
    kinds = {"m::K": Kind.CLASS, "m::K.__init__": Kind.CONSTRUCTOR}
    links = [link("m::a", "m::K", kind=ReferenceKind.INSTANTIATION), link("m::K.__init__", "m::z")]
    assert told(graph_of(links, kinds), "m::a", "m::z") == (
        Relation.CALLS,
        False,
        ["m::a > m::K.__init__ through m::K", "m::K.__init__ > m::z"],
    )


def test_a_class_begins_with_any_of_its_members_and_ends_with_any() -> None:
    kinds = {"m::K": Kind.CLASS, "m::K.run": Kind.METHOD, "n::L": Kind.CLASS, "n::L.read": Kind.METHOD}
    graph = graph_of([link("m::K.run", "m::f"), link("m::f", "n::L.read")], kinds)
    assert told(graph, "m::K", "n::L") == (Relation.CALLS, False, ["m::K.run > m::f", "m::f > n::L.read"])


OVERRIDES = {
    "m::Base": Kind.CLASS,
    "m::Base.send": Kind.METHOD,
    "n::Mail": Kind.CLASS,
    "n::Mail.send": Kind.METHOD,
    "n::Fax": Kind.CLASS,
    "n::Fax.send": Kind.METHOD,
}
BASES = [link("n::Mail", "m::Base", kind=INHERITS), link("n::Fax", "m::Base", kind=INHERITS)]


def test_overrides_are_a_way_where_calls_are_none() -> None:
    graph = graph_of([*BASES, link("u::use", "m::Base.send"), link("n::Mail.send", "n::post")], OVERRIDES)
    assert told(graph, "u::use", "n::post") == (
        Relation.OVERRIDES,
        False,
        ["u::use > n::Mail.send through m::Base.send", "n::Mail.send > n::post"],
    )
    assert told(graph, "m::Base.send", "n::Mail.send") == (Relation.OVERRIDES, False, ["m::Base.send > n::Mail.send"])


def test_a_call_of_what_is_extended_does_not_lead_to_its_other_overrides() -> None:
    graph = graph_of([*BASES, link("n::Mail.send", "m::Base.send"), link("n::Fax.send", "n::dial")], OVERRIDES)
    found = told(graph, "n::Mail.send", "n::dial")
    assert found is not None and found[2] != [
        "n::Mail.send > n::Fax.send through m::Base.send",
        "n::Fax.send > n::dial",
    ]


def test_both_directions_are_tried_and_named() -> None:
    graph = graph_of([link("m::b", "m::a")])
    assert told(graph, "m::a", "m::b") == (Relation.CALLS, True, ["m::b > m::a"])
    circle = route(graph_of([link("m::a", "m::b"), link("m::b", "m::a")]), ["m::a"], ["m::b"])
    assert circle is not None and circle.backward is not None and not circle.is_backward


def test_what_only_shares_something_is_related() -> None:
    graph = graph_of([link("m::main", "m::a"), link("m::main", "m::b")])
    assert told(graph, "m::a", "m::b") == (Relation.RELATED, False, ["m::main > m::a", "m::main > m::b"])
    inside = graph_of([], {"m::K": Kind.CLASS, "m::K.a": Kind.METHOD, "m::K.b": Kind.METHOD})
    assert told(inside, "m::K.a", "m::K.b") == (Relation.RELATED, False, ["m::K.a > m::K", "m::K > m::K.b"])


def test_unconnected_definitions_have_no_route() -> None:
    graph = graph_of([link("m::a", "m::b"), link("m::c", "m::d")])
    assert told(graph, "m::a", "m::d") is None
    assert told(graph, "m::a", "m::unknown") is None


def test_the_best_of_all_definitions_is_shown_production_first() -> None:
    links = [link("t::a", "n::z"), link("m::a", "m::b"), link("m::b", "n::z")]
    found = route(graph_of(links, aside={"t"}), ["t::a", "m::a"], ["n::z"])
    assert found is not None and len(found.chains[0].steps) == 2
    found = route(graph_of(links), ["t::a", "m::a"], ["n::z"])
    assert found is not None and len(found.chains[0].steps) == 1


def test_further_chains_differ_and_are_no_better() -> None:
    links = [
        *(link("m::a", f"m::b{number}") for number in range(3)),
        *(link(f"m::b{number}", "m::z") for number in range(3)),
        link("m::b2", "m::a"),
    ]
    graph = graph_of(links)
    found = route(graph, ["m::a"], ["m::z"], 5)
    assert found is not None
    assert [one.nodes[1] for one in found.chains] == [int(graph.nodes.numbers([f"m::b{n}"])[0]) for n in range(3)]


NODES = 7
LINKS = st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)), max_size=25)


@given(LINKS)
def test_chains_are_the_shortest_of_all_that_there_are(pairs: list[tuple[int, int]]) -> None:
    links = [link(f"m::f{one}", f"m::f{other}") for one, other in pairs if one != other]
    kinds = {f"m::f{number}": Kind.FUNCTION for number in range(NODES)}
    found = route(graph_of(links, kinds), ["m::f0"], ["m::f1"], 4)
    every = sorted(len(one) - 1 for one in _paths(links, "m::f0", "m::f1"))
    chains = () if found is None or found.is_backward or found.relation is not Relation.CALLS else found.chains
    assert [len(one.steps) for one in chains] == every[:4]
    assert len({one.nodes for one in chains}) == len(chains)


def _paths(links: Sequence[Link], start: str, end: str) -> list[list[str]]:
    """Every way without a circle."""
    following: dict[str, set[str]] = {}
    for one in links:
        following.setdefault(one.source, set()).add(one.targets[0])
    found, waiting = [], [[start]]
    while waiting:
        path = waiting.pop()
        if path[-1] == end:
            found.append(path)
            continue
        waiting += [[*path, one] for one in following.get(path[-1], ()) if one not in path]
    return found
