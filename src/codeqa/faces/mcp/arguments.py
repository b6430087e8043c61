"""The arguments that several tools share, with their bounds. Models read these words."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from codeqa.model import Kind, ReferenceKind

Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=500,
        description="A function, method, class or constant: bare (run), qualified (Parser.run) or path:line.",
    ),
]
Limit = Annotated[int, Field(ge=1, le=200, description="How many items at most.")]
Offset = Annotated[int, Field(ge=0, le=100_000, description="Skip so many: next_offset of the page before.")]
MaxTokens = Annotated[int, Field(ge=100, le=20_000, description="How long the result may be, in tokens.")]
Which = Annotated[str | None, Field(max_length=200, description="Which codebase; needed where there are several.")]
Question = Annotated[str, Field(min_length=1, max_length=4_000, description="In plain words.")]
Kinds = Annotated[list[Kind] | None, Field(max_length=30, description="Only these kinds, such as function or class.")]
Globs = Annotated[
    list[str] | None,
    Field(max_length=20, description="Only paths that match, as in a .gitignore: src/**, *.py, !tests/."),
]
Languages = Annotated[list[str] | None, Field(max_length=20, description="Only these languages, such as python.")]

Use = StrEnum("Use", {one.name: one.value for one in ReferenceKind if one is not ReferenceKind.MEMBER})  # type: ignore[misc]
"""How a name is used; a `ReferenceKind` that stands in a text."""

Uses = Annotated[list[Use] | None, Field(max_length=10, description="Only uses of these kinds.")]
Direction = Literal["callers", "callees", "route"]
Detail = Literal["compact", "full"]
