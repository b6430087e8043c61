"""One file, start to end: read, parse, definitions, references, chunks."""

from __future__ import annotations

from dataclasses import dataclass

from codeqa.index.chunk import DEFAULT_SIZES, ChunkSizes, chunk_file
from codeqa.index.classify import traits_of
from codeqa.index.documents import chunk_document
from codeqa.index.embedded import Parsed, parsed_cells, parsed_file
from codeqa.index.parse import TooManyNodesError
from codeqa.index.read import HEAD_CHARACTERS, SourceText, UnreadableError, read_source
from codeqa.index.walk import Found
from codeqa.languages.registry import Language, load_languages
from codeqa.model import FileFacts, SourceFile


@dataclass(frozen=True, slots=True)
class FactOptions:
    """How a file is cut."""

    sizes: ChunkSizes = DEFAULT_SIZES
    parse: bool = True
    """False cuts the file as plain text: the way out for one whose parser died."""
    secrets: bool = False
    """Read files that hold private keys too."""
    note: str | None = None
    """Why it is not parsed, kept with the file."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that is not indexed."""

    path: str
    reason: str
    digest: str | None
    """Of its bytes; None when they could not be read."""


def facts_of(found: Found, options: FactOptions = FactOptions()) -> FileFacts | Refused:
    """All that the index keeps of one file; Refused, with the reason, when it is not to be indexed.

    Args:
        found: the file, as the walk gives it.
        options: sizes, and whether to parse.
    """
    try:
        source = read_source(found.absolute, secrets=options.secrets)
    except UnreadableError as error:
        return Refused(found.path, error.reason, error.digest)
    lines = source.text.split("\n")[: source.lines]
    language = load_languages().detect(found.path, source.text[:HEAD_CHARACTERS])
    traits = traits_of(found.path, source.text)
    note = options.note
    name = language.name if language is not None else None
    parsed: Parsed | None = None
    if language is not None and options.parse:
        try:
            parsed = _parsed(found.path, language, source, lines)
        except TooManyNodesError as error:
            note = str(error)
    if parsed is None:
        chunks = chunk_document(found.path, name, lines, options.sizes)
    else:
        parts = [*parsed.definitions, *parsed.sections]
        chunks = chunk_file(found.path, name, lines, parts, parsed.borders, options.sizes)
    return FileFacts(
        file=SourceFile(
            path=found.path,
            language=name,
            size=found.size,
            mtime_ns=found.mtime_ns,
            digest=source.digest,
            lines=source.lines,
            encoding=source.encoding,
            traits=traits,
            broken_lines=parsed.broken_lines if parsed is not None else 0,
            note=note,
            ctime_ns=found.ctime_ns,
            inode=found.inode,
        ),
        definitions=parsed.definitions if parsed is not None else (),
        references=parsed.references if parsed is not None else (),
        chunks=tuple(chunks),
    )


def _parsed(path: str, language: Language, source: SourceText, lines: list[str]) -> Parsed | None:
    """What the file's syntax tells; None for a language that is cut as a document."""
    if source.cells:
        return parsed_cells(path, source.cells, lines)
    if language.is_code or language.has_patterns:
        return parsed_file(path, language, source.text, lines)
    return None
