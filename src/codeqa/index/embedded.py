"""What a file's syntax tells, with that of the texts of other languages in it, and of a notebook's cells.

Each such text is parsed for itself in its place, so that lines and columns are the file's; what it holds in turn is
looked for, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from codeqa.index.definitions import LocatedDefinition, definitions_of
from codeqa.index.injections import Area, injections_of, text_alone
from codeqa.index.markdown import read_markdown
from codeqa.index.parse import Syntax, last_row
from codeqa.index.pattern_reader import PatternReader
from codeqa.index.references import references_of
from codeqa.index.sections import TRAIL_SEPARATOR
from codeqa.index.view import Cell
from codeqa.languages.patterns import patterns_of
from codeqa.languages.registry import Language, load_languages
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
    if language.has_patterns:
        gathered.read_by_patterns(PatternReader(path, language, patterns_of(language), text, lines))
    else:
        gathered.read(Syntax(language, text), lines)
    if language.file_defines is not None:
        gathered.definitions.insert(0, _file_definition(path, language, len(lines)))
    return gathered.parsed()


def parsed_cells(path: str, cells: Sequence[Cell], lines: Sequence[str]) -> Parsed:
    """What the cells of a file tell. Each is a section, unless something is defined in it.

    Cells of one language see each other's names, so they are read as one text; those with errors for themselves.

    Args:
        path: the file's path, copied into the records.
        cells: in order.
        lines: the file's lines, as its view shows them.
    """
    gathered = _Gathered(path)
    together: dict[str, list[Cell]] = {}
    for cell in cells:
        language = load_languages().called(cell.language)
        if language is not None and language.is_code:
            if Syntax(language, cell.text).root.has_error:
                gathered.read_cell(language, cell)
            else:
                together.setdefault(language.name, []).append(cell)
    for name, ones in together.items():
        gathered.read_cell(load_languages().named(name), _joined(ones))
    trail: list[tuple[int, str]] = []
    defined = {one.line for one in gathered.definitions}
    for index, cell in enumerate(cells):
        language = load_languages().called(cell.language)
        is_prose = language is not None and not language.is_code
        if is_prose:
            trail = _trail_after(trail, cell.text)
        if defined.isdisjoint(cell.rows):
            end = cells[index + 1].start - 1 if index + 1 < len(cells) else len(lines)
            kind = Kind.DOCUMENTATION if is_prose else Kind.CODE
            gathered.sections.append(_cell_section(path, kind, cell, end, trail))
    return gathered.parsed()


def _joined(cells: Sequence[Cell]) -> Cell:
    return Cell(
        language=cells[0].language,
        text="\n".join(cell.text.removesuffix("\n") for cell in cells),
        rows=tuple(row for cell in cells for row in cell.rows),
        start=cells[0].start,
        end=cells[-1].end,
    )


class _Gathered:
    """The facts of a file as they are found."""

    def __init__(self, path: str, seen: dict[str, int] | None = None) -> None:
        self.path = path
        self.seen: dict[str, int] = {} if seen is None else seen
        self.definitions: list[Definition] = []
        self.sections: list[Definition] = []
        self.references: list[Reference] = []
        self._located: list[LocatedDefinition] = []
        """The definitions in trees of the file's own text: expressions elsewhere in it may name them."""
        self.broken_lines = 0
        self._bordered: list[tuple[int, int, int, Borders]] = []
        """First and last line of a text, how deep it lies in the others, and its borders."""

    def read(self, syntax: Syntax, lines: Sequence[str], area: Area | None = None, level: int = 0) -> None:
        """Adds what a tree tells, and what those of the texts in it tell."""
        known = self._located if area is not None and area.is_expression else []
        own = definitions_of(self.path, syntax, lines, self.seen)
        self._add(
            own,
            lambda located: references_of(self.path, syntax, lines, sorted([*known, *located], key=_start)),
        )
        self._located.extend(one for one in own if one.definition.kind is not Kind.CODE)
        first, last = (1, last_row(syntax.root) + 1) if area is None else (area.first, area.last)
        if area is None or not area.is_expression:  # what stands between a page's words need not be whole
            self.broken_lines += syntax.broken_lines()
            self._bordered.append((first, last, 0 if area is None else area.depth, syntax.borders))
        if level < MAX_DEPTH:
            for inner in sorted(injections_of(syntax), key=lambda one: one.is_expression):
                if inner.language.has_patterns:
                    text = text_alone(syntax, inner.place)
                    reader = PatternReader(self.path, inner.language, patterns_of(inner.language), text, lines)
                    self.read_by_patterns(reader, inner)
                else:
                    self.read(Syntax(inner.language, syntax.source, [inner.place]), lines, inner, level + 1)

    def read_by_patterns(self, reader: PatternReader, area: Area | None = None) -> None:
        """Adds what patterns find."""
        self._add(reader.definitions(self.seen), reader.references)
        first, last, depth = (1, len(reader.lines), 0) if area is None else (area.first, area.last, area.depth)
        self._bordered.append((first, last, depth, reader.borders))

    def read_cell(self, language: Language, cell: Cell) -> None:
        """Adds what a cell tells, at the lines of the file."""
        inner = _Gathered(self.path, self.seen)
        inner.read(Syntax(language, cell.text), cell.text.split("\n"))

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


def _start(one: LocatedDefinition) -> tuple[int, int]:
    return one.start_byte, -one.end_byte


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
