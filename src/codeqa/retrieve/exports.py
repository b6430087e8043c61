"""Finds definitions by names that they have elsewhere than where they stand: re-exported, or inherited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from codeqa.index.modules import Modules
from codeqa.languages.registry import Language, load_languages
from codeqa.model import CONTAINERS, Definition, Kind, ReferenceKind

if TYPE_CHECKING:
    from codeqa.store.reader import IndexReader

MAX_HOPS: Final = 4
"""How many files that hand on all of another's names, and how many bases, are followed."""

_SOURCES: Final = frozenset({"src", "lib", "source"})
"""Folders inside a package that its users do not name."""


def exported(reader: IndexReader, parts: Sequence[str]) -> list[Definition]:
    """What a module hands on under a name: ``requests.Session``, where ``requests/__init__.py`` imports it.

    Args:
        reader: the index.
        parts: the module's name, then the name in it.
    """
    *module, name = parts
    rows = reader.imports(name).to_pylist() if module else []
    visible = [row for row in rows if (row["alias"] or row["name"]) in (name, "*")]
    inside = [row for row in visible if _is_module(row["path"], row["language"], module)]
    ids = [row["target_id"] for row in inside if row["target_id"] is not None and row["name"] != "*"]
    if ids:
        return reader.definitions(id=list(dict.fromkeys(ids)))
    return _handed_on(reader, name, {(row["path"], row["receiver"] or "") for row in inside if row["name"] == "*"})


def inherited(reader: IndexReader, owners: Iterable[Definition], name: str) -> list[Definition]:
    """The members of a name that classes have, their own ones or the nearest base's."""
    known: set[str] = set()
    some = [one for one in owners if one.kind in CONTAINERS or one.kind is Kind.MODULE]
    for _ in range(MAX_HOPS + 1):
        parents = {(one.path, one.qualified_name) for one in some}
        members = reader.definitions(name=name, path={path for path, _ in parents}) if parents else []
        found = [one for one in members if one.parent is not None and (one.path, one.parent) in parents]
        if found or not some:
            return found
        known |= {one.id for one in some}
        bases = reader.references(source_id=[one.id for one in some], kinds=[ReferenceKind.INHERITANCE])
        some = [one.target for one in bases if one.target is not None and one.target.id not in known]
    return []


def _handed_on(reader: IndexReader, name: str, stars: set[tuple[str, str]]) -> list[Definition]:
    """What files hand on that they take over as a whole (``from .x import *``)."""
    seen: set[str] = set()
    for _ in range(MAX_HOPS):
        paths = {path for importer, module in stars for path in _files(reader, importer, module)} - seen
        if not paths:
            return []
        seen |= paths
        found = [one for one in reader.definitions(name=name, path=sorted(paths)) if one.parent is None]
        if found:
            return found
        rows = [row for row in reader.imports(name).to_pylist() if row["path"] in paths]
        ids = [row["target_id"] for row in rows if row["name"] != "*" and row["target_id"] is not None]
        if ids:
            return reader.definitions(id=list(dict.fromkeys(ids)))
        stars = {(row["path"], row["receiver"] or "") for row in rows if row["name"] == "*"}
    return []


def _files(reader: IndexReader, importer: str, module: str) -> tuple[str, ...]:
    files = reader.files()
    language = next((one.language for one in files if one.path == importer), None)
    if language is None:
        return ()
    table = load_languages().named(language)
    family = table.family or table.name
    members = {one.name for one in load_languages().languages if (one.family or one.name) == family}
    return Modules(table, [one.path for one in files if one.language in members]).find(module, importer).files


def _is_module(path: str, language: str, name: Sequence[str]) -> bool:
    """True when a file is the module of a name, as far as the name goes: its last parts are enough."""
    own = _module_parts(path, load_languages().named(language))
    wanted = tuple(_plain(part) for part in name)
    return own[-len(wanted) :] == wanted


def _module_parts(path: str, language: Language) -> tuple[str, ...]:
    *folders, file = path.split("/")
    stem = file.partition(".")[0]
    stands_for_folder = file in language.root_files or stem in language.module_files
    parts = folders if stands_for_folder else [*folders, stem]
    while parts and stands_for_folder and parts[-1] in _SOURCES:
        parts = parts[:-1]
    return tuple(map(_plain, parts))


def _plain(part: str) -> str:
    """Packages are named with dashes where their code has underscores."""
    return part.replace("-", "_").removeprefix("@")
