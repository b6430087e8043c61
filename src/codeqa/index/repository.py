"""Where git keeps ignore rules: in the folders from the repository's top down, and in its ``info/exclude``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from codeqa.folders import exists, is_file
from codeqa.index.ignore import Rules, rules_in
from codeqa.index.reasons import Reason

GIT = ".git"
GITIGNORE = ".gitignore"
CODEQAIGNORE = ".codeqaignore"


@dataclass(frozen=True, slots=True)
class Level:
    """Rules, and how a path seen from the walk's root is seen from the rules' folder."""

    rules: Rules
    reason: Reason
    """Why the entries that the rules ignore are left out."""
    below: str = ""
    """The rules' folder, seen from the root, with ``/`` at its end. Empty for the root and what lies above it."""
    above: str = ""
    """The root, seen from the rules' folder, with ``/`` at its end, where the folder lies above the root."""

    def decide(self, name: str, path: str, is_folder: bool) -> bool | None:
        """Whether the entry with that path, relative to the root, is ignored; None when no rule matches it."""
        return self.rules.decide(name, self.above + path[len(self.below) :], is_folder)


@dataclass(frozen=True, slots=True)
class Outside:
    """The rules that hold in the root although they stand outside of it, the nearest first."""

    git: tuple[Level, ...] = ()
    own: tuple[Level, ...] = ()
    """From ``.codeqaignore`` files."""


def read_rules(path: Path) -> Rules:
    """The rules in a file; none when there is no such file or it cannot be read, as with git.

    A symbolic link is not followed, as with git.
    """
    try:
        return rules_in(path.read_bytes()) if not path.is_symlink() else Rules(())
    except OSError:
        return Rules(())


def exclude_rules(top: Path) -> Rules:
    """The rules in ``info/exclude`` of the repository whose work tree's top that is.

    Work trees and submodules have a file ``.git`` that says where the repository lies; a linked work tree shares
    its main repository's rules.
    """
    git = top / GIT
    try:
        if is_file(git):
            git = top / git.read_text(encoding="utf-8", errors="surrogateescape").removeprefix("gitdir:").strip()
        if is_file(shared := git / "commondir"):
            git = git / shared.read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return Rules(())
    return read_rules(git / "info" / "exclude")


def rules_outside(root: Path) -> Outside:
    """The rules that the folders above the root and the repository's ``info/exclude`` lay down for the root.

    Folders above the root count only up to the top of the repository that the root is part of. A root that the
    rules ignore was asked for by name, so they do not hold in it.

    Args:
        root: absolute, without symbolic links.
    """
    top = next((folder for folder in (root, *root.parents) if exists(folder / GIT)), None)
    if top is None:
        return Outside()
    between = [folder for folder in root.parents if folder.is_relative_to(top)]
    git = [_level(folder, root, read_rules(folder / GITIGNORE), Reason.GITIGNORE) for folder in between]
    git.append(_level(top, root, exclude_rules(top), Reason.GIT_EXCLUDE))
    own = [_level(folder, root, read_rules(folder / CODEQAIGNORE), Reason.CODEQAIGNORE) for folder in between]
    return Outside(git=_usable(git, root, top), own=_usable(own, root, top))


def _level(folder: Path, root: Path, rules: Rules, reason: Reason) -> Level:
    above = root.relative_to(folder).as_posix()
    return Level(rules, reason, above="" if above == "." else above + "/")


def _usable(levels: Sequence[Level], root: Path, top: Path) -> tuple[Level, ...]:
    for folder in (root, *root.parents):
        if folder == top:
            break
        # The level's own folder, seen from the folder in question: nearer levels say nothing about it.
        decisions = (
            level.rules.decide(folder.name, inner, is_folder=True)
            for level in levels
            if (inner := _from(level, root, folder)) is not None
        )
        if next((decision for decision in decisions if decision is not None), False):
            return ()
    return tuple(level for level in levels if level.rules)


def _from(level: Level, root: Path, folder: Path) -> str | None:
    """The folder's path as the level's rules see it; None when it does not lie below them."""
    depth = len(root.parts) - level.above.count("/")
    return "/".join(folder.parts[depth:]) or None
