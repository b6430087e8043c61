"""Finds where names are read as values: a function handed on, a constant, an attribute of an object.

Every fifth word of code is such a name, most of them local variables that nobody asks for. Only those are recorded
whose meaning can be told: names that the file defines or imports, and what is read from them, from the object at hand
and from variables that an annotation or an assignment says something about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import tree_sitter

from codeqa.index.definitions import LocatedDefinition
from codeqa.index.parse import Match, Syntax

_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")
ROLE = "reference.access"

Key = tuple[int, int]
"""Where a name's node begins and ends, in bytes."""


@dataclass(frozen=True, slots=True)
class _Known:
    """Names of a file, as bytes."""

    values: Set[bytes]
    """Those it defines or imports: what they mean can be told."""
    modules: Set[bytes]
    """Those of whole modules it imports."""
    objects: Set[bytes]
    """Variables whose class may be told, and the names of the object at hand: what is read from them is recorded."""


def accesses_of(
    syntax: Syntax, first: Mapping[Key, Match], matches: Iterable[Match], definitions: Sequence[LocatedDefinition]
) -> Iterator[tuple[Key, Match]]:
    """Matches of a role of their own for names read as values.

    Args:
        syntax: the parsed file.
        first: the other references, by their name's node.
        matches: all matches of its references' query, for the names that it says are local.
        definitions: what the file defines.
    """
    language = syntax.language
    if not language.value_nodes:
        return
    known = _known(syntax, first, definitions)
    taken = {one.name_bytes for one in definitions}
    members = dict(_split(one) for one in language.member_nodes)
    calls = dict(_split(one) for one in language.call_nodes)
    not_values = dict(_split(one) for one in language.not_values)
    hidden = _Locals(syntax, matches)
    capitals = language.package_scope != "file"
    for word in _WORD.finditer(syntax.source, *syntax.bounds):
        name = word.group()
        is_value = name in known.values or (capitals and name[:1].isupper())
        if not (is_value or name in known.objects or name in known.modules):
            continue
        key = word.span()
        if key in taken:
            continue
        if hidden.hides(name, key[0]):
            is_value = False
            if name not in known.objects:
                continue
        node = syntax.root.named_descendant_for_byte_range(*key)
        if node is None or node.type not in language.value_nodes or (node.start_byte, node.end_byte) != key:
            continue
        parent = node.parent
        if parent is None or _is_at(node, parent, not_values.get(parent.type)):
            continue
        if is_value and key not in first:
            yield key, Match(-1, {ROLE: [node], "name": [node]})
        while parent is not None:
            if parent.type in calls:
                if not _is_at(node, parent, calls[parent.type]):
                    break
            elif parent.type in members:
                object_field, name_field = members[parent.type]
                member = parent.child_by_field_name(name_field)
                if member is None or parent.child_by_field_name(object_field) != node:
                    break
                member_key = (member.start_byte, member.end_byte)
                if member_key not in first and member_key not in taken:
                    yield member_key, Match(-1, {ROLE: [member], "name": [member], "receiver": [node]})
            else:
                break
            node, parent = parent, parent.parent


def _known(syntax: Syntax, first: Mapping[Key, Match], definitions: Sequence[LocatedDefinition]) -> _Known:
    values = {one.definition.name.encode() for one in definitions}
    modules: set[bytes] = set()
    objects = {name.encode() for name in syntax.language.self_names}
    for (start, end), match in first.items():
        alias = match.first("alias")
        name = syntax.source[start:end] if alias is None else syntax.source[alias.start_byte : alias.end_byte]
        if "reference.import" in match.captures:
            whole = alias is None and "module" not in match.captures
            (modules if whole else values).update(_WORD.findall(name)[:1] if whole else _WORD.findall(name)[-1:])
        elif alias is not None:
            objects.add(name)
    return _Known(values, modules, objects)


def _split(entry: str) -> tuple[str, tuple[str, ...]]:
    """A table's ``type.field.field`` as the type and its fields."""
    kind, *node_fields = entry.split(".")
    return kind, tuple(node_fields)


def _is_at(node: tree_sitter.Node, parent: tree_sitter.Node, node_fields: tuple[str, ...] | None) -> bool:
    """True when a node stands in one of its parent's fields; in any, where none is named."""
    if node_fields is None:
        return False
    return not node_fields or any(parent.child_by_field_name(one) == node for one in node_fields)


class _Locals:
    """Names bound inside functions, which hide those of the file there.

    The query captures what binds as ``@local`` and the nodes inside which it is known as ``@scope``. It is asked for
    places in their order.
    """

    def __init__(self, syntax: Syntax, matches: Iterable[Match]) -> None:
        scopes: set[Key] = set()
        bound: set[tuple[int, bytes]] = set()
        for match in matches:
            for node in match.captures.get("scope", ()):
                scopes.add((node.start_byte, node.end_byte))
            for node in match.captures.get("local", ()):
                bound.add((node.start_byte, syntax.source[node.start_byte : node.end_byte]))
        self._scopes = sorted(scopes, key=lambda one: (one[0], -one[1]))
        self._names: dict[Key, set[bytes]] = {}
        self._open: list[Key] = []
        self._next = 0
        for at, name in sorted(bound):
            self._move(at)
            if self._open:
                self._names.setdefault(self._open[-1], set()).add(name)
        self._open, self._next = [], 0

    def hides(self, name: bytes, at: int) -> bool:
        """True when a name is bound in a scope around a place."""
        self._move(at)
        return any(name in self._names[scope] for scope in self._open if scope in self._names)

    def _move(self, at: int) -> None:
        while self._next < len(self._scopes) and self._scopes[self._next][0] <= at:
            self._close(self._scopes[self._next][0])
            self._open.append(self._scopes[self._next])
            self._next += 1
        self._close(at)

    def _close(self, at: int) -> None:
        while self._open and self._open[-1][1] <= at:
            self._open.pop()
