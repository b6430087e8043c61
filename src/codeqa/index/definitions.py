"""Finds a file's definitions: names, qualified names, kinds, signatures, docs and exact spans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import tree_sitter

from codeqa.index.comments import comment_text, docstring_text
from codeqa.index.parse import Match, Syntax, first_by_name, last_row
from codeqa.languages.registry import Language
from codeqa.model import CALLABLES, CONTAINERS, Definition, Kind

SECTION = "section"
"""In a query, ``@definition.section`` is a part that the file is cut by, and that nobody looks up as a definition."""

SECTION_NAME_LIMIT = 80

SIGNATURE_LIMIT = 400
"""Longer signatures are cut: a reader wants the shape, and every split piece repeats it."""

_OWNERS = CONTAINERS | {Kind.ENUM_MEMBER}
"""Kinds whose directly nested functions are their methods; some languages give those to each member of an enum."""

_WORD_END = re.compile(r"[\w$]$")
_WORD_START = re.compile(r"[\w$~]")
_TYPE_ARGUMENTS = re.compile(r"\s*<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>")


@dataclass(frozen=True, slots=True)
class LocatedDefinition:
    """A definition with the bytes it covers, by which references are placed inside it."""

    definition: Definition
    start_byte: int
    end_byte: int
    name_bytes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Found:
    """A match that won its name, not yet placed among the others."""

    kind: Kind
    name: str
    owner: str | None
    outer: tree_sitter.Node
    name_node: tree_sitter.Node
    body: tree_sitter.Node | None
    doc: str
    start_byte: int
    end_byte: int
    start_row: int
    end_row: int


def definitions_of(
    path: str, syntax: Syntax, lines: Sequence[str], seen: dict[str, int] | None = None
) -> list[LocatedDefinition]:
    """All definitions of a parsed file, in order of their start, outer before inner. Sections are of kind code.

    Args:
        path: the file's path, copied into the records.
        syntax: the parsed file.
        lines: the file's lines, for columns in characters.
        seen: how often each qualified name was met in other parts of the file; it is counted on.
    """
    found = sorted(_winners(syntax), key=lambda one: (one.start_byte, -one.end_byte, one.name_node.start_byte))
    if syntax.language.merges_clauses:
        found = _merged(found)
    placed: list[LocatedDefinition] = []
    enclosing: list[tuple[LocatedDefinition, _Found]] = []
    seen = {} if seen is None else seen
    for one in found:
        while enclosing and not _encloses(syntax.language, enclosing[-1][1], one):
            enclosing.pop()
        around = [located.definition for located, _ in enclosing]
        if one.kind in syntax.language.locals and any(outer.kind in CALLABLES for outer in around):
            continue
        if enclosing and _is_same(enclosing[-1][1], one):
            continue
        parent = _parent(one.kind, around)
        inside_method = one.kind is Kind.FIELD and parent is not None and around[-1] is not parent
        if inside_method and not _is_first_of_class(syntax.language, one, parent, seen):
            continue
        definition = _definition(path, syntax, lines, one, parent, seen)
        located = LocatedDefinition(
            definition, one.start_byte, one.end_byte, (one.name_node.start_byte, one.name_node.end_byte)
        )
        placed.append(located)
        enclosing.append((located, one))
    return placed


def _merged(found: Sequence[_Found]) -> list[_Found]:
    """Adjacent sibling functions of one name as one: the first clause, reaching to the end of the last."""
    merged: list[_Found] = []
    last_sibling: dict[int, int] = {}
    for one in found:
        siblings = one.outer.parent.id if one.outer.parent is not None else 0
        at = last_sibling.get(siblings)
        before = merged[at] if at is not None else None
        clause = one.kind in CALLABLES and before is not None and (before.name, before.kind) == (one.name, one.kind)
        if at is not None and before is not None and clause:
            merged[at] = replace(before, end_byte=one.end_byte, end_row=one.end_row, doc=before.doc or one.doc)
        else:
            last_sibling[siblings] = len(merged)
            merged.append(one)
    return merged


def _is_same(outer: _Found, inner: _Found) -> bool:
    """True when a function is named twice: ``const Card = memo(function Card() {…})``."""
    bodies = outer.body, inner.body
    return outer.name == inner.name and None not in bodies and bodies[0] == bodies[1]


def _is_first_of_class(language: Language, one: _Found, parent: Definition | None, seen: Mapping[str, int]) -> bool:
    """True where a method is the first to give its object an attribute (``self.name = …``)."""
    if parent is None or parent.kind not in CONTAINERS:
        return False
    return f"{parent.qualified_name}{language.separator}{one.name}" not in seen


def _parent(kind: Kind, enclosing: Sequence[Definition]) -> Definition | None:
    """The innermost definition around, sections apart; for a field that a constructor declares, the class."""
    enclosing = [one for one in enclosing if one.kind is not Kind.CODE]
    if kind is Kind.FIELD:
        enclosing = [one for one in enclosing if one.kind not in CALLABLES] or enclosing
    return enclosing[-1] if enclosing else None


def _encloses(language: Language, outer: _Found, inner: _Found) -> bool:
    """False for names that one declaration gives together: ``int a, b;`` and ``struct point { … } origin;``."""
    if outer.body is not None and outer.outer.type in language.declarators and inner.outer == inner.name_node:
        return inner.name_node.start_byte < outer.body.end_byte
    return outer.end_byte >= inner.end_byte and (outer.start_byte, outer.end_byte) != (
        inner.start_byte,
        inner.end_byte,
    )


def _winners(syntax: Syntax) -> Iterable[_Found]:
    """One match for each name node: that of the first pattern in the query file."""
    for match in first_by_name(syntax.definition_matches()).values():
        role = match.role("definition.")
        name = match.captures["name"][0]
        if role is not None and name.end_byte > name.start_byte:  # a name that the parser made up is empty
            kind, node = role
            yield _spanned(syntax, match, Kind.CODE if kind == SECTION else Kind(kind.replace("_", " ")), node)


def _spanned(syntax: Syntax, match: Match, kind: Kind, node: tree_sitter.Node) -> _Found:
    """Widens a definition to its wrappers and to the comments and attributes that stand right before it."""
    body = match.first("body")
    is_name = node == match.captures["name"][0]  # the declaration around it speaks of something else
    while not is_name and node.parent is not None and node.parent.type in syntax.language.declarators:
        node = node.parent
        body = body or node.child_by_field_name("body")
    outer = _wrapped(syntax.language, node)
    first = outer
    comments: list[tree_sitter.Node] = []
    doc = match.first("doc")
    inside_doc = None if doc is None else docstring_text(syntax.slice(doc.start_byte, doc.end_byte))
    before = first.prev_sibling
    while before is not None and _belongs(syntax, before, first):
        if before.type in syntax.language.comments:
            comments.append(before)
        elif inside_doc is None:
            inside_doc = _attached_doc(syntax, before)
        first = before
        before = first.prev_sibling
    name_node = match.captures["name"][0]
    # Some grammars put the body beside the declaration, not inside it (Dart).
    last = body if body is not None and body.start_byte >= outer.end_byte else outer
    if body is None and outer.type in syntax.language.reaches_next:
        last = _before_next(outer)
    if kind is Kind.CODE:
        owner, name = None, _squeeze(syntax.slice(name_node.start_byte, name_node.end_byte))[:SECTION_NAME_LIMIT]
    else:
        owner, name = _owner_and_name(syntax, match)
    return _Found(
        kind=kind,
        name=name,
        owner=owner,
        outer=outer,
        name_node=name_node,
        body=body,
        doc=inside_doc or comment_text([syntax.slice(one.start_byte, one.end_byte) for one in reversed(comments)]),
        start_byte=first.start_byte,
        end_byte=last.end_byte,
        start_row=first.start_point.row,
        end_row=_last_full_row(syntax, last),
    )


def _wrapped(language: Language, node: tree_sitter.Node) -> tree_sitter.Node:
    """The outermost wrapper around a node that wraps nothing else."""
    beside = {*language.comments, *language.annotations, *language.attached, *language.wrapper_parts}
    outer = node
    parent = node.parent
    while parent is not None and parent.type in language.wrappers:
        if sum(child.type not in beside for child in parent.named_children) > 1:
            break
        outer, parent = parent, parent.parent
    return outer


def _last_full_row(syntax: Syntax, node: tree_sitter.Node) -> int:
    """The row of a node's last character that is no space; some grammars let a node end with blank lines (make)."""
    row = last_row(node)
    if syntax.source[node.end_byte - 1 : node.end_byte].isspace():
        text = syntax.source[node.start_byte : node.end_byte].rstrip()
        row = min(row, node.start_point.row + text.count(b"\n"))
    return row


