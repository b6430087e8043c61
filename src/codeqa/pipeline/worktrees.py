"""Work trees of one git repository share what they have in common: a new index begins as a copy of another tree's.

The run that follows compares by content, so that only files that differ are read, parsed and embedded again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from codeqa.errors import IndexLockedError, StoreError
from codeqa.folders import exists, is_folder
from codeqa.index.repository import GIT
from codeqa.store.copying import copy_index
from codeqa.store.location import default_index_dir
from codeqa.store.manifest import Manifest, read_manifest


def begin_from_another(root: Path, index_dir: Path, embedder_name: str, dimension: int, settings: str) -> str | None:
    """Copies the newest fitting index that another work tree of the repository has of the same folder.

    Args:
        root: the folder to index, absolute.
        index_dir: where its index will lie; there is none yet.
        embedder_name: the embedder that must have made the other index's vectors.
        dimension: how many numbers those have.
        settings: the fingerprint of how its files must have been cut.

    Returns:
        What a person should know; None where nothing was found.
    """

    def fits(manifest: Manifest) -> bool:
        wanted = (True, embedder_name, dimension, settings)
        return (manifest.complete, manifest.embedder, manifest.dimension, manifest.settings) == wanted

    found: list[tuple[Manifest, Path, Path]] = []
    for sibling in siblings(root):
        for place in _places(root, index_dir, sibling):
            try:
                manifest = read_manifest(place)
            except StoreError:  # none, or of another version: it is not for us to complain
                continue
            if fits(manifest):
                found.append((manifest, sibling, place))
    for _, sibling, place in sorted(found, key=lambda one: one[0].updated, reverse=True):
        try:
            if copy_index(place, index_dir, fits):
                return f"Began with a copy of the index of {sibling}, another work tree of the same repository."
        except IndexLockedError:
            continue  # it is being written, or this one is, which opening it will say
        except (StoreError, OSError) as error:
            return f"The index of {sibling}, another work tree of the same repository, could not be copied: {error}."
    return None


def siblings(root: Path) -> Iterator[Path]:
    """The same folder in the other work trees of its git repository, as far as it is there.

    Args:
        root: a folder inside a work tree, absolute and without symbolic links.
    """
    top = next((folder for folder in (root, *root.parents) if exists(folder / GIT)), None)
    common = None if top is None else _common_dir(top)
    if top is None or common is None:
        return
    # The layout is described in https://git-scm.com/docs/gitrepository-layout and git-worktree(1).
    trees = [common.parent] if common.name == GIT else []
    for link in sorted(common.glob("worktrees/*/gitdir")):
        text = _text(link)
        if text:
            trees.append((link.parent / text).parent.resolve())
    for tree in trees:
        if tree != top and _common_dir(tree) == common and is_folder(folder := tree / root.relative_to(top)):
            yield folder


def _common_dir(top: Path) -> Path | None:
    """The folder that all work trees of a repository share; None where that is no work tree's top."""
    git = top / GIT
    if is_folder(git):
        return git.resolve()
    text = _text(git)
    if text is None or not text.startswith("gitdir:"):
        return None
    own = top / text.removeprefix("gitdir:").strip()
    shared = _text(own / "commondir")
    return (own if shared is None else own / shared).resolve()


def _places(root: Path, index_dir: Path, sibling: Path) -> Iterator[Path]:
    """Where another work tree's index may lie."""
    usual = default_index_dir(sibling)
    yield usual
    if index_dir.is_relative_to(root) and (same := sibling / index_dir.relative_to(root)) != usual:
        yield same


def _text(file: Path) -> str | None:
    """What a small file of git's holds; None where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return None
