"""What an expression is, as far as names, annotations and assignments tell: a module, a type, an object, a callable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, auto
from itertools import product

from codeqa.index.answers import Answers
from codeqa.index.modules import ModulePlace
from codeqa.index.program import MAX_DEPTH, DefinitionKey, Program, ReferenceKey
from codeqa.index.signatures import has_parameter
from codeqa.model import CALLABLES, CONTAINERS, Kind, ReferenceKind


class What(Enum):
    """What an expression stands for."""

    MODULE = auto()
    TYPE = auto()
    OBJECT = auto()
    """An object of a type."""
    CALLABLE = auto()
    OTHER = auto()
    """A constant, a variable, a field whose class is not known."""
    LOCAL = auto()
    """A parameter or local variable of which nothing more is known."""
    EXTERNAL = auto()
    """Something imported from outside the codebase."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression was found to be."""

    what: What
    definitions: tuple[DefinitionKey, ...] = ()
    """The type of an object, the type itself, the callables that a name may mean."""
    place: ModulePlace | None = None
    imported: ReferenceKey | None = None
    """The import that brought a module in."""
    named: tuple[DefinitionKey, ...] = ()
    """For an object: the definitions of the name that holds it, where it is no local variable."""

    @property
    def meaning(self) -> tuple[DefinitionKey, ...]:
        """The definitions that a name with this value means."""
        return self.named if self.what is What.OBJECT else self.definitions


class _Question(IntEnum):
    """What is asked, but for what an expression is: that is asked by its file, scope and text."""

    BOUND = auto()
    RETURNED = auto()
    HELD_BY_SELF = auto()
    MEMBER = auto()
    DIRECT_BASES = auto()
    GIVEN = auto()
    DEFAULT = auto()


LOCAL = Value(What.LOCAL)
EXTERNAL = Value(What.EXTERNAL)

_CALL = re.compile(r"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)$")
_CAST = re.compile(r"\(\((?P<type>[A-Za-z_][\w.]*)(?:<[^()]*>)?\)\s*[\w(]")
_PREFIXES = re.compile(r"^(?:await\s+|new\s+|\*+|&(?:mut\s+)?|!)+")
_IDENTIFIER = re.compile(r"[$@\w#]+")
_ANNOTATED = re.compile(r"[\w.]+\s*:")
_OPERATORS = re.compile(r"\?\.|!\.|->|::|\.")


