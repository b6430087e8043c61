"""What our own resolver says of a repository, found as indexing finds it, without the store."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from codeqa.index.facts import facts_of
from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.resolve import Link, Resolver
from codeqa.index.walk import Found, WalkOptions, walk
from codeqa.model import Definition, FileFacts, Reference, ReferenceKind
from indexers.ties import Place


@dataclass(frozen=True, slots=True)
class Ours:
    """References and definitions of a repository, and what each reference was found to mean."""

    definitions: dict[str, Definition]
    """By id."""
    defined_at: dict[tuple[str, int], list[Definition]]
    """By path and the line of the name."""
    links: dict[Place, tuple[Reference, Link]]
    imported_at: dict[tuple[str, int], list[str]]
    """The names that imports bind, by path and line."""
    reading: float
    """Seconds that parsing and all that follows from it took, without resolving."""
    resolving: float
    """Seconds that resolving took."""


def resolved(root: Path) -> Ours:
    """Reads and resolves a repository.

    Args:
        root: its folder.
    """
    begun = perf_counter()
    facts = [facts for found in walk(root, WalkOptions()) if isinstance(found, Found)
             if isinstance(facts := facts_of(found), FileFacts)]  # fmt: skip
    definitions = {one.id: one for file in facts for one in file.definitions}
    references = [one for file in facts for one in file.references]
    read = perf_counter()
    keys = [
        ReferenceKey(
            path=one.path,
            ordinal=ordinal,
            name=one.name,
            kind=one.kind,
            receiver=one.receiver,
            alias=one.alias,
            enclosing_id=one.enclosing_id,
            line=one.line,
            language=file.file.language or "",
            arguments=one.arguments,
        )
        for file in facts
        for ordinal, one in enumerate(file.references)
    ]
    resolver = Resolver(
        [
            DefinitionKey(
                one.id, one.path, one.name, one.qualified_name, one.kind, one.language, one.parent, one.signature
            )
            for one in definitions.values()
        ],
        [one for one in keys if one.is_fact],
    )
    links = list(resolver.resolve(keys))
    done = perf_counter()
    defined_at: dict[tuple[str, int], list[Definition]] = defaultdict(list)
    for one in definitions.values():
        defined_at[one.path, one.line].append(one)
    places = {Place(one.path, one.line, one.column): (one, link) for one, link in zip(references, links, strict=True)}
    imported_at: dict[tuple[str, int], list[str]] = defaultdict(list)
    for reference in references:
        if reference.kind is ReferenceKind.IMPORT:
            imported_at[reference.path, reference.line].append(reference.alias or reference.name)
    return Ours(definitions, defined_at, places, imported_at, read - begun, done - read)
