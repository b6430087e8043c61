from __future__ import annotations

from codeqa.model import ReferenceKind
from codeqa.retrieve.graph import ReferenceGraph, Step


def step(source: str, target: str, kind: ReferenceKind = ReferenceKind.CALL, confidence: float = 1.0) -> Step:
    return Step(source, target, kind, source.partition("::")[0], 1, confidence)


def names(steps: list[Step]) -> list[tuple[str, str]]:
    return [(one.source, one.target) for one in steps]


def test_callers_are_followed_to_the_depth_asked_for() -> None:
    graph = ReferenceGraph([step("a", "b"), step("b", "c"), step("z", "a")], {})
    assert names(graph.callers(["c"], depth=1)) == [("b", "c")]
    assert names(graph.callers(["c"], depth=2)) == [("b", "c"), ("a", "b")]
    assert names(graph.callees(["a"], depth=5)) == [("a", "b"), ("b", "c")]


def test_a_cycle_ends() -> None:
    graph = ReferenceGraph([step("a", "b"), step("b", "a")], {})
    assert names(graph.callees(["a"], depth=9)) == [("a", "b"), ("b", "a")]


def test_a_route_goes_through_the_members_of_a_class() -> None:
    graph = ReferenceGraph(
        [step("m::Encoder.run", "m::join"), step("m::join", "n::Decoder")], {"m::Encoder.run": "m::Encoder"}
    )
    route = graph.route(["m::Encoder"], ["n::Decoder"])
    assert names(route) == [("m::Encoder", "m::Encoder.run"), ("m::Encoder.run", "m::join"), ("m::join", "n::Decoder")]


def test_two_certain_steps_beat_one_guess() -> None:
    graph = ReferenceGraph([step("a", "c", confidence=0.0), step("a", "b"), step("b", "c")], {})
    assert names(graph.route(["a"], ["c"])) == [("a", "b"), ("b", "c")]


def test_a_route_may_run_backwards_and_over_a_common_user() -> None:
    assert names(ReferenceGraph([step("b", "a")], {}).route(["a"], ["b"])) == [("b", "a")]
    common = ReferenceGraph([step("main", "a"), step("main", "b")], {})
    assert names(common.route(["a"], ["b"])) == [("main", "a"), ("main", "b")]


def test_unconnected_definitions_have_no_route() -> None:
    graph = ReferenceGraph([step("a", "b"), step("c", "d")], {})
    assert graph.route(["a"], ["d"]) == []
    assert graph.route(["a"], ["unknown"]) == []


def test_rank_grows_with_references_and_reaches_the_class() -> None:
    graph = ReferenceGraph([step("x", "K.run"), step("y", "K.run"), step("y", "other")], {"K.run": "K"})
    ranks = graph.ranks()
    assert ranks["K.run"] > ranks["other"]
    assert ranks["K"] > ranks["x"]
    assert ReferenceGraph([], {}).ranks() == {}


def test_focus_draws_rank_to_its_surroundings() -> None:
    graph = ReferenceGraph([step("a", "b"), step("c", "d")], {})
    ranks = graph.ranks(focus=["a"])
    assert ranks["b"] > ranks["d"]
