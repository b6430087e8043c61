"""Ties references to the definitions they mean.

Scope decides first: local names, parameters, enclosing functions, the module, its imports (followed through
re-exports), the package; then what the receiver of a member is known to be (``self``, annotated names, assigned
objects, fields, what a callable returns), its class and the classes it inherits from. What stays undecided keeps its
candidates by name; a reference to something outside the codebase has confidence 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from codeqa.index.answers import BUDGET, Answers, OutOfBudgetError
from codeqa.index.evidence import Evidence, Value, What
from codeqa.index.program import DefinitionKey, Program, ReferenceKey, program_of
from codeqa.index.signatures import takes
from codeqa.languages.registry import load_languages
from codeqa.model import CALLABLES, CONTAINERS, Kind, ReferenceKind

MAX_CANDIDATES = 20
"""A name with more definitions than this says nothing about which is meant; the first ones by path are kept."""

EXACT = 1.0
"""Decided by the language's own rules of scope, import and inheritance."""
OVERLOAD = 0.9
"""The right name in the right place, one of several overloads that take the same number of arguments."""
UNIQUE_NAME = 0.6
"""Nothing in scope explains the name, but only one definition in the codebase has it."""
UNIQUE_MEMBER = 0.5
"""The same for a member of an object whose class is not known."""

_TYPES = CONTAINERS | {Kind.TYPE, Kind.ENUM_MEMBER}
_FITTING: Mapping[ReferenceKind, frozenset[Kind]] = {
    ReferenceKind.CALL: CALLABLES | _TYPES | {Kind.VARIABLE, Kind.CONSTANT, Kind.FIELD, Kind.PROPERTY},
    ReferenceKind.INSTANTIATION: _TYPES | CALLABLES,
    ReferenceKind.INHERITANCE: frozenset(_TYPES),
    ReferenceKind.TYPE: _TYPES | {Kind.MODULE},
    ReferenceKind.DECORATOR: CALLABLES | _TYPES | {Kind.VARIABLE, Kind.CONSTANT, Kind.PROPERTY},
    ReferenceKind.IMPORT: frozenset(Kind),
    ReferenceKind.ACCESS: frozenset(Kind),
}
_CALLS = (ReferenceKind.CALL, ReferenceKind.INSTANTIATION, ReferenceKind.DECORATOR)


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


class Resolver:
    """Resolves references against a fixed set of definitions and facts.

    Args:
        definitions: all definitions of the codebase.
        facts: all its references for which `ReferenceKey.is_fact` holds.
        budget: how often something may be found out for one reference.

    Attributes:
        given_up: how many references were tied by name alone, as the budget was not enough to find out what they mean.
    """

    def __init__(
        self, definitions: Iterable[DefinitionKey], facts: Iterable[ReferenceKey], budget: int = BUDGET
    ) -> None:
        self.given_up = 0
        self._by_name: dict[tuple[object, ...], _Decision] = {}
        by_language: dict[str, list[DefinitionKey]] = defaultdict(list)
        facts_by_language: dict[str, list[ReferenceKey]] = defaultdict(list)
        for definition in definitions:
            by_language[definition.language].append(definition)
        for fact in facts:
            facts_by_language[fact.language].append(fact)
        self._evidence = {
            family: Evidence(
                program_of(
                    family,
                    [one for language in languages for one in by_language[language]],
                    [one for language in languages for one in facts_by_language[language]],
                ),
                Answers(budget),
            )
            for family, languages in _families({*by_language, *facts_by_language}).items()
        }
        self._family = {
            language: family
            for family, languages in _families({*by_language, *facts_by_language}).items()
            for language in languages
        }

    @property
    def found(self) -> int:
        """How often something was found out so far."""
        return sum(one.answers.found for one in self._evidence.values())

    @property
    def questions(self) -> int:
        """How many questions came up so far: what a name, an expression, a base or a member is where it stands."""
        return sum(one.answers.questions for one in self._evidence.values())

    def resolve(self, references: Iterable[ReferenceKey]) -> Iterator[Link]:
        """One link for each reference, in their order."""
        for language, group in groupby(references, key=lambda one: one.language):
            evidence = self._evidence.get(self._family.get(language, language))
            for reference in group:
                target, confidence, candidates = self._decide(evidence, reference) if evidence else _NOTHING
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

    def _decide(self, evidence: Evidence, reference: ReferenceKey) -> _Decision:
        try:
            value = _value(evidence, reference)
        except OutOfBudgetError:
            self.given_up += 1
            value = None
        if value is not None:
            if value.what in (What.EXTERNAL, What.LOCAL) or value.what is What.MODULE:
                return _NOTHING
            decided = _among(evidence.program, reference, value.meaning)
            if decided is not None:
                return decided
        if reference.kind is ReferenceKind.ACCESS:
            return _NOTHING  # half of what a program reads has a name that something else has, too
        key = (reference.language, reference.name, reference.kind, reference.receiver is None, reference.arguments)
        if key not in self._by_name:
            self._by_name[key] = _by_name(evidence.program, reference)
        return self._by_name[key]


