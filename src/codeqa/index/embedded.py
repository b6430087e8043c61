"""A parsed file with the texts of other languages in it: a page's scripts, a component's styles, a notebook's cells.

Where they are, the language's ``injections.scm`` says, by tree-sitter's convention: ``@injection.content`` is the text,
``@injection.language`` names its language, or ``(#set! injection.language "…")`` does. Each is parsed for itself in
its place, so that lines and columns are the file's; what it holds in turn is looked for, too.
https://tree-sitter.github.io/tree-sitter/3-syntax-highlighting.html#language-injection
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

import tree_sitter

from codeqa.index.definitions import LocatedDefinition, definitions_of
from codeqa.index.markdown import read_markdown
from codeqa.index.parse import Syntax, compiled_query, last_row
from codeqa.index.pattern_reader import PatternReader
from codeqa.index.references import references_of
from codeqa.index.sections import TRAIL_SEPARATOR
from codeqa.index.view import Cell
from codeqa.languages.registry import INJECTIONS, Language, load_languages
from codeqa.model import Definition, Kind, Reference

MAX_DEPTH = 3
"""Languages in languages in languages (a notebook's HTML cell's script)."""

Borders = Callable[[int, int], list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a file's syntax tells."""

    definitions: tuple[Definition, ...]
    sections: tuple[Definition, ...]
    """Parts by which the file is cut and that define nothing; of kind code or documentation."""
    references: tuple[Reference, ...]
    borders: Borders
    """Gives for a first and a last line (line, depth) of every statement that starts behind the first."""
    broken_lines: int = 0


def parsed_file(path: str, language: Language, text: str, lines: Sequence[str]) -> Parsed:
    """What a file's syntax tells, with that of the languages in it.

    Args:
        path: the file's path, copied into the records.
        language: one with a grammar or with patterns.
        text: the file's text.
        lines: its lines.

    Raises:
        TooManyNodesError: a tree is too large.
        LanguageTableError: a grammar's package is missing or does not fit the queries.
    """
    gathered = _Gathered(path)
    if language.patterns is not None:
        gathered.read_by_patterns(PatternReader(path, language, language.patterns, text, lines))
    else:
        gathered.read(Syntax(language, text), lines)
    if language.file_defines is not None:
        gathered.definitions.insert(0, _file_definition(path, language, len(lines)))
    return gathered.parsed()


def parsed_cells(path: str, cells: Sequence[Cell], lines: Sequence[str]) -> Parsed:
    """What the cells of a file tell. Each is a section, unless it is full of definitions.

    Args:
        path: the file's path, copied into the records.
        cells: in order.
        lines: the file's lines, as its view shows them.
    """
    gathered = _Gathered(path)
    trail: list[tuple[int, str]] = []
    for index, cell in enumerate(cells):
        end = cells[index + 1].start - 1 if index + 1 < len(cells) else len(lines)
        before = len(gathered.definitions)
        language = load_languages().called(cell.language)
        if language is not None and language.is_code:
            inner = _Gathered(path, gathered.seen)
            inner.read(Syntax(language, cell.text), cell.text.split("\n"))
            gathered.take(inner, cell)
        elif language is not None:
            trail = _trail_after(trail, cell.text)
        if len(gathered.definitions) == before:
            kind = Kind.CODE if language is None or language.is_code else Kind.DOCUMENTATION
            gathered.sections.append(_cell_section(path, kind, cell, end, trail))
    return gathered.parsed()


