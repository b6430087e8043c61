"""Brings an index up to date with the files, from nothing or from what is there."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from codeqa.embed.base import Embedder
from codeqa.errors import IndexLockedError, StoreError
from codeqa.index.reasons import Reason
from codeqa.index.walk import Found, walk
from codeqa.model import IndexReport, Skipped
from codeqa.pipeline.changes import Changes, compare
from codeqa.pipeline.fingerprint import fingerprint
from codeqa.pipeline.indexing import Indexing
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.progress import Progress, ProgressListener, Stage
from codeqa.pipeline.resolution import Resolution
from codeqa.pipeline.work import Outcome, Task, as_plain_text, batches_of, facts_as_rows
from codeqa.pipeline.worker import GARBAGE_THRESHOLD
from codeqa.pipeline.workers import WorkerPool
from codeqa.pipeline.worktrees import begin_from_another
from codeqa.store.manifest import MANIFEST_FILE
from codeqa.store.memory import give_back
from codeqa.store.schema import SkippedStamp
from codeqa.store.writer import IndexWriter

FILES_A_MESSAGE: Final = 500

_MAY_PASS: Final = frozenset({Reason.UNREADABLE, Reason.VANISHED})
"""Reasons to leave a file out that can go away without the file's size or time changing."""


def update(
    root: Path,
    index_dir: Path,
    embedder: Embedder,
    options: UpdateOptions = UpdateOptions(),  # noqa: B008 (frozen)
    progress: ProgressListener = lambda _: None,
    rebuild: bool = False,
) -> IndexReport:
    """Index what is new or has changed and forget what is gone; without an index, everything.

    Everything is indexed anew where files would now be cut in other ways or be embedded by another embedder, and where
    the index is damaged; the report says so. A run that is ended, however that comes, leaves an index that opens and
    has each file wholly as it was or wholly as it is; the next run goes on from there.

    Args:
        root: the codebase's folder.
        index_dir: the index's folder.
        embedder: makes the chunks' vectors, in this process, while workers parse.
        options: what to index and with what means.
        progress: is told how far the run is.
        rebuild: index everything anew.

    Raises:
        UsageError: the root is not a folder.
        IndexLockedError: another process is writing to the index.
        StoreError: the index cannot be written.
        EmbedderError: the embedder failed. What was embedded before is kept.
    """
    started, now_ns = time.monotonic(), time.time_ns()
    entries = walk(root, options.walk)
    first_notes = () if rebuild else _copied(root, index_dir, embedder, options)
    with ExitStack() as stack:
        stack.enter_context(_rare_collections())
        pool: WorkerPool[Task, Outcome] | None = None
        if rebuild or not (index_dir / MANIFEST_FILE).exists():
            pool = stack.enter_context(_pool(options, options.workers))  # it gets ready while LanceDB is loaded here
        writer, notes = _open(index_dir, embedder, options, rebuild)
        stack.enter_context(writer)
        stamps, known_skipped = writer.files(), writer.skipped()
        changes = compare(_counted(entries, progress), stamps, known_skipped, now_ns)
        edited = {*changes.removed, *(found.path for found in changes.changed)}
        batches = list(batches_of([Task(found, options.facts) for found in changes.to_index], options.workers))
        if batches and pool is None:
            pool = stack.enter_context(_pool(options, min(options.workers, len(batches))))
        known = edited if _is_complete(writer) and stamps else None
        resolution = Resolution(writer, known, ahead=len(batches) == 1)
        writer.remove(changes.removed)
        writer.touch(changes.touched)
        indexing = Indexing(writer, embedder, options.commit_seconds, progress)
        if pool is not None and batches:
            indexing.run(pool, batches)
            pool.close()  # resolving needs the memory
            embedder.forget()
            give_back()
        unreadable = {one.path for one in indexing.skipped}
        writer.remove(unreadable & stamps.keys())
        if batches or edited or not _is_complete(writer):
            writer.begin_finish()
            resolution.run(edited.union(found.path for found in changes.added), progress)
            if resolution.given_up:
                notes.append(f"{resolution.given_up} references were tied by name alone, as more took too long.")
        skipped = sorted((*changes.left_out, *indexing.skipped), key=lambda one: one.path)
        writer.replace_skipped(skipped, _stamps(skipped, changes, known_skipped))
        progress(Progress(Stage.FINISH))
        writer.finish()
        counts = writer.counts()
    return IndexReport(
        root=str(root),
        index_dir=str(index_dir),
        files=counts.files,
        added=sum(found.path not in unreadable for found in changes.added),
        changed=sum(found.path not in unreadable for found in changes.changed),
        removed=len(changes.removed) + len(unreadable & stamps.keys()),
        unchanged=changes.unchanged,
        chunks=counts.chunks,
        definitions=counts.definitions,
        references=counts.references,
        skipped=tuple(skipped),
        problems=tuple(indexing.problems),
        seconds=time.monotonic() - started,
        notes=(*first_notes, *notes),
    )


