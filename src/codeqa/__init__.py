"""Answers questions about a codebase from the code itself, with ``path:line`` sources.

>>> from codeqa import Codebase
>>> codebase = Codebase(".")                                     # doctest: +SKIP
>>> print(codebase.ask("how are references resolved?").text)     # doctest: +SKIP
"""

from typing import TYPE_CHECKING, Any

from codeqa.errors import CodeQAError

if TYPE_CHECKING:
    from codeqa.codebase import Codebase

__all__ = ["CodeQAError", "Codebase"]


def __getattr__(name: str) -> Any:
    """Loads `Codebase` when it is asked for: worker processes import this package, and need none of what it needs."""
    if name == "Codebase":
        from codeqa.codebase import Codebase

        return Codebase
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
