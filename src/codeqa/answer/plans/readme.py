"""What a repository says it is: the first real paragraphs of its README, and its manifests' descriptions."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.page import Place
from codeqa.answer.plans.prose import plain

_READMES: Final = (
    "README.md", "README.rst", "readme.md", "Readme.md", "README.markdown", "README.txt", "README",
    "docs/README.md", "docs/index.md", "docs/index.rst", "doc/index.rst",
)  # fmt: skip

_READ_LINES: Final = 400
_WORDS: Final = 7
"""A paragraph with fewer words of prose is a row of badges or links, or a caption."""

_ENOUGH: Final = 240
"""Characters after which no further paragraph is wanted."""

_SUBSTITUTION: Final = re.compile(r"\|[^|\s][^|]*\|_?")
_RST_LINK: Final = re.compile(r"`([^`<]+?)\s*<[^>]*>`_+|`([^`]+)`_+|\b([\w-]+)_(?=[\s.,)])")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of prose and where it stands."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A command or module that a manifest offers."""

    name: str
    target: str
    place: Place


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a package's manifest says about it."""

    description: Paragraph | None
    entry_points: tuple[EntryPoint, ...]


def introduction(lookup: Lookup) -> list[Paragraph]:
    """The README's first paragraphs of prose, as many as make an introduction; empty where there is no README."""
    for path in _READMES:
        text = lookup.lines(path, 1, _READ_LINES)
        if text is not None:
            found: list[Paragraph] = []
            for paragraph in _paragraphs(path, text):
                found.append(paragraph)
                if sum(len(one.text) for one in found) > _ENOUGH or len(found) == 3:
                    break
            if found:
                return found
    return []


def _paragraphs(path: str, text: str) -> Iterator[Paragraph]:
    markdown = path.lower().endswith((".md", ".markdown"))
    for prose, unlinked, start, end in _markdown_blocks(text) if markdown else _plain_blocks(text):
        if len(unlinked.split()) >= _WORDS and sum(map(str.isalpha, unlinked)) > len(unlinked) / 2:
            yield Paragraph(plain(prose), Place(path, start, end))


def _markdown_blocks(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Each paragraph's text, its text outside links, its first and last line."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").parse(text)
    for index, token in enumerate(tokens):
        # Paragraphs of list items and quotations lie deeper.
        if token.type != "paragraph_open" or token.level > 0 or token.map is None:
            continue
        prose: list[str] = []
        unlinked: list[str] = []
        links = 0
        for child in tokens[index + 1].children or ():
            links += (child.type == "link_open") - (child.type == "link_close")
            said = {"text": child.content, "code_inline": f"`{child.content}`", "softbreak": " "}.get(child.type, "")
            prose.append(said)
            unlinked.append(said if not links else "")
        yield "".join(prose), "".join(unlinked), token.map[0] + 1, token.map[1]


def _plain_blocks(text: str) -> Iterator[tuple[str, str, int, int]]:
    lines = text.split("\n")
    start = 0
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        block = lines[start:number]
        first = block[0] if block else ""
        underlined = len(block) > 1 and re.fullmatch(r"([^\w\s])\1{2,}", block[1].strip()) is not None
        if first and not first[:1].isspace() and not first.startswith((".. ", ":", "-", "*", "#")) and not underlined:
            prose = _RST_LINK.sub(
                lambda match: match[1] or match[2] or match[3], _SUBSTITUTION.sub("", " ".join(block))
            )
            yield prose, prose, start + 1, number
        start = number + 1


def manifest(lookup: Lookup) -> Manifest:
    """The first manifest that there is: pyproject.toml, Cargo.toml, package.json, composer.json or pom.xml."""
    for path, read in (
        ("pyproject.toml", _pyproject),
        ("Cargo.toml", _cargo),
        ("package.json", _package),
        ("composer.json", _package),
    ):
        text = lookup.lines(path, 1, 5_000)
        if text is None:
            continue
        try:
            data = tomllib.loads(text) if path.endswith(".toml") else json.loads(text)
        except ValueError:
            continue  # a manifest that is broken says nothing, and is no reason to give no answer
        if isinstance(data, dict):
            description, entries = read(data)
            return Manifest(
                Paragraph(plain(description), _place(path, text, description)) if description else None,
                tuple(EntryPoint(name, target, _place(path, text, target, name)) for name, target in entries),
            )
    pom = lookup.lines("pom.xml", 1, 5_000)
    described = re.search(r"<description>\s*(.*?)\s*</description>", pom or "", re.DOTALL)
    if pom is not None and described is not None:
        return Manifest(Paragraph(plain(described[1]), _place("pom.xml", pom, described[1].split("\n")[0])), ())
    return Manifest(None, ())


def _pyproject(data: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    project, poetry = data.get("project", {}), data.get("tool", {}).get("poetry", {})
    scripts = {**poetry.get("scripts", {}), **project.get("scripts", {}), **project.get("gui-scripts", {})}
    entries = [(name, target) for name, target in scripts.items() if isinstance(target, str)]
    return str(project.get("description") or poetry.get("description") or ""), entries


def _cargo(data: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    package = data.get("package", {})
    entries = [(str(one.get("name", "")), str(one.get("path", ""))) for one in data.get("bin", ()) if one.get("path")]
    if isinstance(data.get("lib"), dict) and data["lib"].get("path"):
        entries.append((str(data["lib"].get("name", "library")), str(data["lib"]["path"])))
    described = package.get("description")
    return (" ".join(described.split()) if isinstance(described, str) else ""), entries


def _package(data: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    entries: list[tuple[str, str]] = []
    commands = data.get("bin")
    if isinstance(commands, str):
        entries.append((str(data.get("name", "bin")), commands))
    elif isinstance(commands, dict):
        entries += [(name, target) for name, target in commands.items() if isinstance(target, str)]
    if isinstance(data.get("main"), str):
        entries.append(("main", data["main"]))
    return str(data.get("description") or ""), entries


def _place(path: str, text: str, *wanted: str) -> Place:
    """The first line that holds the text, all of its parts where one does; line 1 where none does."""
    lines = text.split("\n")
    needles = [one.strip().split("\n")[0][:60] for one in wanted if one.strip()]
    for number, line in enumerate(lines, start=1):
        if needles and all(needle in line for needle in needles):
            return Place.line(path, number)
    for number, line in enumerate(lines, start=1):
        if any(needle in line for needle in needles):
            return Place.line(path, number)
    return Place.line(path, 1)
