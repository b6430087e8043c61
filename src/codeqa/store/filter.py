"""What a search may be narrowed to, as a condition on chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pathspec import PathSpec

from codeqa.errors import UsageError
from codeqa.model import Kind
from codeqa.store.sql import all_of, is_in


@dataclass(frozen=True, slots=True)
class Filter:
    """Which chunks a search may find. What is empty does not narrow.

    Attributes:
        paths: globs as in a .gitignore: ``*.py`` anywhere, ``src/**`` or ``src`` for all below, ``!tests/`` takes
            away again from what stands before it. Globs that all take away start from all files.
        kinds: the chunk's kind is one of these.
        languages: the file's language is one of these.
    """

    paths: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    languages: frozenset[str] = frozenset()


EVERYTHING = Filter()
"""The filter that lets all chunks through."""


def matching_paths(globs: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Those of the paths that the globs mean, in their order.

    Args:
        globs: as :attr:`Filter.paths`.
        paths: paths as in the index.

    Raises:
        UsageError: a glob cannot be read.
    """
    lines = [glob.removeprefix("./") for glob in globs]
    if all(line.startswith("!") for line in lines):
        lines.insert(0, "*")
    try:
        spec = PathSpec.from_lines("gitignore", lines)
    except ValueError as error:
        raise UsageError(
            f"A path filter cannot be read: {error}. Write it as in a .gitignore, such as src/**."
        ) from error
    return list(spec.match_files(paths))


def condition(where: Filter, paths: Sequence[str]) -> str | None:
    """The filter as an SQL condition on chunks; None where it lets all through.

    Globs are looked up among the indexed files, so that they mean here what they mean to pathspec.
    Of the files that match and those that do not, the shorter list is named.

    Args:
        where: the filter.
        paths: the paths of all indexed files.

    Raises:
        UsageError: a glob cannot be read.
    """
    conditions = []
    if where.paths:
        matching = set(matching_paths(where.paths, paths))
        if 2 * len(matching) <= len(paths):
            conditions.append(is_in("path", sorted(matching)))
        elif len(matching) < len(paths):
            conditions.append(f"NOT ({is_in('path', [one for one in paths if one not in matching])})")
    if where.kinds:
        conditions.append(is_in("kind", sorted(where.kinds)))
    if where.languages:
        conditions.append(is_in("language", sorted(where.languages)))
    return all_of(conditions)
