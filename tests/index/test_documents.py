from __future__ import annotations

from textwrap import dedent

import pytest
from chunk_checks import SMALL, check, outline
from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.documents import chunk_document
from codeqa.index.sizes import DEFAULT_SIZES, ChunkSizes
from codeqa.model import Chunk, Kind


def chunks_of(language: str | None, source: str, sizes: ChunkSizes = SMALL) -> list[Chunk]:
    lines = dedent(source).lstrip("\n").removesuffix("\n").split("\n")
    chunks = chunk_document("docs/a.x", language, lines, sizes)
    check(chunks, lines, sizes)
    return chunks


def symbols(language: str | None, source: str) -> list[str | None]:
    """The symbols of sections that are never joined."""
    return [one.symbol for one in chunks_of(language, source, ChunkSizes(tiny=0))]


PROSE = "Some words that say what this is about, at no great length."


def test_markdown_sections() -> None:
    chunks = chunks_of(
        "markdown",
        f"""
        # Guide to `run`

        {PROSE}

        ## Install

        {PROSE}

        ### On *one* system

        {PROSE}

        ## [Use](use.md) it

        {PROSE}
        """,
    )
    assert outline(chunks) == [
        "1-4 documentation Guide to run",
        "5-8 documentation Guide to run > Install",
        "9-12 documentation Guide to run > Install > On one system",
        "13-15 documentation Guide to run > Use it",
    ]
    assert [one.name for one in chunks] == ["Guide to run", "Install", "On one system", "Use it"]


def test_markdown_headings_are_those_of_commonmark() -> None:
    source = """
        Setext
        ======

        ```sh
        # no heading
        ```

            # none either

        > # nor this

        ~~~
        Under
        -----
        ~~~

        Lower
        ---

        #hashtag

        ###### Deep ######

        <h2 align="center">
          From <b>HTML</b>
        </h2>
        """
    assert symbols("markdown", source) == [
        "Setext",
        "Setext > Lower",
        "Setext > Lower > Deep",
        "Setext > From HTML",
    ]


def test_front_matter_holds_no_headings() -> None:
    assert symbols("markdown", "---\ntitle: A\n# comment\nkey: b\n---\n# Real\n") == [None, "Real"]
    assert symbols("markdown", "+++\n# comment\n+++\n# Real\n") == [None, "Real"]
    assert symbols("markdown", "---\n\n# After a rule\n") == [None, "After a rule"]


def test_tiny_sections_share_a_chunk_that_names_them() -> None:
    chunks = chunks_of("markdown", f"# Top\n\n{PROSE}\n\n## A\n\na\n\n## B\n\nb\n\n## C\n\n{PROSE} {PROSE}\n")
    assert outline(chunks) == ["1-12 documentation Top", "13-15 documentation Top > C"]
    chunks = chunks_of(
        "markdown",
        f"# Top\n\n{PROSE} {PROSE} And a few words more for it.\n\n## A\n\na\n\n## B\n\nb\n\n# Next\n\n{PROSE}\n",
    )
    assert outline(chunks) == ["1-4 documentation Top", "5-12 documentation Top > A, B", "13-15 documentation Next"]


def test_a_title_alone_goes_with_what_it_heads() -> None:
    chunks = chunks_of("markdown", f"# One\n\n{PROSE}\n\n# Two\n\n## First\n\n{PROSE}\n")
    assert outline(chunks) == ["1-4 documentation One", "5-9 documentation Two > First"]


def test_a_long_section_is_split_between_its_blocks() -> None:
    fence = "```\n" + "\n".join(["run --now", "", "stop --now"] * 3) + "\n```"
    chunks = chunks_of("markdown", f"# Top\n\n## Long\n\n{PROSE}\n\n{fence}\n\n- {PROSE}\n- {PROSE}\n- {PROSE}\n")
    assert [one.part for one in chunks] == list(range(1, len(chunks) + 1))
    assert {one.symbol for one in chunks} == {"Top > Long"}
    assert any(one.text.startswith("```") and one.text.rstrip().endswith("```") for one in chunks)
    assert chunks[0].context == ""
    assert all(one.context == chunks[0].symbol for one in chunks[1:])


def test_restructuredtext_sections() -> None:
    chunks = chunks_of(
        "restructuredtext",
        f"""
        ========
         Manual
        ========

        {PROSE}

        .. _setup:

        Setup
        =====

        {PROSE}

        Using :func:`~pkg.run`
        ----------------------

        {PROSE}

        Later
        =====

        {PROSE}
        """,
    )
    assert outline(chunks) == [
        "1-6 documentation Manual",
        "7-13 documentation Manual > Setup",
        "14-18 documentation Manual > Setup > Using pkg.run",
        "19-22 documentation Manual > Later",
    ]


