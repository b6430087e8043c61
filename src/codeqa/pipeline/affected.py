"""Which references an edit may give another meaning.

What a reference means is found by names: its own, those in its receiver, and those in the definitions, imports,
annotations, assignments and bases that these lead to. So an edit is described by the names whose meaning it may have
changed, each with the scope in which it is known. It spreads along every import, annotation, assignment and base that
mentions one of them to the names which that gives a meaning to, until nothing new is reached. This says yes too often,
never too rarely.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from posixpath import basename, dirname
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.languages.registry import Language, load_languages
from codeqa.model import CALLABLES, CONTAINERS, Kind, ReferenceKind
from codeqa.pipeline.keys import reference_keys

MOST_PLACES: Final = 2_000
"""An edit that spreads over more names concerns so much that all is resolved anew."""

Place = tuple[str, str]
"""A scope and a name known in it: ANYWHERE, or a file's path (known in that file and in those that import it), or a
callable's id (known inside it)."""

ANYWHERE: Final = ""
ANY_NAME: Final = "*"
"""All names that a file knows, as when it imports everything from a module."""

_NAME: Final = re.compile(r"[\w$]+")
_SUPER: Final = frozenset({"super", "parent", "base"})
"""Beside a language's own names for the object at hand, those for what it inherits."""


@dataclass(frozen=True, slots=True)
class Given:
    """What some files give meaning to."""

    languages: Mapping[str, str] = field(default_factory=dict)
    """The language of each file that has a definition or a fact. No other file is a module."""
    definitions: Sequence[DefinitionKey] = ()
    by_place: Mapping[tuple[str, Place], Sequence[Hashable]] = field(default_factory=dict)
    """By file and place, the definitions and facts that give the name its meaning, in their order."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What an edit may have given another meaning, before that spreads."""

    places: Set[Place] = frozenset()
    modules: Set[str] = frozenset()
    """Names of files and folders that appeared or vanished."""
    languages: Mapping[str, str] = field(default_factory=dict)
    """Those of the edited files."""


def given(definitions: Sequence[DefinitionKey], facts: Iterable[ReferenceKey]) -> Given:
    """What some files give meaning to.

    Args:
        definitions: all definitions of these files.
        facts: their references for which `ReferenceKey.is_fact` holds.
    """
    by_id = {one.id: one for one in definitions}
    languages: dict[str, str] = {}
    by_place: dict[tuple[str, Place], list[Hashable]] = defaultdict(list)
    for definition in definitions:
        languages[definition.path] = definition.language
        by_place[definition.path, (ANYWHERE, definition.name)].append(definition)
        for caller in _called_as(definition):
            by_place[definition.path, (ANYWHERE, caller)].append(definition)
    for fact in facts:
        languages[fact.path] = fact.language
        for place in _places_given(fact, by_id):
            seen = (fact.kind, fact.name, fact.receiver, fact.alias, fact.enclosing_id)
            by_place[fact.path, place].append(seen)
    return Given(languages, definitions, by_place)


def changed(before: Given, after: Given, others: Set[str], definitions: Iterable[DefinitionKey]) -> Changed | None:
    """What an edit may have given another meaning; None when that may be anything.

    Args:
        before: what the edited files gave meaning to.
        after: what they give meaning to now.
        others: the other files that have a definition or a fact.
        definitions: all definitions as they are now.
    """
    keys = before.by_place.keys() | after.by_place.keys()
    places = {place for path, place in keys if before.by_place.get((path, place)) != after.by_place.get((path, place))}
    modules = set()
    folders = {dirname(path) for path in others}
    for path in before.languages.keys() ^ after.languages.keys():
        language = load_languages().named(before.languages.get(path) or after.languages[path])
        if _is_known_by_folder(language, path):
            return None  # its neighbours mean it without naming it
        modules.add(_stem(path))
        if dirname(path) not in folders:
            modules.add(basename(dirname(path)))
    kinds = {one.id: one.kind for one in before.definitions}
    turned = {one.id for one in after.definitions if kinds.get(one.id, one.kind) is not one.kind}
    for definition in after.definitions:  # what lies in a function is not seen from outside, what lies in a class is
        if f"{definition.path}::{definition.parent}" in turned:
            places.add((ANYWHERE, definition.name))
    namespaces = set()
    for definition in set(before.definitions) ^ set(after.definitions):
        language = load_languages().named(definition.language)
        if language.default_export and re.search(language.default_export, definition.signature):
            places.add((definition.path, ANY_NAME))  # importers give it names of their own
        if language.package_scope == "codebase" and definition.kind is Kind.MODULE:
            namespaces.add(definition.qualified_name)
    if namespaces:  # what lies in them is seen, or is not any more, without naming them
        places.update((ANYWHERE, one.name) for one in definitions if _owner(one) in namespaces)
    return Changed(places, modules - {""}, {**before.languages, **after.languages})


