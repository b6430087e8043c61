"""What indexing a folder would take in and leave out, told beforehand: ``codeqa index --dry-run``."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from codeqa.index.classify import traits_of
from codeqa.index.read import HEAD_CHARACTERS, UnreadableError, read_source
from codeqa.index.walk import WalkOptions, walk
from codeqa.model import Skipped

CHARACTERS_A_CHUNK = 1_200
"""What a chunk holds on the average, for the estimate."""

MOST_PLACES = 5
"""Folders named for each reason to skip."""

NO_LANGUAGE = "plain text"
ROOT = "."


@dataclass(frozen=True, slots=True)
class Tally:
    """How much of something there is."""

    name: str
    files: int
    bytes: int
    lines: int
    chunks: int
    """Estimated from the characters."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder, and how many entries in it were left out; for a folder left out as a whole, one."""

    path: str
    entries: int


@dataclass(frozen=True, slots=True)
class SkippedTally:
    """What was left out for one reason."""

    reason: str
    files: int
    folders: int
    """Left out as a whole, so that what lies in them is not counted."""
    places: tuple[Place, ...]
    """The folders with the most, the most first."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What would be indexed and what not. Tallies are sorted by bytes, the most first."""

    root: str
    total: Tally
    languages: tuple[Tally, ...]
    folders: tuple[Tally, ...]
    """By the first folders of the path; ``.`` is the root's own files."""
    traits: tuple[Tally, ...]
    """Tests, examples, generated files …; a file can be in several."""
    skipped: tuple[SkippedTally, ...]
    """The most entries first."""


@dataclass(slots=True)
class _Sum:
    files: int = 0
    bytes: int = 0
    lines: int = 0
    chunks: int = 0

    def add(self, size: int, lines: int, chunks: int) -> None:
        self.files += 1
        self.bytes += size
        self.lines += lines
        self.chunks += chunks


def survey(
    root: Path,
    options: WalkOptions,
    detect: Callable[[str, str], str | None],
    depth: int = 1,
) -> Survey:
    """Counts what indexing would take in and leave out. Files are read, as content decides, too; nothing is written.

    Args:
        root: the folder.
        options: what to take.
        detect: gives a language's name for a path and the file's first characters; None for plain text.
        depth: how many folders of a path make a folder's tally.

    Raises:
        UsageError: the root is not a folder, or cannot be read.
    """
    total = _Sum()
    languages: defaultdict[str, _Sum] = defaultdict(_Sum)
    folders: defaultdict[str, _Sum] = defaultdict(_Sum)
    traits: defaultdict[str, _Sum] = defaultdict(_Sum)
    skipped: list[Skipped] = []
    for entry in walk(root, options):
        if isinstance(entry, Skipped):
            skipped.append(entry)
            continue
        try:
            source = read_source(entry.absolute, secrets=options.secrets)
        except UnreadableError as error:
            skipped.append(Skipped(entry.path, error.reason))
            continue
        chunks = -(-len(source.text) // CHARACTERS_A_CHUNK)
        parents = PurePosixPath(entry.path).parts[:-1][:depth]
        language = detect(entry.path, source.text[:HEAD_CHARACTERS])
        for sums in (
            total,
            languages[language or NO_LANGUAGE],
            folders["/".join(parents) + "/" if parents else ROOT],
            *(traits[trait.value] for trait in traits_of(entry.path, source.text)),
        ):
            sums.add(entry.size, source.lines, chunks)
    return Survey(
        root=str(root),
        total=_tally("total", total),
        languages=_tallies(languages),
        folders=_tallies(folders),
        traits=_tallies(traits),
        skipped=_skipped_tallies(skipped),
    )


def _tallies(sums: Mapping[str, _Sum]) -> tuple[Tally, ...]:
    return tuple(
        sorted((_tally(name, one) for name, one in sums.items()), key=lambda tally: (-tally.bytes, tally.name))
    )


def _tally(name: str, sums: _Sum) -> Tally:
    return Tally(name, sums.files, sums.bytes, sums.lines, sums.chunks)


def _skipped_tallies(skipped: list[Skipped]) -> tuple[SkippedTally, ...]:
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for one in skipped:
        by_reason[str(one.reason)].append(one.path)
    tallies = [_skipped_tally(reason, paths) for reason, paths in by_reason.items()]
    return tuple(sorted(tallies, key=lambda tally: (-tally.files - tally.folders, tally.reason)))


def _skipped_tally(reason: str, paths: list[str]) -> SkippedTally:
    folders = sum(path.endswith("/") for path in paths)
    counts = Counter(_place(path) for path in paths)
    largest = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_PLACES]
    return SkippedTally(
        reason=reason,
        files=len(paths) - folders,
        folders=folders,
        places=tuple(Place(path, entries) for path, entries in largest),
    )


def _place(path: str) -> str:
    """A folder stands for itself, a file for the folder it lies in."""
    if path.endswith("/"):
        return path
    folder, slash, _ = path.rpartition("/")
    return folder + slash or ROOT
