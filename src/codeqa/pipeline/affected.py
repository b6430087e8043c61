"""Which files' references an edit may give another meaning.

What a reference means is found by names: its own, those in its receiver, those of the definitions around it, and those
in the definitions, imports, annotations and assignments that these lead to. So an edit is described by the names under
which it changed something that other files can see. It spreads along every such fact that mentions one of them, until
no new name is reached. This says yes too often, never too rarely.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from posixpath import basename, dirname
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.languages.registry import load_languages
from codeqa.model import CALLABLES, Kind, ReferenceKind
from codeqa.pipeline.keys import reference_keys

MOST_NAMES: Final = 1_000
"""An edit that spreads over more names concerns so much that all is resolved anew."""

_NAME: Final = re.compile(r"[\w$]+")


@dataclass(frozen=True, slots=True)
class Visible:
    """What some files show to others."""

    languages: Mapping[str, str] = field(default_factory=dict)
    """The language of each file that has a definition or a fact. No other file is a module."""
    definitions: Sequence[DefinitionKey] = ()
    by_name: Mapping[tuple[str, str], Sequence[Hashable]] = field(default_factory=dict)
    """By path and name, the definitions and facts that are found by it, in their order."""


def visible(definitions: Sequence[DefinitionKey], facts: Iterable[ReferenceKey]) -> Visible:
    """What some files show to others.

    Args:
        definitions: all definitions of these files.
        facts: their references for which `ReferenceKey.is_fact` holds.
    """
    by_id = {one.id: one for one in definitions}
    by_name: dict[tuple[str, str], list[Hashable]] = defaultdict(list)
    languages: dict[str, str] = {}
    for definition in definitions:
        languages[definition.path] = definition.language
        by_name[definition.path, definition.name].append(definition)
    for fact in facts:
        languages[fact.path] = fact.language
        for name in names_given(fact, by_id):
            by_name[fact.path, name].append((fact.kind, fact.name, fact.receiver, fact.alias, fact.enclosing_id))
    return Visible(languages, definitions, by_name)


def names_given(fact: ReferenceKey, definitions: Mapping[str, DefinitionKey]) -> Iterator[str]:
    """The names by which a fact is found from other files.

    Args:
        fact: an import, a base, or what binds a name.
        definitions: those of its file at least, by id.
    """
    if fact.kind is ReferenceKind.IMPORT:
        yield fact.alias or fact.name
        return
    if fact.kind is ReferenceKind.INHERITANCE:
        yield from _names_in((fact.enclosing_id or "").partition("::")[2])
    if fact.alias is not None and not _is_local(fact, definitions.get(fact.enclosing_id or "")):
        yield from _names_in(fact.alias).difference(load_languages().named(fact.language).self_names)


def changed_names(
    before: Visible, after: Visible, others: Set[str], definitions: Iterable[DefinitionKey]
) -> set[str] | None:
    """The names under which an edit changed what other files can see; None when it may concern all of them.

    Args:
        before: what the edited files showed.
        after: what they show now.
        others: the other files that have a definition or a fact.
        definitions: all definitions as they are now.
    """
    places = before.by_name.keys() | after.by_name.keys()
    names = {name for path, name in places if before.by_name.get((path, name)) != after.by_name.get((path, name))}
    folders = {dirname(path) for path in others}
    for path in before.languages.keys() ^ after.languages.keys():
        language = load_languages().named(before.languages.get(path) or after.languages[path])
        if _stem(path) in language.module_files or basename(path) in language.root_files:
            return None  # its neighbours mean it without naming it
        names.add(_stem(path))
        if dirname(path) not in folders:
            names.add(basename(dirname(path)))
    namespaces = set()
    for definition in set(before.definitions) ^ set(after.definitions):
        language = load_languages().named(definition.language)
        if language.default_export and re.search(language.default_export, definition.signature):
            names.add(_stem(definition.path))
        if language.package_scope == "codebase" and definition.kind is Kind.MODULE:
            namespaces.add(definition.qualified_name)
    if namespaces:  # what lies in them is seen, or is not any more, without naming them
        names.update(one.name for one in definitions if _owner(one) in namespaces)
    return names - {""}


def affected_files(
    names: Set[str], definitions: Mapping[str, DefinitionKey], facts: pa.Table, references: pa.Table
) -> set[str] | None:
    """The files that mention a name, or one to which its meaning spreads; None when it spreads too far.

    Args:
        names: the names under which something changed.
        definitions: all definitions, by id.
        facts: all references for which `ReferenceKey.is_fact` holds, with REFERENCE_COLUMNS.
        references: all references, with MENTIONING_COLUMNS.
    """
    if not names:
        return set()
    mentions = _Mentions(facts)
    reached = new = set(names)
    while new:
        if len(reached) > MOST_NAMES:
            return None
        spreading = reference_keys(facts.filter(mentions.of(new)))
        new = {name for fact in spreading for name in names_given(fact, definitions)} - reached - {""}
        reached |= new
    return set(pc.unique(references["path"].filter(_Mentions(references).of(reached))).to_pylist())


class _Mentions:
    """Finds the references in which names stand."""

    def __init__(self, references: pa.Table) -> None:
        # Each distinct text is searched once: there are about ten times as many rows.
        self._columns = [
            references[column].combine_chunks().dictionary_encode()
            for column in ("name", "receiver", "alias", "enclosing_id")
        ]

    def of(self, names: Set[str]) -> pa.Array:
        """For each row whether one of the names stands in it. Case does not count, as it does not for files."""
        alternatives = "|".join(re.escape(name) for name in sorted(names))
        pattern = rf"(?:^|[^\w$])(?:{alternatives})(?:$|[^\w$])"
        found = None
        for column in self._columns:
            matching = pc.match_substring_regex(column.dictionary, pattern, ignore_case=True)
            here = pc.fill_null(pc.take(matching, column.indices), False)
            found = here if found is None else pc.or_(found, here)
        return found


def _is_local(fact: ReferenceKey, enclosing: DefinitionKey | None) -> bool:
    """True for a callable's local variables, which no other file can ask for."""
    return (
        enclosing is not None
        and enclosing.kind in CALLABLES
        and fact.alias != enclosing.name
        and _NAME.fullmatch(fact.alias or "") is not None
    )


def _names_in(text: str) -> set[str]:
    return set(_NAME.findall(text))


def _stem(path: str) -> str:
    return basename(path).partition(".")[0]


def _owner(definition: DefinitionKey) -> str:
    separator = load_languages().named(definition.language).separator
    return definition.qualified_name.removesuffix(definition.name).removesuffix(separator)
