"""All of a kind that there are: subclasses, decorated or registered functions, constants, in whole with their count."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
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

BASES: Final = 12
"""Bases, and constants, whose names fit best that are looked into."""

SAID: Final = 80
"""Characters that are said of each."""

EVIDENCE: Final = 12
MANY: Final = 0.1
"""What each doubling of a base's subclasses counts: the base of all rather than one in between."""

FOLDER: Final = 0.85
"""What it counts that a folder is named after what is asked for; a base of that very name counts 1.3 and more."""

_BELOW: Final = re.compile(r"\b(?:sub\w*|implement\w*|extend\w*|inherit\w*|deriv\w*)\b", re.IGNORECASE)
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
    asked_below: bool = False
    """The root was named: what is below it is asked for, not itself."""


def listing(lookup: Lookup, question: Question, named: Sequence[Named]) -> Findings | None:
    """All that belongs to the kind that a question asks for; None where nothing forms such a group."""
    tokens = [
        token for token in code_tokens(question.subjects[0] if question.subjects else question.text)
        if token not in _ABOUT and token not in STOP_TOKENS
    ]  # fmt: skip
    groups = [
        *(
            replace(group, asked_below=True)
            for one in named
            for group in _below(lookup, [each for each in one.definitions if _is_base(each)], 2.0)
        ),
        *_by_words(lookup, tokens),
        *_decorated(lookup, question.subjects[0] if question.subjects else ""),
    ]
    wants_below = _BELOW.search(question.text) is not None
    groups = [
        group
        for group in groups
        if (len(group.members) >= FEWEST or _lists(group.root))
        and not (wants_below and (group.root is None or group.root.kind not in CONTAINERS))
    ]
    if not groups:
        return None
    best = max(groups, key=lambda group: (group.worth, len(group.members)))
    return _said(lookup, replace(best, asked_below=best.asked_below or wants_below))


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
            says = f"`{base.name}` has {plural(len(members), 'member')}"
            groups.append(_Group(says, base, members, held(base) + 0.8))
    values = [one for one in ranked if one.kind in _VALUES]
    begun = Counter((one.path, one.line) for one in values)  # names that one statement takes apart list nothing
    for value in [one for one in values if one.end_line - one.line >= FEWEST and begun[one.path, one.line] == 1][
        :BASES
    ]:
        plural_name = split_identifier(value.name)[-1].lower().endswith("s")
        length = math.log2(1 + value.end_line - value.line)
        worth = held(value) + 0.3 * plural_name + 0.2 * value.name.isupper() + MANY * length
        groups.append(_Group(f"`{value.name}` lists them", value, (), worth))
    groups += _in_folder(lookup, {form for token in tokens for form in forms[token]})
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
            groups.append(_Group(says, base, classes, worth + 0.3 + MANY * math.log2(len(classes))))
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


def _in_folder(lookup: Lookup, words: set[str]) -> list[_Group]:
    """What the files of a folder of that name offer: the top-level functions and classes that others may use."""
    by_folder: dict[str, list[str]] = defaultdict(list)
    for file in lookup.files():
        folder = file.path.rpartition("/")[0]
        if folder and not is_aside(file.path) and set(code_tokens(folder.rpartition("/")[2])) & words:
            by_folder[folder].append(file.path)
    groups = []
    for folder, paths in by_folder.items():
        offered = tuple(
            one
            for one in lookup.definitions_in(paths)
            if one.qualified_name == one.name  # a method may stand outside its type
            and one.kind in CONTAINERS | CALLABLES
            and not one.name.startswith("_")
            and (one.language != "go" or one.name[:1].isupper())
        )
        groups.append(_Group(f"{plural(len(offered), 'definition')} stand in `{folder}/`", None, offered, FOLDER))
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


def _lists(root: Definition | None) -> bool:
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
    is_enum = root is not None and root.kind is Kind.ENUM
    if root is not None and is_enum:
        page.say(f"{group.says}, ", Place.of(root), ":")
    else:
        page.say(f"{group.says}:")
    page.blank()
    members = _in_order(lookup, group)
    if root is not None and not is_enum and not group.asked_below:
        _item(page, root)
    for one in members[:SHOWN]:
        _item(page, one)
    if len(members) > SHOWN:
        page.say(f"- … and {len(members) - SHOWN} more")
    if root is not None and not is_enum and group.asked_below:
        page.blank()
        place = Place.line(root.path, root.line, root.qualified_name)
        page.say(f"`{root.qualified_name}` ({root.kind}) stands in ", place)
    return Findings(page, hits_of([*(as_hit(lookup, one, 30) for one in members[:EVIDENCE])]))


def _item(page: Page, one: Definition) -> None:
    said = first_sentence(one.doc, SAID) or f"`{signature(one, SAID)}`"
    page.say(f"- `{one.qualified_name}` ", listed_place(one), f": {said}")


def _in_order(lookup: Lookup, group: _Group) -> list[Definition]:
    """An enum's members as they stand; else the product's own first, near the base, the most used first."""
    if group.root is not None and group.root.kind is Kind.ENUM:
        return sorted(group.members, key=lambda one: one.line)
    used = Counter(step.target for step in lookup.calls_around([one.id for one in group.members]))
    home = group.root.path.partition("/")[0] if group.root is not None else ""
    return sorted(
        group.members,
        key=lambda one: (
            is_aside(one.path, one.qualified_name),
            one.path.partition("/")[0] != home,
            -used[one.id],
            one.path,
            one.line,
        ),
    )
