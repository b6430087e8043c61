"""Ties the names in a question to what the codebase defines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from codeqa.answer.lookup import Lookup
from codeqa.answer.question import Question
from codeqa.errors import NotFoundError
from codeqa.index.classify import traits_of
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind, Reference, ReferenceKind, Trait
from codeqa.retrieve.names import parse_name
from codeqa.text.tokens import code_tokens

_ASIDE = frozenset({Trait.TEST, Trait.EXAMPLE, Trait.GENERATED, Trait.VENDORED})

_TEST_MODULE = re.compile(r"(?:^|::|\.)tests?(?:::|\.)")

_TEST_FUNCTION = re.compile(r"(?:^|::|\.)test_\w+$")

_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts", ".pyi")

_MEANT = CALLABLES | CONTAINERS | {Kind.MODULE}
"""What a question that says a name most likely means."""

_PLAIN_NAMES = 3
"""A plain word ("run") that names more definitions than this says nothing about which is meant."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name and what it means, the most likely first."""

    name: str
    definitions: tuple[Definition, ...]

    @property
    def first(self) -> Definition:
        """The definition that is most likely meant."""
        return self.definitions[0]

    @property
    def overloads(self) -> tuple[Definition, ...]:
        """The first definition and those that share its file and qualified name."""
        first = self.first
        return tuple(
            one
            for one in self.definitions
            if one.path == first.path and one.qualified_name == first.qualified_name and one.kind is first.kind
        )


def find(lookup: Lookup, name: str) -> Named | None:
    """What a name means; None when nothing in the codebase has it."""
    try:
        found = lookup.definitions(name)
    except NotFoundError:
        found = _of_an_object(lookup, name)
    return Named(name, tuple(likely_first(found))) if found else None


def _of_an_object(lookup: Lookup, name: str) -> list[Definition]:
    """The methods that ``app.run`` may mean where ``app`` is some variable: of classes named like it, else any."""
    parsed = parse_name(name)
    if not parsed.qualifiers or not all(one.islower() for one in parsed.qualifiers):
        return []
    try:
        found = [one for one in lookup.definitions(parsed.bare) if one.kind in CALLABLES and one.parent is not None]
    except NotFoundError:
        return []
    owner = set(code_tokens(parsed.qualifiers[-1]))
    return [one for one in found if owner & set(code_tokens(one.parent or ""))] or found


def as_searched(named: Named, hits: Sequence[Hit]) -> Named:
    """Of a name's definitions those that a search for the question brought up before others, in the search's order."""

    def order(one: Definition) -> tuple[bool, int]:
        ranks = (n for n, hit in enumerate(hits) if hit.path == one.path and hit.symbol == one.qualified_name)
        return is_aside(one.path, one.qualified_name), next(ranks, len(hits))

    return Named(named.name, tuple(sorted(named.definitions, key=order)))


def named_in(lookup: Lookup, question: Question) -> list[Named]:
    """The definitions that a question names, in its order: first words that can only be identifiers."""
    found = [one for name in question.names if (one := find(lookup, name)) is not None]
    for guess in question.guesses:
        one = find(lookup, guess)
        if one is None:
            continue
        telling = [definition for definition in one.definitions if definition.kind in _MEANT]
        if telling and (guess in question.subjects or len(telling) <= _PLAIN_NAMES):
            found.append(one)
    return found


def references_to(
    lookup: Lookup, definitions: Iterable[Definition], kinds: frozenset[ReferenceKind] | None = None
) -> list[Reference]:
    """The references to any of the definitions, each once, by path and line."""
    found = {
        (one.path, one.line, one.column): one
        for definition in definitions
        for one in lookup.references(definition.id, kinds)
        if (one.path, one.line) != (definition.path, definition.line)
    }
    return [found[key] for key in sorted(found)]


def likely_first(definitions: Iterable[Definition]) -> list[Definition]:
    """Definitions of one name, the most likely meant first: the product's own, types, top-level ones."""
    return sorted(
        definitions,
        key=lambda one: (
            is_aside(one.path, one.qualified_name),
            only_declares(one.path),
            one.kind is Kind.IMPL,
            one.kind not in _MEANT,
            one.parent is not None,
        ),
    )


def is_aside(path: str, symbol: str | None = None) -> bool:
    """Whether a file is a test, an example, generated or vendored, by its path; or a name in it is a test's."""
    return bool(traits_of(path, "") & _ASIDE) or _in_tests(symbol)


def only_declares(path: str) -> bool:
    """Whether a file repeats for a type checker what others define."""
    return path.endswith(_DECLARATIONS)


def is_test(path: str, symbol: str | None = None) -> bool:
    """Whether a file is a test, by its path, or a name in it belongs to tests that stand beside the code."""
    return Trait.TEST in traits_of(path, "") or _in_tests(symbol)


def _in_tests(symbol: str | None) -> bool:
    return symbol is not None and (_TEST_MODULE.search(symbol) or _TEST_FUNCTION.search(symbol)) is not None


def unknown(lookup: Lookup, name: str) -> str:
    """Says that nothing has the name, with the nearest that there are."""
    nearest: Sequence[str] = lookup.suggestions(name)
    offer = f" Nearest: {', '.join(f'`{one}`' for one in nearest)}." if nearest else ""
    return f"Nothing in this codebase is named `{name}`.{offer}"
