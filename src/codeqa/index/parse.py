"""Parses source text with tree-sitter and runs a language's queries over the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

import tree_sitter

from codeqa.errors import LanguageTableError
from codeqa.index.conditionals import first_branches
from codeqa.languages.registry import DEFINITIONS, INJECTIONS, REFERENCES, Language

MAX_NODES = 3_000_000
"""Trees beyond this are data, not code to read: cut as plain text. (1 MB of dense C has about 600,000 nodes.)"""

MAX_BORDER_DEPTH = 24
"""Statements nested deeper than this never decide where a long function is split."""


CONDITIONAL_ROUNDS = 3
"""One conditional's repair uncovers the next; after this many the rest is left as it is."""

SETTING = re.compile(r'\(#set! ([\w.-]+) "((?:[^"\\]|\\.)*)"\)')
"""A setting of a pattern: ``(#set! injection.language "css")``."""


class TooManyNodesError(Exception):
    """The tree is larger than MAX_NODES."""


class Match(NamedTuple):
    """One match of a query pattern.

    A capture ``@ignored`` in place of a role claims the name for nothing: later patterns do not get it.
    """

    pattern: int
    """Position of the pattern in its file; smaller ones win where two name the same node."""
    captures: dict[str, list[tree_sitter.Node]]

    def first(self, capture: str) -> tree_sitter.Node | None:
        """The first node of a capture, None when the pattern did not use it."""
        nodes = self.captures.get(capture)
        return nodes[0] if nodes else None

    def role(self, prefix: str) -> tuple[str, tree_sitter.Node] | None:
        """The part after ``prefix.`` of the capture that has it, and its node."""
        for capture, nodes in self.captures.items():
            if capture.startswith(prefix):
                return capture[len(prefix) :], nodes[0]
        return None


class Syntax:
    """A parsed file, or what a file holds of one language.

    Args:
        language: a language with a grammar.
        text: the file's text with ``\\n`` line ends, or the bytes of another `Syntax` of it.
        ranges: the parts of the text that are of the language; all places are those of the whole text nonetheless.

    Raises:
        TooManyNodesError: the tree has more than MAX_NODES nodes.
        LanguageTableError: the grammar's package is missing or does not fit the queries.
    """

    def __init__(self, language: Language, text: str | bytes, ranges: Sequence[tree_sitter.Range] = ()) -> None:
        self.language = language
        self.source = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        self.bounds = (ranges[0].start_byte, ranges[-1].end_byte) if ranges else (0, len(self.source))
        parser = _parser(language)
        parser.included_ranges = list(ranges)
        self.tree = _parsed(language, parser, _blanked(language, self.source))
        self.root = self.tree.root_node
        if self.root.descendant_count > MAX_NODES:
            raise TooManyNodesError(f"{self.root.descendant_count:,} syntax nodes, more than {MAX_NODES:,}")

    def definition_matches(self) -> Iterator[Match]:
        """Matches of ``definitions.scm``."""
        first_reference = compiled_queries(self.language).first_reference
        return (Match(pattern, captures) for pattern, captures in self._matches if pattern < first_reference)

    def reference_matches(self) -> Iterator[Match]:
        """Matches of ``references.scm``."""
        first_reference = compiled_queries(self.language).first_reference
        return (Match(pattern, captures) for pattern, captures in self._matches if pattern >= first_reference)

    @cached_property
    def _matches(self) -> list[tuple[int, dict[str, list[tree_sitter.Node]]]]:
        queries = compiled_queries(self.language)
        return [] if queries.query is None else tree_sitter.QueryCursor(queries.query).matches(self.root)

    def slice(self, start_byte: int, end_byte: int) -> str:
        """The text between two byte offsets."""
        return self.source[start_byte:end_byte].decode("utf-8", "replace")

    def broken_lines(self) -> int:
        """How many lines lie in nodes that the parser could not make sense of."""
        return len(_broken_rows(self.root))

    def borders(self, start_line: int, end_line: int) -> list[tuple[int, int]]:
        """Lines on which a statement starts, with its nesting depth (0 = outermost), in order.

        A line counts once, for the outermost node that is the first thing on it.

        Args:
            start_line: first line of the range; a border on it is left out, as nothing can be cut off before it.
            end_line: last line of the range.
        """
        depths: dict[int, int] = {}
        first, last = start_line - 1, end_line - 1
        stack = [(self.root, 0)]
        while stack:
            node, depth = stack.pop()
            for child in node.named_children:
                row = child.start_point.row
                if row > last or last_row(child) < first:
                    continue
                if row > first and depth < depths.get(row, MAX_BORDER_DEPTH) and self._starts_its_line(child):
                    depths[row] = depth
                if child.end_point.row > row and depth + 1 < MAX_BORDER_DEPTH:
                    stack.append((child, depth + 1))
        return [(row + 1, depths[row]) for row in sorted(depths)]

    def _starts_its_line(self, node: tree_sitter.Node) -> bool:
        start = node.start_byte
        return not self.source[start - node.start_point.column : start].strip()