@dataclass(slots=True)
class Evidence:
    """Finds out what expressions are in one program."""

    program: Program
    answers: Answers = field(default_factory=Answers)
    _self_attributes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._self_attributes = tuple(f"{name}." for name in self.program.language.self_names)

    def expression(self, text: str, path: str, enclosing_id: str | None) -> Value | None:
        """What an expression is where it stands; None when nothing tells.

        Args:
            text: the expression as written, as references record their receivers.
            path: the file.
            enclosing_id: the definition around it.
        """
        if _IDENTIFIER.fullmatch(text):
            return self.name(text, path, enclosing_id)
        return self.answers.to((path, enclosing_id, text), lambda: self._expression(text, path, enclosing_id), None)

    def _expression(self, text: str, path: str, enclosing_id: str | None) -> Value | None:
        text = _PREFIXES.sub("", text.strip()).removesuffix("!").removesuffix("?")
        if text.startswith("(") and text.endswith(")") and _CALL.fullmatch(text):
            cast = _CAST.match(text)
            if cast is not None:
                value = self.expression(cast["type"], path, enclosing_id)
                return Value(What.OBJECT, value.definitions) if value is not None and value.what is What.TYPE else None
            return self.expression(text[1:-1], path, enclosing_id)
        call = _CALL.search(text)
        if call is not None and call.start() > 0:
            return self._called(text[: call.start()], path, enclosing_id)
        if _IDENTIFIER.fullmatch(text):
            return self.name(text, path, enclosing_id)
        split = _last_operator(text)
        if split is None:
            return None
        left, right = split
        if not _IDENTIFIER.fullmatch(right):
            return None
        for dotted in self.program.imports(path, text):
            return self.imported(dotted)
        value = self.expression(left, path, enclosing_id)
        return None if value is None else self.attribute(value, right)

    def _called(self, callee: str, path: str, enclosing_id: str | None) -> Value | None:
        """What a call gives: an object of the class that is called, or what the callable returns."""
        if callee in self.program.language.base_names:
            return self._bases_of_self(enclosing_id)
        callee = re.sub(r"(?:::)?<[^<>()]*>$", "", callee)
        value = self.expression(callee, path, enclosing_id)
        if value is None:
            return None
        if value.what is What.TYPE:
            return Value(What.OBJECT, value.definitions)
        if value.what is What.CALLABLE and value.definitions:
            return self.returned(value.definitions[0])
        if value.what is What.OBJECT:
            for owner, name in product(value.definitions, self.program.language.call_methods):
                for member in self.member(owner, name)[:1]:
                    return self.returned(member)
        return value if value.what is What.EXTERNAL else None

    def _bases_of_self(self, enclosing_id: str | None) -> Value | None:
        owner = self.program.class_around(enclosing_id)
        bases = self.base_types(owner) if owner is not None else ()
        return Value(What.OBJECT, tuple(bases)) if bases else EXTERNAL

    def name(self, name: str, path: str, enclosing_id: str | None) -> Value | None:
        """What a bare name means in its scope, inner scopes first; None when nothing in sight has it."""
        return self.answers.to((path, enclosing_id, name), lambda: self._name(name, path, enclosing_id), None)

    def _name(self, name: str, path: str, enclosing_id: str | None) -> Value | None:
        program = self.program
        if name in program.language.self_names:
            owner = program.class_around(enclosing_id)
            return None if owner is None else Value(What.OBJECT, (owner,))
        if name in program.language.base_names and program.class_around(enclosing_id) is not None:
            return self._bases_of_self(enclosing_id)
        for scope in program.enclosing(enclosing_id):
            found = self._in_scope(name, scope)
            if found is not None:
                return found
        bare = name.lstrip("$")
        top = program.top_level(path, bare)
        if top:
            return self.of_definitions(top)
        for fact in program.imports(path, bare):
            return self.imported(fact)
        if program.import_roots(path, bare):
            return self._module_named(bare, path)
        near = program.in_scope_of_package(path, bare)
        if near:
            return self.of_definitions(near)
        given = self._given(path, bare)
        return self.of_definitions(given) if given else None

    def _module_named(self, name: str, path: str) -> Value:
        """A module that is known because one inside it is imported (``import a.b``)."""
        inner = self.program.import_below(path, name)
        place = self.program.modules.find(name, path)
        return Value(What.MODULE, place=place, imported=replace(inner, receiver=None, name=name)) if place else EXTERNAL

    def _in_scope(self, name: str, scope: DefinitionKey) -> Value | None:
        """What a name means right inside one definition: a local definition, binding, parameter, or member."""
        program = self.program
        is_class = scope.kind in CONTAINERS
        if not is_class or program.language.implicit_self:
            own = [one for one in program.own_members(scope, name) if one.kind is not Kind.CONSTRUCTOR]
            if own:
                return self.of_definitions(own)
        if not is_class:
            if program.bindings(scope.id, name):
                return self._bound(scope.id, name) or LOCAL
            if has_parameter(scope, name.lstrip("$"), names_first=program.language.parameter_names_first):
                return LOCAL
        elif program.language.implicit_self:
            inherited = [one for one in self.member(scope, name) if one.kind is not Kind.CONSTRUCTOR]
            if inherited:
                return self.of_definitions(inherited)
        return None

    def _bound(self, scope: str, name: str) -> Value | None:
        """The object that a name is bound to in a scope (a definition's id, or a file's path)."""
        return self._told_by((_Question.BOUND, scope, name), self.program.bindings(scope, name))

    def _first_bound(self, bindings: Sequence[ReferenceKey]) -> Value | None:
        """The object that one of these tells: an annotation, else what is assigned first."""
        ordered = sorted(bindings, key=lambda fact: (fact.kind is not ReferenceKind.TYPE, fact.ordinal))
        for fact in ordered:
            value = self._bound_by(fact)
            if value is not None:
                return replace(value, named=()) if value.named else value
        return None

    def _bound_by(self, fact: ReferenceKey) -> Value | None:
        callee = fact.name if fact.receiver is None else f"{fact.receiver}{self._joint(fact.receiver)}{fact.name}"
        if fact.kind is ReferenceKind.TYPE:
            value = self.expression(callee, fact.path, fact.enclosing_id)
            if value is not None and value.what in (What.TYPE, What.OBJECT):
                return Value(What.OBJECT, value.definitions)
            return EXTERNAL
        if fact.kind is ReferenceKind.ACCESS:
            value = self.expression(callee, fact.path, fact.enclosing_id)
            return value if value is not None and value.what is What.OBJECT else None
        if fact.kind is ReferenceKind.DECORATOR:
            return None
        return self._called(callee, fact.path, fact.enclosing_id)

    def _joint(self, receiver: str) -> str:
        # The separator of qualified names fits types and modules, a dot fits objects; both are split alike.
        return "." if receiver else ""

    def imported(self, fact: ReferenceKey) -> Value:
        """What an import brings in: a definition, followed through re-exports, or a module, or nothing of ours."""
        program = self.program
        if fact.name == "*" or (fact.receiver is None and program.modules.find(fact.name, fact.path)):
            place = program.module(fact) if fact.receiver is not None else program.modules.find(fact.name, fact.path)
            named = self.in_place(place, fact.name) if fact.name != "*" else []
            if named and not program.language.imports_keep_path:
                return self.of_definitions(named)
            return self._whole(place, fact) if place else EXTERNAL
        place = program.module(fact)
        found = self.in_place(place, fact.name)
        if found:
            return self.of_definitions(found)
        inside = program.module(fact, fact.name)
        if inside:
            named = self.in_place(inside, fact.name)
            if named and not program.language.imports_keep_path:
                return self.of_definitions(named)
            return self._whole(inside, fact)
        default = self._default_of(place)
        return self.of_definitions(default) if default else EXTERNAL

    def _whole(self, place: ModulePlace, fact: ReferenceKey) -> Value:
        """A module that is imported as a whole: what it exports without a name, if it does, with its other names."""
        default = self._default_of(place) if fact.name != "*" and fact.alias is not None else []
        value = self.of_definitions(default) if default else Value(What.MODULE)
        return replace(value, place=place, imported=fact)

    def _default_of(self, place: ModulePlace) -> list[DefinitionKey]:
        """What a module exports without a name: a definition, or what a name at its top means."""
        return [one for path in place.files for one in self._default_of_file(path)]

    def _default_of_file(self, path: str) -> list[DefinitionKey]:
        return self.answers.to((_Question.DEFAULT, path), lambda: self._find_default(path), [])

    def _find_default(self, path: str) -> list[DefinitionKey]:
        program = self.program
        own = program.default_export(path)
        if own is not None:
            return [own]
        found: list[DefinitionKey] = []
        for fact in program.default_names(path):
            top = program.top_level(path, fact.name)
            imported = () if top else map(self.imported, program.imports(path, fact.name))
            found.extend(top or [one for value in imported for one in value.meaning])
        return found

    def in_place(self, place: ModulePlace, name: str) -> list[DefinitionKey]:
        """Definitions that a module gives under a name: its own, else those it re-exports."""
        found = self.program.at_top_of(place, name)
        if found:
            return found
        for path in place.paths:
            given = self._given(path, name)
            if given:
                return given
        return self._inside(place, name)

    def _inside(self, place: ModulePlace, name: str) -> list[DefinitionKey]:
        """Nested types, as they are imported through the file of the outer one, and members that need no object."""
        program = self.program
        inside = program.inside(place, name)
        types = [one for one in inside if one.kind in CONTAINERS]
        if types or not (place.files and program.language.implicit_self):
            return types
        return [one for one in inside if one.kind is not Kind.CONSTRUCTOR and program.is_of_outermost_type(one)]

    def _given(self, path: str, name: str) -> list[DefinitionKey]:
        """Definitions that a file imports under a name, or with everything in other files."""
        program = self.program
        if not program.imports(path, name) and not program.star_imports(path):
            return []
        return self.answers.to((_Question.GIVEN, path, name), lambda: self._find_given(path, name), [])

    def _find_given(self, path: str, name: str) -> list[DefinitionKey]:
        found = self._imported_as(path, name)
        if found:
            return found
        for through in self.program.through_stars(path, name):
            found = list(self.program.top_level(through, name)) or self._imported_as(through, name)
            if found:
                return found
        for star in self.program.star_imports(path):
            place = self.program.module(star)
            found = self._inside(place, name) if place.files else []
            if found:
                return found
        return []

    def _imported_as(self, path: str, name: str) -> list[DefinitionKey]:
        for fact in self.program.imports(path, name):
            meaning = self.imported(fact).meaning
            if meaning:
                return list(meaning)
        return []

    def of_definitions(self, definitions: Sequence[DefinitionKey]) -> Value:
        """The value of a name that means these definitions."""
        first = definitions[0]
        same = tuple(one for one in definitions if one.kind is not Kind.IMPL) or tuple(definitions)
        if any(one.kind in CONTAINERS for one in same):
            return Value(What.TYPE, tuple(one for one in same if one.kind in CONTAINERS))
        if first.kind in CALLABLES:
            return Value(What.CALLABLE, same)
        if first.kind is Kind.MODULE:
            return Value(What.TYPE, same)
        if first.kind in (Kind.TYPE, Kind.ENUM_MEMBER):
            return Value(What.TYPE, same)
        return self._holding(same, self.held(first))

    @staticmethod
    def _holding(named: tuple[DefinitionKey, ...], held: Value | None) -> Value:
        """The value of names that hold an object, of which a class may be known."""
        if held is None or held.what is not What.OBJECT:
            return Value(What.OTHER, named)
        return Value(What.OBJECT, held.definitions, named=named)

    def held(self, definition: DefinitionKey) -> Value | None:
        """The object that a field, property, constant or variable holds, by its annotation or what is assigned."""
        for scope in (definition.id, definition.path):
            if self.program.bindings(scope, definition.name):
                return self._bound(scope, definition.name)
        return None

    def returned(self, callable_: DefinitionKey) -> Value | None:
        """The object that a callable returns, by its annotation; constructors give their class."""
        if callable_.kind is Kind.CONSTRUCTOR:
            owner = self.program.class_around(callable_.id)
            return None if owner is None else Value(What.OBJECT, (owner,))
        bindings = self.program.bindings(callable_.id, callable_.name)
        types = [fact for fact in bindings if fact.kind is ReferenceKind.TYPE]
        if not types:
            return None
        return self._told_by((_Question.RETURNED, callable_.id), types)

    def attribute(self, value: Value, name: str) -> Value | None:
        """What ``value.name`` is."""
        if value.what is What.EXTERNAL:
            return EXTERNAL
        if value.what is What.TYPE and name in self.program.language.self_names:  # Outer.this
            return Value(What.OBJECT, value.definitions)
        if value.place is not None:
            found = self.in_place(value.place, name)
            if found:
                return self.of_definitions(found)
        if value.what is What.MODULE:
            inside = self.program.module(value.imported, name) if value.imported is not None else None
            return Value(What.MODULE, place=inside, imported=value.imported) if inside else None
        for owner in value.definitions if value.what in (What.TYPE, What.OBJECT) else ():
            members = self.member(owner, name)
            if members:
                first = members[0]
                if first.kind is Kind.PROPERTY or first.kind is Kind.FIELD:
                    return self._holding(tuple(members), self.held(first) or self._attribute_held(owner, name))
                if self.program.is_property(first):
                    return self._holding(tuple(members), self.returned(first))
                return self.of_definitions(members)
            held = self._attribute_held(owner, name)
            if held is not None:
                return held
        return None

    def _attribute_held(self, owner: DefinitionKey, name: str) -> Value | None:
        for one in (owner, *self.base_types(owner)):
            bindings = self.program.attribute_bindings(one, name)
            if bindings:
                question = (_Question.HELD_BY_SELF, one.path, one.qualified_name, name)
                return self._told_by(question, bindings)
        return None

    def _told_by(self, question: tuple[object, ...], facts: Sequence[ReferenceKey]) -> Value | None:
        return self.answers.to(question, lambda: self._first_bound(facts), None)

    def member(self, owner: DefinitionKey, name: str) -> list[DefinitionKey]:
        """Members of that name: the type's own, else the nearest base's, bases left to right."""
        return self.answers.to((_Question.MEMBER, owner.id, name), lambda: self._member(owner, name), [])

    def _member(self, owner: DefinitionKey, name: str) -> list[DefinitionKey]:
        assigned: list[DefinitionKey] = []
        for one in (owner, *self.base_types(owner)):
            found = self.program.own_members(one, name)
            if found and not all(map(self._is_assigned_to_self, found)):
                return found
            assigned = assigned or found
        return assigned

    def _is_assigned_to_self(self, member: DefinitionKey) -> bool:
        """True for a field that only an assignment makes known: where a base declares it, that is what is meant."""
        return (
            member.kind is Kind.FIELD
            and member.signature.startswith(self._self_attributes)
            and _ANNOTATED.match(member.signature) is None
        )

    def base_types(self, owner: DefinitionKey) -> list[DefinitionKey]:
        """The types that a type inherits from or implements, breadth first, each once."""
        seen = {owner.id}
        found: list[DefinitionKey] = []
        queue: Sequence[DefinitionKey] = (owner,)
        for _ in range(MAX_DEPTH):
            following: list[DefinitionKey] = []
            for one in queue:
                for base in self._direct_bases(one):
                    if base.id not in seen:
                        seen.add(base.id)
                        following.append(base)
            found += following
            queue = following
        return found

    def _direct_bases(self, owner: DefinitionKey) -> Sequence[DefinitionKey]:
        if not self.program.bases(owner):
            return ()
        return self.answers.to((_Question.DIRECT_BASES, owner.id), lambda: self._find_bases(owner), ())

    def _find_bases(self, owner: DefinitionKey) -> Sequence[DefinitionKey]:
        found: list[DefinitionKey] = []
        for fact in self.program.bases(owner):
            text = fact.name if fact.receiver is None else f"{fact.receiver}.{fact.name}"
            value = self.expression(text, fact.path, self._outside(fact.enclosing_id))
            found += value.definitions if value is not None and value.what is What.TYPE else ()
        return found

    def _outside(self, enclosing_id: str | None) -> str | None:
        """The scope around a type: its bases are named from there."""
        scopes = list(self.program.enclosing(enclosing_id))
        return scopes[1].id if len(scopes) > 1 else None


def _last_operator(text: str) -> tuple[str, str] | None:
    """An expression split at its last member operator outside brackets."""
    depth = 0
    at = len(text) - 1
    while at > 0:
        letter = text[at]
        if letter in ")]}>" and not (letter == ">" and text[at - 1] == "-"):
            depth += 1
        elif letter in "([{<":
            depth -= 1
        elif depth == 0 and letter in ".:>":
            match = next((m for m in _OPERATORS.finditer(text, max(at - 1, 0)) if m.end() == at + 1), None)
            if match is not None:
                return text[: match.start()], text[match.end() :]
        at -= 1
    return None
