from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.faces.http.markdown import Document, Sources, answer_html, cited_numbers, document_html
from codeqa.model import Citation, Verdict

SOURCES = Sources.of(
    [
        Citation(1, "lamp.py", 4, 9, Verdict.VALID),
        Citation(2, "keeper.py", 7, 7, Verdict.VALID),
        Citation(9, "", 0, 0, Verdict.INVALID),
    ]
)
ALLOWED = {
    "a": {"href", "target", "rel"},
    "button": {"type", "class", "data-number", "title"},
    "span": {"class"},
    "pre": {"class", "tabindex"},
    "td": {"class"},
    "th": {"class"},
    "ol": {"start"},
} | dict.fromkeys("p code em strong s blockquote ul li h3 h4 h5 h6 hr br table thead tbody tr".split(), frozenset())


class Checked(HTMLParser):
    """Refuses what may run or be fetched."""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED
        assert {name for name, _ in attributes} <= set(ALLOWED[tag])
        address = dict(attributes).get("href")
        assert address is None or address.lower().startswith(("http://", "https://", "mailto:", "#/"))

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a comment")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError("a declaration")

    handle_pi = unknown_decl = handle_decl


def checked(html: str) -> str:
    parser = Checked()
    parser.feed(html)
    parser.close()
    return html


@pytest.mark.parametrize(
    "planted",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](<java&#10;script:alert(1)>)",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](//elsewhere.example)",
        "[x](\\\\elsewhere.example)",
        "[x](https://a.example/\"onmouseover='alert(1))",
        "<https://a.example/<script>>",
        "<javascript:alert(1)>",
        "![x](https://tracker.example/x.png)",
        "![<img src=x onerror=alert(1)>](x)",
        "```<script>\n</code></pre><script>alert(1)</script>\n```",
        "    </code><script>alert(1)</script>",
        "`</code><script>alert(1)</script>`",
        "|<b>|\n|-|\n|<script>|",
        "# <script>",
        "[<script>]: javascript:alert(1)\n\n[<script>]",
        "<!-- x --><?x?><!doctype x><![CDATA[x]]>",
        '[1" onclick="alert(1)]',
    ],
)
def test_nothing_planted_runs(planted: str) -> None:
    checked(answer_html(planted, SOURCES))
    checked(document_html(planted))
    checked(document_html(planted, Document("beacon", "README.md", {"x"})))


@given(st.text(alphabet="[](){}<>!`*_~|#-=:/\\\"'&;,. \n1axscript", max_size=200))
def test_nothing_that_can_be_written_runs(text: str) -> None:
    checked(answer_html(text, SOURCES))
    checked(document_html(text, Document("beacon", "README.md", {"x", "a"})))


def test_numbers_become_buttons() -> None:
    html = checked(answer_html("It flashes [1][2].", SOURCES))
    assert '<button type="button" class="citation" data-number="1" title="Source 1: lamp.py:4-9">1</button>' in html
    assert 'data-number="2"' in html


def test_numbers_of_nothing_do_not() -> None:
    html = checked(answer_html("It [3] sinks [9: no such source] [1234] [] [", SOURCES))
    assert "<button" not in html
    assert '<span class="citation citation-missing">9: no such source</span>' in html
    assert "[1234] [] [" in html


def test_numbers_in_code_and_links_stay() -> None:
    assert "<button" not in checked(answer_html("`x[1]` [1](https://a.example)", SOURCES))


def test_a_list_of_sources_stays_in_sight() -> None:
    html = checked(answer_html("It flashes [1].\n\n[1]: https://a.example", SOURCES))
    assert html.count("<button") == 2
    assert "https://a.example" in html


def test_places_of_an_answer_without_model_become_buttons() -> None:
    html = checked(answer_html("`lamp.py:4-9` and `keeper.py:7` and `other.py:1`", SOURCES))
    assert 'class="citation citation-place" data-number="1"' in html
    assert 'data-number="2" title="Source 2: keeper.py:7">keeper.py:7</button>' in html
    assert "<code>other.py:1</code>" in html


def test_cited_numbers() -> None:
    assert cited_numbers("Both [3] [1], not `[2]` nor [4: no such source].\n\n- **again [3]**") == [1, 3]


def test_links_of_a_file_lead_to_files_of_the_codebase() -> None:
    document = Document("beacon", "docs/index.md", {"docs/a b.md", "README.md"})
    html = checked(document_html("[one](a%20b.md#part) [two](../README.md) [three](../../etc/passwd)", document))
    assert '<a href="#/beacon/file/docs/a%20b.md">one</a>' in html
    assert '<a href="#/beacon/file/README.md">two</a>' in html
    assert "<a>three</a>" in html


def test_links_to_the_web_tell_nothing() -> None:
    html = checked(document_html("<https://a.example/?q=1&r=2>"))
    assert 'href="https://a.example/?q=1&amp;r=2" target="_blank" rel="noopener noreferrer nofollow"' in html
