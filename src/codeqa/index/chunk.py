"""Cuts a parsed file into chunks along its definitions.

A small definition is one chunk. A type that is too large gives one chunk for its own lines, its header, with the
members' signatures beside it, and one for each member; a function that is too large is cut between statements. What
is tiny is joined with its neighbours. Every line of the file lies in exactly one chunk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from codeqa.index.grouping import Group, groups_of
from codeqa.index.nesting import Node, nest
from codeqa.index.sizes import DEFAULT_SIZES, ChunkSizes, Lines
from codeqa.index.split import split
from codeqa.model import Chunk, Definition, Kind
from codeqa.text.tokens import estimate_tokens, split_identifier

__all__ = ["DEFAULT_SIZES", "ChunkSizes", "chunk_file", "chunk_head"]

ENCLOSING = 4
"""How many of the definitions around a chunk its reader is told, the innermost ones."""

LONGEST_LINE = 400
"""Characters of a line that is made up for a chunk or repeated beside it."""

HEAD_DOC = 400
"""Characters of a doc's first paragraph that count for a chunk's head."""

Borders = Callable[[int, int], Sequence[tuple[int, int]]]


def chunk_file(
    path: str,
    language_name: str | None,
    lines: Sequence[str],
    definitions: Sequence[Definition],
    borders: Borders,
    sizes: ChunkSizes = DEFAULT_SIZES,
) -> list[Chunk]:
    """The chunks of a file, in order.

    Args:
        path: the file's path, copied into the chunks.
        language_name: likewise.
        lines: the file's lines, without line ends.
        definitions: all of the file's definitions.
        borders: gives for a first and a last line (line, depth) of every statement that starts after the first line
            of that range, by line; depth is 0 for the outermost.
        sizes: how large chunks may be.
    """
    if not lines:
        return []
    chunker = _Chunker(path, language_name, Lines(lines), borders, sizes)
    todo = [nest(definitions, len(lines))]
    chunks: list[Chunk] = []
    while todo:
        node = todo.pop()
        own, others, too_large = chunker.chunks_of(node)
        chunks.extend(own)
        chunks.extend(others)
        todo.extend(too_large)
    chunks.sort(key=lambda chunk: chunk.start_line)
    return chunks


def chunk_head(chunk: Chunk) -> str:
    """What a chunk is called rather than what it says: words of the path, names, signature, the doc's first paragraph.

    It is embedded beside the text, see `codeqa.embed.chunks`. The file's own name comes twice, as it says most of the
    path (measured on 28 repositories: NDCG@10 0.831, once 0.827, without the path 0.816).
    """
    path = PurePosixPath(chunk.path)
    name = " ".join(split_identifier(path.stem))
    folders = [" ".join(split_identifier(part)) for part in path.parent.parts]
    doc = " ".join(chunk.doc.strip().partition("\n\n")[0].split())[:HEAD_DOC]
    about = chunk.signature or ("" if chunk.symbol else chunk.context)
    return "\n".join(filter(None, [name, " ".join([*folders, name]), chunk.symbol, about, doc]))


class _Chunker:
    """Makes the chunks of one file."""

    def __init__(self, path: str, language: str | None, lines: Lines, borders: Borders, sizes: ChunkSizes) -> None:
        self._path = path
        self._language = language
        self._lines = lines
        self._borders = borders
        self._sizes = sizes

    def chunks_of(self, node: Node) -> tuple[list[Chunk], list[Chunk], list[Node]]:
        """A node's own lines as chunks, its members' chunks, and the members that have to be taken apart in turn."""
        own: list[Chunk] = []
        others: list[Chunk] = []
        too_large: list[Node] = []
        for group in groups_of(node, self._lines, self._sizes):
            if group.own:
                own.extend(self._own(node, group))
            elif self._lines.tokens(group.start, group.end) <= self._sizes.largest:
                others.append(self._joined(node, group) if len(group.definitions) > 1 else self._whole(group))
            elif group.nodes[0].members() is not None:
                too_large.append(group.nodes[0])
            else:
                others.extend(self._pieces(group.nodes[0]))
        if len(own) > 1 and node.definition is not None:
            own = [_numbered(chunk, part) for part, chunk in enumerate(own, start=1)]
        return own, others, too_large

    def _own(self, node: Node, group: Group) -> Iterator[Chunk]:
        """Lines of a type that belong to none of its members, or lines of the file that belong to no definition."""
        definition = node.definition
        around = _enclosing(node)
        members = deque(group.nodes)
        pieces = self._split(group.start, group.end)
        for part, (start, end, openers) in enumerate(pieces, start=1):
            if definition is None:
                inside: list[Definition] = []
                while members and members[0].start <= end:
                    inside.extend(members.popleft().definitions)
                chunk = self._chunk(start, end, Kind.CODE, signature=_names(inside), context=self._block(openers))
                yield replace(chunk, part=part) if len(pieces) > 1 else chunk
            elif start == node.start:
                yield self._defined(start, end, definition, [*around, self._members(node, end)])
            else:
                block = self._block([line for line in openers if line > definition.line])
                yield self._defined(start, end, definition, [*around, definition.signature, block])

    def _whole(self, group: Group) -> Chunk:
        node = group.nodes[0]
        return self._defined(group.start, group.end, node.definitions[0], _enclosing(node))

    def _joined(self, node: Node, group: Group) -> Chunk:
        """Tiny neighbours in one chunk, which bears the name of what they lie in."""
        kinds = {one.kind for one in group.definitions}
        return self._chunk(
            group.start,
            group.end,
            kinds.pop() if len(kinds) == 1 else Kind.CODE,
            symbol=node.definition.qualified_name if node.definition is not None else None,
            signature=_names(group.definitions),
            context="\n".join([*_enclosing(node), *_of(node)]),
        )

    def _pieces(self, node: Node) -> Iterator[Chunk]:
        definition = node.definitions[0]
        around = _enclosing(node)
        pieces = self._split(node.start, node.end)
        for part, (start, end, openers) in enumerate(pieces, start=1):
            inside = [line for line in openers if line > definition.line]
            context = [*around, definition.signature, self._block(inside)] if part > 1 else around
            chunk = self._defined(start, end, definition, context)
            yield _numbered(chunk, part) if len(pieces) > 1 else chunk

    def _split(self, start: int, end: int) -> list[tuple[int, int, Sequence[int]]]:
        if self._lines.tokens(start, end) <= self._sizes.largest:
            return [(start, end, ())]
        pieces = split(self._lines, start, end, self._borders(start, end), self._sizes)
        return [(piece.start, piece.end, piece.openers) for piece in pieces]

    def _block(self, openers: Sequence[int]) -> str:
        """The lines that open the blocks a piece lies in."""
        texts = [_clipped(self._lines[line].rstrip()) for line in openers]
        return "\n".join(text for text in texts if any(map(str.isalnum, text)))

    def _members(self, node: Node, end: int) -> str:
        """The signatures of the members behind the header's last line, or as many as there is room for."""
        room = self._sizes.context
        shown: list[str] = []
        members = [one for child in node.members() or () if child.start > end for one in child.definitions]
        for index, member in enumerate(members):
            room -= estimate_tokens(member.signature + "\n")
            if room < 0:
                shown.append(f"… {len(members) - index} more")
                break
            shown.append(member.signature)
        return "\n".join(shown)

    def _defined(self, start: int, end: int, definition: Definition, context: Sequence[str]) -> Chunk:
        return self._chunk(
            start,
            end,
            definition.kind,
            name=definition.name or None,
            symbol=definition.qualified_name or None,
            signature=definition.signature,
            doc=definition.doc,
            context="\n".join(filter(None, context)),
        )

    def _chunk(
        self,
        start: int,
        end: int,
        kind: Kind,
        *,
        name: str | None = None,
        symbol: str | None = None,
        signature: str = "",
        doc: str = "",
        context: str = "",
    ) -> Chunk:
        return Chunk(
            path=self._path,
            start_line=start,
            end_line=end,
            kind=kind,
            text=self._lines.text(start, end),
            language=self._language,
            name=name,
            symbol=symbol,
            signature=signature,
            doc=doc,
            context=context,
        )


def _numbered(chunk: Chunk, part: int) -> Chunk:
    """A chunk as a part of several; the doc stays with the first, lest it speak for code that it does not describe."""
    return replace(chunk, part=part, doc=chunk.doc if part == 1 else "")


def _enclosing(node: Node) -> list[str]:
    return [one.signature for one in node.enclosing(ENCLOSING)]


def _of(node: Node) -> list[str]:
    return [node.definition.signature] if node.definition is not None else []


def _names(definitions: Sequence[Definition]) -> str:
    """What the definitions in one chunk are called, as far as there is room. It stands in the signature's place.

    (Their signatures instead: NDCG@10 0.831 for 0.833.)
    """
    return _clipped(", ".join(one.name for one in definitions))


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"