def reached(edit: Changed, definitions: Mapping[str, DefinitionKey], facts: pa.Table) -> Reached | None:
    """All that may mean something else after an edit; None when it spreads too far to tell.

    Args:
        edit: what it may have given another meaning by itself.
        definitions: all definitions, by id.
        facts: all references for which `ReferenceKey.is_fact` holds, with REFERENCE_COLUMNS.
    """
    importers = Importers(facts, edit.languages)
    mentions = _Mentions(facts, definitions, importers)
    places = set(edit.places)
    new, modules = edit.places, edit.modules
    while new or modules:
        if len(places) > MOST_PLACES or (ANYWHERE, ANY_NAME) in places:
            return None
        spreading = reference_keys(facts.filter(mentions.mask(new, modules)))
        new = {place for fact in spreading for place in _places_given(fact, definitions)} - places
        modules = frozenset()
        places |= new
    return Reached(places, edit.modules, importers)


def concerned(what: Reached, definitions: Mapping[str, DefinitionKey], references: pa.Table) -> pa.BooleanArray:
    """For each reference whether it mentions something that may mean something else.

    Args:
        what: all that may.
        definitions: all definitions, by id.
        references: with REFERENCE_COLUMNS.
    """
    return _Mentions(references, definitions, what.importers).mask(what.places, what.modules)


class Importers:
    """Finds the files that may import a file.

    Args:
        facts: all facts, with REFERENCE_COLUMNS.
        languages: those of files that have no fact any more, at least.
    """

    def __init__(self, facts: pa.Table, languages: Mapping[str, str]) -> None:
        imports = facts.filter(pc.equal(facts["kind"], ReferenceKind.IMPORT))
        self._paths = imports["path"].combine_chunks()
        self._name, self._module = _encoded(imports, "name"), _encoded(imports, "receiver")
        own = zip(facts["path"].to_pylist(), facts["language"].to_pylist(), strict=True)
        self._languages = {**languages, **dict(own)}
        self._known: dict[str, Set[str]] = {}

    def of(self, path: str) -> Set[str]:
        """The files that may import a file, and itself."""
        if path not in self._known:
            self._known[path] = {path, *self._importing(path)}
        return self._known[path]

    def _importing(self, path: str) -> list[str]:
        language = load_languages().named(self._languages[path])
        by_folder = _is_known_by_folder(language, path)
        names = {basename(dirname(path)) if by_folder else _stem(path)} - {""}
        found = pc.or_(_holds(self._name, names, ignore_case=True), _holds(self._module, names, ignore_case=True))
        if by_folder:  # "from . import x", "use super::x", "import './'"
            relative = {*language.module_here, *language.module_up, *language.module_root}
            found = pc.or_(found, _holds(self._module, relative))
            unnamed = pc.match_substring_regex(self._module.dictionary, r"^[^\w$]*$")
            found = pc.or_(found, pc.fill_null(pc.take(unnamed, self._module.indices), False))
        return list(pc.unique(self._paths.filter(found)).to_pylist())


