"""Takes the comment marks off documentation comments and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence

_LINE_MARKS = re.compile(r"^\s*(?:///|//!|//|#:|#!|#'|##?|--[-|^]*(?:\s*[|^](?=\s))?|;;*|%%?|\"(?=\s)|\*(?!/))[ \t]?")
_BLOCK_OPEN = re.compile(r"^\s*(?:/\*[*!]?|\(\*+|\{-\s?\|?|--\[=*\[|=begin|<!--)")
_BLOCK_CLOSE = re.compile(r"(?:\*+/|\*+\)|-\}|\]=*\]|=end|-->)\s*$")
_STAR = re.compile(r"^\s*\*(?!/)[ \t]?")
_TAG_NAMES = re.compile(r'<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)="(?P<name>[^"]*)"\s*/>')
_TAG_ITEMS = re.compile(r'<(?:param|typeparam|exception)\s+(?:name|cref)="(?P<name>[^"]*)"\s*>')
_TAGS = re.compile(r"</?[a-zA-Z]\w*(?:\s[^<>]*)?/?>")
_STRING_OPEN = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|'|@?\"\"\")")


def comment_text(comments: Sequence[str]) -> str:
    """The text of comments that stand together.

    Args:
        comments: each comment as it is written, in order.

    >>> comment_text(["/** Adds.\\n * @return the sum */"])
    'Adds.\\n@return the sum'
    >>> comment_text(["// One", "// two"])
    'One\\ntwo'
    >>> comment_text(['/// <summary>Adds <see cref="T:Line"/>.</summary>', '/// <param name="by">How many.</param>'])
    'Adds Line.\\nby: How many.'
    """
    lines: list[str] = []
    for comment in comments:
        if _BLOCK_OPEN.match(comment):
            inner = _BLOCK_CLOSE.sub("", _BLOCK_OPEN.sub("", comment, count=1))
            lines.extend(_STAR.sub("", line) if line.lstrip().startswith("*") else line for line in inner.split("\n"))
        else:
            lines.extend(_LINE_MARKS.sub("", line) for line in comment.rstrip("\n").split("\n"))
    text = _dedent(lines)
    return _without_tags(text) if "<summary>" in text else text


def _without_tags(text: str) -> str:
    """The words of C#'s documentation."""
    text = _TAG_NAMES.sub(lambda match: match["name"].rpartition(":")[2], text)
    text = _TAG_ITEMS.sub(lambda match: f"{match['name']}: ", text)
    lines = (line.strip() for line in _TAGS.sub("", text).split("\n"))
    return "\n".join(line for line in lines if line)


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
