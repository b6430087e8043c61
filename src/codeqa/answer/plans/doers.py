"""Who does it: of all that a search brings up and that its calls lead to, the definitions that do what is asked."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside, only_declares
from codeqa.answer.plans.candidates import (
    CERTAIN,
    SMALL,
    Candidate,
    body_of,
    candidates_of,
    does_nothing,
    is_callable,
    only_sets,
)
from codeqa.answer.plans.leads import Leads
from codeqa.answer.plans.prose import first_paragraph
from codeqa.answer.plans.verbs import acting_words, alike, in_plain_form, says_opposite
from codeqa.answer.question import Aspect, Question
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind
from codeqa.text.tokens import WORD, code_tokens, split_identifier

ALIKE: Final = 0.6
"""What a word that stands for a verb of the question counts, where the verb itself counts 1."""

SHORTEST_NAME: Final = 4
WINDOW: Final = 8
"""Lines that are looked at together."""

MEANT_LINES: Final = 60
CONDITION: Final = re.compile(
    r"\b(?:if|elif|unless|case|when|switch|match|except|catch|rescue|raise|throws?|panic|assert|bail|Err)\b|\?\s|\|\||&&"
)
_RAISE: Final = re.compile(r"\b(?:except|catch|rescue|raise|throws?|panic|Err|reject|abort)\b")
_FAILS: Final = frozenset(code_tokens("raise throw exception error fail failure crash panic malformed invalid timeout"))
_NO_VALUES: Final = CONTAINERS | CALLABLES | {Kind.CODE, Kind.MODULE}


@dataclass(frozen=True, slots=True)
class Weights:
    """What each sign counts that a definition does what is asked."""

    searched: float = 0.4
    evidence: float = 0.6
    """Its place in the search for files and in that for lines, 1 for the first, falling by the rank."""
    name: float = 1.2
    """The share of the question's words that its name holds, its class's half."""
    doc: float = 0.4
    calls: float = 0.4
    """The share that the names of what it calls hold."""
    text: float = 0.2
    window: float = 0.6
    """The share that its lines hold, and that the few lines hold that hold most."""
    head: float = 0.4
    meaning: float = 0.4
    """How near its name with its doc, and its lines, are to the question in meaning, 1 for the nearest of all."""
    ties: float = 0.6
    """It calls others that fit, 1 for whoever calls the most."""
    called: float = 0.4
    """Others that fit call it."""
    literal: float = 1.5
    """It holds a name of the question that no function and no class has: a variable's, a setting's, a string's."""
    named: float = 0.7
    """The question names it."""
    opposite: float = -1.2
    empty: float = -0.8
    """It only declares, or hands on to another of its name."""
    small: float = -0.5
    """Its body has next to no lines, 1 for none: getters, setters, builders."""
    sets: float = -0.8
    """It only notes what it is given and returns the object: a builder's or an option's setter."""
    type: float = -0.7
    value: float = -0.7
    """It is a field, a constant or a property."""
    aside: float = -1.5
    handles: float = 0.6
    """For questions about what happens on errors: it catches, or handles by its name."""
    mentions: float = 0.4
    """For questions about events, decisions and settings: it raises, tests or reads the class or value that fits."""
    conditions: float = 0.5
    """For questions of when and where it is decided: its conditions speak of the question's words."""


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Doer:
    """A definition, or code that belongs to none, and how well it answers."""

    hit: Hit | None
    definition: Definition | None
    worth: float
    signs: Mapping[str, float]

    @property
    def symbol(self) -> str | None:
        """The qualified name of what it defines or lies in."""
        if self.definition is not None:
            return self.definition.qualified_name
        return None if self.hit is None else self.hit.symbol


