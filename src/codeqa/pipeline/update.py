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
from codeqa.store.holder import Holder
from codeqa.store.location import prepare
from codeqa.store.lock import WriterLock
from codeqa.store.manifest import MANIFEST_FILE
from codeqa.store.memory import give_back
from codeqa.store.schema import SkippedStamp
from codeqa.store.writer import IndexWriter

FILES_A_MESSAGE: Final = 500


def update(
    root: Path,
    index_dir: Path,
    embedder: Embedder,
    options: UpdateOptions = UpdateOptions(),  # noqa: B008 (frozen)
    progress: ProgressListener = lambda _: None,
    rebuild: bool = False,
    verify: bool = False,
) -> IndexReport:
    """Index what is new or has changed and forget what is gone; without an index, everything.

    Everything is indexed anew where files would now be cut in other ways or be embedded by another embedder, and where
    the index is damaged; the report says so. A run that is ended, however that comes, leaves an index that opens and
    has each file wholly as it was or wholly as it is; the next run goes on from there.

    Another process that is indexing the folder is waited for. What it did need not be done again.

    Args:
        root: the codebase's folder.
        index_dir: the index's folder.
        embedder: makes the chunks' vectors, in this process, while workers parse.
        options: what to index and with what means.
        progress: is told how far the run is.
        rebuild: index everything anew.
        verify: compare all files by their content, and not only those whose size, times or inode differ.

    Raises:
        UsageError: the root is not a folder.
        IndexLockedError: another process is writing to the index for longer than the options say, or hangs.
        StoreError: the index cannot be written.
        EmbedderError: the embedder failed. What was embedded before is kept.
    """
    entries = walk(root, options.walk)
    first_notes = () if rebuild else _copied(root, index_dir, embedder, options)
    with ExitStack() as stack:
        lock = stack.enter_context(_locked(index_dir, options, progress))
        started, now_ns = time.monotonic(), time.time_ns()
        progress = _telling(lock, progress)
        stack.enter_context(_rare_collections())
        pool: WorkerPool[Task, Outcome] | None = None
        if rebuild or not (index_dir / MANIFEST_FILE).exists():
            pool = stack.enter_context(_pool(options, options.workers))  # it gets ready while LanceDB is loaded here
        writer, notes = _open(index_dir, embedder, options, rebuild, lock)
        stack.enter_context(writer)
        stamps, known_skipped = writer.files(), writer.skipped()
        changes = compare(_counted(entries, progress), stamps, known_skipped, now_ns, verify)
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
        writer.replace_skipped(skipped, _stamps(skipped, changes, known_skipped, indexing.digests))
        progress(Progress(Stage.FINISH))
        writer.finish()
        counts = writer.counts()
    if verify:
        notes.append(f"Compared by their content: {changes.hashed:,} files.")
    if lock.has_waited:
        notes.append(_after(lock, has_worked=bool(batches or edited)))
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
        notes=(*first_notes, *notes, *writer.notes),
    )


def _copied(root: Path, index_dir: Path, embedder: Embedder, options: UpdateOptions) -> tuple[str, ...]:
    """Begins a new index with what another work tree of the same repository has; returns what a person should know."""
    if (index_dir / MANIFEST_FILE).exists():
        return ()
    settings = fingerprint(options.facts)
    note = begin_from_another(root.resolve(), index_dir.resolve(), embedder.name, embedder.dimension, settings)
    return () if note is None else (note,)


@contextmanager
def _locked(index_dir: Path, options: UpdateOptions, progress: ProgressListener) -> Iterator[WriterLock]:
    """The index's folder, made where it is not there, with its lock; another writer is waited for."""

    def waiting(holder: Holder | None) -> None:
        if holder is None:
            progress(Progress(Stage.WAIT, note="waiting for another process, which is indexing this folder"))
            return
        total = None if holder.share is None else 100
        note = f"waiting for {holder.sentence()}"
        progress(Progress(Stage.WAIT, holder.share or 0, total, holder.files, note))

    prepare(index_dir)
    lock = WriterLock(index_dir, options.lock_seconds, waiting)
    try:
        lock.acquire()
    except OSError as error:
        raise StoreError(f"The index folder {index_dir} cannot be written to: {error.strerror}.") from error
    try:
        yield lock
    finally:
        lock.release()


def _telling(lock: WriterLock, progress: ProgressListener) -> ProgressListener:
    """Tells those who wait for the lock, too, how far the run is."""

    def tell(moment: Progress) -> None:
        lock.tell(moment.words, moment.share, moment.files)
        progress(moment)

    return tell


def _after(lock: WriterLock, has_worked: bool) -> str:
    """What a person should know about a run that had to wait."""
    holder = lock.waited_for
    name = "another process" if holder is None else holder.name()
    first = f"{name[0].upper()}{name[1:]} was indexing this folder already and was waited for"
    return f"{first}: {'this run took in what it had not.' if has_worked else 'nothing was left to do.'}"


def _open(
    index_dir: Path, embedder: Embedder, options: UpdateOptions, rebuild: bool, lock: WriterLock
) -> tuple[IndexWriter, list[str]]:
    """The writer, and what a person should know about how it begins."""

    def opened(rebuild: bool) -> IndexWriter:
        return IndexWriter.open(
            index_dir,
            embedder.name,
            embedder.dimension,
            settings=fingerprint(options.facts),
            rebuild=rebuild,
            lock=lock,
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
    skipped: Iterable[Skipped],
    changes: Changes,
    before: Mapping[str, SkippedStamp],
    digests: Mapping[str, str | None],
) -> dict[str, SkippedStamp]:
    """By which to know later that a file which was read in vain is still the same."""
    read = {found.path: found for found in changes.to_index}
    stamps: dict[str, SkippedStamp] = {}
    for one in skipped:
        found = read.get(one.path)
        if found is not None and one.reason != Reason.VANISHED:
            digest = digests.get(one.path)
            stamps[one.path] = SkippedStamp(one.reason, found.size, found.mtime_ns, found.ctime_ns, found.inode, digest)
        elif found is None and one.path in before and before[one.path].reason == one.reason:
            stamps[one.path] = changes.touched_left_out.get(one.path, before[one.path])
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
