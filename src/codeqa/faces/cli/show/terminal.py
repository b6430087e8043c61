"""The two streams that commands write to, and what is made safe on its way there."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

Part: TypeAlias = str | tuple[str, str | Style] | Text
"""A piece of a line: text, text with a style, or text already styled."""

out = Console(highlight=False, soft_wrap=True, theme=Theme({"markdown.code": "cyan", "markdown.code_block": ""}))
err = Console(stderr=True, highlight=False, soft_wrap=True)

_BEFORE_PICTURES = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"}
_C1 = dict.fromkeys(range(0x80, 0xA0), "\ufffd")
_DIRECTIONS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
_HARMLESS = _BEFORE_PICTURES | {0x7F: "\u2421"} | _C1 | _DIRECTIONS


def harmless(text: str) -> str:
    """Text whose control characters are pictures.

    Indexed code and models' answers are strangers' text: an escape sequence in it would move the terminal's cursor,
    change its title or its clipboard, and a change of direction would show other code than there is.
    """
    return text.translate(_HARMLESS)


def styled(*parts: Part) -> Text:
    """A line put together from its pieces, harmless on a terminal and untouched elsewhere."""
    line = Text()
    for part in parts:
        if isinstance(part, Text):
            line.append_text(part)
        else:
            text, style = (part, "") if isinstance(part, str) else part
            line.append(harmless(text) if out.is_terminal else text, style)
    return line


def say(*parts: Part, is_cut: bool = False) -> None:
    """Prints a line of a result.

    Args:
        parts: what it consists of.
        is_cut: on a terminal, end it at the window's edge.
    """
    line = styled(*parts)
    if not out.is_terminal:
        sys.stdout.write(f"{line.plain}\n")
        return
    if is_cut:
        line.truncate(out.width, overflow="ellipsis")
    out.print(line)


def note(text: str) -> None:
    """Prints a remark on stderr."""
    if err.is_terminal:
        err.print(Text(harmless(text), "dim"))
    else:
        sys.stderr.write(f"{text}\n")


def shown_path(path: Path) -> str:
    """A path as terminals and editors open it: from the working directory, or whole where that is shorter."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)
    return relative if len(relative) <= len(str(path)) else str(path)


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 file``, ``1,200 files``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
