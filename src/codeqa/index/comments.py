"""Takes the comment marks off documentation comments and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence

_LINE_MARKS = re.compile(r"^\s*(?:///|//!|//|#:|#!|#'|##?|--[-|^]*(?:\s*[|^](?=\s))?|;;*|%%?|\"(?=\s)|\*(?!/))[ \t]?")
_BLOCK_OPEN = re.compile(r"^\s*(?:/\*[*!]?|\(\*+|\{-\s?\|?|--\[=*\[|=begin|<!--)")
_BLOCK_CLOSE = re.compile(r"(?:\*+/|\*+\)|-\}|\]=*\]|=end|-->)\s*$")
_STAR = re.compile(r"^\s*\*(?!/)[ \t]?")
_STRING_OPEN = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|'|@?\"\"\")")


def comment_text(comments: Sequence[str]) -> str:
    """The text of comments that stand together.

    Args:
        comments: each comment as it is written, in order.

    >>> comment_text(["/** Adds.", " * @return the sum */"])
    'Adds.\\n@return the sum'
    >>> comment_text(["// One", "// two"])
    'One\\ntwo'
    """
    lines: list[str] = []
    for comment in comments:
        if _BLOCK_OPEN.match(comment):
            inner = _BLOCK_CLOSE.sub("", _BLOCK_OPEN.sub("", comment, count=1))
            lines.extend(_STAR.sub("", line) if line.lstrip().startswith("*") else line for line in inner.split("\n"))
        else:
            lines.extend(_LINE_MARKS.sub("", line) for line in comment.rstrip("\n").split("\n"))
    return _dedent(lines)


def docstring_text(literal: str) -> str:
    """The text of a docstring literal.

    >>> docstring_text('\"\"\"One.\\n\\n    Two.\\n    \"\"\"')
    'One.\\n\\nTwo.'
    """
    opened = _STRING_OPEN.match(literal)
    if opened is None:
        return inspect.cleandoc(literal)
    quote = opened.group(1).lstrip("@")
    return inspect.cleandoc(literal[opened.end() :].removesuffix(quote)).strip()


def _dedent(lines: Sequence[str]) -> str:
    return inspect.cleandoc("\n".join(line.rstrip() for line in lines).strip("\n")).strip()
