"""The sections of Markdown, and where its paragraphs, list items and fences begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from codeqa.index.sections import Heading, Section, sections_under

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FENCES: Final = {"---": ("---", "..."), "+++": ("+++",)}
"""What opens and what closes front matter: YAML's and TOML's."""

_HTML_HEADING: Final = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1>", re.IGNORECASE | re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")
_IMAGE: Final = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?")
_LINK: Final = re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_ATTRIBUTES: Final = re.compile(r"\s*\{[#.:][^}]*\}\s*$")
_MARKS: Final = re.compile(r"[`*]|(?<!\w)_+|_+(?!\w)")


def read_markdown(lines: Sequence[str]) -> tuple[list[Section], list[tuple[int, int]]]:
    """The sections of a Markdown text, and (line, depth) of its blocks, by line.

    Headings are found by the CommonMark rules, so that a ``#`` in a fence is none; HTML headings count, too.

    Args:
        lines: the text's lines; front matter among them.
    """
    skipped = _front_matter(lines)
    text = "\n" * skipped + "\n".join(lines[skipped:])
    tokens: list[Token] = []
    parser = _parser()
    parser.block.parse(text, parser, {}, tokens)
    depths: dict[int, int] = {}
    for token in tokens:
        if token.map is not None:
            line = token.map[0] + 1
            depths[line] = min(token.level, depths.get(line, token.level))
    return sections_under(_headings(tokens)), sorted(depths.items())


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines at the start are metadata."""
    closing = _FENCES.get(lines[0].rstrip()) if lines else None
    if closing is None:
        return 0
    return next((number for number, line in enumerate(lines[1:], start=2) if line.rstrip() in closing), 0)


def _headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    for index, token in enumerate(tokens):
        if token.map is None or token.level:
            continue
        first, after = token.map[0] + 1, token.map[1] + 1
        if token.type == "heading_open":
            yield Heading(first, after, int(token.tag[1]), _plain(tokens[index + 1].content))
        elif token.type == "html_block" and (heading := _HTML_HEADING.search(token.content)):
            yield Heading(first, after, int(heading[1]), _plain(heading[2]))


def _plain(text: str) -> str:
    """A heading without its markup."""
    text = _LINK.sub(r"\1", _IMAGE.sub("", _TAG.sub("", text)))
    return " ".join(_MARKS.sub("", _ATTRIBUTES.sub("", text)).split())