def _before_next(node: tree_sitter.Node) -> tree_sitter.Node:
    """The last sibling before the next one of the node's type."""
    last = node
    following = node.next_sibling
    while following is not None and following.type != node.type:
        last, following = following, following.next_sibling
    return last


def _belongs(syntax: Syntax, before: tree_sitter.Node, first: tree_sitter.Node) -> bool:
    """True when a sibling is a comment or attribute that ends on the line above (or on the same line)."""
    language = syntax.language
    if before.type not in language.comments and not _is_attached(syntax, before):
        return False
    if before.start_byte == 0 and syntax.source.startswith(b"#!"):
        return False
    gap = first.start_point.row - last_row(before)
    if gap == 2 and _is_detached_doc(syntax, before):
        return True
    if gap > 1 or (gap == 1 and before.start_point.column > first.start_point.column + 1):
        return False
    previous = before.prev_sibling
    # A comment behind other code on its line speaks of that code.
    return previous is None or last_row(previous) < before.start_point.row or previous.type in language.attached


def _is_detached_doc(syntax: Syntax, node: tree_sitter.Node) -> bool:
    """True for documentation that a blank line may follow. What a file begins with speaks of the file."""
    detached = syntax.language.detached_docs
    if detached is None or node.prev_sibling is None or node.type not in syntax.language.comments:
        return False
    return re.match(detached, syntax.slice(node.start_byte, node.end_byte)) is not None


