"""Finds a file's references: every call, instantiation, base, import, type use and decorator, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

import tree_sitter

from codeqa.index.accesses import accesses_of
from codeqa.index.definitions import LocatedDefinition, column_of
from codeqa.index.parse import Match, Syntax, first_by_name
from codeqa.languages.registry import Language
from codeqa.model import CALLABLES, Kind, Reference, ReferenceKind

TEXT_LIMIT = 200
RECEIVER_LIMIT = 100

_SPREADS = ("spread", "splat", "list_splat", "dictionary_splat", "variadic")
_SIGNS_OF_MORE = (b"\n", b"*", b"...", b"{-", b"--")
"""Without any of these there is neither a spread argument nor a comment, so the nodes need not be looked at."""

_WORD = re.compile(rb"(?<!\S)[\w$@%&*][^\s,;()]*")
_SPACES = re.compile(r"[\n\t ]")
_KINDS = {str(kind): kind for kind in ReferenceKind}

_Scope = tuple[int, str, str, Kind]
"""Where a definition ends, its qualified name, its id and its kind."""
_NoScope = tuple[None, None, None]
_NO_SCOPE: _NoScope = (None, None, None)


def references_of(
    path: str, syntax: Syntax, lines: Sequence[str], definitions: Sequence[LocatedDefinition]
) -> list[Reference]:
    """All references of a parsed file, in order.

    Args:
        path: the file's path, copied into the records.
        syntax: the parsed file.
        lines: the file's lines.
        definitions: the file's definitions in order, as `definitions_of` gives them.
    """
    own_names = {one.name_bytes for one in definitions if one.definition.kind is not Kind.IMPL}
    matches = list(syntax.reference_matches())
    first = first_by_name(matches)
    first.update(_listed(syntax, matches))
    first.update(list(accesses_of(syntax, first, matches, definitions)))
    references: list[Reference] = []
    enclosing: list[_Scope] = []
    upcoming = 0
    for key in sorted(first):
        match = first[key]
        role = match.role("reference.")
        if role is None or key in own_names:
            continue
        start_byte = key[0]
        while upcoming < len(definitions) and definitions[upcoming].start_byte <= start_byte:
            located = definitions[upcoming]
            while enclosing and enclosing[-1][0] <= located.start_byte:
                enclosing.pop()
            kind = located.definition.kind
            # What ``self.total = price()`` calls is called by the function around it, not by the field.
            if kind is not Kind.FIELD or not enclosing or enclosing[-1][3] not in CALLABLES:
                enclosing.append((located.end_byte, located.definition.qualified_name, located.definition.id, kind))
            upcoming += 1
        while enclosing and enclosing[-1][0] <= start_byte:
            enclosing.pop()
        references.append(
            _reference(path, syntax, lines, role[0], key, match, enclosing[-1] if enclosing else _NO_SCOPE)
        )
    return references


def _listed(syntax: Syntax, matches: Sequence[Match]) -> dict[tuple[int, int], Match]:
    """The words of nodes captured as ``@names``, each a name of its own (Perl's ``qw(sum max)``)."""
    found: dict[tuple[int, int], Match] = {}
    for match in matches:
        for node in match.captures.get("names", ()):
            for word in _WORD.finditer(syntax.source, node.start_byte, node.end_byte):
                current = found.get(word.span())
                if current is None or match.pattern < current.pattern:
                    found[word.span()] = match
    return found


def _reference(
    path: str,
    syntax: Syntax,
    lines: Sequence[str],
    role: str,
    key: tuple[int, int],
    match: Match,
    scope: _Scope | _NoScope,
) -> Reference:
    # This is called for every fifth word of code: its cost is a fifth of all that indexing a file costs.
    captures = match.captures
    if "name" in captures:
        node = captures["name"][0]
        row, byte_column = node.start_point
        name = _text(syntax, node)
    else:
        node = captures["names"][0]
        row = node.start_point.row + syntax.source.count(b"\n", node.start_byte, key[0])
        byte_column = key[0] - syntax.source.rfind(b"\n", 0, key[0]) - 1
        name = syntax.slice(*key)
    line = lines[row]
    kind = _KINDS[role]
    receiver = _optional(syntax, captures.get("receiver"))
    if receiver is not None:
        receiver = receiver.removesuffix(syntax.language.separator)
    alias = _optional(syntax, captures.get("alias"))
    if kind is ReferenceKind.IMPORT:
        name = "*" if name == syntax.language.wildcard else name
        name, receiver, alias = _import(syntax, match, node, name, alias)
    elif syntax.language.names_are_qualified and syntax.language.separator in name:
        head, _, name = name.rpartition(syntax.language.separator)
        receiver = head or receiver
    elif kind is ReferenceKind.CALL and _constructs(syntax.language, name):
        kind = ReferenceKind.INSTANTIATION
    arguments = captures.get("arguments")
    return Reference(
        path=path,
        line=row + 1,
        column=column_of(line, byte_column),
        text=line.strip()[:TEXT_LIMIT],
        kind=kind,
        name=name,
        receiver=receiver,
        alias=alias,
        arguments=None if arguments is None else _arguments(syntax, arguments[0]),
        enclosing=scope[1],
        enclosing_id=scope[2],
    )


def _import(
    syntax: Syntax, match: Match, node: tree_sitter.Node, name: str, alias: str | None
) -> tuple[str, str | None, str | None]:
    """An import's bare name, the module before it, and what it is called here.

    ``import a.b`` gives ``b`` from ``a``.
    """
    language = syntax.language
    separator = language.module_separator or language.separator
    written = name.strip("\"'`<>")
    module = separator.join(_text(syntax, node) for node in match.captures.get("module", ())).strip("\"'`<>")
    module = separator.join([*_module_prefixes(syntax, node), *([module] if module else [])])
    if written in language.self_names and module:  # use a::b::{self}
        written, module = module, ""
    elif module:
        return written, module, alias
    module, _, bare = written.rpartition(separator)
    if module and alias is None and language.imports_keep_path:
        alias = name
    return (bare or written), (module or None), alias


def _module_prefixes(syntax: Syntax, node: tree_sitter.Node) -> list[str]:
    """The module parts that stand before a group of imports around a name, outermost first."""
    prefixes: list[str] = []
    around = node.parent if syntax.language.module_scopes else None
    while around is not None:
        if around.type in syntax.language.module_scopes and (path := around.child_by_field_name("path")) is not None:
            prefixes.append(_text(syntax, path))
        around = around.parent
    return prefixes[::-1]


def _constructs(language: Language, name: str) -> bool:
    """A call such as ``HttpServer()``: CapWords, not a CONSTANT_NAME, a single capital counts (``Q()``)."""
    return (
        language.capitalised_calls_construct
        and name[:1].isupper()
        and (len(name) == 1 or any(letter.islower() for letter in name))
    )


def _arguments(syntax: Syntax, node: tree_sitter.Node) -> int | None:
    """How many arguments are passed; None where some are spread, so that it cannot be told."""
    text = syntax.source[node.start_byte : node.end_byte]
    if not any(sign in text for sign in _SIGNS_OF_MORE):
        return node.named_child_count
    arguments = [child.type for child in node.named_children if child.type not in syntax.language.comments]
    if any(spread in argument for argument in arguments for spread in _SPREADS):
        return None
    return len(arguments)


def _optional(syntax: Syntax, nodes: Sequence[tree_sitter.Node] | None) -> str | None:
    return None if nodes is None else _text(syntax, nodes[0])[:RECEIVER_LIMIT]


def _text(syntax: Syntax, node: tree_sitter.Node) -> str:
    text = syntax.slice(node.start_byte, node.end_byte)
    return " ".join(text.split()) if _SPACES.search(text) else text
