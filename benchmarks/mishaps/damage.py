"""Every file of an index deleted, cut and overwritten in turn: rebuilt, or a clear message, never another answer."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

from codeqa import Codebase
from codeqa.errors import CodeQAError
from mishaps.trees import Part, difference, edit, make_tree


def _delete(file: Path) -> None:
    file.unlink()


def _cut(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def _overwrite(file: Path) -> None:
    file.write_bytes(random.Random(file.name).randbytes(max(file.stat().st_size, 1)))


WAYS: dict[str, Callable[[Path], None]] = {"deleted": _delete, "cut": _cut, "overwritten": _overwrite}


def damage(scratch: Path, files: int, every: int) -> Part:
    """Damages the files of an index, one at a time.

    Args:
        scratch: a folder to work in.
        files: the codebase's size.
        every: only every so many of the cases.
    """
    part = Part("damage: every file deleted, cut, overwritten")
    root, whole = scratch / "root", scratch / "whole"
    make_tree(root, files)
    codebase = Codebase(root, whole)
    codebase.index()
    edit(root, files, 1, random.Random(1), 0.1)
    codebase.index()
    codebase.search("run0 value")  # fills the cache
    expected = answers(codebase)
    if isinstance(expected, CodeQAError):
        raise SystemExit(f"the whole index cannot be read: {expected}")
    cases = [(file, way) for file in sorted(whole.rglob("*")) if file.is_file() for way in WAYS]
    refused = rebuilt = 0
    for number, (file, way) in enumerate(cases[::every]):
        place, index_dir = file.relative_to(whole), scratch / f"case{number}"
        shutil.copytree(whole, index_dir)
        WAYS[way](index_dir / place)
        part.tried += 1
        try:
            found = answers(Codebase(root, index_dir))
            refused += isinstance(found, CodeQAError)
            part.expect(isinstance(found, CodeQAError) or found == expected, f"{place} {way}: other answers")
            rebuilt += made_anew(root, index_dir)
            differs = difference(root, index_dir, scratch)
            part.expect(differs is None, f"{place} {way}, indexed again: {differs}")
        except CodeQAError as error:
            part.faults.append(f"{place} {way}: not mended by indexing again: {error}")
        except Exception as error:  # noqa: BLE001 (what a user would see as a traceback)
            part.faults.append(f"{place} {way}: {type(error).__name__}: {error}")
        shutil.rmtree(index_dir)
    part.note = f"{refused} refused with a message, {rebuilt} made anew, the others answered as before"
    return part


def answers(codebase: Codebase) -> list[object] | CodeQAError:
    """What a codebase answers with; the error where it refuses."""
    try:
        hits = [(one.path, one.start_line, one.text) for one in codebase.search("run0 value", limit=20)]
        references = codebase.references("run0")
        callers = [one.path for one in codebase.definitions("run3")]
        return [hits, references, callers, codebase.status().files, codebase.status().chunks]
    except CodeQAError as error:
        return error


def made_anew(root: Path, index_dir: Path) -> bool:
    """Indexes; True when everything was indexed anew."""
    report = Codebase(root, index_dir).ensure_index()
    return report is not None and report.unchanged == 0
