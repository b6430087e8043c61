"""The arguments that several tools share, with their bounds. Models read these words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from codeqa.model import GRAPH_KINDS, Kind, ReferenceKind

Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=2_000,
        description="A function, method, class or constant: run, Parser.run or path:line.",
    ),
]
Limit = Annotated[int, Field(ge=1, le=200, description="Items at most.")]
Offset = Annotated[int, Field(ge=0, le=100_000, description="Items to skip, for the next page.")]
MaxTokens = Annotated[int, Field(ge=100, le=20_000, description="Length of the result.")]
Which = Annotated[str | None, Field(max_length=200, description="Which codebase, where there are several.")]
Question = Annotated[str, Field(min_length=1, description="In plain words.")]
Kinds = Annotated[list[Kind] | None, Field(max_length=30)]
Globs = Annotated[list[str] | None, Field(max_length=20, description="As in a .gitignore: src/**, *.py, !tests/.")]
Languages = Annotated[list[str] | None, Field(max_length=20, description="Such as python.")]

Use = StrEnum("Use", {one.name: one.value for one in ReferenceKind if one not in GRAPH_KINDS})  # type: ignore[misc]
"""How a name is used; a `ReferenceKind` that stands in a text."""

Uses = Annotated[list[Use] | None, Field(max_length=10)]
Direction = Literal["callers", "callees", "route"]
Detail = Literal["compact", "full"]

_OTHER_NAMES: Final = {
    "c#": "csharp", "cs": "csharp", "c++": "cpp", "cc": "cpp", "golang": "go", "js": "javascript", "jl": "julia",
    "kt": "kotlin", "makefile": "make", "md": "markdown", "pl": "perl", "proto": "protobuf",
    "protocol buffers": "protobuf", "py": "python", "rb": "ruby", "rs": "rust", "rst": "restructuredtext",
    "sh": "bash", "shell": "bash", "terraform": "hcl", "ts": "typescript", "yml": "yaml",
}  # fmt: skip
"""Languages as people also call them."""


def languages_of(names: Sequence[str] | None) -> list[str] | None:
    """Languages as the index calls them, whatever their case."""
    low = [one.strip().lower() for one in names or ()]
    return [_OTHER_NAMES.get(one, one) for one in low] or None
