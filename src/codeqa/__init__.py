"""Answers questions about a codebase from the code itself, with ``path:line`` sources.

>>> from codeqa import Codebase
>>> codebase = Codebase(".")                                     # doctest: +SKIP
>>> print(codebase.ask("how are references resolved?").text)     # doctest: +SKIP
"""

from codeqa.codebase import Codebase
from codeqa.errors import CodeQAError

__all__ = ["Codebase", "CodeQAError"]
