"""Where a parsed file holds text of other languages: a page's scripts, a component's styles.

The language's ``injections.scm`` says so by tree-sitter's convention: ``@injection.content`` is the text,
``@injection.language`` names its language, or ``(#set! injection.language "…")`` does. Beside that
``(#set! injection.within "…")`` is a regular expression whose group is the text (what is between ``{{`` and ``}}``).
https://tree-sitter.github.io/tree-sitter/3-syntax-highlighting.html#language-injection
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import tree_sitter

from codeqa.index.parse import SETTING, Syntax, compiled_query
from codeqa.languages.registry import INJECTIONS, Language, load_languages


@dataclass(frozen=True, slots=True)
class Area:
    """A text of another language in a tree."""

    language: Language
    place: tree_sitter.Range
    depth: int
    """How deep it lies in the tree around it."""

    @property
    def is_expression(self) -> bool:
        """True for what stands on one line: it sees what the longer texts of the file define."""
        return self.first == self.last

    @property
    def first(self) -> int:
        """Its first line."""
        return self.place.start_point.row + 1

    @property
    def last(self) -> int:
        """Its last line."""
        return self.place.end_point.row + 1


def injections_of(syntax: Syntax) -> Iterator[Area]:
    """The texts of other languages, each once, for the first pattern that says what it is; only of known ones."""
    query = compiled_query(syntax.language, INJECTIONS)
    if query is None:
        return
    seen: set[int] = set()
    for pattern, captures in sorted(tree_sitter.QueryCursor(query).matches(syntax.root), key=lambda match: match[0]):
        settings = _settings(syntax.language, pattern)
        named = captures.get("injection.language")
        name = syntax.slice(named[0].start_byte, named[0].end_byte) if named else settings.get("injection.language")
        language = load_languages().called(name or "")
        for node in captures.get("injection.content", ()):
            if node.id not in seen:
                seen.add(node.id)
                if language is not None and (language.is_code or language.has_patterns):
                    within = settings.get("injection.within")
                    places = [_range(node)] if within is None else _ranges_within(syntax, node, within)
                    yield from (Area(language, place, _depth(node)) for place in places)


@cache
def _settings(language: Language, pattern: int) -> Mapping[str, str]:
    """What ``#set!`` says in one pattern of a language's injections."""
    query = compiled_query(language, INJECTIONS)
    if query is None:
        return {}
    start, end = query.start_byte_for_pattern(pattern), query.end_byte_for_pattern(pattern)
    source = language.injections_query.encode()[start:end].decode()
    return {match[1]: re.sub(r"\\(.)", r"\1", match[2]) for match in SETTING.finditer(source)}


def _range(node: tree_sitter.Node) -> tree_sitter.Range:
    return tree_sitter.Range(node.start_point, node.end_point, node.start_byte, node.end_byte)


def _ranges_within(syntax: Syntax, node: tree_sitter.Node, expression: str) -> Iterator[tree_sitter.Range]:
    """Where the expression's first group matches in a node's text."""
    for match in re.finditer(expression.encode(), syntax.source[node.start_byte : node.end_byte]):
        start, end = (node.start_byte + match.start(1), node.start_byte + match.end(1))
        yield tree_sitter.Range(_point(syntax, start), _point(syntax, end), start, end)


def _point(syntax: Syntax, at: int) -> tree_sitter.Point:
    line_start = syntax.source.rfind(b"\n", 0, at) + 1
    return tree_sitter.Point(syntax.source.count(b"\n", 0, at), at - line_start)


def text_alone(syntax: Syntax, place: tree_sitter.Range) -> str:
    """A file's text with all but a range blank, for readers that know no ranges."""

    def blank(part: str) -> str:
        return re.sub(r"[^\n]", " ", part)

    before, inside, after = (
        syntax.slice(start, end) for start, end in pairwise([0, place.start_byte, place.end_byte, len(syntax.source)])
    )
    return blank(before) + inside + blank(after)


def _depth(node: tree_sitter.Node) -> int:
    depth = 0
    around = node.parent
    while around is not None:
        depth += 1
        around = around.parent
    return depth
