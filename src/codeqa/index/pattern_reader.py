"""Reads a language that has no grammar by the patterns of its ``patterns.toml``.

Comments and the contents of strings are blanked first, so that no pattern is misled by them and brackets can be
counted. A construct reaches from its first line to where its statement ends outside brackets.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from codeqa.index.comments import comment_text, docstring_text
from codeqa.index.definitions import (
    SECTION,
    SECTION_NAME_LIMIT,
    SIGNATURE_LIMIT,
    LocatedDefinition,
)
from codeqa.index.references import RECEIVER_LIMIT, TEXT_LIMIT
from codeqa.languages.patterns import Pattern, Patterns
from codeqa.languages.registry import Language
from codeqa.model import CALLABLES, CONTAINERS, Definition, Kind, Reference, ReferenceKind

_OPENERS, _CLOSERS = "([{", ")]}"
_CLOSER, _BRACE, _OPENING_BRACE = re.compile(r"[)\]}]"), re.compile(r"\}"), re.compile(r"\{")
_NOT_LINE_END = re.compile(r"[^\n]")
LONGEST_HEAD = 4 * SIGNATURE_LIMIT
"""Characters of a declaration that are read for its signature."""

MAX_NESTING = 24
"""What lies deeper is data, or something before it was never closed."""

_OPENS_BODY = re.compile(r"\s*[{(=]?\s*$")


@dataclass(frozen=True, slots=True)
class _Construct:
    kind: Kind
    name: str
    name_at: int
    start: int
    end: int
    body: int
    """Where its signature ends."""
    owner: str | None = None


class PatternReader:
    """Finds a file's definitions and references by patterns."""

    def __init__(self, path: str, language: Language, patterns: Patterns, text: str, lines: Sequence[str]) -> None:
        """Blanks comments and strings, and notes where lines begin.

        Args:
            path: the file's path, copied into the records.
            language: its language.
            patterns: the language's.
            text: the file's text.
            lines: its lines.
        """
        self.path = path
        self.language = language
        self.patterns = patterns
        self.text = text
        self.lines = lines
        self._comments: list[tuple[int, int]] = []
        self._with_strings, self._bare = self._masked()
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        reset = patterns.reset
        resets = set() if reset is None else {match.start() for match in reset.finditer(self._bare)}
        self._depths, self._broken = _bracket_depths(self._bare, resets)
        self._braces = [match.span() for match in _OPENING_BRACE.finditer(self._bare)]
        self._found_stops: dict[re.Pattern[str], Mapping[int, Sequence[tuple[int, int]]]] = {}

    def definitions(self, seen: dict[str, int]) -> list[LocatedDefinition]:
        """All definitions and sections in order, outer before inner.

        Args:
            seen: how often each qualified name was met in the file; it is counted on.
        """
        placed: list[LocatedDefinition] = []
        enclosing: list[LocatedDefinition] = []
        for one in self._constructs():
            while enclosing and enclosing[-1].end_byte < one.end:
                enclosing.pop()
            if len(enclosing) >= MAX_NESTING:
                continue
            around = [outer.definition for outer in enclosing if outer.definition.kind is not Kind.CODE]
            definition = self._definition(one, around[-1] if around else None, seen)
            located = LocatedDefinition(definition, one.start, one.end, (one.name_at, one.name_at + len(one.name)))
            placed.append(located)
            enclosing.append(located)
        return placed

    def references(self, definitions: Sequence[LocatedDefinition]) -> list[Reference]:
        """All references in order.

        Args:
            definitions: the file's, in order.
        """
        own = {one.name_bytes[0] for one in definitions}
        enclosing = _Enclosing(definitions)
        found: dict[int, tuple[Pattern, re.Match[str]]] = {}
        for pattern in self.patterns.references:
            for match in pattern.expression.finditer(self._text_for(pattern)):
                at = match.start("name")
                if at in own or at in found:
                    continue
                around = enclosing.at(at)
                if not pattern.within or (around is not None and around.kind.value in pattern.within):
                    found[at] = pattern, match
        return [self._reference(enclosing.at(at), *found[at]) for at in sorted(found)]

    def borders(self, start: int, end: int) -> list[tuple[int, int]]:
        """(line, depth) of every line behind the first that is not blank and not inside a comment or string."""
        found = []
        for number in range(start + 1, end + 1):
            at = self._starts[number - 1]
            bare = self._bare[at : at + len(self.lines[number - 1])]
            if (text := bare.strip()) and text[0] not in _CLOSERS:
                found.append((number, self._depths[at]))
        return found

    def _masked(self) -> tuple[str, str]:
        """The text with comments blank, and with the contents of strings blank, too."""
        parts = [
            f"(?P<{name}>{one.pattern})"
            for name, one in (("comment", self.patterns.comment), ("string", self.patterns.string))
            if one is not None
        ]
        if not parts:
            return self.text, self.text
        with_strings: list[str] = []
        bare: list[str] = []
        place = 0
        for match in re.finditer("|".join(parts), self.text, re.MULTILINE):
            between = self.text[place : match.start()]
            blank = _NOT_LINE_END.sub(" ", match[0])
            if match.lastgroup == "comment":
                self._comments.append(match.span())
                with_strings += [between, blank]
                bare += [between, blank]
            else:
                with_strings += [between, match[0]]
                bare += [between, match[0][:1] + blank[1:-1] + match[0][-1:]]
            place = match.end()
        rest = self.text[place:]
        return "".join([*with_strings, rest]), "".join([*bare, rest])

    def _text_for(self, pattern: Pattern) -> str:
        return self._with_strings if pattern.strings else self._bare

    def _constructs(self) -> list[_Construct]:
        found: dict[int, _Construct] = {}
        limited: list[tuple[Pattern, re.Match[str]]] = []
        for pattern in self.patterns.definitions:
            for match in pattern.expression.finditer(self._text_for(pattern)):
                at = match.start("name")
                if at in found or (pattern.depth is not None and self._depths[at] != pattern.depth):
                    continue
                if pattern.within:
                    limited.append((pattern, match))
                else:
                    found[at] = self._construct(pattern, match)
        defined = {one.start for one in found.values() if one.kind is not Kind.CODE}
        found = {at: one for at, one in found.items() if one.kind is not Kind.CODE or one.start not in defined}
        # What may lie in some kinds alone is settled from outer to inner.
        placed: list[_Construct] = []
        open_ones: list[_Construct] = []
        free = sorted(found.values(), key=_order, reverse=True)
        for pattern, match in sorted(limited, key=lambda one: one[1].start("name")):
            at = match.start("name")
            while free and free[-1].start <= at:
                _open(free.pop(), placed, open_ones)
            while open_ones and open_ones[-1].end <= at:
                open_ones.pop()
            around = open_ones[-1] if open_ones else None
            if at in found or around is None or at <= around.name_at or around.kind.value not in pattern.within:
                continue
            found[at] = self._construct(pattern, match)
            _open(found[at], placed, open_ones)
        return sorted([*placed, *free], key=_order)

    def _construct(self, pattern: Pattern, match: re.Match[str]) -> _Construct:
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        name = match["name"]
        kind = Kind.CODE if pattern.kind == SECTION else Kind(pattern.kind.replace("_", " "))
        end = body = match.end()
        if kind is not Kind.ENUM_MEMBER:
            end, body = self._extent(start, match.end(), pattern.end or self.patterns.end)
        return _Construct(kind, name, match.start("name"), start, end, body, match.groupdict().get("owner"))

    def _extent(self, start: int, matched: int, end: re.Pattern[str] | None) -> tuple[int, int]:
        """Where a construct ends, and where its body begins.

        It ends where its statement does outside brackets, with the brace that closes its block, or before the bracket
        that closes what it lies in, or where a bracket is found to have been left open, whichever comes first.
        """
        depth = self._depths[start]
        stops = [len(self._bare)]
        broken = bisect_left(self._broken, matched)
        stops += self._broken[broken : broken + 1]
        closing = _next(self._stops(_CLOSER).get(depth - 1, ()), start)
        stops += [closing[0]] if closing else []
        brace = _next(self._stops(_BRACE).get(depth, ()), matched)
        stops += [brace[1]] if brace else []
        ended = _next(self._stops(end).get(depth, ()), matched) if end is not None else None
        if ended is not None and ended[0] < min(stops):
            stops.append(ended[0])
        limit = min(stops)
        body = _next(self._stops(self.patterns.body).get(depth, ()), matched)
        opening = _next(self._braces, matched)  # a brace may stand in a call's parentheses
        begins = min(one[0] for one in (body, opening, (limit, limit)) if one is not None)
        return ended[1] if ended is not None and limit == ended[0] else limit, min(begins, limit)

    def _stops(self, expression: re.Pattern[str]) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Where an expression matches, by how many brackets are open there."""
        if expression not in self._found_stops:
            by_depth: dict[int, list[tuple[int, int]]] = defaultdict(list)
            for match in expression.finditer(self._bare):
                if match.start() < len(self._bare):
                    by_depth[self._depths[match.start()]].append(match.span())
            self._found_stops[expression] = by_depth
        return self._found_stops[expression]

    def _definition(self, one: _Construct, parent: Definition | None, seen: dict[str, int]) -> Definition:
        name = _bare_name(one.name)[:SECTION_NAME_LIMIT]
        is_section = one.kind is Kind.CODE
        owners = [parent.qualified_name if parent else "", _bare_name(one.owner or "")]
        qualified = name if is_section else self.language.separator.join(filter(None, [*owners, name]))
        seen[qualified] = ordinal = seen.get(qualified, 0) + 1
        row, column = self._place(one.name_at)
        start_row, doc = self._doc_before(self._place(one.start)[0])
        kind = one.kind
        if kind is Kind.FUNCTION and parent is not None and parent.kind in CONTAINERS:
            kind = Kind.CONSTRUCTOR if name in self.language.constructors else Kind.METHOD
        end_row = self._place(max(one.end - 1, one.start))[0]
        head = self.text[one.start : min(one.body, one.start + LONGEST_HEAD)]
        signature = " ".join(head.split())
        if kind not in CALLABLES:
            signature = " ".join(head.lstrip().partition("\n")[0].split())
        signature = _OPENS_BODY.sub("", signature).rstrip(";, ") or name
        return Definition(
            path=self.path,
            name=name,
            qualified_name=qualified,
            kind=kind,
            start_line=start_row + 1,
            end_line=max(end_row, row) + 1,
            line=row + 1,
            column=column + 1,
            signature=signature if len(signature) <= SIGNATURE_LIMIT else signature[: SIGNATURE_LIMIT - 1] + "…",
            doc=doc,
            language=self.language.name,
            parent=parent.qualified_name if parent else None,
            ordinal=ordinal,
        )

    def _doc_before(self, row: int) -> tuple[int, str]:
        """The first row with the comments right before a row, and what they say."""
        comments: list[str] = []
        first = row
        for start, end in reversed(self._comments[: bisect_right(self._comments, (self._starts[row], -1))]):
            start_row, end_row = self._place(start)[0], self._place(end - 1)[0]
            alone = not self.text[self._starts[start_row] : start].strip()
            if end_row != first - 1 or not alone:
                break
            comments.append(self.text[start:end])
            first = start_row
        described = [one for one in reversed(comments) if self.patterns.doc is None or self.patterns.doc.match(one)]
        if described and described[0][:1] in "\"'":
            return first, docstring_text(described[0])
        return first, comment_text(described)

    def _reference(self, around: Definition | None, pattern: Pattern, match: re.Match[str]) -> Reference:
        groups = match.groupdict()
        at = match.start("name")
        row, column = self._place(at)
        kind = ReferenceKind(pattern.kind)
        name = _bare_name(match["name"])
        receiver = groups.get("receiver") or groups.get("module")
        separator = self.language.module_separator or self.language.separator
        if kind is ReferenceKind.IMPORT and receiver is None and separator in name:
            receiver, _, name = name.rpartition(separator)
        return Reference(
            path=self.path,
            line=row + 1,
            column=column + 1,
            text=self.lines[row].strip()[:TEXT_LIMIT],
            kind=kind,
            name=name,
            receiver=_bare_name(receiver)[:RECEIVER_LIMIT] if receiver else None,
            alias=groups.get("alias"),
            enclosing=around.qualified_name if around else None,
            enclosing_id=around.id if around else None,
        )

    def _place(self, at: int) -> tuple[int, int]:
        row = bisect_right(self._starts, at) - 1
        return row, at - self._starts[row]


def _bare_name(written: str) -> str:
    """A name without the quotes or brackets that some languages allow around it, on one line."""
    return " ".join(re.sub(r"[\"'`]|^\[|\]$", "", written).split())


def _order(one: _Construct) -> tuple[int, int, int]:
    return one.start, -one.end, one.name_at


def _open(one: _Construct, placed: list[_Construct], open_ones: list[_Construct]) -> None:
    """Adds a construct to those found, and to those that are open where it starts."""
    while open_ones and open_ones[-1].end <= one.start:
        open_ones.pop()
    open_ones.append(one)
    placed.append(one)


class _Enclosing:
    """Tells the innermost definition around a place."""

    def __init__(self, definitions: Sequence[LocatedDefinition]) -> None:
        self._definitions = definitions
        self._starts = [one.start_byte for one in definitions]
        self._outer: list[int] = []
        around: list[int] = []
        for index, one in enumerate(definitions):
            while around and definitions[around[-1]].end_byte <= one.start_byte:
                around.pop()
            self._outer.append(around[-1] if around else -1)
            around.append(index)

    def at(self, place: int) -> Definition | None:
        index = bisect_right(self._starts, place) - 1
        while index >= 0 and self._definitions[index].end_byte <= place:
            index = self._outer[index]
        return None if index < 0 else self._definitions[index].definition


def _next(spans: Sequence[tuple[int, int]], place: int) -> tuple[int, int] | None:
    """The first of some spans that starts at a place or behind it."""
    index = bisect_left(spans, (place, -1))
    return spans[index] if index < len(spans) else None


def _bracket_depths(text: str, resets: Container[int]) -> tuple[list[int], list[int]]:
    """For each character how many brackets are open before it (a closing one counts as outside), and broken places.

    Args:
        text: without comments and strings.
        resets: places at which no bracket can be open; the broken ones are those at which one was.
    """
    depths: list[int] = []
    broken: list[int] = []
    depth = 0
    for at, letter in enumerate(text):
        if depth and at in resets:
            broken.append(at)
            depth = 0
        if letter in _CLOSERS:
            depth = max(0, depth - 1)
        depths.append(depth)
        if letter in _OPENERS:
            depth += 1
    return depths, broken