def _is_attached(syntax: Syntax, node: tree_sitter.Node) -> bool:
    language = syntax.language
    if node.type not in language.attached:
        return False
    text = language.attached_text
    return text is None or re.match(text, syntax.slice(node.start_byte, node.end_byte)) is not None


def _definition(
    path: str,
    syntax: Syntax,
    lines: Sequence[str],
    one: _Found,
    parent: Definition | None,
    seen: dict[str, int],
) -> Definition:
    language = syntax.language
    qualifiers = [part for part in (parent.qualified_name if parent else None, one.owner) if part]
    qualified_name = language.separator.join([*qualifiers, one.name])
    seen[qualified_name] = ordinal = seen.get(qualified_name, 0) + 1
    row = one.name_node.start_point.row
    return Definition(
        path=path,
        name=one.name,
        qualified_name=qualified_name,
        kind=_kind(language, one, parent),
        start_line=one.start_row + 1,
        end_line=max(one.end_row, row) + 1,
        line=row + 1,
        column=column_of(lines[row], one.name_node.start_point.column),
        signature=_signature(syntax, one),
        doc=one.doc,
        language=language.name,
        parent=parent.qualified_name if parent else None,
        ordinal=ordinal,
    )


def _kind(language: Language, one: _Found, parent: Definition | None) -> Kind:
    """A function right inside a type, or one that names its owner, is a method; some methods are constructors."""
    owner = one.owner or (parent.name if parent is not None and parent.kind in _OWNERS else None)
    if one.kind not in CALLABLES or owner is None:
        return one.kind
    if one.kind in (Kind.FUNCTION, Kind.METHOD):
        names = {owner if name == "{class}" else name for name in language.constructors}
        return Kind.CONSTRUCTOR if one.name in names else Kind.METHOD
    return one.kind


def _owner_and_name(syntax: Syntax, match: Match) -> tuple[str | None, str]:
    """The bare name, and what it is said to belong to: a captured owner, or what stands before it (``Owner::name``)."""
    name_node, owner_node = match.captures["name"][0], match.first("owner")
    text = _squeeze(syntax.slice(name_node.start_byte, name_node.end_byte))
    if (before := match.first("name_before")) is not None:
        word = syntax.slice(before.start_byte, before.end_byte)
        text = f"{word} {text}" if _WORD_END.search(word) else word + text
    owner = "" if owner_node is None else _squeeze(syntax.slice(owner_node.start_byte, owner_node.end_byte))
    quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "\"'`"
    name = text[1:-1] if quoted else text
    if "symbol" in name_node.type:
        name = name.removeprefix(":").strip("\"'")
    if owner_node is None and "string" not in name_node.type:
        head, _, tail = _TYPE_ARGUMENTS.sub("", name).rpartition(syntax.language.separator)
        if _WORD_END.search(head) and _WORD_START.match(tail):
            owner, name = head, tail
    return (_TYPE_ARGUMENTS.sub("", owner) or None), name


def _signature(syntax: Syntax, one: _Found) -> str:
    """The declaration up to its body on one line, without annotations and the opening of the body."""
    body = one.body
    start = one.outer.start_byte
    if body is not None and body.start_byte > one.name_node.start_byte:
        end = body.start_byte
    else:
        end = one.outer.end_byte
        line_end = syntax.source.find(b"\n", one.name_node.end_byte, end)
        if line_end != -1 and one.kind not in (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR):
            end = line_end
    pieces: list[str] = []
    for left_out in _left_out(syntax.language, one.outer, end):
        pieces.append(syntax.slice(start, left_out.start_byte))
        start = left_out.end_byte
    pieces.append(syntax.slice(start, end))
    signature = _squeeze(" ".join(pieces))
    signature = re.sub(r"(?:\s*(?:\{|:|=|->|;|,|\bdo))+\s*$", "", signature) if signature else one.name
    return signature if len(signature) <= SIGNATURE_LIMIT else signature[: SIGNATURE_LIMIT - 1] + "…"


def _left_out(language: Language, node: tree_sitter.Node, end_byte: int) -> list[tree_sitter.Node]:
    """Annotations and comments among the first two levels of a definition's own nodes, before its body."""
    types = {*language.annotations, *language.comments}
    found: list[tree_sitter.Node] = []
    for child in node.children:
        if child.start_byte >= end_byte:
            break
        if child.type in types:
            found.append(child)
        else:
            found.extend(
                grandchild
                for grandchild in child.children
                if grandchild.type in types and grandchild.start_byte < end_byte
            )
    return found


def _attached_doc(syntax: Syntax, node: tree_sitter.Node) -> str | None:
    """The documentation in an attached sibling, where the language keeps it there."""
    if syntax.language.attached_doc is None:
        return None
    match = re.match(syntax.language.attached_doc, syntax.slice(node.start_byte, node.end_byte))
    return None if match is None else docstring_text(match["doc"])


def column_of(line: str, byte_column: int) -> int:
    """A 1-based column in characters from a 0-based one in UTF-8 bytes."""
    if line.isascii():
        return byte_column + 1
    return len(line.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "ignore")) + 1


def _squeeze(text: str) -> str:
    return " ".join(text.split())