@dataclass(frozen=True, slots=True)
class Reached:
    """What an edit may have given another meaning, and to whom that matters."""

    places: Set[Place]
    modules: Set[str]
    importers: Importers

    @property
    def is_local(self) -> bool:
        """True when only local variables of the edited files are concerned."""
        return not self.modules and all("::" in scope for scope, _ in self.places)


class _Mentions:
    """Finds the references whose meaning may depend on names.

    Args:
        references: with REFERENCE_COLUMNS.
        definitions: all definitions, by id.
        importers: who imports which file.
    """

    def __init__(self, references: pa.Table, definitions: Mapping[str, DefinitionKey], importers: Importers) -> None:
        self._references = references
        self._importers = importers
        # Each distinct text is searched once: there are about ten times as many rows.
        self._path, self._name, self._receiver, self._enclosing = (
            _encoded(references, column) for column in ("path", "name", "receiver", "enclosing_id")
        )
        self._definitions = definitions
        self._is_import = pc.equal(references["kind"].combine_chunks(), ReferenceKind.IMPORT)
        implicit = [one.name for one in load_languages().languages if one.implicit_self]
        own = _SUPER.union(*(one.self_names for one in load_languages().languages))
        self._is_of_self = pc.or_(
            pc.is_in(references["language"].combine_chunks(), value_set=pa.array(implicit, pa.string())),
            pc.or_(_holds(self._receiver, own), _holds(self._name, own)),
        )

    def mask(self, places: Set[Place], modules: Set[str]) -> pa.BooleanArray:
        """For each row whether what it means may depend on one of the places, or on a module of that name."""
        anywhere = {name for scope, name in places if scope == ANYWHERE}
        found = pc.or_(self._mention(anywhere), pc.and_(self._lies_in(anywhere), self._is_of_self))
        # Files are found in any case of letters.
        for column in (self._name, self._receiver):
            found = pc.or_(found, _holds(column, modules, ignore_case=True))
        wholly = {path for scope, name in places if name == ANY_NAME for path in self._importers.of(scope)}
        found = pc.or_(found, _is_in(self._path, wholly))
        scopes: dict[str, set[str]] = defaultdict(set)
        for scope, name in places:
            if name not in anywhere and name != ANY_NAME:
                scopes[name].add(scope)
        candidates = pc.indices_nonzero(pc.and_not(self._mention(scopes.keys()), found))
        known = [self._is_known(one, scopes) for one in reference_keys(self._references.take(candidates))]
        mask = found.to_numpy(zero_copy_only=False).copy()
        mask[candidates.to_numpy()[np.array(known, dtype=bool)]] = True
        return pa.array(mask)

    def _mention(self, names: Set[str]) -> pa.BooleanArray:
        # The module that an import comes from is looked for among the files, whatever else has that name.
        return pc.or_(_holds(self._name, names), pc.and_not(_holds(self._receiver, names), self._is_import))

    def _lies_in(self, names: Set[str]) -> pa.BooleanArray:
        """For each row whether it lies in a type of one of the names."""
        ids = self._enclosing.dictionary
        within = [
            holds and not names.isdisjoint(_types_around(one, self._definitions))
            for one, holds in zip(ids.to_pylist(), _matching(ids, names).to_pylist(), strict=True)
        ]
        return pc.fill_null(pc.take(pa.array(within, pa.bool_()), self._enclosing.indices), False)

    def _is_known(self, reference: ReferenceKey, scopes: Mapping[str, Set[str]]) -> bool:
        """True when a name that stands in the reference is known there in one of its scopes."""
        receiver = reference.receiver if reference.kind is not ReferenceKind.IMPORT else None
        here = reference.enclosing_id or ""
        return any(
            here.startswith(scope) if "::" in scope else reference.path in self._importers.of(scope)
            for name in _names_in(f"{receiver or ''} {reference.name}")
            for scope in scopes.get(name, ())
        )


def _encoded(references: pa.Table, column: str) -> pa.DictionaryArray:
    return references[column].combine_chunks().dictionary_encode()