def first_by_name(matches: Iterable[Match]) -> dict[tuple[int, int], Match]:
    """For each name node (by its bytes) the match of the pattern that stands first in the query file.

    Of a pattern's own matches (``(identifier)+``) it is the one that captures most.
    """
    first: dict[tuple[int, int], Match] = {}
    for match in matches:
        name = match.first("name")
        if name is not None:
            key = (name.start_byte, name.end_byte)
            current = first.get(key)
            if current is None or match.pattern < current.pattern or _has_more(match, current):
                first[key] = match
    return first


def _has_more(match: Match, current: Match) -> bool:
    if match.pattern != current.pattern:
        return False
    return sum(map(len, match.captures.values())) > sum(map(len, current.captures.values()))


def last_row(node: tree_sitter.Node) -> int:
    """The 0-based row of a node's last character; some grammars let a node end with its line break."""
    end = node.end_point
    return end.row - 1 if end.column == 0 and end.row > node.start_point.row else end.row


def _parsed(language: Language, parser: tree_sitter.Parser, source: bytes) -> tree_sitter.Tree:
    """The tree; where conditionals break the syntax, with their first branches alone."""
    tree = parser.parse(source)
    if not language.conditionals or not tree.root_node.has_error:
        return tree
    broken = _broken_rows(tree.root_node)
    for _ in range(CONDITIONAL_ROUNDS):
        chosen = first_branches(source, broken)
        if chosen == source:
            break
        again = parser.parse(chosen)
        still_broken = _broken_rows(again.root_node)
        if len(still_broken) >= len(broken):
            break
        source, tree, broken = chosen, again, still_broken
    return tree


def _broken_rows(root: tree_sitter.Node) -> set[int]:
    """The 0-based rows inside nodes that the parser could not make sense of."""
    rows: set[int] = set()
    stack = [root] if root.has_error else []
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            rows.update(range(node.start_point.row, last_row(node) + 1))
        elif node.has_error:
            stack.extend(node.children)
    return rows


def _blanked(language: Language, source: bytes) -> bytes:
    """The source as the grammar can read it: `blanked` and `soft_keywords` applied. Places stay the same."""
    if language.blanked is not None:
        source = _compiled(language.blanked).sub(lambda match: re.sub(rb"[^\n]", b" ", match.group()), source)
    if language.soft_keywords is not None:
        source = _compiled(language.soft_keywords).sub(lambda match: b"x" * len(match.group()), source)
    return source


@cache
def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode(), re.MULTILINE)


@cache
def grammar(language: Language) -> tree_sitter.Language:
    """The tree-sitter language of a table.

    Raises:
        LanguageTableError: the package is not installed or has no such function.
    """
    module_name, _, function = (language.grammar or "").partition(":")
    try:
        with catch_warnings():  # older packages give the language's address as a number
            simplefilter("ignore", DeprecationWarning)
            return tree_sitter.Language(getattr(import_module(module_name), function)())
    except (ImportError, AttributeError, ValueError) as error:
        raise LanguageTableError(
            f"The grammar of '{language.name}' ({language.grammar}) cannot be loaded: {error}. "
            "Reinstall codeqa, or install the grammar's package."
        ) from error


@cache
def _parser(language: Language) -> tree_sitter.Parser:
    return tree_sitter.Parser(grammar(language))


@dataclass(frozen=True, slots=True)
class Queries:
    """A language's queries in one, so that a tree is walked once for both: two walks take 1.4 times as long."""

    query: tree_sitter.Query | None
    """None when the language has neither."""
    first_reference: int
    """The first pattern that is of ``references.scm``."""


@cache
def compiled_queries(language: Language) -> Queries:
    """A language's queries, compiled.

    Raises:
        LanguageTableError: a query names nodes that the grammar does not have.
    """
    definitions = f"{language.definitions_query}\n"
    source = definitions + language.references_query
    if not source.strip():
        return Queries(None, 0)
    try:
        query = tree_sitter.Query(grammar(language), source)
    except tree_sitter.QueryError:
        for which in (DEFINITIONS, REFERENCES):
            compiled_query(language, which)  # says which of the two it is, and where in it
        raise
    border = len(definitions.encode())
    starts = [query.start_byte_for_pattern(pattern) for pattern in range(query.pattern_count)]
    return Queries(query, sum(start < border for start in starts))


@cache
def compiled_query(language: Language, which: str) -> tree_sitter.Query | None:
    """One of a language's queries, compiled; None when it has none.

    Raises:
        LanguageTableError: the query names nodes that the grammar does not have.
    """
    source = {
        DEFINITIONS: language.definitions_query,
        REFERENCES: language.references_query,
        INJECTIONS: language.injections_query,
    }[which]
    if not source.strip():
        return None
    try:
        # py-tree-sitter 0.26 frees a pattern's settings twice when it has predicates, too: they are read apart.
        return tree_sitter.Query(grammar(language), SETTING.sub(lambda match: " " * len(match[0].encode()), source))
    except tree_sitter.QueryError as error:
        raise LanguageTableError(f"languages/{language.name}/{which}: {error}") from error