def test_what_is_no_title_in_restructuredtext() -> None:
    source = """
        Title
        =====

        =====  =====
        A      B
        =====  =====
        a      b
        =====  =====

        Words of a paragraph
        that goes on
        ----

        ----

        Ends so::

            Inner
            =====

        Wait
        ...

        * item
        """
    assert symbols("restructuredtext", source) == ["Title"]


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("toml", "a = 1\n[tool.x]\nb = 2\n\n# about y\n[[y]] # more\nc = 3\n", ["1-1 -", "2-4 tool.x", "5-7 y"]),
        ("ini", "[one]\na = b\n[two:three]\nc = d\n", ["1-2 one", "3-4 two:three"]),
        ("ini", "a.b=c\nd.e=f\n", ["1-2 -"]),
        (
            "yaml",
            "# top\n%YAML 1.2\n---\nname: x\non:\n  push:\n- not: this\n'a b': 1\nurl: http://x\n",
            ["1-3 -", "4-4 name", "5-7 on", "8-8 a b", "9-9 url"],
        ),
        (
            "json",
            '{\n  "name": "x",\n  "scripts": {\n    "test": "y"\n  },\n  // note\n  "files": ["a"]\n}\n',
            ["1-1 -", "2-2 name", "3-5 scripts", "6-8 files"],
        ),
        ("json", '[\n  {\n    "a": 1\n  }\n]\n', ["1-5 -"]),
        ("json", '{"a": 1}\n', ["1-1 -"]),
    ],
)
def test_configuration(language: str, source: str, expected: list[str]) -> None:
    chunks = chunks_of(language, source, ChunkSizes(tiny=0))
    assert [f"{one.start_line}-{one.end_line} {one.symbol or '-'}" for one in chunks] == expected
    assert {one.kind for one in chunks} == {Kind.CONFIGURATION}


def test_small_configuration_is_one_chunk() -> None:
    chunks = chunks_of("json", '{\n  "name": "x",\n  "main": "a.js"\n}\n')
    assert outline(chunks) == ["1-4 configuration name, main"]


def test_long_configuration_is_split_at_its_outer_keys() -> None:
    jobs = "".join(f"  job-{name}:\n    runs: here\n    steps:\n      - echo the name of the job\n" for name in "abcd")
    chunks = chunks_of("yaml", f"jobs:\n{jobs}")
    assert [one.text.lstrip().split(":")[0] for one in chunks] == ["jobs", "job-b", "job-c", "job-d"]


def test_plain_text_is_split_between_paragraphs() -> None:
    chunks = chunks_of(None, "\n\n".join([f"{PROSE}\n{PROSE}"] * 3))
    assert outline(chunks) == ["1-3 text - part 1", "4-6 text - part 2", "7-8 text - part 3"]


def test_code_that_could_not_be_parsed_is_code() -> None:
    assert outline(chunks_of("python", "def a(:\n    pass\n")) == ["1-2 code -"]


@pytest.mark.parametrize("language", [None, "markdown", "restructuredtext", "yaml", "toml", "json", "ini"])
def test_empty_and_blank_files(language: str | None) -> None:
    assert chunk_document("a", language, []) == []
    for lines in [[""], ["", "  ", ""]]:
        chunks = chunk_document("a", language, lines)
        check(chunks, lines, DEFAULT_SIZES)
        assert len(chunks) == 1


LINE = st.sampled_from(
    [
        "",
        "  ",
        "# One",
        "## Two",
        "Title",
        "=====",
        "---",
        "+++",
        "```",
        "~~~",
        "- item",
        "    indented",
        ".. _target:",
        "[table]",
        "key: value",
        '  "key": 1,',
        "{",
        "<h1>x</h1>",
        "| a | b |",
        "word " * 30,
        "x" * 300,
        "\x0b\u2028 # odd",
    ]
)


@given(
    st.lists(LINE | st.text(st.characters(exclude_characters="\n\r"), max_size=20), max_size=60),
    st.sampled_from([None, "markdown", "restructuredtext", "yaml", "toml", "json", "ini", "rust"]),
    st.sampled_from([SMALL, DEFAULT_SIZES, ChunkSizes(largest=1, piece=1, tiny=0, detail=0, context=0)]),
)
def test_every_line_is_in_exactly_one_chunk(lines: list[str], language: str | None, sizes: ChunkSizes) -> None:
    chunks = chunk_document("a.x", language, lines, sizes)
    check(chunks, lines, sizes)
    assert chunks == chunk_document("a.x", language, lines, sizes)
