"""One file, start to end: read, parse, definitions, references, chunks."""

from __future__ import annotations

from dataclasses import dataclass

from codeqa.index.chunk import DEFAULT_SIZES, ChunkSizes, chunk_file
from codeqa.index.classify import traits_of
from codeqa.index.definitions import definitions_of
from codeqa.index.documents import chunk_document
from codeqa.index.parse import Syntax, TooManyNodesError
from codeqa.index.read import UnreadableError, read_source
from codeqa.index.references import references_of
from codeqa.index.walk import Found
from codeqa.languages.registry import load_languages
from codeqa.model import FileFacts, Skipped, SourceFile

HEAD_CHARACTERS = 4_000
"""How much of a file is looked at to tell its language."""


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


def facts_of(found: Found, options: FactOptions = FactOptions()) -> FileFacts | Skipped:
    """All that the index keeps of one file; Skipped, with the reason, when it cannot be read.

    Args:
        found: the file, as the walk gives it.
        options: sizes, and whether to parse.
    """
    try:
        source = read_source(found.absolute, secrets=options.secrets)
    except UnreadableError as error:
        return Skipped(found.path, error.reason)
    lines = source.text.split("\n")[: source.lines]
    language = load_languages().detect(found.path, source.text[:HEAD_CHARACTERS])
    traits = traits_of(found.path, source.text)
    note = options.note
    if language is not None and language.is_code and options.parse:
        try:
            syntax = Syntax(language, source.text)
        except TooManyNodesError as error:
            note = str(error)
        else:
            located = definitions_of(found.path, syntax, lines)
            definitions = tuple(one.definition for one in located)
            return FileFacts(
                file=SourceFile(
                    path=found.path,
                    language=language.name,
                    size=found.size,
                    mtime_ns=found.mtime_ns,
                    digest=source.digest,
                    lines=source.lines,
                    encoding=source.encoding,
                    traits=traits,
                    broken_lines=syntax.broken_lines(),
                ),
                definitions=definitions,
                references=tuple(references_of(found.path, syntax, lines, located)),
                chunks=tuple(chunk_file(found.path, language.name, lines, definitions, syntax.borders, options.sizes)),
            )
    name = language.name if language is not None else None
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
            note=note,
        ),
        chunks=tuple(chunk_document(found.path, name, lines, options.sizes)),
    )
