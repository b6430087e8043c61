"""Sets of names given as globs, asked once for every file: most answers come from a hash table."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable

_SPECIAL = re.compile(r"[*?\[]")


class Names:
    """Names that one of some globs matches. Case counts."""

    __slots__ = ("_expression", "_literals", "_suffixes")

    def __init__(self, globs: Iterable[str]) -> None:
        """Sorts the globs by how fast they can be asked.

        Args:
            globs: with ``*``, ``?`` and ``[…]``, for a name without ``/``.
        """
        literals: list[str] = []
        suffixes: list[str] = []
        others: list[str] = []
        for glob in globs:
            if not _SPECIAL.search(glob):
                literals.append(glob)
            elif glob.startswith("*") and not _SPECIAL.search(glob, 1):
                suffixes.append(glob[1:])
            else:
                others.append(fnmatch.translate(glob))
        self._literals = frozenset(literals)
        self._suffixes = tuple(suffixes)
        self._expression = re.compile("|".join(others)) if others else None

    def __contains__(self, name: str) -> bool:
        return (
            name in self._literals
            or name.endswith(self._suffixes)
            or (self._expression is not None and self._expression.match(name) is not None)
        )
