"""Definitions as a tree of line ranges that nest properly, whatever the syntax (or a preprocessor) made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from codeqa.model import CALLABLES, CONTAINERS, Definition, Kind

SCOPES = CONTAINERS | {Kind.MODULE, Kind.CODE}
"""Kinds that are nothing but what they contain; a section is of kind code."""

SUBSTANTIAL = SCOPES | CALLABLES


@dataclass(slots=True)
class Node:
    """A definition's lines. While the tree is used, ends grow over blank lines and closing braces behind them."""

    start: int
    end: int
    definitions: list[Definition]
    """Usually one; several where one line or declaration defines several. None for the file itself."""
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def definition(self) -> Definition | None:
        """The definition, the first of several; None for the file itself."""
        return self.definitions[0] if self.definitions else None

    def members(self) -> list[Node] | None:
        """The parts that are shown on their own when the whole is too large; None when it is better cut by statements.

        A type's parts are all that it defines. A function's are the functions and types inside it, where these make
        up more than half of it (a factory, a decorator, a module's wrapper).
        """
        definition = self.definition
        if definition is None or definition.kind in SCOPES:
            return self.children
        inner = [child for child in self.children if child.definitions[0].kind in SUBSTANTIAL]
        covered = sum(child.end - child.start + 1 for child in inner)
        return inner if covered * 2 > self.end - self.start + 1 else None

    def enclosing(self, most: int) -> list[Definition]:
        """The definitions around it, outermost first; of more than so many the innermost."""
        around: list[Definition] = []
        node = self.parent
        while node is not None and node.definition is not None and len(around) < most:
            around.append(node.definition)
            node = node.parent
        around.reverse()
        return around


def nest(definitions: Iterable[Definition], lines: int) -> Node:
    """The tree of a file's definitions.

    Siblings never share a line and children lie inside their parents. To that end a range that overlaps another
    without lying inside it starts behind it, and one of which nothing is left is dropped.

    Args:
        definitions: in any order; of two with the same lines the outer one comes first.
        lines: how many the file has.
    """
    root = Node(1, lines, [])
    current = root
    for definition in sorted(definitions, key=lambda one: (one.start_line, -one.end_line)):
        start, end = max(1, definition.start_line), min(lines, definition.end_line)
        while current.parent is not None and current.end < start:
            current = current.parent
        while current.parent is not None and end > current.end:
            start = max(start, current.end + 1)
            current = current.parent
        start = max(start, current.children[-1].end + 1 if current.children else current.start)
        if start > end:
            continue
        if current.parent is not None and (start, end) == (current.start, current.end) and _beside(current, definition):
            current.definitions.append(definition)
            continue
        node = Node(start, end, [definition], current)
        current.children.append(node)
        current = node
    return root


def _beside(node: Node, definition: Definition) -> bool:
    """True for a second thing that the same lines define, not inside the first."""
    return definition.parent not in {one.qualified_name for one in node.definitions}
