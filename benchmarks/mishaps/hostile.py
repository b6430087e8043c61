"""Files that nobody wrote to be read: each is indexed or named as left out, and no run fails for one of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from codeqa import Codebase
from codeqa.errors import CodeQAError
from codeqa.store.reader import IndexReader
from mishaps.trees import Part

SUFFIXES = (".py", ".js", ".ts", ".java", ".c", ".cpp", ".rs", ".go", ".rb", ".php", ".lua", ".pl", ".md", ".json", "")
BYTES = 6_000

KINDS: tuple[Callable[[random.Random], bytes], ...] = (
    lambda chance: chance.randbytes(chance.randrange(BYTES)),
    lambda chance: b"",
    lambda chance: b"(" * chance.randrange(1, 1_500),
    lambda chance: b"{[(" * chance.randrange(1, 500) + b"x" + b")]}" * chance.randrange(500),
    lambda chance: b"class a { " * chance.randrange(1, 200),
    lambda chance: b"a." * chance.randrange(1, 1_500) + b"b",
    lambda chance: b"x" * chance.randrange(BYTES),
    lambda chance: b"def f():\n  " * chance.randrange(1, 200),
    lambda chance: "ünï \u202e漢字 \U0001f600 = '".encode() * chance.randrange(1, 100),
    lambda chance: "function f() { return 1 }\n".encode("utf-16") * chance.randrange(1, 20),
    lambda chance: b"/* " * chance.randrange(1, 500) + b"\0",
    lambda chance: b"'" * chance.randrange(1, 2_000) + b'"""',
    lambda chance: b"\r" * chance.randrange(1, 500) + b"def f(): pass\r\n\x0c\x0b",
    lambda chance: b"def " + b"n" * chance.randrange(1, 5_000) + b"(): pass\n",
)
NAMES = (
    "a{}",
    "it's {}",
    'quote"{}',
    "sp ace {}",
    "ünï{}",
    "-{}",
    "{}%",
    "new\nline{}",
    ".{}",
    "漢字{}",
    "{}" + "n" * 180,
)


def hostile(scratch: Path, files: int) -> Part:
    """Indexes such files, twice.

    Args:
        scratch: a folder to work in.
        files: how many.
    """
    part = Part(f"{files:,} hostile files")
    root, index_dir, chance = scratch / "root", scratch / "index", random.Random(5)
    for number in range(files):
        folder = root / f"folder{number // 500}"
        folder.mkdir(parents=True, exist_ok=True)
        name = chance.choice(NAMES).format(number) + chance.choice(SUFFIXES)
        (folder / name).write_bytes(chance.choice(KINDS)(chance))
        part.tried += 1
    (root / "loop").symlink_to(root)
    try:
        report = Codebase(root, index_dir).index()
        reader = IndexReader.open(index_dir)
        reader.check(thorough=True)
        held = {one.path for one in reader.files()}
        left_out = {one.path for one in reader.skipped()}
        for file in root.rglob("*"):
            path = file.relative_to(root).as_posix()
            known = path in held or path in left_out or file.is_dir() or file.is_symlink() or file.name.startswith(".")
            part.expect(known, f"{path!r} is neither indexed nor named as left out")
        again = Codebase(root, index_dir).index()
        part.expect(again.added + again.changed + again.removed == 0, "a second run found something changed")
        part.note = (
            f"{report.files:,} indexed, {len(report.problems):,} as plain text, {len(report.skipped):,} left out"
        )
    except CodeQAError as error:
        part.faults.append(str(error))
    return part
