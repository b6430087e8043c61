from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from cli_samples import Ran

from codeqa.model import Definition, Hit, OutlineEntry, Reference

Run = Callable[..., Ran]


def names(record: type) -> set[str]:
    return {field.name for field in fields(record)}


def test_search_shows_places_reasons_and_first_lines(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("search", "weigh a parcel")
    assert (ran.status, ran.err) == (0, "")
    first = ran.out.split("\n\n")[0].splitlines()
    assert first[0].startswith("src/parcels/weighing.py:")
    assert "Scale" in first[0]
    assert first[1].startswith("  ")
    assert "\x1b" not in ran.out


def test_search_as_json_has_the_fields_of_a_hit(parcels: Path, codeqa: Run) -> None:
    hits = codeqa("search", "weigh a parcel", "-n", "3", "--json").json
    assert 1 <= len(hits) <= 3
    assert all(set(hit) == names(Hit) | {"place"} for hit in hits)
    assert hits[0]["path"] == "src/parcels/weighing.py"
    assert codeqa("search", "weigh a parcel", "-n", "3", "--format", "json").json == hits


def test_search_for_editors_gives_a_line_a_hit(parcels: Path, codeqa: Run) -> None:
    lines = codeqa("search", "parcel", "--format", "vimgrep").out.splitlines()
    for line in lines:
        path, number, column, text = line.split(":", 3)
        assert (parcels / path).is_file()
        assert int(number) >= 1
        assert column == "1"
        assert text


def test_search_filters(parcels: Path, codeqa: Run) -> None:
    def paths(*options: str) -> set[str]:
        return {hit["path"] for hit in codeqa("search", "parcel", "--json", *options).json}

    assert paths("-l", "rust") <= {"rust/route.rs"}
    assert paths("-p", "java/**") == {"java/depot/Depot.java"}
    assert paths("-p", "src/", "-p", "!*weighing*") == {"src/parcels/sending.py"}
    kinds = {hit["kind"] for hit in codeqa("search", "parcel", "-k", "function", "-k", "enum_member", "--json").json}
    assert kinds == {"function"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search", "parcel", "-k", "thing"], "'thing' is not a valid Kind. Choose among function, method"),
        (["search", "parcel", "-l", "klingon"], "klingon"),
        (["search", "parcel", "-n", "0"], "limit"),
        (["search", " "], "empty"),
        (["search", "parcel", "--format", "xml"], "no format 'xml'. Choose text, vimgrep, json"),
        (["refs", "send", "-k", "member"], "no kind of reference 'member'. Choose among call, "),
        (["outline", "src"], "src is a folder. Name a file, or the codebase with -C src"),
    ],
)
def test_bad_input_ends_with_2(parcels: Path, codeqa: Run, arguments: list[str], message: str) -> None:
    ran = codeqa(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_nothing_found_ends_with_1(parcels: Path, codeqa: Run) -> None:
    assert codeqa("search", "parcel", "-p", "nowhere/") == Ran(1, "", "")
    assert codeqa("search", "parcel", "-p", "nowhere/", "--json") == Ran(1, "[]\n", "")
    assert codeqa("refs", "send", "-k", "decorator", "--json") == Ran(1, "[]\n", "")
    for arguments in (["def", "sned"], ["refs", "sned"], ["outline", "nowhere.py"], ["callers", "sned"]):
        ran = codeqa(*arguments)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.startswith("codeqa: ")
    assert "send" in codeqa("def", "sned").err


def test_def_shows_signature_and_documentation(parcels: Path, codeqa: Run) -> None:
    assert codeqa("def", "postage").out == (
        "src/parcels/weighing.py:12  function postage\n"
        "    def postage(parcel, scale)\n"
        "    What it costs to send a parcel, in cents.\n"
    )
    found = codeqa("def", "Route::next_stop", "--json").json
    assert [set(one) for one in found] == [names(Definition) | {"id"}]
    assert found[0]["id"] == "rust/route.rs::Route::next_stop"
    assert codeqa("def", "src/parcels/weighing.py:9").out.startswith("src/parcels/weighing.py:7  method Scale.weigh\n")


def test_refs_are_grouped_by_file_with_what_is_around(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("refs", "send")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "src/parcels/sending.py  1\n"
        "     11  call  return [send(parcel) for parcel in parcels]  in send_all\n"
        "1 reference in 1 file\n"
    )
    assert codeqa("refs", "send", "--format", "vimgrep").out == (
        "src/parcels/sending.py:11:13:return [send(parcel) for parcel in parcels]\n"
    )
    found = codeqa("refs", "Scale", "--json").json
    assert all(set(one) == names(Reference) for one in found)
    assert {one["kind"] for one in found} == {"import", "instantiation"}
    assert {one["target"]["id"] for one in found} == {"src/parcels/weighing.py::Scale"}
    assert {one["kind"] for one in codeqa("refs", "Scale", "-k", "IMPORT", "--json").json} == {"import"}


def test_outline_of_a_file_is_a_tree_in_its_order(parcels: Path, codeqa: Run) -> None:
    lines = codeqa("outline", "src/parcels/weighing.py").out.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("      4  class Scale  ")
    assert lines[1].startswith("      7    def weigh(self, parcel)  ")
    assert lines[2].startswith("     12  def postage(parcel, scale)  ")
    assert "    pub fn next_stop(" in codeqa("outline", "rust/route.rs").out


def test_outline_of_a_codebase_has_places(parcels: Path, codeqa: Run) -> None:
    ran = codeqa("outline")
    assert ran.status == 0
    assert "src/parcels/weighing.py:4  class Scale" in ran.out
    document = codeqa("outline", "-C", ".", "--focus", "send", "--json").json
    assert document["path"] is None
    assert all(set(entry) == names(OutlineEntry) for entry in document["entries"])
    assert codeqa("outline", "--focus", "sned").status == 1
