"""All of a kind that there are: subclasses, decorated or registered functions, constants, in whole with their count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.findings import Findings, as_hit, hits_of, listed_place, plural
from codeqa.answer.plans.prose import first_sentence, signature
from codeqa.answer.plans.verbs import alike
from codeqa.answer.question import STOP_TOKENS, Question
from codeqa.errors import NotFoundError
from codeqa.model import CALLABLES, CONTAINERS, Definition, Kind, ReferenceKind
from codeqa.text.tokens import WORD, code_tokens, split_identifier

SHOWN: Final = 40
FEWEST: Final = 2
"""Members below which a group is no list."""

DEPTH: Final = 4
"""Levels of subclasses that are followed."""

BASES: Final = 5
SAID: Final = 80
"""Characters that are said of each."""

EVIDENCE: Final = 12
_VALUES: Final = frozenset({Kind.CONSTANT, Kind.VARIABLE, Kind.FIELD})
_NAMED: Final = 400

_ABOUT: Final = frozenset(
    code_tokens(
        "subclass subclasses class classes implementation implementations implementor type types kind kinds all every "
        "available library package project defines defined extends extending inherits derived builtin main module"
    )
)
"""Words of such questions that name no group."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Definitions of a kind, and by what they belong together, as a sentence without its end."""

    says: str
    root: Definition | None
    members: tuple[Definition, ...]
    worth: float


def listing(lookup: Lookup, question: Question, named: Sequence[Named]) -> Findings | None:
    """All that belongs to the kind that a question asks for; None where nothing forms such a group."""
    tokens = [
        token for token in code_tokens(question.subjects[0] if question.subjects else question.text)
        if token not in _ABOUT and token not in STOP_TOKENS
    ]  # fmt: skip
    groups = [
        *(
            group
            for one in named
            for group in _below(lookup, [each for each in one.definitions if _is_base(each)], 2.0)
        ),
        *_by_words(lookup, tokens),
        *_decorated(lookup, question.subjects[0] if question.subjects else ""),
    ]
    groups = [group for group in groups if len(group.members) >= FEWEST or _lists(lookup, group.root)]
    if not groups:
        return None
    best = max(groups, key=lambda group: (group.worth, len(group.members)))
    return _said(lookup, best)


def _is_base(one: Definition) -> bool:
    return one.kind in CONTAINERS and one.kind is not Kind.IMPL


def _by_words(lookup: Lookup, tokens: Sequence[str]) -> list[_Group]:
    """The groups whose base, decorator, common name or registry has the words asked for."""
    if not tokens:
        return []
    forms = {token: {token, *alike(token)} for token in tokens}
    every = {form for found in forms.values() for form in found}
    fitting = [
        one
        for one in lookup.definitions_with(every, 1, _NAMED)
        if not is_aside(one.path, one.qualified_name) and one.kind is not Kind.IMPL
    ]

    def held(one: Definition) -> float:
        """The share of the words that a name holds, and of the name's parts that are such words."""
        parts = {token for part in split_identifier(one.name) for token in code_tokens(part)}
        inside = f"{one.name} {one.path}"
        said = sum(bool(found & set(code_tokens(inside))) for found in forms.values()) / len(forms)
        return said * (0.5 + 0.5 * len(parts & every) / len(parts)) if parts else 0.0

    ranked = sorted(fitting, key=lambda one: (-held(one), len(one.name)))
    groups: list[_Group] = []
    for base in [one for one in ranked if _is_base(one)][:BASES]:
        groups += _below(lookup, [base], held(base))
        if base.kind is Kind.ENUM:
            members = tuple(_inside(lookup, base))
            groups.append(_Group(f"`{base.name}` has", base, members, held(base) + 0.5))
    values = [one for one in ranked if one.kind in _VALUES]
    for value in [one for one in values if one.end_line - one.line >= FEWEST or one.name.isupper()][:BASES]:
        groups.append(
            _Group(f"`{value.name}` lists them", value, (), held(value) + (0.2 if value.name.isupper() else 0))
        )
    last = tokens[-1]
    alike_named = [one for one in fitting if _ends_with(one, forms[last]) and one.kind in CONTAINERS | CALLABLES]
    by_kind = [one for one in alike_named if one.kind in CONTAINERS] or alike_named
    if by_kind:
        groups.append(_Group(f"{plural(len(by_kind), 'definition')} are named so", None, tuple(by_kind), 0.45))
    return groups


