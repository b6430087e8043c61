from __future__ import annotations

import pytest
from graph_samples import Link, graph_of, link, walked

from codeqa.model import Kind, ReferenceKind
from codeqa.retrieve.following import callees, callers
from codeqa.retrieve.graph import ReferenceGraph, listed

INHERITS = ReferenceKind.INHERITANCE
NEW = ReferenceKind.INSTANTIATION


def called_by(graph: ReferenceGraph, name: str, depth: int = 1) -> list[str]:
    return walked(graph, callers(graph, graph.nodes.numbers([name]), depth).steps)


def may_call(graph: ReferenceGraph, name: str) -> list[str]:
    return walked(graph, callers(graph, graph.nodes.numbers([name]), 1).maybe)


def calls(graph: ReferenceGraph, name: str, depth: int = 1) -> list[str]:
    return walked(graph, callees(graph, graph.nodes.numbers([name]), depth).steps)


def test_calls_are_followed_to_the_depth_asked_for() -> None:
    graph = graph_of([link("m::a", "m::b"), link("m::b", "m::c"), link("m::z", "m::a")])
    assert called_by(graph, "m::c") == ["m::b > m::c"]
    assert called_by(graph, "m::c", 2) == ["m::b > m::c", "m::a > m::b"]
    assert calls(graph, "m::a", 5) == ["m::a > m::b", "m::b > m::c"]


def test_a_cycle_ends() -> None:
    assert calls(graph_of([link("m::a", "m::b"), link("m::b", "m::a")]), "m::a", 9) == ["m::a > m::b", "m::b > m::a"]


def test_production_comes_before_tests_and_code_outside_definitions_last() -> None:
    links = [link("a_test::t", "m::f"), link("script", "m::f", line=7), link("z::g", "m::f")]
    graph = graph_of(links, aside={"a_test"})
    assert called_by(graph, "m::f") == ["z::g > m::f", "script::script > m::f", "a_test::t > m::f"]
    outside = graph.nodes.module("script::script")
    assert outside is not None and (outside.kind, outside.qualified_name) == (Kind.CODE, "script")
    assert graph.nodes.module("z::g") is None


BASE = {
    "m::Base": Kind.CLASS,
    "m::Base.send": Kind.METHOD,
    "n::Mail": Kind.CLASS,
    "n::Mail.send": Kind.METHOD,
    "n::Fast": Kind.CLASS,
    "n::Fast.send": Kind.METHOD,
}
BASES = [link("n::Mail", "m::Base", kind=INHERITS), link("n::Fast", "n::Mail", kind=INHERITS)]


def test_a_call_on_a_base_reaches_its_overrides_however_far_below() -> None:
    graph = graph_of([*BASES, link("u::use", "m::Base.send", line=4)], BASE)
    assert called_by(graph, "n::Fast.send") == ["u::use > n::Fast.send through m::Base.send"]
    assert calls(graph, "u::use") == [
        "u::use > m::Base.send",
        "u::use > n::Mail.send through m::Base.send",
        "u::use > n::Fast.send through m::Base.send",
    ]
    steps = listed(graph.nodes, callers(graph, graph.nodes.numbers(["n::Fast.send"]), 1).steps)
    assert [(one.path, one.line, one.confidence) for one in steps] == [("u", 4, 0.6)]


def test_a_call_of_what_is_extended_is_no_call_of_its_overrides() -> None:
    graph = graph_of([*BASES, link("n::Mail.send", "m::Base.send")], BASE)
    assert called_by(graph, "n::Mail.send") == []
    assert calls(graph, "n::Mail.send") == ["n::Mail.send > m::Base.send"]
    assert called_by(graph, "m::Base.send") == ["n::Mail.send > m::Base.send"]


def test_very_many_overrides_are_counted_and_uncertain() -> None:
    below = [f"n::C{number}" for number in range(30)]
    kinds = {"m::Base": Kind.CLASS, "m::Base.run": Kind.METHOD}
    for one in below:
        kinds |= {one: Kind.CLASS, f"{one}.run": Kind.METHOD}
    graph = graph_of([*(link(one, "m::Base", kind=INHERITS) for one in below), link("m::use", "m::Base.run")], kinds)
    found = callees(graph, graph.nodes.numbers(["m::use"]), 1)
    assert walked(graph, found.steps) == ["m::use > m::Base.run"]
    assert len(found.maybe) == 20
    assert {graph.nodes.name(node): number for node, number in found.omitted.items()} == {"Base.run": 10}
    assert may_call(graph, "n::C7.run") == ["m::use > n::C7.run through m::Base.run"]


