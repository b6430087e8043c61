"""The rules of a .gitignore file, with git's own meaning, for deciding on one entry of a folder at a time.

A walk that never enters an ignored folder asks about every folder and file on its own: is this very entry matched?
pathspec's GitIgnoreSpec answers another question, about whole paths: it lets a pattern for a folder decide on the
files inside. Asked about folders it goes wrong (``logs/**``, ``!logs/**/`` leaves ``logs/sub/`` ignored, where git
enters it), and a folder re-included in a nested file takes its files out of reach of the rules further up. So the
rules are translated here, after gitignore(5) and the behaviour of git's wildmatch; the tests compare with git itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_WILDCARDS = re.compile(r"[*?\[\\]")

_NEVER = "(?!)"
"""A regular expression that matches nothing: git lets malformed patterns match nothing."""

_NAMED_CLASS = re.compile(r"\[:([^\]]*):\]")

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t\\n\\r\\f\\v",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of the rules."""

    expression: str
    """A regular expression for the whole name or the whole path."""
    literal: str | None
    """What it matches, where that is one text alone."""
    suffix: str | None
    """What names it matches end with, where that is all it asks for."""
    by_name: bool
    """It is compared with the entry's name, in any folder, and not with the path."""
    folders_only: bool
    negated: bool


class Rules:
    """The rules of one file. Paths are relative to the folder the file lies in."""

    __slots__ = ("_expressions", "_last_first", "_name_expression", "_names", "_path_expression", "_paths", "_suffixes")

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        """Prepares the quick test that tells most entries as matched by nothing."""
        self._last_first = tuple(reversed(tuple(patterns)))
        self._expressions = tuple(re.compile(one.expression, re.DOTALL) for one in self._last_first)
        literals = [one for one in self._last_first if one.literal is not None]
        self._names = frozenset(one.literal for one in literals if one.by_name)
        self._paths = frozenset(one.literal for one in literals if not one.by_name)
        self._suffixes = tuple({one.suffix for one in self._last_first if one.suffix is not None})
        others = [one for one in self._last_first if one.literal is None and one.suffix is None]
        self._name_expression = _either(one.expression for one in others if one.by_name)
        self._path_expression = _either(one.expression for one in others if not one.by_name)

    def __bool__(self) -> bool:
        return bool(self._last_first)

    def decide(self, name: str, path: str, is_folder: bool) -> bool | None:
        """Whether an entry is ignored: True or False as the last matching rule says, None when none matches.

        Args:
            name: the last part of the path.
            path: relative to the rules' folder, with ``/``, without one at the end.
            is_folder: symbolic links are no folders here.
        """
        if (
            name not in self._names
            and not name.endswith(self._suffixes)
            and path not in self._paths
            and (self._name_expression is None or self._name_expression.fullmatch(name) is None)
            and (self._path_expression is None or self._path_expression.fullmatch(path) is None)
        ):
            return None
        for pattern, expression in zip(self._last_first, self._expressions, strict=True):
            if pattern.folders_only and not is_folder:
                continue
            if expression.fullmatch(name if pattern.by_name else path):
                return not pattern.negated
        return None


def rules_of(lines: Iterable[str]) -> Rules:
    """The rules in the lines of a .gitignore file. Blank lines and comments give none."""
    return Rules(pattern for line in lines if (pattern := _pattern(line)) is not None)


def rules_in(data: bytes) -> Rules:
    """The rules in the bytes of a .gitignore file: a byte order mark and CRLF line ends are no part of them."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return rules_of(line.removesuffix("\r") for line in text.split("\n"))


def _either(expressions: Iterable[str]) -> re.Pattern[str] | None:
    joined = "|".join(f"(?:{expression})" for expression in expressions)
    return re.compile(joined, re.DOTALL) if joined else None


def _pattern(line: str) -> Pattern | None:
    if line.startswith("#"):
        return None
    glob = _without_trailing_spaces(line)
    negated = glob.startswith("!")
    glob = glob.removeprefix("!")
    folders_only = glob.endswith("/")
    glob = glob.removesuffix("/")
    by_name = "/" not in glob
    glob = glob.removeprefix("/")
    if not glob:
        return None
    suffix = glob[1:] if by_name and glob.startswith("*") and not _WILDCARDS.search(glob, 1) else None
    return Pattern(
        expression=_translate(glob),
        literal=None if _WILDCARDS.search(glob) else glob,
        suffix=suffix or None,
        by_name=by_name,
        folders_only=folders_only,
        negated=negated,
    )


def _without_trailing_spaces(line: str) -> str:
    """Spaces at the end do not count unless a backslash stands before them."""
    stripped = line.rstrip(" ")
    backslashes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if backslashes % 2 and len(stripped) < len(line) else stripped


def _translate(glob: str) -> str:
    """A glob as a regular expression."""
    parts: list[str] = []
    at = 0
    literal_so_far = True
    while at < len(glob):
        character = glob[at]
        if character == "*":
            end = at
            while end < len(glob) and glob[end] == "*":
                end += 1
            # Git compares the beginning without wildcards apart: for it, "**" right after that stands at the start.
            starts_part = literal_so_far or glob[at - 1] == "/"
            if end - at > 1 and starts_part and end == len(glob):
                parts.append(".*")
            elif end - at > 1 and starts_part and glob[end] == "/":
                parts.append("(?:.*/)?")
                end += 1
            else:
                parts.append("[^/]*")
            at = end
            literal_so_far = False
        elif character == "?":
            parts.append("[^/]")
            at += 1
            literal_so_far = False
        elif character == "[":
            piece, at = _set(glob, at)
            parts.append(piece)
            literal_so_far = False
        elif character == "\\":
            if at + 1 == len(glob):
                return _NEVER
            parts.append(re.escape(glob[at + 1]))
            at += 2
            literal_so_far = False
        else:
            parts.append(re.escape(character))
            at += 1
    return "".join(parts)


def _set(glob: str, start: int) -> tuple[str, int]:
    """The regular expression of the bracket expression that starts there, and where it ends.

    An expression that is never closed matches nothing, and neither does the pattern it stands in.
    """
    at = start + 1
    negated = at < len(glob) and glob[at] in "!^"
    at += negated
    members: list[str] = []
    previous = ""
    first = at
    while at < len(glob) and (glob[at] != "]" or at == first):
        character = glob[at]
        if character == "-" and previous and at + 1 < len(glob) and glob[at + 1] != "]":
            at += 1
            if glob[at] == "\\":
                at += 1
            if at == len(glob):
                break
            if previous <= glob[at]:
                members.append(f"{re.escape(previous)}-{re.escape(glob[at])}")
            previous = ""
        elif (
            glob.startswith("[:", at) and (end := glob.find("]", at + 2)) > 0 and end > at + 2 and glob[end - 1] == ":"
        ):
            members_of_class = _CLASSES.get(glob[at + 2 : end - 1])
            if members_of_class is None:
                return _NEVER, len(glob)
            members.append(members_of_class)
            at = end
            previous = ""
        else:
            if character == "\\":
                at += 1
                if at == len(glob):
                    break
            previous = glob[at]
            members.append(re.escape(previous))
        at += 1
    if at >= len(glob):
        return _NEVER, len(glob)
    inside = "".join(members)
    if negated:
        return f"[^/{inside}]", at + 1
    return (f"(?!/)[{inside}]" if inside else _NEVER), at + 1
