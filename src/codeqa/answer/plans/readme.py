"""What a repository says it is: the first real paragraphs of its README, and its manifests' descriptions."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.page import Place
from codeqa.answer.plans.prose import clip, plain

if TYPE_CHECKING:
    from markdown_it.token import Token

_READMES: Final = (
    "README.md", "README.rst", "readme.md", "Readme.md", "README.markdown", "README.txt", "README",
    "docs/README.md", "docs/index.md", "docs/index.rst", "doc/index.rst",
)  # fmt: skip

_READ_LINES: Final = 400
_WORDS: Final = 7
"""A paragraph with fewer words of prose is a row of badges or links, or a caption."""

_BEGINNING: Final = 60
"""The first line of an introduction stands no later."""

_PARAGRAPHS: Final = 2
_ENOUGH: Final = 400
"""Characters of prose beside which no list of features is wanted."""

_FEATURES: Final = re.compile(r"feature|highlight|why|what|overview|about|goals?\b|principles", re.IGNORECASE)
_LIST_LEVEL: Final = 2
"""How deep a paragraph of a top-level list's item lies."""

_ITEMS: Final = 6
_ITEM: Final = 140

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
    name: str | None = None
    """What the package is called."""


def introduction(lookup: Lookup) -> list[Paragraph]:
    """What the README begins with: its first section's prose, and the list of features where it has one.

    Empty where there is no README, or none with prose.
    """
    for path in _READMES:
        text = lookup.lines(path, 1, _READ_LINES)
        if text is None:
            continue
        markdown = path.lower().endswith((".md", ".markdown"))
        blocks = list(_markdown_blocks(text) if markdown else _plain_blocks(text))
        prose = [one for one in blocks if not one.features and one.start <= _BEGINNING and _is_prose(one.unlinked)]
        features = [one for one in blocks if one.features]
        chosen = [one for one in prose if one.section == prose[0].section][:_PARAGRAPHS]
        if sum(len(one.text) for one in chosen) < _ENOUGH:
            chosen += features[:1]
        if chosen:
            return [Paragraph(one.text, Place(path, one.start, one.end)) for one in chosen]
    return []


def _is_prose(text: str) -> bool:
    return len(text.split()) >= _WORDS and sum(map(str.isalpha, text)) > len(text) / 2


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    unlinked: str
    """The text outside links: a row of badges has none."""
    start: int
    end: int
    section: int = 0
    features: bool = False
    """A list of what the repository offers."""


def _markdown_blocks(text: str) -> Iterator[_Block]:
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").parse(text)
    section = 0
    heading = ""
    items: list[str] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            section += 1
            heading = tokens[index + 1].content
        elif token.type == "paragraph_open" and token.map is not None:
            prose, unlinked = _inline(tokens[index + 1].children or ())
            if token.level == 0:
                yield _Block(prose, unlinked, token.map[0] + 1, token.map[1], section)
            elif token.level == _LIST_LEVEL:
                items.append(clip(prose, _ITEM))
                end = token.map[1]
        elif token.type == "bullet_list_open" and token.level == 0 and token.map is not None:
            items = []
            start = token.map[0] + 1
        elif token.type == "bullet_list_close" and token.level == 0 and items and _FEATURES.search(heading):
            shown = "\n".join(f"- {one}" for one in items[:_ITEMS])
            yield _Block(shown, shown, start, end, section, features=True)


def _inline(children: Sequence[Token]) -> tuple[str, str]:
    """A paragraph's text, and that outside its links."""
    prose: list[str] = []
    unlinked: list[str] = []
    links = 0
    for child in children:
        links += (child.type == "link_open") - (child.type == "link_close")
        said = {"text": child.content, "code_inline": f"`{child.content}`", "softbreak": " "}.get(child.type, "")
        prose.append(said)
        unlinked.append(said if not links else "")
    return plain("".join(prose)), "".join(unlinked)


def _plain_blocks(text: str) -> Iterator[_Block]:
    lines = text.split("\n")
    start = section = 0
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        block = lines[start:number]
        first = block[0] if block else ""
        underlined = len(block) > 1 and re.fullmatch(r"([^\w\s])\1{2,}", block[1].strip()) is not None
        section += underlined
        if first and not first[:1].isspace() and not first.startswith((".. ", ":", "-", "*", "#")) and not underlined:
            bare = _SUBSTITUTION.sub("", " ".join(block))
            prose = plain(_RST_LINK.sub(lambda match: match[1] or match[2] or match[3], bare))
            yield _Block(prose, prose, start + 1, number, section)
        start = number + 1


def manifest(lookup: Lookup) -> Manifest:
    """The first manifest that there is: pyproject.toml, Cargo.toml, package.json, composer.json or pom.xml."""
    for path, read in (
        ("pyproject.toml", _pyproject),
        ("Cargo.toml", _cargo),
        ("package.json", _package),
        ("composer.json", _package),
        ("setup.cfg", _setup),
    ):
        text = lookup.lines(path, 1, 5_000)
        if text is None:
            continue
        try:
            data = _parsed(path, text)
        except (ValueError, configparser.Error):
            continue  # a manifest that is broken says nothing, and is no reason to give no answer
        if isinstance(data, dict):
            description, entries = read(data)
            return Manifest(
                Paragraph(plain(description), _place(path, text, description)) if description else None,
                tuple(EntryPoint(name, target, _place(path, text, target, name)) for name, target in entries),
                _name(data),
            )
    pom = lookup.lines("pom.xml", 1, 5_000)
    described = re.search(r"<description>\s*(.*?)\s*</description>", pom or "", re.DOTALL)
    if pom is not None and described is not None:
        return Manifest(Paragraph(plain(described[1]), _place("pom.xml", pom, described[1].split("\n")[0])), ())
    return Manifest(None, ())


def _name(data: dict[str, Any]) -> str | None:
    """The package's name in whatever table a manifest keeps it."""
    tables = (data, data.get("project"), data.get("package"), data.get("metadata"), data.get("tool", {}).get("poetry"))
    names = (one.get("name") for one in tables if isinstance(one, dict))
    return next((name for name in names if isinstance(name, str)), None)


def _parsed(path: str, text: str) -> Any:
    if path.endswith(".toml"):
        return tomllib.loads(text)
    if path.endswith(".json"):
        return json.loads(text)
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return {name: dict(section) for name, section in parser.items()}


def _setup(data: dict[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    scripts = data.get("options.entry_points", {}).get("console_scripts", "")
    pairs = [line.partition("=") for line in scripts.split("\n") if "=" in line]
    return data.get("metadata", {}).get("description", ""), [(name.strip(), to.strip()) for name, _, to in pairs]


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
    """The first line that holds all of the texts, or else the first one; line 1 where none does."""
    lines = text.split("\n")
    needles = [one.strip().split("\n")[0][:60] for one in wanted]
    for sought in (needles, needles[:1]):
        for number, line in enumerate(lines, start=1):
            if all(needle in line for needle in sought):
                return Place.line(path, number)
    return Place.line(path, 1)
