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


def test_members_on_a_route_lie_in_their_class(parcels: Path, codeqa: Run) -> None:
    write(
        parcels,
        {"src/parcels/pair.py": "class Pair:\n    def left(self):\n        ...\n\n    def right(self):\n        ...\n"},
    )
    assert codeqa("route", "Pair.left", "Pair.right").out == (
        "Pair.left ─lies in→ Pair  src/parcels/pair.py:1\n"
        "Pair ─has→ Pair.right  src/parcels/pair.py:5\n"
        "Related, not called: no chain of calls connects them.\n"
    )


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


DISPATCH = {
    "src/base.py": "class Base:\n    def carry(self, parcel):\n        ...\n",
    "src/van.py": "from base import Base\n\n\nclass Van(Base):\n    def carry(self, parcel):\n        load(parcel)\n"
    "\n\ndef load(parcel):\n    ...\n",
    "src/plan.py": "from base import Base\n\n\ndef plan(base: Base):\n    base.carry(1)\n\n\n"
    "def guess(thing):\n    thing.carry(2)\n",
}


def test_callers_over_a_base_and_those_that_may_be_none(parcels: Path, codeqa: Run) -> None:
    write(parcels, DISPATCH)
    assert codeqa("callers", "Van.carry").out == (
        "plan ─call→ Van.carry (through Base.carry, likely)  src/plan.py:5\n    base.carry(1)\n"
        "\nmaybe: 1 call that may mean something else\n"
        "guess ─call→ Van.carry (maybe)  src/plan.py:9\n    thing.carry(2)\n"
    )
    document = codeqa("callers", "Van.carry", "--json").json
    assert (document["total"], document["maybe_total"]) == (1, 1)
    assert document["edges"][0]["through"] == "src/base.py::Base.carry"
    assert "-.->|call|" in codeqa("callers", "Van.carry", "--mermaid").out


def test_a_route_over_overrides_says_so_and_what_else_has_the_name(parcels: Path, codeqa: Run) -> None:
    write(parcels, DISPATCH | {"src/other.py": "def load(parcel):\n    ...\n"})
    ran = codeqa("route", "plan", "load", "--chains", "2")
    assert ran.out == (
        "plan ─call→ Van.carry (through Base.carry, likely)  src/plan.py:5\n    base.carry(1)\n"
        "Van.carry ─call→ load  src/van.py:6\n    load(parcel)\n"
        "No chain of calls alone: inheritance, an override or a function handed on is part of it.\n"
        "load has 2 definitions, all tried; shown is src/van.py:9. The others: src/other.py:1.\n"
    )
    assert codeqa("route", "plan", "load", "--json").json["chains"][0]["relation"] == "overrides"
    assert codeqa("route", "plan", "load", "--chains", "11").status == 2


def test_definitions_of_one_name_stay_apart_and_the_rest_is_counted(parcels: Path, codeqa: Run) -> None:
    write(parcels, {"a.py": "def pack():\n    ...\n\n\npack()\npack()\n", "b.py": "def pack():\n    ...\n\n\npack()\n"})
    out = codeqa("callers", "pack", "--limit", "2").out
    assert "a.py ─call→ pack (a.py)  a.py:5" in out
    assert "… 1 more; --limit shows more" in out
    assert "pack (b.py)" in codeqa("callers", "pack").out
