"""Ties references to definitions after files were indexed: all of them, or those that an edit may concern."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import pyarrow as pa

from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.resolve import Resolver
from codeqa.pipeline.affected import Visible, affected_files, changed_names, visible
from codeqa.pipeline.keys import (
    DEFINITION_COLUMNS,
    MENTIONING_COLUMNS,
    REFERENCE_COLUMNS,
    definition_keys,
    reference_keys,
)
from codeqa.pipeline.progress import Progress, ProgressListener, Stage
from codeqa.store.schema import links_table
from codeqa.store.writer import IndexWriter

LINKS_A_WRITE: Final = 100_000
"""About 50 MB as objects. Each writing makes a file."""

LARGE_SHARE: Final = 0.3
"""When an edit concerns more of the files than this, resolving all is as fast and leaves a tidier table."""


class Resolution:
    """Resolves references anew after an edit.

    Made before the edited files' rows are replaced, so that what these files showed to others is known.

    Args:
        writer: the index.
        edited: the files in the index that will be replaced or removed; None resolves everything.
    """

    def __init__(self, writer: IndexWriter, edited: Collection[str] | None) -> None:
        self._writer = writer
        self._before = None if edited is None else _Program.read(writer, edited).visible_from(edited)

    def run(self, edited: Collection[str], progress: ProgressListener) -> None:
        """Bring the links up to date.

        Args:
            edited: the files that were added, replaced or removed.
            progress: is told how many references are done.

        Raises:
            StoreError: reading or writing failed.
        """
        program = _Program.read(self._writer)
        paths = None if self._before is None else self._concerned(self._before, set(edited), program)
        references = self._writer.read_references(REFERENCE_COLUMNS, paths)
        links = Resolver(program.definitions, program.facts).resolve(_counted(references, progress))
        self._writer.replace_links(links_table(()), paths=paths)
        while some := list(islice(links, LINKS_A_WRITE)):
            self._writer.add_links(links_table(some))

    def _concerned(self, before: Visible, edited: set[str], program: _Program) -> set[str] | None:
        """The files whose references may have another meaning now; None for all."""
        others = program.paths() - edited
        names = changed_names(before, program.visible_from(edited), others, program.definitions)
        if names is None:
            return None
        by_id = {one.id: one for one in program.definitions}
        references = pa.Table.from_batches(self._writer.read_references(MENTIONING_COLUMNS))
        files = affected_files(names, by_id, program.fact_rows, references)
        if files is None or len(files) > LARGE_SHARE * len(others):
            return None
        return files | edited


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

    def paths(self) -> set[str]:
        """The files that have a definition or a fact."""
        return {one.path for one in self.definitions} | {one.path for one in self.facts}

    def visible_from(self, paths: Collection[str]) -> Visible:
        """What these files show to others."""
        return visible(
            [one for one in self.definitions if one.path in paths], [one for one in self.facts if one.path in paths]
        )


def _counted(batches: Iterator[pa.RecordBatch], progress: ProgressListener) -> Iterator[ReferenceKey]:
    done = 0
    for batch in batches:
        progress(Progress(Stage.RESOLVE, done))
        yield from reference_keys(batch)
        done += batch.num_rows
