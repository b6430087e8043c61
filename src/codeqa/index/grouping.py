"""Decides which neighbours inside a type or a file share a chunk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from codeqa.index.nesting import SCOPES, Node
from codeqa.index.sizes import ChunkSizes, Lines
from codeqa.model import Definition, Kind

DETAILS = frozenset({Kind.FIELD, Kind.PROPERTY, Kind.ENUM_MEMBER, Kind.CONSTANT, Kind.VARIABLE, Kind.TYPE})
"""Kinds that are read with the header of the type, or the top of the file, that they follow."""

_COMMENT = re.compile(r"#+(?:\s|$|[-=*#])|//|/\*|\*|--(?:\s|$|[-=|^])|;;|%|<!--")
"""How a line of a comment begins, be it a line comment or the inside of a block comment as it is usually written."""

CLOSING_WORDS = frozenset({"end", "fi", "done", "esac", "endif", "#endif"})


@dataclass(slots=True)
class Group:
    """Adjacent lines that share a chunk."""

    start: int
    end: int
    nodes: list[Node]
    """The members in it; none where there are only lines of the whole's own."""
    own: bool
    """Shown as part of the whole, not as the members in it."""
    tiny: bool

    @property
    def definitions(self) -> list[Definition]:
        """What the members in it define."""
        return [one for node in self.nodes for one in node.definitions]

    @property
    def details(self) -> bool:
        """True when there is nothing but the whole's own lines, fields and the like."""
        return all(one.kind in DETAILS for one in self.definitions)


def groups_of(node: Node, lines: Lines, sizes: ChunkSizes) -> list[Group]:
    """A node's lines as groups: its members, each for itself unless tiny, and the lines between them.

    Args:
        node: a definition with members, or the file. Its members' ends grow over blank lines and closing braces.
        lines: the file's lines.
        sizes: how large a group may be.
    """
    groups = [_group(start, end, member, lines, sizes) for start, end, member in _units(node, lines)]
    groups = _joined(node, groups, lines, sizes)
    return groups if len(groups) < 2 else _scraps_attached(node, groups, lines, sizes)


def _group(start: int, end: int, member: Node | None, lines: Lines, sizes: ChunkSizes) -> Group:
    group = Group(start, end, [] if member is None else [member], own=member is None, tiny=False)
    limit = sizes.detail if member is not None and group.details else sizes.tiny
    group.tiny = lines.tokens(start, end) < limit
    return group


def _units(node: Node, lines: Lines) -> list[tuple[int, int, Node | None]]:
    """The members and the runs of lines between them.

    Blank lines and closing braces go to what stands before, comments right before a member to that member.
    """
    units: list[tuple[int, int, Node | None]] = []
    place = node.start
    members = node.members() or []
    for index, member in enumerate(members):
        if member.start > place:
            member.start = _with_comments(lines, place, member.start)
            if member.start > place:
                units.append((place, member.start - 1, None))
        limit = members[index + 1].start if index + 1 < len(members) else node.end + 1
        while member.end + 1 < limit and _closes(lines[member.end + 1]):
            member.end += 1
        units.append((member.start, member.end, member))
        place = member.end + 1
    if place <= node.end:
        units.append((place, node.end, None))
    return units


def _with_comments(lines: Lines, first: int, start: int) -> int:
    """The first of the comment's lines that end before a line, blank ones between left aside; else the line itself.

    Args:
        lines: the file's lines.
        first: how far up a comment may reach. When all from there on is comment or blank, the result is this line.
        start: the line before which to look.
    """
    found = above = start
    while above > first:
        text = lines[above - 1].strip()
        if text and not _COMMENT.match(text):
            return found
        above -= 1
        if text:
            found = above
    # What opens the file speaks of the file.
    return first if first > 1 or found == start else start


def _closes(line: str) -> bool:
    """True for a blank line and for one that does nothing but close what stands before it."""
    text = line.strip()
    if not text or text.rstrip(";,)") in CLOSING_WORDS:
        return True
    return text[0] in ")]}" and not any(map(str.isalnum, text))


def _joined(node: Node, groups: Sequence[Group], lines: Lines, sizes: ChunkSizes) -> list[Group]:
    """Fields and the like joined with the header or code that they follow, and tiny neighbours with each other."""
    joined: list[Group] = []
    for group in groups:
        last = joined[-1] if joined else None
        if last is not None and last.own and _continues(node, group, lines, sizes):
            # However large that gets: the whole's own lines are split at their best places afterwards.
            last.tiny = last.tiny and group.tiny
        elif last is not None and _tiny_both(node, last, group) and _fits(last.start, group.end, lines, sizes):
            last.own = False
        else:
            joined.append(group)
            continue
        last.end = group.end
        last.nodes.extend(group.nodes)
    return joined


def _continues(node: Node, group: Group, lines: Lines, sizes: ChunkSizes) -> bool:
    """True for what is read together with the whole's own lines before it."""
    return not group.nodes or (group.tiny and group.details) or _embedded(node, group, lines, sizes)


def _tiny_both(node: Node, last: Group, group: Group) -> bool:
    """True for tiny neighbours, but for the header of a definition: what it is stays apart from what it holds."""
    header = node.definition is not None and last.own and last.start == node.start
    return last.tiny and group.tiny and not header


def _embedded(node: Node, group: Group, lines: Lines, sizes: ChunkSizes) -> bool:
    """True for a function in the midst of a statement: a callback, an option, a helper inside a test."""
    in_statements = node.definition is None or node.definition.kind not in SCOPES
    end = group.definitions[0].end_line
    return (
        in_statements
        and lines.indentation(group.start) > 0
        and bool(lines[group.start - 1].strip())
        and (end >= lines.count or bool(lines[end + 1].strip()))
        and lines.tokens(group.start, group.end) * 2 <= sizes.largest
    )


def _scraps_attached(node: Node, groups: Sequence[Group], lines: Lines, sizes: ChunkSizes) -> list[Group]:
    """Own lines that are too few for a chunk given to the neighbour that they stand nearer to."""
    kept: list[Group] = []
    for index, group in enumerate(groups):
        scrap = group.tiny and group.own and not group.nodes
        header = node.definition is not None and group.start == node.start
        if scrap and not header and lines.tokens(group.start, group.end) < sizes.tiny:
            last = kept[-1] if kept else None
            following = groups[index + 1] if index + 1 < len(groups) else None
            before = last is not None and _fits(last.start, group.end, lines, sizes)
            after = following is not None and _fits(group.start, following.end, lines, sizes)
            if after and following is not None and (not before or not _spaced(lines, group.end)):
                following.start = group.start
                continue
            if before and last is not None:
                last.end = group.end
                continue
        kept.append(group)
    return kept


def _fits(start: int, end: int, lines: Lines, sizes: ChunkSizes) -> bool:
    return lines.tokens(start, end) <= sizes.largest


def _spaced(lines: Lines, line: int) -> bool:
    return not lines[line].strip()
