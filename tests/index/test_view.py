from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.view import MOST_OUTPUT, View, notebook_view

PYTHON = {"language_info": {"name": "python"}}


def notebook(cells: list[dict[str, Any]], metadata: dict[str, Any] | None = None, indent: int | None = 1) -> str:
    whole = {"cells": cells, "metadata": PYTHON if metadata is None else metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=indent, ensure_ascii=False) + "\n"


def code(source: str | list[str], outputs: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "outputs": outputs or [], "source": source}


def markdown(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def view_of(text: str) -> View:
    view = notebook_view(text)
    assert view is not None
    assert view.text.count("\n") == text.count("\n")
    return view


def test_lines_are_those_on_disk() -> None:
    text = notebook([markdown('# A "title"\n\nWords.'), code(["import os\n", "\n", "os.getcwd()"])])
    view = view_of(text)
    on_disk, shown = text.split("\n"), view.text.split("\n")
    for number, line in enumerate(on_disk):
        if '"import os' in line:
            assert shown[number] == "import os"
        if "title" in line:
            assert shown[number] == '# A "title"'
    first, second = view.cells
    assert (first.language, second.language) == ("markdown", "python")
    assert second.text == "import os\n\nos.getcwd()"
    assert [shown[row - 1] for row in second.rows] == ["import os", "", "os.getcwd()"]
    assert shown[first.start - 1] == "# %% [markdown]"
    assert shown[second.start - 1] == "# %%"
    assert first.end < second.start


def test_a_cell_in_one_string_stays_on_its_line() -> None:
    view = view_of(notebook([code("def f():\n    return 1\n")]))
    (cell,) = view.cells
    assert cell.text == "def f():\n    return 1\n"
    assert len(set(cell.rows)) == 1
    assert view.text.split("\n")[cell.rows[0] - 1] == "def f(): ⏎     return 1"


def test_all_on_one_line() -> None:
    view = view_of(notebook([code(["a = 1\n", "b = 2"]), markdown("# T")], indent=None))
    assert [cell.rows for cell in view.cells] == [(1, 1), (1,)]


def test_what_ipython_alone_understands_is_blank() -> None:
    (cell,) = view_of(notebook([code(["%matplotlib inline\n", "x = 5 % 3\n", "!ls\n", "x?\n", "  %time f()"])])).cells
    assert [line.strip() for line in cell.text.split("\n")] == ["", "x = 5 % 3", "", "", ""]


@pytest.mark.parametrize(
    ("first", "language"),
    [
        ("%%time", "python"),
        ("%%capture out", "python"),
        ("%%bash", "bash"),
        ("%%html", "html"),
        ("%%unheard", "unheard"),
    ],
)
def test_a_cell_magic_names_the_language(first: str, language: str) -> None:
    (cell,) = view_of(notebook([code([f"{first}\n", "words"])])).cells
    assert cell.language == language
    assert cell.text.strip() == "words"


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({"language_info": {"name": "julia", "version": "1.9"}, "kernelspec": {"name": "julia-1.9"}}, "julia"),
        ({"kernelspec": {"display_name": "R", "language": "R", "name": "ir"}}, "R"),
        ({"kernelspec": {"name": "python3"}}, "python"),
        ({}, "python"),
    ],
)
def test_the_kernels_language(metadata: dict[str, Any], language: str) -> None:
    assert [cell.language for cell in view_of(notebook([code(["x"])], metadata)).cells] == [language]


def test_printed_output_is_shown_and_pictures_are_not() -> None:
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": ["area 4\n", "area 9\n"]},
        {
            "output_type": "display_data",
            "data": {"image/png": "iVBOR" * 40, "text/plain": ["<Figure>"]},
            "metadata": {},
        },
        {"output_type": "stream", "name": "stdout", "text": [f"line {number}\n" for number in range(100)]},
    ]
    shown = view_of(notebook([code(["show()"], outputs)])).text
    assert "area 4\n" in shown
    assert "<Figure>" in shown
    assert "iVBOR" not in shown
    assert "line 10" in shown
    assert f"line {MOST_OUTPUT}" not in shown


def test_cells_in_worksheets() -> None:
    cell = {"cell_type": "code", "input": ["x = 1\n", "y = 2"], "outputs": [], "language": "python"}
    text = json.dumps({"metadata": {"name": ""}, "nbformat": 3, "worksheets": [{"cells": [cell]}]}, indent=1)
    assert [one.text for one in view_of(text).cells] == ["x = 1\ny = 2"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", "{'a': 1}", '{"cells": [}', '{"a": 1', "words", '{"a" 1}', '["x" "y"]']
)
def test_what_is_no_notebook_has_no_view(text: str) -> None:
    assert notebook_view(text) is None


@given(st.lists(st.text(max_size=40), max_size=5), st.sampled_from([None, 0, 1, 4]))
def test_any_text_comes_back(sources: list[str], indent: int | None) -> None:
    cells = [code(source.split("\n")) if index % 2 else code(source) for index, source in enumerate(sources)]
    view = view_of(notebook(cells, indent=indent))
    for cell in view.cells:
        assert len(cell.rows) == cell.text.removesuffix("\n").count("\n") + 1
        assert list(cell.rows) == sorted(cell.rows)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_read_or_refused(value: Any) -> None:
    notebook_view(json.dumps(value))
