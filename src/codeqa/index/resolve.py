"""Ties references to the definitions they mean, by name and by what the files import.

The order of preference is the language's own as far as names tell: a member of the enclosing class for ``self.x``,
then the same file, then what the file imports, then a name that only one definition in the codebase has. What stays
undecided keeps its candidates; a reference to nothing in the codebase has confidence 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from codeqa.languages.registry import Language, load_languages
from codeqa.model import CALLABLES, CONTAINERS, Kind, ReferenceKind

MAX_CANDIDATES = 20
"""A name with more definitions than this says nothing about which is meant; the first ones by path are kept."""

OWN_MEMBER = 0.95
SAME_FILE = 0.9
IMPORTED = 0.95
UNIQUE_NAME = 0.7
UNIQUE_MEMBER = 0.5
"""The only definition of that name in the codebase, but called on an object whose class is not known."""

_TYPES = CONTAINERS | {Kind.TYPE, Kind.ENUM_MEMBER}
_FITTING: Mapping[ReferenceKind, frozenset[Kind]] = {
    ReferenceKind.CALL: CALLABLES | _TYPES | {Kind.VARIABLE, Kind.CONSTANT, Kind.FIELD, Kind.PROPERTY},
    ReferenceKind.INSTANTIATION: _TYPES | CALLABLES,
    ReferenceKind.INHERITANCE: frozenset(_TYPES),
    ReferenceKind.TYPE: _TYPES | {Kind.MODULE},
    ReferenceKind.DECORATOR: CALLABLES | _TYPES | {Kind.VARIABLE, Kind.CONSTANT},
    ReferenceKind.IMPORT: frozenset(Kind),
    ReferenceKind.ACCESS: frozenset(Kind),
}


@dataclass(frozen=True, slots=True)
class DefinitionKey:
    """What resolving needs of a definition."""

    id: str
    path: str
    name: str
    kind: Kind
    language: str
    parent: str | None


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


@dataclass(frozen=True, slots=True)
class Link:
    """What a reference means."""

    path: str
    ordinal: int
    line: int
    name: str
    kind: ReferenceKind
    """The reference's kind, with what resolving adds: a call of a class is an instantiation."""
    source_id: str | None
    """The definition around the reference."""
    target_id: str | None
    confidence: float
    candidates: tuple[str, ...] = ()


@dataclass(slots=True)
class Resolver:
    """Resolves references against a fixed set of definitions and imports.

    Args:
        definitions: all definitions of the codebase.
        imports: all import references of the files whose references will be resolved.
    """

    definitions: Iterable[DefinitionKey]
    imports: Iterable[ReferenceKey]
    _by_name: dict[str, list[DefinitionKey]] = field(init=False, default_factory=lambda: defaultdict(list))
    _modules: dict[str, dict[str, tuple[str, ...]]] = field(init=False, default_factory=lambda: defaultdict(dict))
    _originals: dict[str, dict[str, str]] = field(init=False, default_factory=lambda: defaultdict(dict))

    def __post_init__(self) -> None:
        for definition in self.definitions:
            self._by_name[definition.name].append(definition)
        for definitions in self._by_name.values():
            definitions.sort(key=lambda one: one.id)
        for one in self.imports:
            module = _module_parts(load_languages().named(one.language), one)
            known_as = one.alias or one.name
            self._modules[one.path][known_as] = module
            if one.alias is not None:
                self._originals[one.path][known_as] = one.name

    def resolve(self, references: Iterable[ReferenceKey]) -> Iterator[Link]:
        """One link for each reference, in their order."""
        for reference in references:
            target, confidence, candidates = self._decide(reference)
            kind = reference.kind
            if kind is ReferenceKind.CALL and target is not None and target.kind in CONTAINERS:
                kind = ReferenceKind.INSTANTIATION
            yield Link(
                path=reference.path,
                ordinal=reference.ordinal,
                line=reference.line,
                name=reference.name,
                kind=kind,
                source_id=reference.enclosing_id,
                target_id=None if target is None else target.id,
                confidence=confidence,
                candidates=tuple(one.id for one in candidates[:MAX_CANDIDATES]),
            )

    def _decide(self, reference: ReferenceKey) -> tuple[DefinitionKey | None, float, Sequence[DefinitionKey]]:
        name = self._originals[reference.path].get(reference.name, reference.name)
        fitting = [
            one
            for one in self._by_name.get(name, ())
            if one.kind in _FITTING[reference.kind] and one.language == reference.language
        ]
        if not fitting:
            return None, 0.0, ()
        for narrowed, confidence in self._narrowings(reference, fitting):
            if len(narrowed) == 1:
                return narrowed[0], confidence, ()
            if narrowed:
                return None, confidence / len(narrowed), narrowed
        return None, 0.5 / len(fitting), fitting

    def _narrowings(
        self, reference: ReferenceKey, fitting: Sequence[DefinitionKey]
    ) -> Iterator[tuple[list[DefinitionKey], float]]:
        """Ever weaker reasons to prefer some of the fitting definitions, each with the confidence it gives."""
        here = [one for one in fitting if one.path == reference.path]
        receiver = reference.receiver
        if receiver is not None and receiver in load_languages().named(reference.language).self_names:
            enclosing = (reference.enclosing_id or "").partition("::")[2]
            yield [one for one in here if one.parent and _within(enclosing, one.parent)], OWN_MEMBER
        root = reference.name if receiver is None or reference.kind is ReferenceKind.IMPORT else receiver
        module = self._modules[reference.path].get(root)
        if module is not None:
            imported = [one for one in fitting if one.path != reference.path and _lies_in(one, module)]
            yield imported, IMPORTED
        if receiver is None:
            yield [one for one in here if one.parent is None] or here, SAME_FILE
            outside = [one for one in fitting if one.parent is None] or list(fitting)
            yield (outside if len(outside) == 1 else []), UNIQUE_NAME
        else:
            owner = receiver.rpartition(".")[2].rpartition("::")[2]
            owned = [one for one in fitting if one.parent and _last_part(one.parent) == owner]
            yield [one for one in owned if one.path == reference.path] or owned, SAME_FILE
            yield (list(fitting) if len(fitting) == 1 else []), UNIQUE_MEMBER


def _module_parts(language: Language, one: ReferenceKey) -> tuple[str, ...]:
    """The parts of the module an import names, and the name itself, without relative marks and file endings."""
    separator = language.module_separator or language.separator
    parts = [part for part in (one.receiver or "").split(separator) if part.strip(".")]
    return tuple(part.strip(".") for part in (*parts, one.name) if part not in ("*", "crate", "super", "self"))


def _lies_in(definition: DefinitionKey, module: tuple[str, ...]) -> bool:
    """True when the definition's file or folder has the name of the module's last part, or of the part before."""
    places = definition.path.rpartition(".")[0].split("/")
    tail = {part.rpartition(".")[0] or part for part in module[-2:]} | set(module[-2:])
    return any(place in tail for place in places[-2:]) or (
        definition.parent is not None and _last_part(definition.parent) in tail
    )


def _within(qualified_name: str, parent: str) -> bool:
    return qualified_name == parent or qualified_name.startswith((f"{parent}.", f"{parent}::"))


def _last_part(qualified_name: str) -> str:
    return qualified_name.rpartition(".")[2].rpartition("::")[2]
