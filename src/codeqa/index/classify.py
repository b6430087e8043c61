"""What a file is, besides its language: test, example, documentation, vendored, generated."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from codeqa.index.names import Names
from codeqa.model import Trait

HEAD_CHARACTERS = 4_000
HEAD_LINES = 40
"""How far into a file its first comment is looked for, as linguist does."""

_JVM_SOURCES = re.compile(r"(?:^|/)src/(\w+)/(?:java|kotlin|scala|groovy|clojure)/")

_HINT = re.compile(r"generated|\b(?:edit|modif|change|alter)", re.IGNORECASE)
"""Where it is not found, no comment has to be."""

_LINE_COMMENTS = ("#", "//", "*", "--", ";", "%", "!", "$!", '.\\"', "'\\\"", "..", "dnl ", "REM ", "@echo", "::", "|")
_BLOCK_COMMENTS = {
    '"""': '"""',
    'r"""': '"""',
    "'''": "'''",
    "/*": "*/",
    "<!--": "-->",
    "{-": "-}",
    "(*": "*)",
    "--[[": "]]",
    "=begin": "=end",
}
_PREAMBLE = re.compile(
    r"<\?|<!doctype|<html|[\"']use strict|---|\{#"
    r"|(?:package|import|from|use|using|require|require_once|include|module|extern crate)\b"
    r"|namespace\s[\w\\]+;",
    re.IGNORECASE,
)
"""Lines that may stand before the comment without being one."""
_MARKS = re.compile(r"^[\s#/*;%!.'\"\-=<>|:$\\(){}\[\]]+|[\s#/*\"|]+$")
_PROSE = (".md", ".mdx", ".markdown")
"""Here ``#`` and ``*`` begin headings and lists."""


@dataclass(frozen=True, slots=True)
class _PathRules:
    """How paths show a trait."""

    trait: Trait
    folders: Names
    names: Names
    unless: Names
    paths: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class _Rules:
    """The tables of ``classify.toml``."""

    by_path: tuple[_PathRules, ...]
    phrases: re.Pattern[str]
    pages: re.Pattern[str]
    never_generated: Names


def traits_of(path: str, text: str) -> frozenset[Trait]:
    """What is worth knowing about a file when it is ranked.

    The rules are those of ``classify.toml``, in the manner of GitHub's linguist, anchored so that a library for
    testing or for examples is not taken for tests or examples. A file can be several things: a test that is vendored.

    Args:
        path: relative to the root, with ``/``.
        text: its text; the first lines are enough. They tell generated files, and nothing else.
    """
    traits = _traits_of_path(path)
    if Trait.GENERATED not in traits and _is_generated(path, text[:HEAD_CHARACTERS]):
        return traits | {Trait.GENERATED}
    return traits


def _traits_of_path(path: str) -> frozenset[Trait]:
    name = path.rpartition("/")[2]
    folder = path[: len(path) - len(name)]
    sources = _JVM_SOURCES.search(folder)
    if sources is not None:
        folder = folder[: sources.end()]
    by_folder = _traits_of_folder(folder)
    found = set(by_folder)
    for rules in _rules().by_path:
        if rules.trait in found:
            continue
        if rules.trait is Trait.TEST and sources is not None and sources[1] == "main":
            continue  # what is shipped, whatever it is called
        compared = name.lower() if rules.trait is Trait.DOCUMENTATION else name
        if compared in rules.unless:
            continue
        if compared in rules.names or (rules.paths is not None and rules.paths.search(folder + name)):
            found.add(rules.trait)
    return frozenset(found)


@lru_cache(maxsize=4_096)
def _traits_of_folder(folder: str) -> frozenset[Trait]:
    segments = folder.split("/")[:-1]
    return frozenset(rules.trait for rules in _rules().by_path if any(segment in rules.folders for segment in segments))


def _is_generated(path: str, head: str) -> bool:
    if path.endswith((".html", ".htm", ".xhtml")) and _rules().pages.search(head):
        return True
    if path.rpartition("/")[2] in _rules().never_generated or not _HINT.search(head):
        return False
    comment = "\n".join(_first_comment(path, head))
    return _rules().phrases.search(comment) is not None


def _first_comment(path: str, head: str) -> Iterator[str]:
    """The lines of what comments a file begins with, without the marks."""
    line_comments = ("[//]",) if path.endswith(_PROSE) else _LINE_COMMENTS
    end: str | None = None
    for line in head.split("\n")[:HEAD_LINES]:
        stripped = line.strip()
        if end is None:
            opening = next((mark for mark in _BLOCK_COMMENTS if stripped.startswith(mark)), None)
            if opening is not None:
                end = _BLOCK_COMMENTS[opening]
                stripped = stripped[len(opening) :]
            elif stripped and not stripped.startswith(line_comments):
                if not _PREAMBLE.match(stripped):
                    return
                continue
        if end is not None and end in stripped:
            stripped = stripped.partition(end)[0]
            end = None
        if bare := _MARKS.sub("", stripped):
            yield bare


@cache
def _rules() -> _Rules:
    table = tomllib.loads(files(__package__).joinpath("classify.toml").read_text(encoding="utf-8"))
    phrases = "|".join(f"(?:{phrase})" for phrase in table["generated"]["phrases"])
    return _Rules(
        by_path=tuple(_path_rules(trait, table[trait.value]) for trait in Trait),
        phrases=re.compile(phrases.replace(" ", r"\s+"), re.MULTILINE | re.DOTALL),
        pages=re.compile(table["generated"]["pages"]),
        never_generated=Names(table["generated"]["unless"]),
    )


def _path_rules(trait: Trait, entry: Mapping[str, Any]) -> _PathRules:
    paths = "|".join(f"(?:{path})" for path in entry.get("paths", ()))
    return _PathRules(
        trait=trait,
        folders=Names(entry["folders"]),
        names=Names(entry["names"]),
        unless=Names(entry.get("unless", ())),
        paths=re.compile(paths) if paths else None,
    )
