"""Asks the Java compiler what names mean, through its tree API. Needs a JDK of version 14 or later, nothing else."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from indexers.ties import Place, Tie


def ties(root: Path, folders: Sequence[str]) -> Iterator[Tie]:
    """The names in a repository's sources that javac could tie to something.

    What a missing library would tell stays unknown; javac goes on with the rest.

    Args:
        root: the repository.
        folders: its source roots, below it.
    """
    program = Path(__file__).with_name("JavacTies.java")
    command = ["java", "--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED", str(program), str(root)]
    lines = subprocess.run([*command, *folders], check=True, capture_output=True, text=True).stdout.splitlines()
    for line in lines:
        path, row, column, target_path, target_row, target_column, kind, name = line.split("\t")
        if name in ("this", "super"):
            continue
        use = Place(path, int(row), int(column))
        targets = (Place(target_path, int(target_row), int(target_column)),) if target_path else ()
        yield Tie(use, targets, f"{kind} {name}")
