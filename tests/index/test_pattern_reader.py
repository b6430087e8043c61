from __future__ import annotations

from typing import Any

import pytest

from codeqa.index.definitions import LocatedDefinition
from codeqa.index.pattern_reader import PatternReader
from codeqa.languages.patterns import patterns_from
from codeqa.languages.registry import Language
from codeqa.model import Reference

TABLE: dict[str, Any] = {
    "comment": r"//[^\n]*|/\*[\s\S]*?\*/",
    "string": r'"(?:[^"\\\n]|\\.)*"',
    "end": ";",
    "definitions": [
        {"kind": "struct", "pattern": r"\bthing\s+(?P<name>\w+)\s*(?=\{)"},
        {"kind": "function", "pattern": r"\bdo\s+(?P<name>\w+)\s*\("},
        {"kind": "variable", "pattern": r"^\s*let\s+(?P<name>\w+)", "depth": 0},
        {"kind": "section", "pattern": r"^(?P<name>part\s+\w+)"},
        {"kind": "field", "pattern": r"(?:^|(?<=[{;]))\s*(?P<name>\w+)\s*:", "within": ["struct"]},
        {"kind": "enum_member", "pattern": r"\bcase\s+(?P<name>\w+)", "within": ["struct"]},
    ],
    "references": [
        {"kind": "import", "pattern": r'\buse\s+"(?P<name>[^"]+)"', "strings": True},
        {"kind": "type", "pattern": r":\s*(?P<name>[A-Z]\w*)", "within": ["field"]},
        {"kind": "call", "pattern": r"(?:(?P<receiver>\w+)\.)?(?P<name>\w+)\("},
    ],
}
LANGUAGE = Language("toy", separator=".", constructors=("make",))


def read(text: str, **changes: Any) -> tuple[list[LocatedDefinition], list[Reference], PatternReader]:
    patterns = patterns_from({**TABLE, **changes}, "here")
    reader = PatternReader("a.toy", LANGUAGE, patterns, text, text.split("\n"))
    located = reader.definitions({})
    return located, reader.references(located), reader


def outline(text: str, **changes: Any) -> list[str]:
    return [
        f"{one.definition.kind} {one.definition.qualified_name} {one.definition.start_line}-{one.definition.end_line}"
        for one in read(text, **changes)[0]
    ]


def test_brackets_tell_how_far_things_reach() -> None:
    text = 'thing A {\n  x: "}";\n  thing B { y: /* } */ 1; }\n  // }\n  z: 2;\n}\nthing C {}\n'
    assert outline(text) == [
        "struct A 1-6",
        "field A.x 2-2",
        "struct A.B 3-3",
        "field A.B.y 3-3",
        "field A.z 4-5",
        "struct C 7-7",
    ]


def test_what_is_never_closed_reaches_to_the_end() -> None:
    assert outline("thing A {\n  x: 1;\n") == ["struct A 1-2", "field A.x 2-2"]


def test_what_ends_without_an_end_ends_with_what_is_around() -> None:
    assert outline("thing A { x: 1 }\nlet y = 2") == ["struct A 1-1", "field A.x 1-1", "variable y 2-2"]


def test_functions_of_a_type_are_methods_and_some_make_it() -> None:
    assert outline("thing A {\n do run(a, b) { };\n do make() ;\n}\ndo run();") == [
        "struct A 1-4",
        "method A.run 2-2",
        "constructor A.make 3-3",
        "function run 5-5",
    ]


def test_only_so_deep() -> None:
    assert outline("thing A {\n let x = 1;\n}\nlet y = 2;") == ["struct A 1-3", "variable y 4-4"]


def test_members_of_an_enumeration_share_a_line() -> None:
    assert outline("thing A { case x case y }") == ["struct A 1-1", "enum member A.x 1-1", "enum member A.y 1-1"]


def test_a_definition_that_starts_where_a_section_does_takes_its_place() -> None:
    changes = {"definitions": [*TABLE["definitions"], {"kind": "object", "pattern": r"^part\s+(?P<name>x)\b"}]}
    assert outline("part x;\npart y;", **changes) == ["object x 1-1", "code part y 2-2"]


def test_comments_before_a_definition_are_its_doc() -> None:
    located, _, _ = read("// Far away.\n\n// What it\n// is.\nthing A {} // behind\n/* Long\n * one. */\ndo b();")
    first, second = (one.definition for one in located)
    assert (first.doc, first.start_line, first.line, first.signature) == ("What it\nis.", 3, 5, "thing A")
    assert (second.doc, second.start_line, second.signature) == ("Long\none.", 6, "do b()")


def test_the_same_name_twice_is_counted() -> None:
    located, _, _ = read("do a();\ndo a();")
    assert [one.definition.id for one in located] == ["a.toy::a", "a.toy::a~2"]


def test_references() -> None:
    text = 'use "lib/x";\nthing A {\n  x: List;\n  y: small;\n}\ndo run() { a.b(c("d(")); }\n// e()\n'
    _, references, _ = read(text)
    assert [(one.kind.value, one.line, one.receiver, one.name, one.enclosing) for one in references] == [
        ("import", 1, None, "lib/x", None),
        ("type", 3, None, "List", "A.x"),
        ("call", 6, "a", "b", "run"),
        ("call", 6, None, "c", "run"),
    ]


def test_names_in_quotes_or_brackets() -> None:
    changes = {
        "definitions": [
            {"kind": "table", "pattern": r"table (?:(?P<owner>\S+)\.)?(?P<name>\[[^\]]+\]|\w+)", "strings": True}
        ]
    }
    assert outline('table [my table];\ntable "s".t;', **changes) == ["table my table 1-1", "table s.t 2-2"]


def test_an_end_and_a_body_of_its_own() -> None:
    changes = {
        "body": r"\bas\b",
        "definitions": [{"kind": "function", "pattern": r"^do (?P<name>\w+)", "end": r"\bend\b"}],
    }
    located, _, _ = read("do a (x) as\n  b;\nend\nrest", **changes)
    assert [(one.definition.end_line, one.definition.signature) for one in located] == [(3, "do a (x)")]


def test_borders_leave_closing_brackets_and_comments_out() -> None:
    _, _, reader = read("thing A {\n  x: 1;\n\n  // words\n  y: {\n    z: 1\n  }\n}\n")
    assert reader.borders(1, 8) == [(2, 1), (5, 1), (6, 2)]


@pytest.mark.parametrize("text", ["", "\n", "}}}}", "thing", "thing A", '"', "/*", "do a(", "\N{BOM}thing Größe {}"])
def test_anything_can_be_read(text: str) -> None:
    located, _, reader = read(text)
    lines = text.split("\n")
    assert all(1 <= one.definition.start_line <= one.definition.end_line <= len(lines) for one in located)
    reader.borders(1, len(lines))


def test_a_bracket_left_open_costs_what_follows_no_more_than_to_the_next_sure_start() -> None:
    text = "thing A {\n  x: (1;\n}\nthing B {\n  y: 2;\n}\n"
    assert outline(text, reset="^thing") == ["struct A 1-3", "field A.x 2-3", "struct B 4-6", "field B.y 5-5"]


def test_nesting_ends_somewhere() -> None:
    assert len(outline("thing A {\n" * 1000)) < 100