def doers(
    lookup: Lookup, question: Question, named: Sequence[Named], leads: Leads, weights: Weights = WEIGHTS
) -> list[Doer]:
    """The product's own definitions by how well they answer, best first.

    Args:
        lookup: the index.
        question: the question.
        named: the definitions that it names.
        leads: what was searched.
        weights: what each sign counts.
    """
    candidates = candidates_of(lookup, question, named, leads)
    if not candidates:
        return []
    steps = [one for one in lookup.calls_around([*candidates]) if one.confidence >= CERTAIN]
    known = {one: candidate.definition for one, candidate in candidates.items() if candidate.definition is not None}
    callees: dict[str, dict[str, None]] = defaultdict(dict)
    for step in steps:
        if step.source != step.target:
            callees[step.source][step.target] = None
    near = {end for source, targets in callees.items() for end in (source, *targets)} - candidates.keys()
    known |= {definition.id: definition for definition in lookup.definitions_of(near)}
    importance = _importance(in_plain_form(question.words), [*known.values()])
    literal = _literal_names(question, named)
    meant = {definition.id for one in named for definition in one.definitions}
    signs = {
        one: _signs(candidate, question, importance, [known[to].name for to in callees[one] if to in known])
        for one, candidate in candidates.items()
    }
    if question.aspect is not Aspect.PROCESS:
        _add_mentions(candidates, signs, question.aspect)
    _add_likeness(lookup, question, candidates, signs)
    base = {one: _worth(found, weights) for one, found in signs.items()}
    ties = _ties(base, callees)
    called: dict[str, float] = defaultdict(float)
    for source, targets in callees.items():
        for target in targets:
            if source in base:
                called[target] += max(base[source], 0.0)
    most_ties, most_called = max(ties.values(), default=0.0) or 1.0, max(called.values(), default=0.0) or 1.0
    found = []
    for one, candidate in candidates.items():
        signs[one] |= {
            "ties": ties[one] / most_ties,
            "called": called[one] / most_called,
            "named": float(one in meant),
            "literal": float(any(name in line for name in literal for line in candidate.lines)),
            "empty": float(does_nothing(candidate)),
            "sets": float(only_sets(candidate)),
            "small": max(0.0, 1 - len(body_of(candidate)) / SMALL) if is_callable(candidate) else 0.0,
        }
        found.append(Doer(candidate.hit, candidate.definition, _worth(signs[one], weights), signs[one]))
    return sorted(found, key=lambda one: -one.worth)


def _add_likeness(
    lookup: Lookup, question: Question, candidates: Mapping[str, Candidate], signs: Mapping[str, dict[str, float]]
) -> None:
    """Notes of each how near it is to the question in meaning, above the middle of all, 1 for the nearest."""
    keys = [*candidates]
    heads = [_head_text(candidates[key]) for key in keys]
    bodies = ["\n".join(candidates[key].lines[:MEANT_LINES]) for key in keys]
    for sign, texts in (("head", heads), ("meaning", bodies)):
        near = lookup.likeness(question.text, texts)
        middle, most = median(near), max(near)
        for key, one in zip(keys, near, strict=True):
            signs[key][sign] = max(0.0, (one - middle) / (most - middle)) if most > middle else 0.0


def _head_text(candidate: Candidate) -> str:
    one, hit = candidate.definition, candidate.hit
    if one is None:
        return f"{hit.path} {hit.doc}" if hit is not None else ""
    owner = one.parent or one.path.rpartition("/")[2].partition(".")[0]
    return f"{one.name} {owner} {first_paragraph(one.doc)}"


def _literal_names(question: Question, named: Sequence[Named]) -> list[str]:
    own = {
        each.name
        for each in named
        if any(one.kind in CALLABLES | CONTAINERS and not only_declares(one.path) for one in each.definitions)
    }
    return [name for name in question.names if name not in own and len(name) >= SHORTEST_NAME]


def _worth(signs: Mapping[str, float], weights: Weights) -> float:
    return sum(float(getattr(weights, sign)) * value for sign, value in signs.items())


def _importance(words: Collection[str], definitions: Sequence[Definition]) -> dict[str, float]:
    """What each of the question's words counts, all together 1: the more, the fewer names and docs hold it."""
    holding = Counter(
        token
        for one in definitions
        for token in set(code_tokens(f"{one.name} {one.path.rpartition('/')[2]} {first_paragraph(one.doc)}"))
    )
    raw = {word: math.log(1 + len(definitions) / (1 + holding[word])) for word in words}
    total = sum(raw.values()) or 1.0
    return {word: worth / total for word, worth in raw.items()}


def _share(importance: Mapping[str, float], tokens: Collection[str]) -> float:
    """The share of the question that some tokens say, verbs by others that stand for them too."""
    held = set(tokens)
    return sum(
        worth * (1.0 if word in held else ALIKE if alike(word) & held else 0.0) for word, worth in importance.items()
    )


