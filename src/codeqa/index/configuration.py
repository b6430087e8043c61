"""The sections of configuration files: tables in TOML and INI, outermost keys in YAML and JSON.

Read by lines, not by a parser: files with comments, templates and errors in them are cut as well as any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from codeqa.index.sections import Section

_YAML_KEY: Final = re.compile(r"""(?![#\-?\s%])(?:"([^"]*)"|'([^']*)'|([^:#]+?))\s*:(?:\s|$)""")
_JSON_KEY: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:')
_TABLE: Final = re.compile(r"\[\[?\s*([^\]]*?)\s*\]\]?\s*(?:[#;].*)?$")
_COMMENTS: Final = ("#", ";", "//")


def table_sections(lines: Sequence[str]) -> list[Section]:
    """The tables of TOML and INI, each with the comment right before it."""
    return _sections(lines, _tables(lines))


def yaml_sections(lines: Sequence[str]) -> list[Section]:
    """YAML's outermost keys, likewise."""
    return _sections(lines, _yaml_keys(lines))


def json_sections(lines: Sequence[str]) -> list[Section]:
    """A JSON object's keys; none in what is no object, or stands on one line."""
    return _sections(lines, _json_keys(lines))


def _sections(lines: Sequence[str], found: Iterable[tuple[int, str]]) -> list[Section]:
    sections: list[Section] = []
    for index, name in found:
        body = index + 1
        while index > 0 and lines[index - 1].lstrip().startswith(_COMMENTS):
            index -= 1
        sections.append(Section(index + 1, 1, (name,) if name else (), body))
    return sections


def _tables(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for index, line in enumerate(lines):
        if line.startswith("[") and (match := _TABLE.match(line)):
            yield index, match[1]


def _yaml_keys(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for index, line in enumerate(lines):
        if line[:1] not in " \t#" and (match := _YAML_KEY.match(line)):
            yield index, match[1] or match[2] or match[3]


def _json_keys(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Keys that are indented as the first one is, in a file that is one object."""
    outermost: int | None = None
    for index, line in enumerate(lines):
        text = line.lstrip()
        if outermost is None and text.startswith(("[", "{")) and text.strip() != "{":
            return
        if text.startswith('"') and outermost in (None, len(line) - len(text)) and (match := _JSON_KEY.match(text)):
            outermost = len(line) - len(text)
            yield index, match[1]
