from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.faces.http import highlight
from codeqa.faces.http.highlight import highlighted, highlighted_lines
from codeqa.languages.registry import Language, load_languages

COLOURS = Path(highlight.__file__).parent.parent / "web" / "static" / "pygments.css"
TAG = re.compile(r"<[^>]*>")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.sampled_from([None, "python", "html", "c", "x"]))
def test_nothing_but_spans_is_added(text: str, language: str | None) -> None:
    lines = highlighted_lines(text, language)
    assert [unescape(TAG.sub("", line)) for line in lines] == text.split("\n")
    for line in lines:
        assert all(re.fullmatch(r'<span class="[a-z0-9]+">|</span>', tag) for tag in TAG.findall(line))
        assert line.count("<span") == line.count("</span>")


def test_code_in_strings_stays_text() -> None:
    assert "<script" not in highlighted("x = '<script>'\n<script>", "python")
    assert "<script" not in highlighted("<script>alert(1)</script>", "html")


def test_a_string_of_several_lines_is_one_in_each() -> None:
    lines = highlighted_lines('x = """first\nsecond"""\n', "python")
    assert lines[1].startswith('<span class="s2">second')


def test_the_file_decides_where_the_language_does_not() -> None:
    assert 'class="nt"' in highlighted("<p>", None, "some/page.html")
    assert highlighted("<p>", None, "some/page.unknown") == "&lt;p&gt;"


def test_long_lines_and_texts_stay_plain() -> None:
    assert "<span" not in highlighted("x = 1;" * highlight.LONGEST_LINE, "c")
    assert "<span" not in highlighted("x = 1;\n" * highlight.LONGEST_TEXT, "c")


def test_text_that_is_made_to_take_long_stays_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highlight, "LONGEST_SECONDS", 0.01)
    text = "a\n\n" * 4_000
    lines = highlighted_lines(text, "csharp")
    assert "<span" in lines[0]
    assert "<span" not in lines[-3]
    assert [unescape(TAG.sub("", line)) for line in lines] == text.split("\n")


CODE = [one for one in load_languages().languages if one.is_code]


@pytest.mark.parametrize("language", CODE, ids=lambda one: one.name)
def test_pygments_knows_the_languages(language: Language) -> None:
    endings = [f"x.{ending}" for ending in language.extensions] or [""]
    assert any(highlight._lexer_class(language.name, ending) is not None for ending in endings)


def test_the_colours_can_be_read() -> None:
    themes = re.findall(r"(?:root|\]|\]\)) \{([^}]*)\}", COLOURS.read_text(encoding="utf-8"))
    assert len(themes) == 3
    for theme in themes:
        colours = dict(re.findall(r"--code-(\w+): (#\w+);", theme))
        background = colours.pop("background")
        assert {name for name, one in colours.items() if _contrast(one, background) < 4.5} == set()


def test_dark_is_dark_either_way() -> None:
    _, by_system, by_choice = re.findall(r"(?:root|\]|\]\)) \{([^}]*)\}", COLOURS.read_text(encoding="utf-8"))
    assert by_system.split() == by_choice.split()


def _contrast(one: str, other: str) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance by WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
