from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from cli_samples import Ran, write

from codeqa.model import Definition, Edge

Run = Callable[..., Ran]


def test_callers_are_steps_with_their_lines(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("callers", "send")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "send_all ─call→ send  src/parcels/sending.py:11\n    return [send(parcel) for parcel in parcels]\n"
    )
    assert "send_all ─call→ send" in codeqa("callers", "src/parcels/weighing.py:12", "--depth", "2").out


def test_callees_as_json_have_the_ids_that_edges_point_to(parcels: Path, codeqa: Run) -> None:
    graph = codeqa("callees", "send", "--json").json
    assert all(set(node) == {field.name for field in fields(Definition)} | {"id"} for node in graph["nodes"])
    assert all(set(edge) == {field.name for field in fields(Edge)} for edge in graph["edges"])
    ids = {node["id"] for node in graph["nodes"]}
    assert {edge["source"] for edge in graph["edges"]} | {edge["target"] for edge in graph["edges"]} <= ids
    assert "src/parcels/weighing.py::postage" in ids


def test_a_route_goes_from_one_to_the_other(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("route", "send_all", "postage")
    assert ran.status == 0
    steps = [line for line in ran.out.splitlines() if not line.startswith(" ")]
    assert steps[0].startswith("send_all ─call→ send  ")
    assert steps[1].startswith("send ─call→ postage  ")


def test_members_on_a_route_lie_in_their_class_and_have_no_line(parcels: Path, codeqa: Run) -> None:
    write(
        parcels,
        {"src/parcels/pair.py": "class Pair:\n    def left(self):\n        ...\n\n    def right(self):\n        ...\n"},
    )
    assert codeqa("route", "Pair.left", "Pair.right").out == ("Pair.left ─lies in→ Pair\nPair ─has→ Pair.right\n")


def test_a_graph_for_mermaid(parcels: Path, codeqa: Run) -> None:
    lines = codeqa("callers", "send", "--mermaid").out.splitlines()
    assert lines[0] == "flowchart LR"
    assert {'  n0["send"]', '  n0["send_all"]', '  n1["send"]', '  n1["send_all"]'} > set(lines[1:3])
    assert "-->|call|" in lines[3]


def test_no_connection_is_said_and_ends_with_1(parcels: Path, codeqa: Run) -> None:
    assert codeqa("callers", "send_all") == Ran(1, "", "Nothing here is known to call send_all.\n")
    assert codeqa("callees", "position") == Ran(1, "", "position is not known to call anything here.\n")
    ran = codeqa("route", "position", "Depot")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "position and Depot are not known to be connected.\n"
    ran = codeqa("callers", "send_all", "--json")
    assert (ran.status, ran.json["edges"]) == (1, [])
    assert codeqa("callers", "send", "--depth", "0").status == 2
