"""The whole codebase as names: definitions, members, bases, imports, and what names are bound to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile
from typing import Final

from codeqa.index.modules import NOWHERE, ModulePlace, Modules
from codeqa.index.stars import StarImports
from codeqa.languages.registry import Language, load_languages
from codeqa.model import CALLABLES, CONTAINERS, Kind, ReferenceKind

MAX_DEPTH = 8
"""How many re-exports or base classes are followed; longer chains are cycles in all but name."""

FEW: Final = 8
"""So many definitions are looked through one by one."""

CLASSES = CONTAINERS - {Kind.IMPL}
"""Kinds that are a type themselves; an impl block only adds to one."""


@dataclass(frozen=True, slots=True)
class DefinitionKey:
    """What resolving needs of a definition."""

    id: str
    path: str
    name: str
    qualified_name: str
    kind: Kind
    language: str
    parent: str | None
    signature: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceKey:
    """What resolving needs of a reference. ``ordinal`` is its place within its file."""

    path: str
    ordinal: int
    name: str
    kind: ReferenceKind
    receiver: str | None
    alias: str | None
    enclosing_id: str | None
    line: int
    language: str
    arguments: int | None = None

    @property
    def is_fact(self) -> bool:
        """True when it tells something about other names: it imports, inherits or binds."""
        return self.alias is not None or self.kind in (ReferenceKind.IMPORT, ReferenceKind.INHERITANCE)


class Program:
    """Definitions and facts of one language, found by the questions that resolving asks.

    Args:
        language: the language's table.
        definitions: all its definitions.
        facts: all its references for which `ReferenceKey.is_fact` holds.
    """

    def __init__(self, language: Language, definitions: Sequence[DefinitionKey], facts: Sequence[ReferenceKey]) -> None:
        self.language = language
        self.modules = Modules(language, {one.path for one in definitions} | {one.path for one in facts})
        self.by_id = {one.id: one for one in sorted(definitions, key=lambda one: one.id)}
        self.by_name: dict[str, list[DefinitionKey]] = defaultdict(list)
        self._top: dict[str, dict[str, list[DefinitionKey]]] = defaultdict(lambda: defaultdict(list))
        self._top_of_package: dict[tuple[str, str], list[DefinitionKey]] = defaultdict(list)
        self._members: dict[str, dict[str, list[DefinitionKey]]] = defaultdict(lambda: defaultdict(list))
        self._default_exports: dict[str, DefinitionKey] = {}
        # What follows is asked a million times over a large codebase, so the answers are kept.
        self._owners = {one.id: self._owner_name(one) for one in self.by_id.values()}
        self._enclosing: dict[str, tuple[DefinitionKey, ...]] = {}
        self._types: dict[str, DefinitionKey | None] = {}
        self._in_codebase: dict[str, list[DefinitionKey]] = {}
        self._files_of_place: dict[int, frozenset[str]] = {}
        self._namespaces = {one.qualified_name for one in definitions if one.kind is Kind.MODULE}
        self._import_roots: dict[str, dict[str, ReferenceKey]] = defaultdict(dict)
        for one in self.by_id.values():
            self._keep_definition(one)
        self._bases: dict[str, dict[str, list[ReferenceKey]]] = defaultdict(lambda: defaultdict(list))
        self._bindings: dict[str, dict[str, list[ReferenceKey]]] = defaultdict(lambda: defaultdict(list))
        self._attributes: dict[tuple[str, str], dict[str, list[ReferenceKey]]] = defaultdict(lambda: defaultdict(list))
        self._imports: dict[str, dict[str, list[ReferenceKey]]] = defaultdict(lambda: defaultdict(list))
        self._importers: dict[str, set[str]] = defaultdict(set)
        self._stars: dict[str, list[ReferenceKey]] = defaultdict(list)
        for fact in facts:
            self._keep_fact(fact)

    def _keep_definition(self, one: DefinitionKey) -> None:
        self.by_name[one.name].append(one)
        if self.language.default_export and re.search(self.language.default_export, one.signature):
            self._default_exports.setdefault(one.path, one)
        if one.kind in CLASSES:
            known = self._types.setdefault(one.qualified_name, one)
            if known is not None and known.path != one.path:
                self._types[one.qualified_name] = None
        owner = self.owner_name(one)
        if owner is not None:
            self._members[owner][one.name].append(one)
            return
        self._top[one.path][one.name].append(one)
        if self.language.package_scope == "folder":
            self._top_of_package[self.modules.package_of(one.path), one.name].append(one)

    def _keep_fact(self, fact: ReferenceKey) -> None:
        if fact.kind is ReferenceKind.IMPORT:
            self._keep_import(fact)
            return
        if fact.kind is ReferenceKind.INHERITANCE and fact.enclosing_id is not None:
            self._bases[self.type_name(fact.enclosing_id)][fact.path].append(fact)
        if fact.alias is not None:
            self._bindings[fact.enclosing_id or fact.path][fact.alias].append(fact)
            head, separator, attribute = fact.alias.rpartition(self.attribute_separator)
            if separator and head in self.language.self_names and fact.enclosing_id is not None:
                owner = self.class_around(fact.enclosing_id)
                if owner is not None:
                    self._attributes[fact.path, self.type_name(owner.id)][attribute].append(fact)

    def _keep_import(self, fact: ReferenceKey) -> None:
        if fact.name == "*" and fact.alias is None:
            self._stars[fact.path].append(fact)
            return
        known_as = fact.alias or fact.name
        self._imports[fact.path][known_as].append(fact)
        self._importers[known_as].add(fact.path)
        parts = known_as.split(self.language.separator)
        for count in range(1, len(parts)):
            self._import_roots[fact.path].setdefault(self.language.separator.join(parts[:count]), fact)

    @cached_property
    def attribute_separator(self) -> str:
        """What stands between an object and its attribute: ``->`` in PHP, else a dot."""
        return "->" if "$this" in self.language.self_names else "."

    def owner_name(self, definition: DefinitionKey) -> str | None:
        """Qualified name of what a definition belongs to, whether it lies inside it or only names it."""
        return self._owners[definition.id]

    def _owner_name(self, definition: DefinitionKey) -> str | None:
        head = definition.qualified_name.removesuffix(definition.name).removesuffix(self.language.separator)
        return head or None

    @staticmethod
    def type_name(definition_id: str) -> str:
        """Qualified name in a definition's id, without the ordinal."""
        return definition_id.partition("::")[2].partition("~")[0]

    def top_level(self, path: str, name: str) -> Sequence[DefinitionKey]:
        """Definitions of a name at the top of a file."""
        return self._top[path].get(name, ()) if path in self._top else ()

    def at_top_of(self, place: ModulePlace, name: str) -> list[DefinitionKey]:
        """Definitions of a name at the top of a module's files."""
        paths, named = place.paths, self.by_name.get(name, ())
        if len(paths) <= len(named):
            return [one for path in paths for one in self.top_level(path, name)]
        return [one for one in named if self.owner_name(one) is None and one.path in self._paths_of(place)]

    def inside(self, place: ModulePlace, name: str) -> list[DefinitionKey]:
        """Definitions of a name anywhere in a module's files."""
        named = self.by_name.get(name, ())
        return [one for one in named if one.path in self._paths_of(place)] if named else []

    def _paths_of(self, place: ModulePlace) -> frozenset[str]:
        # Modules keeps each place once and for good, so its identity stands for it.
        key = id(place)
        if key not in self._files_of_place:
            self._files_of_place[key] = frozenset(place.paths)
        return self._files_of_place[key]

    def is_seen_outside(self, definition: DefinitionKey, *, as_member: bool) -> bool:
        """True when code elsewhere can mean it: as a member of an object, or by its bare name."""
        owner = self.owner_name(definition)
        if owner is None:
            return not as_member
        around = self.by_id.get(f"{definition.path}::{owner}")
        if around is not None and around.kind in CALLABLES:
            return False
        return as_member or self.language.implicit_self or (around is not None and around.kind is Kind.MODULE)

    def is_of_outermost_type(self, definition: DefinitionKey) -> bool:
        """True for a member of a type that lies in no other."""
        owner = self.owner_name(definition)
        around = None if owner is None else self.by_id.get(f"{definition.path}::{owner}")
        return around is not None and around.kind in CLASSES and self.owner_name(around) is None

    def in_scope_of_package(self, path: str, name: str) -> Sequence[DefinitionKey]:
        """Top-level definitions of a name that a file sees without an import, beside its own."""
        if self.language.package_scope == "folder":
            return self._top_of_package.get((self.modules.package_of(path), name), ())
        if self.language.package_scope == "codebase":
            if name not in self._in_codebase:
                named = self.by_name.get(name, ())
                self._in_codebase[name] = [
                    one for one in named if self.owner_name(one) is None or self._in_namespace(one)
                ]
            return self._in_codebase[name]
        return ()

    def _in_namespace(self, definition: DefinitionKey) -> bool:
        return self.owner_name(definition) in self._namespaces

    def enclosing(self, definition_id: str | None) -> Sequence[DefinitionKey]:
        """A definition and those around it, inner before outer."""
        if definition_id is None:
            return ()
        if definition_id not in self._enclosing:
            self._enclosing[definition_id] = tuple(self._outwards(definition_id))
        return self._enclosing[definition_id]

    def _outwards(self, definition_id: str) -> Iterator[DefinitionKey]:
        definition = self.by_id.get(definition_id)
        seen: set[str] = set()
        while definition is not None and definition.id not in seen:
            seen.add(definition.id)
            yield definition
            owner = self.owner_name(definition)
            if owner is None:
                return
            definition = self._around(definition.path, owner)

    def _around(self, path: str, qualified_name: str) -> DefinitionKey | None:
        same_file = self.by_id.get(f"{path}::{qualified_name}")
        return same_file or self.type_named(qualified_name)

    def type_named(self, qualified_name: str) -> DefinitionKey | None:
        """The type of that qualified name, if all that have it lie in one file."""
        return self._types.get(qualified_name)

    def class_around(self, definition_id: str | None) -> DefinitionKey | None:
        """The innermost type around a definition, itself included."""
        return next((one for one in self.enclosing(definition_id) if one.kind in CONTAINERS), None)

    def own_members(self, owner: DefinitionKey, name: str) -> list[DefinitionKey]:
        """Members that a type defines itself; those in its own file first, else those its other parts define."""
        members = self._members.get(owner.qualified_name)
        found = members.get(name) if members else None
        if not found:
            return []
        same_file = _in_file(found, owner.path)
        if same_file or self.type_named(owner.qualified_name) is None:
            return same_file
        return list(found)

    def bases(self, owner: DefinitionKey) -> list[ReferenceKey]:
        """The references by which a type names what it inherits from or implements."""
        by_file = self._bases.get(owner.qualified_name)
        if by_file is None:
            return []
        same_file = by_file.get(owner.path, [])
        if same_file or self.type_named(owner.qualified_name) is None:
            return same_file
        return [fact for facts in by_file.values() for fact in facts]

    def bindings(self, scope: str, name: str) -> Sequence[ReferenceKey]:
        """References that say what a name is bound to in a scope (a definition's id, or a file's path)."""
        names = self._bindings.get(scope)
        return names.get(name, ()) if names else ()

    def is_property(self, definition: DefinitionKey) -> bool:
        """True for a method that reads like a field, by its decorator or by how it is declared."""
        decorators, getter = self.language.property_decorators, self.language.property_signature
        if definition.kind not in CALLABLES:
            return False
        if getter is not None and re.match(getter, definition.signature):
            return True
        return any(
            fact.kind is ReferenceKind.DECORATOR and fact.name in decorators
            for fact in self.bindings(definition.id, definition.name)
        )

    def attribute_bindings(self, owner: DefinitionKey, name: str) -> Sequence[ReferenceKey]:
        """References that say what ``self.name`` is bound to in a type's methods."""
        names = self._attributes.get((owner.path, owner.qualified_name))
        return names.get(name, ()) if names else ()

    def imports(self, path: str, name: str) -> Sequence[ReferenceKey]:
        """A file's imports of a name, as the file knows it."""
        names = self._imports.get(path)
        return names.get(name, ()) if names else ()

    def star_imports(self, path: str) -> Sequence[ReferenceKey]:
        """A file's imports of everything in a module."""
        return self._stars.get(path, ())

    def through_stars(self, path: str, name: str) -> list[str]:
        """The files that may give a file a name because it imports everything in them, or in one that does so too.

        The nearest come first. Each defines the name, or imports it by name.
        """
        if path not in self._stars:
            return []
        giving = {one.path for one in self.by_name.get(name, ())} | self._importers.get(name, set())
        return self._star_graph.nearest(path, giving)

    @cached_property
    def _star_graph(self) -> StarImports:
        return StarImports({path: [self.module(star).paths for star in stars] for path, stars in self._stars.items()})

    def import_roots(self, path: str, root: str) -> bool:
        """True when a file imports a dotted name that starts with ``root``."""
        return path in self._import_roots and root in self._import_roots[path]

    def import_below(self, path: str, root: str) -> ReferenceKey:
        """A file's first import of a dotted name that starts with ``root``.

        Raises:
            KeyError: there is none.
        """
        return self._import_roots[path][root]

    def default_export(self, path: str) -> DefinitionKey | None:
        """What a file exports without a name of its own (ECMAScript's default, ``module.exports``)."""
        return self._default_exports.get(path)

    def default_names(self, path: str) -> list[ReferenceKey]:
        """The names that a file says it exports without a name (``module.exports = Router``)."""
        return [fact for name in self.language.default_names for fact in self.bindings(path, name)]

    def module(self, fact: ReferenceKey, name: str | None = None) -> ModulePlace:
        """The files that an import's module means; with a name, those of that name inside the module."""
        separator = self.language.module_separator or self.language.separator
        parts = [part for part in (fact.receiver, name) if part]
        if not parts:
            return NOWHERE
        written = parts[0] if len(parts) == 1 else parts[0].rstrip(separator) + separator + parts[1]
        if len(parts) == 2 and parts[0].strip(separator) == "":
            written = parts[0] + parts[1]  # Python's "from .. import units" means "..units"
        return self.modules.find(written, fact.path)


def _in_file(found: Sequence[DefinitionKey], path: str) -> list[DefinitionKey]:
    """Those of a file among definitions in the order of their ids; a file's lie beside one another."""
    if len(found) <= FEW:
        return [one for one in found if one.path == path]
    start = bisect_left(found, f"{path}::", key=lambda one: one.id)
    return list(takewhile(lambda one: one.path == path, islice(found, start, None)))


def program_of(language: str, definitions: Sequence[DefinitionKey], facts: Sequence[ReferenceKey]) -> Program:
    """A program of the language with that name."""
    return Program(load_languages().named(language), definitions, facts)