def _below(lookup: Lookup, bases: Sequence[Definition], worth: float) -> list[_Group]:
    """The classes that inherit from any of the bases, directly or over others, the product's own."""
    groups = []
    for base in bases[:1]:
        found: dict[str, Definition] = {}
        frontier = [base]
        for _ in range(DEPTH):
            following: list[Definition] = []
            for one in frontier:
                ids = [
                    each.enclosing_id
                    for each in lookup.references(one.id, [ReferenceKind.INHERITANCE])
                    if each.enclosing_id is not None and not is_aside(each.path, each.enclosing)
                ]
                new = [each for each in lookup.definitions_of(ids) if each.id not in found and each.id != base.id]
                found |= {each.id: each for each in new}
                following += new
            frontier = following
        if found:
            classes = tuple(sorted(found.values(), key=lambda one: (one.path, one.line)))
            word = "implement" if base.kind in (Kind.INTERFACE, Kind.TRAIT) else "extend"
            says = f"{plural(len(classes), 'class')} {word} `{base.qualified_name}`"
            groups.append(_Group(says, base, classes, worth + 0.3))
    return groups


def _decorated(lookup: Lookup, text: str) -> list[_Group]:
    """The functions and classes that carry a decorator or annotation of that name."""
    groups = []
    words = [word for word in WORD.findall(text.lower()) if not set(code_tokens(word)) & (_ABOUT | STOP_TOKENS)]
    for word in dict.fromkeys(form for each in words for form in (each.removesuffix("s"), each)):
        try:
            references = lookup.references(word, [ReferenceKind.DECORATOR])
        except NotFoundError:
            continue
        ids = [
            one.enclosing_id
            for one in references
            if one.enclosing_id is not None and not is_aside(one.path, one.enclosing)
        ]
        found = tuple(lookup.definitions_of(ids))
        if found:
            groups.append(_Group(f"{plural(len(found), 'definition')} carry the decorator `{word}`", None, found, 0.9))
    return groups


def _ends_with(one: Definition, words: set[str]) -> bool:
    parts = split_identifier(one.name)
    return len(parts) > 1 and bool(set(code_tokens(parts[-1])) & words)


def _inside(lookup: Lookup, owner: Definition) -> list[Definition]:
    return [
        one
        for one in lookup.definitions_in([owner.path])
        if one.parent == owner.qualified_name and one.kind is Kind.ENUM_MEMBER
    ]


def _lists(lookup: Lookup, root: Definition | None) -> bool:
    """Whether a constant is a list that is written out."""
    return root is not None and root.kind in _VALUES and root.end_line - root.line >= FEWEST


def _said(lookup: Lookup, group: _Group) -> Findings:
    page = Page()
    root = group.root
    if root is not None and not group.members:
        page.say(f"{group.says}: ", Place.of(root))
        code = (lookup.lines(root.path, root.line, min(root.end_line, root.line + SHOWN)) or "").strip("\n")
        page.code(code, root.language)
        if root.end_line > root.line + SHOWN:
            page.say(f"… and {plural(root.end_line - root.line - SHOWN, 'more line')}")
        return Findings(page, hits_of([as_hit(lookup, root)]))
    page.say(f"{group.says}:")
    page.blank()
    members = sorted(group.members, key=lambda one: (is_aside(one.path, one.qualified_name), one.path, one.line))
    for one in members[:SHOWN]:
        said = first_sentence(one.doc, SAID) or f"`{signature(one, SAID)}`"
        page.say(f"- `{one.qualified_name}` ", listed_place(one), f": {said}")
    if len(members) > SHOWN:
        page.say(f"- … and {len(members) - SHOWN} more")
    if root is not None:
        page.blank()
        page.say(
            f"`{root.qualified_name}` ({root.kind}) stands in ", Place.line(root.path, root.line, root.qualified_name)
        )
    return Findings(page, hits_of([*(as_hit(lookup, one, 30) for one in members[:EVIDENCE])]))
