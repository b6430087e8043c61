"""Chooses between the branches of ``#if … #else … #endif`` where together they are no syntax.

A compiler sees one branch; a grammar sees all of them at once, and has to give up where a branch opens a block that
another closes. There the first branch is kept, and blanks stand for the others and for the directives.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

MAX_DEPTH = 50
"""Conditionals nested deeper are left as they are."""

_DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|elseif|endif)\b")
_WHOLE = re.compile(rb"[\w}]|[ \t]*#[ \t]*define\b")
"""How a line begins that speaks of whole definitions, which all branches may have."""
_NOT_NEWLINE = re.compile(rb"[^\n]")
_LITERALS = re.compile(rb'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*(?s:.*?)\*/')
_PAIRS = ((b"{", b"}"), (b"(", b")"))


@dataclass(slots=True)
class _Group:
    """A conditional: the rows (from 0) of its directives, and the conditionals in it."""

    directives: list[int]
    inner: list[_Group] = field(default_factory=list)

    @property
    def first(self) -> int:
        return self.directives[0]

    @property
    def last(self) -> int:
        return self.directives[-1]


def first_branches(source: bytes, broken_rows: Collection[int]) -> bytes:
    """The source with only the first branch of every conditional that breaks the syntax, of the same length.

    Args:
        source: the text.
        broken_rows: rows (from 0) that the parser could not make sense of.
    """
    lines = source.split(b"\n")
    doomed: set[int] = set()
    broken = set(broken_rows)
    for group in _groups(lines):
        _choose(group, lines, broken, doomed)
    return b"\n".join(_NOT_NEWLINE.sub(b" ", line) if row in doomed else line for row, line in enumerate(lines))


def _groups(lines: Sequence[bytes]) -> list[_Group]:
    outermost: list[_Group] = []
    opened: list[_Group] = []
    for row, line in enumerate(lines):
        match = _DIRECTIVE.match(line)
        if match is None:
            continue
        if match[1].startswith(b"if"):
            opened.append(_Group([row]))
        elif opened:
            opened[-1].directives.append(row)
            if match[1] == b"endif":
                group = opened.pop()
                if len(opened) < MAX_DEPTH:
                    (opened[-1].inner if opened else outermost).append(group)
    return outermost


def _choose(group: _Group, lines: Sequence[bytes], broken: set[int], doomed: set[int]) -> None:
    """Marks the rows to blank. Inner conditionals come first: what they explain is not put down to the outer one."""
    for inner in group.inner:
        _choose(inner, lines, broken, doomed)
    unexplained = broken.intersection(range(group.first, group.last + 1)).difference(
        *(range(inner.first, inner.last + 1) for inner in group.inner)
    )
    branches = list(zip(group.directives, group.directives[1:], strict=False))
    if all(
        _balanced([lines[row] for row in range(_continued(lines, start).stop, end) if row not in doomed])
        for start, end in branches
    ):
        between = lines[group.first + 1 : group.last]
        if not unexplained or any(map(_WHOLE.match, between)):
            return
    for row in group.directives:
        doomed.update(_continued(lines, row))
    doomed.update(range(group.directives[1], group.last))


def _continued(lines: Sequence[bytes], row: int) -> range:
    end = row
    while lines[end].endswith(b"\\") and end + 1 < len(lines):
        end += 1
    return range(row, end + 1)


def _balanced(branch: Sequence[bytes]) -> bool:
    text = _LITERALS.sub(b"", b"\n".join(branch))
    return all(text.count(opening) == text.count(closing) for opening, closing in _PAIRS)