def _signs(
    candidate: Candidate, question: Question, importance: Mapping[str, float], called: Sequence[str]
) -> dict[str, float]:
    definition, hit = candidate.definition, candidate.hit
    path = definition.path if definition is not None else hit.path if hit is not None else ""
    symbol = definition.qualified_name if definition is not None else hit.symbol if hit is not None else None
    doc = definition.doc if definition is not None else hit.doc if hit is not None else ""
    name = set(code_tokens(definition.name if definition is not None else path.rpartition("/")[2]))
    owner = set(code_tokens(f"{(symbol or '').rpartition('.')[0]} {path.rpartition('/')[2]}"))
    own_class = set(code_tokens(((definition.parent if definition is not None else None) or "").rpartition(".")[2]))
    own_name = _share(importance, name) * (0.5 + 0.5 * _precision(importance, definition))
    kind = definition.kind if definition is not None else Kind.CODE
    lines = [frozenset(code_tokens(line)) for line in candidate.lines]
    about_failing = question.aspect is Aspect.EVENT and question.words & _FAILS
    windows = [frozenset().union(*lines[start : start + WINDOW]) for start in range(0, max(1, len(lines)), WINDOW // 2)]
    return {
        "searched": candidate.searched,
        "evidence": candidate.evidence,
        "name": own_name + 0.5 * max(0.0, _share(importance, name | owner) - _share(importance, name)),
        "doc": _share(importance, code_tokens(first_paragraph(doc))),
        "calls": _share(importance, code_tokens(" ".join(called))),
        "text": _share(importance, frozenset().union(*lines)),
        "window": max(_share(importance, one) for one in windows),
        "handles": _handles(name, candidate.lines) if about_failing else 0.0,
        "opposite": float(says_opposite(in_plain_form(acting_words(question.text)), name | own_class)),
        "type": float(kind in CONTAINERS),
        "value": float(question.aspect is not Aspect.SETTING and kind not in _NO_VALUES),
        "aside": float(is_aside(path, symbol)),
        "conditions": _conditions(candidate.lines, importance) if question.aspect is not Aspect.PROCESS else 0.0,
    }


def _precision(importance: Mapping[str, float], definition: Definition | None) -> float:
    """The share of a name's parts that the question says; the name's parts written as one are no part."""
    if definition is None:
        return 0.0
    parts = [token for part in split_identifier(definition.name) for token in code_tokens(part)]
    said = sum(part in importance or bool(alike(part) & importance.keys()) for part in parts)
    return said / len(parts) if parts else 0.0


def _handles(name: Collection[str], lines: Sequence[str]) -> float:
    by_name = bool({"handl", "handler", "recover", "rescu", "catch"} & set(name))
    return 0.5 * by_name + 0.5 * any(_RAISE.search(line) for line in lines)


def _conditions(lines: Sequence[str], importance: Mapping[str, float]) -> float:
    """How much of the question the lines say that decide, with the line after each."""
    said = [
        _share(importance, code_tokens(" ".join(lines[number : number + 2])))
        for number, line in enumerate(lines)
        if CONDITION.search(line)
    ]
    return max(said, default=0.0)


def _add_mentions(candidates: Mapping[str, Candidate], signs: Mapping[str, dict[str, float]], aspect: Aspect) -> None:
    """Notes of each function how well the classes or values fit that it raises, catches, tests or reads."""
    worth: dict[str, float] = {}
    for one, candidate in candidates.items():
        definition = candidate.definition
        if definition is not None and definition.kind not in CALLABLES and len(definition.name) >= SHORTEST_NAME:
            said = signs[one]["name"] + signs[one]["doc"]
            worth[definition.name] = max(said, worth.get(definition.name, 0.0))
    most = max(worth.values(), default=0.0)
    telling = {Aspect.EVENT: _RAISE, Aspect.DECISION: CONDITION}.get(aspect)
    for one, candidate in candidates.items():
        definition = candidate.definition
        if most and (definition is None or definition.kind in CALLABLES):
            names = {
                name
                for line in candidate.lines
                if telling is None or telling.search(line)
                for name in WORD.findall(line)
                if name in worth
            }
            signs[one]["mentions"] = max((worth[name] for name in names), default=0.0) / most


def _ties(base: Mapping[str, float], callees: Mapping[str, Collection[str]]) -> dict[str, float]:
    """How much of what fits each definition calls; who calls everything ties nothing in particular."""
    return {
        one: sum(max(base[to], 0.0) for to in callees.get(one, ()) if to in base)
        / math.sqrt(1 + len(callees.get(one, ())))
        for one in base
    }
