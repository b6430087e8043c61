"""Files into rows and vectors, batch by batch: workers parse while this process embeds and writes."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.embed.base import Embedder
from codeqa.embed.chunks import chunk_vectors
from codeqa.errors import EmbedderError, StoreError
from codeqa.model import Skipped
from codeqa.pipeline.progress import Progress, ProgressListener, Stage
from codeqa.pipeline.work import Outcome, Task
from codeqa.pipeline.workers import Lost, WorkerPool
from codeqa.store.records import chunks_of
from codeqa.store.writer import IndexWriter


class Indexing:
    """Indexes files and remembers what went wrong with which.

    Args:
        writer: where the rows go.
        embedder: makes the vectors.
        commit_seconds: how much of a run may be lost when it is killed.
        progress: is told how many bytes of source are done.

    Attributes:
        skipped: the files that cannot be indexed.
        digests: of those of them that could be read, by path.
        problems: the files that could only be indexed as plain text.
    """

    def __init__(
        self, writer: IndexWriter, embedder: Embedder, commit_seconds: float, progress: ProgressListener
    ) -> None:
        self._writer = writer
        self._embedder = embedder
        self._commit_seconds = commit_seconds
        self._progress = progress
        self.skipped: list[Skipped] = []
        self.digests: dict[str, str | None] = {}
        self.problems: list[Skipped] = []
        self._files = 0

    def run(self, pool: WorkerPool[Task, Outcome], batches: Sequence[Sequence[Task]]) -> None:
        """Index the files of some batches.

        Raises:
            EmbedderError: the embedder failed. What was done before it is committed.
            StoreError: writing failed.
        """
        total = sum(task.found.size for batch in batches for task in batch)
        done, committed = 0, time.monotonic()
        self._progress(Progress(Stage.INDEX, done, total, self._files))
        try:
            for outcome in pool.run(batches):
                done += self._take(outcome)
                self._progress(Progress(Stage.INDEX, done, total, self._files))
                if time.monotonic() - committed >= self._commit_seconds:
                    self._writer.commit()
                    committed = time.monotonic()
        except (EmbedderError, KeyboardInterrupt) as ended:
            try:
                self._writer.commit()
            except StoreError as error:  # what ended the run is what matters; the next run takes back what is torn
                ended.add_note(str(error))
            raise

    def _take(self, outcome: Outcome | Lost[Task]) -> int:
        """Embeds and writes what a batch gave; returns its bytes of source."""
        if isinstance(outcome, Lost):
            task = outcome.item
            self.skipped.append(Skipped(task.found.path, task.options.note or outcome.reason))
            return task.found.size
        self.skipped.extend(Skipped(one.path, one.reason) for one in outcome.refused)
        self.digests.update((one.path, one.digest) for one in outcome.refused)
        rows = outcome.rows
        self._files += rows.files.num_rows
        if rows.files.num_rows:
            chunks = chunks_of(pa.Table.from_batches([rows.chunks]))
            self._writer.replace(rows, chunk_vectors(self._embedder, chunks))
            noted = rows.files.filter(pc.is_valid(rows.files["note"]))
            paths, notes = noted["path"].to_pylist(), noted["note"].to_pylist()
            self.problems.extend(map(Skipped, paths, notes))
        return outcome.size