def _families(languages: Iterable[str]) -> dict[str, list[str]]:
    """Languages that import each other's files, under the first one's name (JavaScript, TypeScript and TSX)."""
    families: dict[str, list[str]] = defaultdict(list)
    for name in sorted(languages):
        families[load_languages().named(name).family or name].append(name)
    return families


_Decision = tuple[DefinitionKey | None, float, Sequence[DefinitionKey]]
_NOTHING: _Decision = (None, 0.0, ())


def _value(evidence: Evidence, reference: ReferenceKey) -> Value | None:
    """What the reference's name is where it stands."""
    if reference.kind is ReferenceKind.IMPORT:
        return evidence.imported(reference)
    if reference.receiver is None:
        if reference.name in evidence.program.language.delegating_calls:
            return _delegated_constructor(evidence, reference)
        return _meant(evidence, evidence.name(reference.name, reference.path, _scope(evidence, reference)), reference)
    receiver = evidence.expression(reference.receiver, reference.path, reference.enclosing_id)
    if receiver is None:
        return None
    if receiver.what in (What.TYPE, What.OBJECT) and receiver.place is None:
        for owner in receiver.definitions:
            members = evidence.member(owner, reference.name)
            if members:
                return Value(What.CALLABLE, tuple(members))
        return Value(What.EXTERNAL) if _inherits_from_outside(evidence, receiver) else None
    if receiver.what is What.LOCAL:
        return None
    return evidence.attribute(receiver, reference.name)


def _meant(evidence: Evidence, value: Value | None, reference: ReferenceKey) -> Value | None:
    """A variable of a function has no definition, whatever it holds; ``Self`` means the type."""
    if value is None or value.what is not What.OBJECT or value.named:
        return value
    if reference.name in evidence.program.language.self_names:
        return Value(What.TYPE, value.definitions)
    return Value(What.LOCAL)


def _scope(evidence: Evidence, reference: ReferenceKey) -> str | None:
    """Bases and decorators are named outside the definition they stand on."""
    scope = reference.enclosing_id
    if reference.kind in (ReferenceKind.INHERITANCE, ReferenceKind.DECORATOR) and scope is not None:
        around = list(evidence.program.enclosing(scope))
        return around[1].id if len(around) > 1 else None
    return scope


def _delegated_constructor(evidence: Evidence, reference: ReferenceKey) -> Value | None:
    owner = evidence.program.class_around(reference.enclosing_id)
    if owner is None:
        return None
    itself = reference.name in evidence.program.language.self_names
    owners = [owner] if itself else list(evidence.base_types(owner))
    for one in owners:
        constructors = [
            member
            for name in (one.name, *evidence.program.language.constructors)
            for member in evidence.program.own_members(one, name)
            if member.kind is Kind.CONSTRUCTOR
        ]
        if constructors:
            return Value(What.CALLABLE, tuple(constructors))
    return Value(What.TYPE, tuple(owners[:1])) if owners else Value(What.EXTERNAL)


def _inherits_from_outside(evidence: Evidence, value: Value) -> bool:
    """True when a type has a base that is not in the codebase, which may have the member that was not found."""
    return any(
        len(evidence.program.bases(owner)) > 0 and not list(evidence.base_types(owner)) for owner in value.definitions
    )


def _among(program: Program, reference: ReferenceKey, definitions: Sequence[DefinitionKey]) -> _Decision | None:
    """The one meant among definitions that the name leads to; None when none fits the kind of the reference."""
    fitting = [one for one in definitions if one.kind in _FITTING[reference.kind]] or list(definitions)
    if not fitting:
        return None
    if reference.kind in _CALLS:
        fitting = [one for one in fitting if takes(one, reference.arguments)] or fitting
    first = fitting[0]
    places = {(one.path, one.qualified_name) for one in fitting}
    if len(fitting) == 1 or (reference.kind not in _CALLS and len(places) == 1):
        return first, EXACT, ()
    if len(places) == 1:
        return first, OVERLOAD, ()
    own = [one for one in fitting if one.path == reference.path]
    if len({one.qualified_name for one in own}) == 1:
        return own[0], OVERLOAD, ()
    return None, EXACT / len(places), fitting


def _by_name(program: Program, reference: ReferenceKey) -> _Decision:
    """Definitions that merely have the name."""
    fitting = [
        one
        for one in program.by_name.get(reference.name, ())
        if one.kind in _FITTING[reference.kind] and one.kind is not Kind.IMPL
    ]
    fitting = [one for one in fitting if program.is_seen_outside(one, as_member=reference.receiver is not None)]
    if reference.kind in _CALLS:
        fitting = [one for one in fitting if takes(one, reference.arguments)] or fitting
    if not fitting:
        return _NOTHING
    certainty = UNIQUE_NAME if reference.receiver is None else UNIQUE_MEMBER
    if len({(one.path, one.qualified_name) for one in fitting}) == 1:
        return fitting[0], certainty, ()
    return None, certainty / len(fitting), fitting


__all__ = ["DefinitionKey", "Link", "ReferenceKey", "Resolver"]