def _copied(root: Path, index_dir: Path, embedder: Embedder, options: UpdateOptions) -> tuple[str, ...]:
    """Begins a new index with what another work tree of the same repository has; returns what a person should know."""
    if (index_dir / MANIFEST_FILE).exists():
        return ()
    settings = fingerprint(options.facts)
    note = begin_from_another(root.resolve(), index_dir.resolve(), embedder.name, embedder.dimension, settings)
    return () if note is None else (note,)


def _open(index_dir: Path, embedder: Embedder, options: UpdateOptions, rebuild: bool) -> tuple[IndexWriter, list[str]]:
    """The writer, and what a person should know about how it begins."""

    def opened(rebuild: bool) -> IndexWriter:
        return IndexWriter.open(
            index_dir,
            embedder.name,
            embedder.dimension,
            settings=fingerprint(options.facts),
            rebuild=rebuild,
            timeout=options.lock_seconds,
        )

    try:
        writer = opened(rebuild)
    except IndexLockedError:
        raise
    except StoreError as error:  # damaged, or another version's: it holds nothing that the files do not
        if rebuild:
            raise
        return opened(rebuild=True), [f"Everything was indexed anew. {error}"]
    notes: list[str] = []
    if rebuild or writer.committed is None:
        return writer, notes
    if writer.embedder_changed:
        before = writer.committed.embedder
        notes.append(f"Everything was indexed anew: the embedder is {embedder.name} now, and was {before}.")
    elif writer.settings_changed:
        notes.append("Everything was indexed anew: the settings or the version of CodeQA changed how files are cut.")
        writer.clear()
    elif writer.repaired or not writer.committed.complete:
        notes.append("The last run was ended before it was through. This one went on from there.")
    return writer, notes


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Lets Python look for cycles as rarely as workers do: a million definitions and references hold none."""
    before = gc.get_threshold()
    gc.set_threshold(max(GARBAGE_THRESHOLD, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _pool(options: UpdateOptions, size: int) -> WorkerPool[Task, Outcome]:
    return WorkerPool(facts_as_rows, size, as_plain_text, options.seconds)


def _is_complete(writer: IndexWriter) -> bool:
    """True when the index covered the whole codebase before this run, links included."""
    return writer.committed is not None and writer.committed.complete


def _stamps(
    skipped: Iterable[Skipped], changes: Changes, before: Mapping[str, SkippedStamp]
) -> dict[str, SkippedStamp]:
    """By which to know later that a file which was read in vain is still the same."""
    read = {found.path: found for found in changes.to_index}
    stamps: dict[str, SkippedStamp] = {}
    for one in skipped:
        found = read.get(one.path)
        if found is not None and one.reason not in _MAY_PASS:
            stamps[one.path] = SkippedStamp(one.reason, found.size, found.mtime_ns)
        elif found is None and one.path in before and before[one.path].reason == one.reason:
            stamps[one.path] = before[one.path]
    return stamps


def _counted(entries: Iterable[Found | Skipped], progress: ProgressListener) -> Iterator[Found | Skipped]:
    progress(Progress(Stage.WALK))
    count = 0
    for entry in entries:
        yield entry
        if isinstance(entry, Found):
            count += 1
            if count % FILES_A_MESSAGE == 0:
                progress(Progress(Stage.WALK, count))