def test_members_of_an_impl_block_in_another_file_override_the_trait_s() -> None:
    kinds = {
        "t::Sink": Kind.TRAIT,
        "t::Sink.begin": Kind.METHOD,
        "p::Json": Kind.STRUCT,
        "q::Json": Kind.IMPL,
        "q::Json.begin": Kind.METHOD,
    }
    graph = graph_of([link("q::Json", "t::Sink", kind=INHERITS), link("s::run", "t::Sink.begin")], kinds)
    assert called_by(graph, "q::Json.begin") == ["s::run > q::Json.begin through t::Sink.begin"]
    assert walked(graph, callees(graph, graph.direct_members(graph.nodes.numbers(["p::Json"])), 1).steps) == []
    assert graph.nodes.id(int(graph.nodes.owners[graph.nodes.numbers(["q::Json.begin"])[0]])) == "p::Json"


CONSTRUCTED = {
    "m::Base": Kind.CLASS,
    "m::Base.__init__": Kind.CONSTRUCTOR,
    "m::Plain": Kind.CLASS,
}


def test_making_an_object_calls_the_constructor_also_an_inherited_one() -> None:
    links = [
        link("m::Plain", "m::Base", kind=INHERITS),
        link("u::one", "m::Base", kind=NEW),
        link("u::two", "m::Plain", kind=NEW),
        link("m::Base.__init__", "m::setup"),
    ]
    graph = graph_of(links, CONSTRUCTED)
    assert called_by(graph, "m::Base.__init__") == [
        "u::one > m::Base.__init__",
        "u::two > m::Base.__init__ through m::Plain",
    ]
    assert calls(graph, "u::two") == ["u::two > m::Plain"]
    assert calls(graph, "u::two", 2) == [
        "u::two > m::Plain",
        "m::Plain > m::Base.__init__",
        "m::Base.__init__ > m::setup",
    ]
    both = graph.own_constructors(graph.nodes.numbers(["m::Base"]))
    assert walked(graph, callers(graph, both, 1).steps) == [
        "u::one > m::Base",
        "u::two > m::Base.__init__ through m::Plain",
    ]


def test_what_is_uncertain_is_a_group_of_its_own_and_not_followed() -> None:
    links = [
        link("m::sure", "m::f"),
        link("m::guess", "m::f", "m::g", confidence=0.25),
        link("m::weak", "m::f", confidence=0.3),
        link("m::likely", "m::f", confidence=0.5),
        link("m::far", "m::guess"),
    ]
    graph = graph_of(links)
    assert called_by(graph, "m::f", 3) == ["m::sure > m::f", "m::likely > m::f"]
    assert may_call(graph, "m::f") == ["m::guess > m::f", "m::weak > m::f"]
    assert may_call(graph, "m::g") == ["m::guess > m::g"]


def test_what_is_certain_at_a_line_is_not_uncertain_there_too() -> None:
    graph = graph_of([link("m::a", "m::f", line=3), link("m::a", "m::f", "m::g", confidence=0.3, line=3)])
    assert may_call(graph, "m::f") == []


def test_an_empty_graph_answers() -> None:
    graph = graph_of([])
    assert (called_by(graph, "m::a"), calls(graph, "m::a", 3), graph.ranks(), graph.references_to("m::a")) == (
        [],
        [],
        {},
        0,
    )


@pytest.mark.parametrize("kind", [ReferenceKind.TYPE, ReferenceKind.IMPORT, ReferenceKind.ACCESS])
def test_other_uses_are_no_calls(kind: ReferenceKind) -> None:
    graph = graph_of([Link("m::a", ("m::b",), kind)])
    assert called_by(graph, "m::b") == []
    assert graph.references_to("m::b") == 1


def test_rank_grows_with_references_and_reaches_the_class() -> None:
    links = [link("m::x", "m::K.run"), link("m::y", "m::K.run"), link("m::y", "m::other")]
    ranks = graph_of(links, {"m::K": Kind.CLASS, "m::K.run": Kind.METHOD}).ranks()
    assert ranks["m::K.run"] > ranks["m::other"]
    assert ranks["m::K"] > ranks["m::x"]


def test_focus_draws_rank_to_its_surroundings() -> None:
    ranks = graph_of([link("m::a", "m::b"), link("m::c", "m::d")]).ranks(focus=["m::a"])
    assert ranks["m::b"] > ranks["m::d"]
