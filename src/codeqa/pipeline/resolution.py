"""Ties references to definitions after files were indexed: all of them, or those that an edit may concern."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.resolve import Resolver
from codeqa.pipeline.affected import Given, changed, concerned, given, reached
from codeqa.pipeline.keys import (
    DEFINITION_COLUMNS,
    REFERENCE_COLUMNS,
    definition_keys,
    links_of,
    reference_keys,
)
from codeqa.pipeline.progress import Progress, ProgressListener, Stage
from codeqa.store.memory import give_back
from codeqa.store.schema import LINKS, REFERENCES
from codeqa.store.writer import IndexWriter

LINKS_A_WRITE: Final = 100_000
"""About 20 MB. Each writing makes a file."""

REFERENCES_A_LOOK: Final = 100_000
"""References that are looked at together for those that an edit concerns: about 30 MB."""

LARGE_SHARE: Final = 0.3
"""When an edit concerns more of the references than this, resolving all is as fast and leaves a tidier table."""


class Resolution:
    """Resolves references anew after an edit.

    Made before the edited files' rows are replaced, so that what these files gave meaning to is known.

    Args:
        writer: the index.
        edited: the files in the index that will be replaced or removed; None resolves everything.
        ahead: read what the other files hold now, while workers begin, and not after the indexing. It takes memory.

    Attributes:
        given_up: how many references were tied by name alone, as finding out what they mean took too long.
    """

    def __init__(self, writer: IndexWriter, edited: Set[str] | None, ahead: bool = False) -> None:
        self.given_up = 0
        self._writer = writer
        self._before: Given | None = None
        self._others: _Program | None = None
        if edited is not None:
            program = _Program.read(writer, None if ahead else edited)
            self._before = program.given_by(edited)
            self._others = program.without(edited) if ahead else None

    def run(self, edited: Set[str], progress: ProgressListener) -> None:
        """Bring the links up to date.

        Args:
            edited: the files that were added, replaced or removed.
            progress: is told how many references are done.

        Raises:
            StoreError: reading or writing failed.
        """
        writer = self._writer
        others, self._others = self._others, None
        program = _Program.read(writer) if others is None else others.together_with(_Program.read(writer, edited))
        resolver = Resolver(program.definitions, program.facts)
        rows = None if self._before is None else self._concerned(self._before, edited, program)
        give_back()
        if rows is not None:
            writer.update_links(links_of(rows, resolver.resolve))
        else:
            self._resolve_all(resolver, progress)
        self.given_up = resolver.given_up

    def _resolve_all(self, resolver: Resolver, progress: ProgressListener) -> None:
        writer = self._writer
        waiting = [LINKS.empty_table()]
        writer.replace_links(waiting[0])
        done = 0
        for batch in writer.read_references(REFERENCE_COLUMNS):
            progress(Progress(Stage.RESOLVE, done))
            done += batch.num_rows
            waiting.append(links_of(batch, resolver.resolve))
            if sum(one.num_rows for one in waiting) >= LINKS_A_WRITE:
                writer.add_links(pa.concat_tables(waiting))
                waiting.clear()
        if waiting:
            writer.add_links(pa.concat_tables(waiting))

    def _concerned(self, before: Given, edited: Set[str], program: _Program) -> pa.Table | None:
        """The references that may have another meaning now, with REFERENCE_COLUMNS; None for all."""
        edit = changed(before, program.given_by(edited), program.paths() - edited, program.definitions)
        if edit is None:
            return None
        by_id = {one.id: one for one in program.definitions}
        what = reached(edit, by_id, program.fact_rows)
        if what is None:
            return None
        schema = pa.schema([REFERENCES.field(name) for name in REFERENCE_COLUMNS])
        if what.is_local:
            return pa.Table.from_batches(self._writer.read_references(REFERENCE_COLUMNS, edited), schema)
        paths = pa.array(sorted(edited), pa.string())
        found = [schema.empty_table()]
        left = LARGE_SHARE * self._writer.counts().references
        for references in _grouped(self._writer.read_references(REFERENCE_COLUMNS)):
            in_edited = pc.is_in(references["path"], value_set=paths).combine_chunks()
            found.append(references.filter(pc.or_(concerned(what, by_id, references), in_edited)))
            left -= found[-1].num_rows
            if left < 0:
                return None
        return pa.concat_tables(found)


def _grouped(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Batches, several together: each group's distinct names are looked at once."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(one.num_rows for one in waiting) >= REFERENCES_A_LOOK:
            yield pa.Table.from_batches(waiting)
            waiting.clear()
    if waiting:
        yield pa.Table.from_batches(waiting)


@dataclass(frozen=True, slots=True)
class _Program:
    """Definitions and facts, in the order of files: the rows' depends on what was indexed when, and links must not."""

    definitions: Sequence[DefinitionKey]
    facts: Sequence[ReferenceKey]
    fact_rows: pa.Table

    @classmethod
    def read(cls, writer: IndexWriter, paths: Collection[str] | None = None) -> _Program:
        """Those of some files, or of all."""
        rows = writer.read_facts(REFERENCE_COLUMNS, paths).sort_by([("path", "ascending"), ("ordinal", "ascending")])
        definitions = definition_keys(writer.read_definitions(DEFINITION_COLUMNS, paths).sort_by("id"))
        return cls(definitions, list(reference_keys(rows)), rows)

    def without(self, paths: Set[str]) -> _Program:
        """That of all files but some."""
        among = pc.is_in(self.fact_rows["path"], value_set=pa.array(sorted(paths), pa.string()))
        return _Program(
            [one for one in self.definitions if one.path not in paths],
            [one for one in self.facts if one.path not in paths],
            self.fact_rows.filter(pc.invert(among)),
        )

    def together_with(self, other: _Program) -> _Program:
        """That of these files and of others."""
        return _Program(
            sorted((*self.definitions, *other.definitions), key=attrgetter("id")),
            sorted((*self.facts, *other.facts), key=attrgetter("path", "ordinal")),
            pa.concat_tables([self.fact_rows, other.fact_rows]),
        )

    def paths(self) -> set[str]:
        """The files that have a definition or a fact."""
        return {one.path for one in self.definitions} | {one.path for one in self.facts}

    def given_by(self, paths: Collection[str]) -> Given:
        """What these files give meaning to."""
        return given(
            [one for one in self.definitions if one.path in paths], [one for one in self.facts if one.path in paths]
        )