class _Gathered:
    """The facts of a file as they are found."""

    def __init__(self, path: str, seen: dict[str, int] | None = None) -> None:
        self.path = path
        self.seen: dict[str, int] = {} if seen is None else seen
        self.definitions: list[Definition] = []
        self.sections: list[Definition] = []
        self.references: list[Reference] = []
        self.broken_lines = 0
        self._bordered: list[tuple[int, int, int, Borders]] = []
        """First and last line of a text, how deep it lies in the others, and its borders."""

    def read(self, syntax: Syntax, lines: Sequence[str], level: int = 0, place: tree_sitter.Node | None = None) -> None:
        """Adds what a tree tells, and what those of the texts in it tell."""
        self._add(
            definitions_of(self.path, syntax, lines, self.seen),
            lambda located: references_of(self.path, syntax, lines, located),
        )
        self.broken_lines += syntax.broken_lines()
        around = syntax.root if place is None else place
        self._bordered.append(
            (around.start_point.row + 1 if place else 1, last_row(around) + 1, _depth(place), syntax.borders)
        )
        if level < MAX_DEPTH:
            for language, node in _injections(syntax):
                area = tree_sitter.Range(node.start_point, node.end_point, node.start_byte, node.end_byte)
                inner = Syntax(language, syntax.slice(0, len(syntax.source)), [area])
                self.read(inner, lines, level + 1, node)

    def read_by_patterns(self, reader: PatternReader) -> None:
        """Adds what patterns find."""
        self._add(reader.definitions(self.seen), reader.references)
        self._bordered.append((1, len(reader.lines), 0, reader.borders))

    def take(self, inner: _Gathered, cell: Cell) -> None:
        """Adds what a cell tells, at the lines of the file."""

        def line(number: int) -> int:
            return cell.rows[min(number, len(cell.rows)) - 1]

        for one in inner.definitions:
            self.definitions.append(
                replace(one, start_line=line(one.start_line), end_line=line(one.end_line), line=line(one.line))
            )
        self.references.extend(replace(one, line=line(one.line)) for one in inner.references)
        self.broken_lines += inner.broken_lines

        def borders(start: int, end: int) -> list[tuple[int, int]]:
            found = inner.borders(1, len(cell.rows))
            return [(line(number), depth + 1) for number, depth in found if start < line(number) <= end]

        self._bordered.append((cell.start, cell.end, 0, borders))

    def borders(self, start: int, end: int) -> list[tuple[int, int]]:
        """All texts' borders: of a line that several begin a statement on, the innermost text's."""
        depths: dict[int, int] = {}
        for first, last, depth, borders in self._bordered:
            if first <= end and last >= start:
                depths.update((line, depth + deeper) for line, deeper in borders(max(start, first), min(end, last)))
        return sorted(depths.items())

    def parsed(self) -> Parsed:
        """What was gathered, by line; each text's own order stays."""
        self.definitions.sort(key=lambda one: one.start_line)
        self.references.sort(key=lambda one: one.line)
        return Parsed(
            definitions=tuple(self.definitions),
            sections=tuple(self.sections),
            references=tuple(self.references),
            borders=self.borders,
            broken_lines=self.broken_lines,
        )

    def _add(
        self,
        located: Sequence[LocatedDefinition],
        references: Callable[[Sequence[LocatedDefinition]], list[Reference]],
    ) -> None:
        known = [one for one in located if one.definition.kind is not Kind.CODE]
        self.definitions.extend(one.definition for one in known)
        self.sections.extend(one.definition for one in located if one.definition.kind is Kind.CODE)
        self.references.extend(references(known))


def _injections(syntax: Syntax) -> Iterator[tuple[Language, tree_sitter.Node]]:
    """The texts of other languages, each once, for the first pattern that says what it is; only of known ones."""
    query = compiled_query(syntax.language, INJECTIONS)
    if query is None:
        return
    seen: set[int] = set()
    for pattern, captures in sorted(tree_sitter.QueryCursor(query).matches(syntax.root), key=lambda match: match[0]):
        named = captures.get("injection.language")
        name = (
            syntax.slice(named[0].start_byte, named[0].end_byte)
            if named
            else query.pattern_settings(pattern).get("injection.language")
        )
        for node in captures.get("injection.content", ()):
            if node.id in seen:
                continue
            seen.add(node.id)
            language = load_languages().called(name or "")
            if language is not None and language.is_code:
                yield language, node


def _depth(node: tree_sitter.Node | None) -> int:
    depth = 0
    while node is not None:
        depth += 1
        node = node.parent
    return depth


def _file_definition(path: str, language: Language, lines: int) -> Definition:
    name = PurePosixPath(path).name.partition(".")[0]
    return Definition(
        path=path,
        name=name,
        qualified_name=name,
        kind=Kind(language.file_defines or ""),
        start_line=1,
        end_line=max(lines, 1),
        line=1,
        column=1,
        signature=language.file_signature.replace("{name}", name),
        language=language.name,
    )


def _trail_after(trail: list[tuple[int, str]], text: str) -> list[tuple[int, str]]:
    """The headings that lead to what comes after a cell of prose."""
    sections, _ = read_markdown(text.split("\n"))
    for section in sections:
        if section.trail:
            trail = [*(one for one in trail if one[0] < section.level), (section.level, section.trail[-1])]
    return trail


def _cell_section(path: str, kind: Kind, cell: Cell, end: int, trail: list[tuple[int, str]]) -> Definition:
    name = TRAIL_SEPARATOR.join(text for _, text in trail)
    return Definition(
        path=path,
        name=trail[-1][1] if trail else "",
        qualified_name=name,
        kind=kind,
        start_line=cell.start,
        end_line=end,
        line=cell.start,
        column=1,
        signature=name,
    )
