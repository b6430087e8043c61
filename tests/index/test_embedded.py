from __future__ import annotations

from textwrap import dedent

from codeqa.index.embedded import Parsed, parsed_cells, parsed_file
from codeqa.index.view import notebook_view
from codeqa.languages.registry import load_languages
from codeqa.model import Kind


def parsed(path: str, text: str) -> Parsed:
    language = load_languages().detect(path, text)
    assert language is not None
    return parsed_file(path, language, text, text.split("\n"))


def places(text: str, name: str) -> list[tuple[int, int]]:
    return [(number, line.index(name) + 1) for number, line in enumerate(text.split("\n"), start=1) if name in line]


PAGE = dedent("""\
    <p>größe</p>
    <style>
      .wide { margin: 0 }
    </style>
    <p>ä</p><script>function first() { return second(); }</script>
    <script type="module">
      class Third {}
    </script>
    <script type="application/json">{"function": "fourth"}</script>
    <script lang="coffee">fifth = -> 1</script>
    """)


def test_each_text_is_read_in_its_language_and_place() -> None:
    facts = parsed("page.html", PAGE)
    found = {one.name: one for one in facts.definitions}
    assert set(found) == {".wide", "first", "Third"}
    assert [found[name].language for name in (".wide", "first", "Third")] == ["css", "javascript", "javascript"]
    for name, one in found.items():
        assert (one.line, one.column) in places(PAGE, name)
    (call,) = facts.references
    assert (call.name, call.enclosing) == ("second", "first")
    assert (call.line, call.column) in places(PAGE, "second")
    assert facts.broken_lines == 0


def test_names_are_counted_over_all_texts() -> None:
    facts = parsed("page.html", "<script>function a() {}</script>\n<script>function a() {}</script>\n")
    assert [one.id for one in facts.definitions] == ["page.html::a", "page.html::a~2"]


def test_a_broken_script_costs_itself_alone() -> None:
    facts = parsed("page.html", "<script>\nfunction (\n</script>\n<script>\nfunction b() {}\n</script>\n")
    assert [one.name for one in facts.definitions] == ["b"]
    assert facts.broken_lines


def test_a_component_is_defined_by_its_file() -> None:
    text = (
        '<script setup lang="ts">\nconst open = ref<Set<Key>>(make())\n</script>\n'
        "<template>\n<b>{{ show(open) }} {{ open\n ?? late() }}</b></template>\n"
    )
    facts = parsed("src/UserCard.vue", text)
    component, constant = facts.definitions
    assert (component.name, component.kind, component.end_line) == ("UserCard", Kind.CLASS, 7)
    assert (constant.qualified_name, constant.language, constant.line) == ("open", "typescript", 2)
    calls = [(one.name, one.line, one.column) for one in facts.references if one.kind == "call"]
    assert calls == [("ref", 2, 14), ("make", 2, 28), ("show", 5, 7), ("late", 6, 5)]
    assert {one.name for one in facts.sections} == {"script", "template"}


def test_statements_of_a_script_are_borders_inside_it() -> None:
    text = "<div>\n<script>\nfunction a() {\n  one();\n  two();\n}\n</script>\n</div>\n"
    lines = [line for line, _ in parsed("page.html", text).borders(1, 8)]
    assert {3, 4, 5} <= set(lines)


def test_cells_are_sections_unless_they_define_something() -> None:
    text = (
        '{"cells": [\n'
        '{"cell_type": "markdown", "metadata": {}, "source": [\n"# Shapes"]},\n'
        '{"cell_type": "markdown", "metadata": {}, "source": [\n"## Areas\\n",\n"words"]},\n'
        '{"cell_type": "code", "metadata": {}, "outputs": [], "source": [\n"x()"]},\n'
        '{"cell_type": "code", "metadata": {}, "outputs": [], "source": [\n"def f():\\n",\n"    return g()"]}\n'
        '], "metadata": {}, "nbformat": 4}\n'
    )
    view = notebook_view(text)
    assert view is not None
    facts = parsed_cells("a.ipynb", view.cells, view.text.split("\n"))
    assert [(one.qualified_name, one.kind) for one in facts.sections] == [
        ("Shapes", Kind.DOCUMENTATION),
        ("Shapes > Areas", Kind.DOCUMENTATION),
        ("Shapes > Areas", Kind.CODE),
    ]
    (function,) = facts.definitions
    assert (function.name, function.line, function.end_line) == ("f", 10, 11)
    assert [(one.name, one.line) for one in facts.references] == [("x", 8), ("g", 11)]
