"""Answers questions about a codebase from the code itself, with ``path:line`` sources.

>>> from codeqa import Codebase
>>> codebase = Codebase(".")                                     # doctest: +SKIP
>>> print(codebase.ask("how are references resolved?").text)     # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.errors import CodeQAError

__all__ = ["Codebase", "CodeQAError"]


def __getattr__(name: str) -> object:
    # Worker processes and `codeqa --help` import parts of this package; they must not pay for all of it.
    if name == "Codebase":
        from codeqa.codebase import Codebase

        return Codebase
    if name == "CodeQAError":
        from codeqa.errors import CodeQAError

        return CodeQAError
    raise AttributeError(f"module 'codeqa' has no attribute {name!r}")
