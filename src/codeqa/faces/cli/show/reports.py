"""What indexing did or would do, and how things stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codeqa.faces.cli.show.terminal import counted, note, say, shown_path
from codeqa.model import IndexReport

if TYPE_CHECKING:
    from codeqa.codebase import Codebase, Doctor, Status

UNREADABLE = "unreadable"
"""The reason, as reports have it, for files and folders that could not be read."""
_NAMED = 20
"""Files named one by one; the rest are counted, and ``--json`` has all."""
_FOLDERS = 3
"""Folders named for each reason to leave files out."""


def indexed(found: IndexReport) -> None:
    """Says on stderr that the codebase was indexed before the answer."""
    changed = found.added + found.changed + found.removed
    note(f"Indexed {counted(changed, 'changed file')} of {found.files:,} in {found.seconds:.1f} s.")
    _notes(found)


def report(found: IndexReport) -> None:
    """What a run of indexing did."""
    say(
        f"{counted(found.files, 'file')} ({found.added:,} new, {found.changed:,} changed, {found.removed:,} removed), "
        f"{counted(found.chunks, 'chunk')}, {counted(found.definitions, 'definition')}, "
        f"{counted(found.references, 'reference')} in {found.seconds:.1f} s"
    )
    left_out = Counter(one.reason for one in found.skipped).most_common()
    if left_out:
        say("left out   ", _counts(left_out))
    _unreadable([one.path for one in found.skipped if one.reason == UNREADABLE])
    _as_text([(one.path, one.reason) for one in found.problems])
    say("index      ", shown_path(Path(found.index_dir)))
    _notes(found)


def survey(codebase: Codebase) -> None:
    """What indexing would take in and leave out."""
    found = codebase.survey()
    total = found.total
    say(
        f"{counted(total.files, 'file')}, {counted(total.lines, 'line')}, about {counted(total.chunks, 'chunk')} "
        "would be indexed"
    )
    for title, tallies in (("by language", found.languages), ("by folder", found.folders), ("marked", found.traits)):
        if tallies:
            say()
            say((title, "bold"))
            for one in tallies:
                say(f"  {one.name:30} {one.files:>8,} files {one.lines:>10,} lines {one.bytes / 1e6:>9,.2f} MB")
    if found.skipped:
        say()
        say(("left out", "bold"))
        for left in found.skipped:
            places = ", ".join(place.path for place in left.places[:_FOLDERS])
            say(f"  {left.reason:30} {left.files:>8,} files {left.folders:>8,} folders  ", (places, "dim"))


def status(found: Status) -> None:
    """What the index holds."""
    if not found.exists:
        if found.writer:
            say(f"There is no index of {found.root} yet; it is being made by {found.writer}.")
        else:
            say(f"There is no index of {found.root}. Make one with: codeqa index")
        return
    updated = "" if found.updated is None else f", updated {found.updated.astimezone():%Y-%m-%d %H:%M}"
    say("index      ", shown_path(Path(found.index_dir)), f"  {found.bytes / 1e6:,.1f} MB{updated}")
    say("state      ", _state(found))
    if found.writer:
        say("written by ", found.writer)
    say(
        f"holds      {counted(found.files, 'file')}, {counted(found.chunks, 'chunk')}, "
        f"{counted(found.definitions, 'definition')}, {counted(found.references, 'reference')}"
    )
    say("languages  ", ", ".join(f"{name} {count:,}" for name, count in found.languages))
    say("embedder   ", found.embedder)
    if found.skipped:
        say("left out   ", _counts(found.skipped))
    _unreadable(found.unreadable)
    if found.broken_files:
        say(f"broken     {counted(found.broken_files, 'file')} with syntax errors, indexed but for the broken parts")
    _as_text(found.problems)


def doctor(found: Doctor, index: Status | None, problems: Sequence[str]) -> None:
    """What is installed, what is set, what does not work, and what would leave the machine.

    Args:
        found: the examination.
        index: how the index stands; None where it cannot be read.
        problems: what does not work.
    """
    say(f"codeqa {found.version}, Python {found.python}")
    say("packages   ", ", ".join(f"{name} {version}" for name, version in found.packages))
    say("languages  ", ", ".join(found.languages))
    if index is not None:
        say("index      ", shown_path(Path(index.index_dir)), f": {_state(index)}")
    say("embedder   ", found.embedder)
    say("model      ", found.model or "none: answers are the evidence, arranged to be read")
    say("keys set   ", ", ".join(found.keys) or "none")
    say("What leaves this machine: ", (found.leaves, "bold"))
    for problem in problems:
        say(("problem    ", "red"), problem)


def _state(found: Status) -> str:
    if not found.exists:
        return "none yet; codeqa index makes it"
    if not found.complete:
        return "not finished; the next run goes on"
    if found.outdated:
        return "made with other settings or by another version; the next run indexes everything anew"
    if found.stale:
        return f"behind: {found.added:,} new, {found.changed:,} changed, {found.removed:,} removed"
    return "current"


def _unreadable(paths: Sequence[str]) -> None:
    for path in paths[:_NAMED]:
        say("unreadable ", path)
    if len(paths) > _NAMED:
        say(f"           and {len(paths) - _NAMED:,} more")


def _as_text(problems: Sequence[tuple[str, str]]) -> None:
    for path, reason in problems[:_NAMED]:
        say("as text    ", path, f": {reason}")
    if len(problems) > _NAMED:
        say(f"           and {counted(len(problems) - _NAMED, 'more file')}")


def _notes(found: IndexReport) -> None:
    for one in found.notes:
        note(one)


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count:,} {reason}" for reason, count in counts)
