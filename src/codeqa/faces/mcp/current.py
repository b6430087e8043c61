"""Results of an index that may be behind, checked against the files: moved with their lines, or marked as changed.

Only files that a result names are looked at, and only those whose size or time is another are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from codeqa.model import Definition, Edge, Hit, Outline, Reference, path_of

if TYPE_CHECKING:
    from codeqa.codebase import Changed, Codebase

CHANGED: Final = "  [changed since it was indexed]"
GONE: Final = "  [the file is gone]"


@dataclass(frozen=True, slots=True)
class Now:
    """Some files as they are now.

    Attributes:
        changed: those that are not as they were indexed, by path.
    """

    changed: Mapping[str, Changed]

    @classmethod
    def of(cls, codebase: Codebase, paths: Iterable[str]) -> Now:
        """Looks at files."""
        return cls(codebase.changed(paths))

    def lines(self, path: str, start: int, end: int) -> tuple[int, int, str]:
        """Where lines are now, and how to mark the place: with nothing where it is right."""
        one = self.changed.get(path)
        if one is None:
            return start, end, ""
        if one.lines is None:
            return start, end, GONE
        place = one.place(start, end)
        if place is not None:
            return *place, ""
        first, last = one.place(start, start), one.place(end, end)
        if first is not None and last is not None and first[0] <= last[0]:
            return first[0], last[0], CHANGED
        return start, end, CHANGED

    def definition(self, one: Definition) -> tuple[Definition, str]:
        """A definition where it is now, and its mark."""
        if one.path not in self.changed:
            return one, ""
        start, end, mark = self.lines(one.path, one.start_line, one.end_line)
        name = self.lines(one.path, one.line, one.line)[0]
        return replace(one, start_line=start, end_line=end, line=min(max(name, start), end)), mark

    def hit(self, one: Hit) -> tuple[Hit, str]:
        """A hit where it is now, with its lines of now, and its mark."""
        changed = self.changed.get(one.path)
        if changed is None:
            return one, ""
        start, end, mark = self.lines(one.path, one.start_line, one.end_line)
        text = "\n".join(changed.lines[start - 1 : end]) if changed.lines is not None else one.text
        return replace(one, start_line=start, end_line=end, text=text), mark

    def reference(self, one: Reference) -> tuple[Reference, str]:
        """A use where it is now, and its mark."""
        start, _, mark = self.lines(one.path, one.line, one.line)
        return (one, mark) if start == one.line else (replace(one, line=start), mark)

    def steps(self, edges: Sequence[Edge]) -> tuple[list[Edge], list[str]]:
        """Steps of a graph at their lines of now, and their marks."""
        placed = [(one, self.lines(one.path, one.line, one.line)) for one in edges]
        moved = [one if one.line == line else replace(one, line=line) for one, (line, _, _) in placed]
        return moved, [mark for _, (_, _, mark) in placed]

    def outline(self, outline: Outline) -> tuple[Outline, list[str]]:
        """An outline whose places are those of now, and the marks of its entries."""
        found = [(one, *self.definition(one.definition)) for one in outline.entries]
        entries = tuple(replace(one, definition=definition) for one, definition, _ in found)
        return replace(outline, entries=entries), [mark for _, _, mark in found]


def paths_in(nodes: Iterable[Definition], edges: Iterable[Edge]) -> set[str]:
    """The files that a graph names."""
    return {one.path for one in nodes} | {part for edge in edges for part in _paths(edge)}


def _paths(edge: Edge) -> tuple[str, str, str]:
    return edge.path, path_of(edge.source), path_of(edge.target)