def _holds(texts: pa.DictionaryArray, names: Collection[str], ignore_case: bool = False) -> pa.BooleanArray:
    """For each text whether one of the names stands in it."""
    return pc.fill_null(pc.take(_matching(texts.dictionary, names, ignore_case), texts.indices), False)


def _matching(texts: pa.StringArray, names: Collection[str], ignore_case: bool = False) -> pa.BooleanArray:
    if not names:
        return pa.repeat(pa.scalar(False), len(texts))
    alternatives = "|".join(re.escape(name) for name in sorted(names))
    pattern = rf"(?:^|[^\w$])(?:{alternatives})(?:$|[^\w$])"
    return pc.match_substring_regex(texts, pattern, ignore_case=ignore_case)


def _is_in(texts: pa.DictionaryArray, values: Set[str]) -> pa.BooleanArray:
    among = pc.is_in(texts.dictionary, value_set=pa.array(sorted(values), pa.string()))
    return pc.take(among, texts.indices)


def _places_given(fact: ReferenceKey, definitions: Mapping[str, DefinitionKey]) -> Iterator[Place]:
    """The names that a fact gives a meaning to, and where they are known.

    Args:
        fact: an import, a base, or what binds a name.
        definitions: those of its file at least, by id.
    """
    language = load_languages().named(fact.language)
    if fact.kind is ReferenceKind.IMPORT:
        known_as = fact.alias or fact.name
        yield fact.path, known_as
        root, separator, _ = known_as.partition(language.separator)
        if separator and root:  # "import a.b" makes "a" known, too
            yield fact.path, root
        return
    if fact.alias in language.default_names and fact.enclosing_id is None:
        yield fact.path, ANY_NAME  # importers give it names of their own
    enclosing = definitions.get(fact.enclosing_id or "")
    if fact.kind is ReferenceKind.INHERITANCE and enclosing is not None:
        yield ANYWHERE, enclosing.name
    if enclosing is not None and fact.alias == enclosing.name:
        for caller in _called_as(enclosing):
            yield ANYWHERE, caller
    if fact.alias is not None:
        is_local = (
            enclosing is not None
            and enclosing.kind in CALLABLES
            and fact.alias != enclosing.name
            and _NAME.fullmatch(fact.alias) is not None
        )
        for name in _names_in(fact.alias).difference(language.self_names):
            yield (enclosing.id if is_local and enclosing is not None else ANYWHERE), name


def _called_as(definition: DefinitionKey) -> list[str]:
    """Names by which a member is called without being named: its type's, where objects of it are called."""
    if definition.parent is None or definition.name not in load_languages().named(definition.language).call_methods:
        return []
    return [definition.parent.rpartition(load_languages().named(definition.language).separator)[2]]


def _types_around(definition_id: str | None, definitions: Mapping[str, DefinitionKey]) -> list[str]:
    """The names of the types that a definition lies in, or is: what its code inherits depends on them."""
    names: list[str] = []
    seen: set[str] = set()
    while definition_id is not None and definition_id not in seen:
        seen.add(definition_id)
        definition = definitions.get(definition_id)
        if definition is None:
            break
        if definition.kind in CONTAINERS:
            names.append(definition.name)
        if definition.parent is None:  # what it only names as its owner (C++'s ``void Shape::draw()``)
            names.extend(_names_in(_owner(definition)))
            break
        definition_id = f"{definition.path}::{definition.parent}"
    return names


def _is_known_by_folder(language: Language, path: str) -> bool:
    """True when a file is the module of its folder (``__init__.py``, ``index.js``, ``mod.rs``)."""
    return _stem(path) in language.module_files or basename(path) in language.root_files


def _names_in(text: str) -> set[str]:
    return set(_NAME.findall(text))


def _stem(path: str) -> str:
    return basename(path).partition(".")[0]


def _owner(definition: DefinitionKey) -> str:
    """The qualified name of what a definition belongs to; empty for none."""
    separator = load_languages().named(definition.language).separator
    return definition.qualified_name.removesuffix(definition.name).removesuffix(separator)
