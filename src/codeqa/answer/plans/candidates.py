"""What may answer a question: the definitions of what a search brings up, those named so, those that calls lead to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, is_aside, only_declares
from codeqa.answer.plans.leads import Leads
from codeqa.answer.plans.prose import body_start
from codeqa.answer.plans.verbs import alike, in_plain_form
from codeqa.answer.question import Question
from codeqa.model import CALLABLES, CONTAINERS, Definition, Hit, Kind

CERTAIN: Final = 0.5
"""Calls less sure than this tie nothing together."""

SEEDS: Final = 50
"""Hits whose definitions, with those that they call and that call them, are weighed."""

MANY_NAMES: Final = 200
BY_NAME: Final = 60
"""Definitions that are weighed because their names alone hold several of the question's words."""

FUSION: Final = 8
"""Constant k of reciprocal rank fusion: the smaller, the more the first places of either search count.

Source: Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods"; for lists of hundreds they take 60."""

SMALL: Final = 6
"""Lines of a body from which a function does something of its own."""

FEW_LINES: Final = 3
"""A body of so few statements that hands on to a function of its own name does nothing itself."""

READ_LINES: Final = 150
"""Lines of a definition whose words are weighed."""

_OWN_OBJECT: Final = re.compile(r"^\s*(?:return\s+)?\$?(?:self|this|builder|b|me)\s*;?\s*$")

_DOES_NOTHING: Final = re.compile(
    r"^\s*(?:pass|\.\.\.|raise NotImplementedError.*|throw new (?:UnsupportedOperation|NotImplemented|Error).*|"
    r"unimplemented!.*|todo!.*|return(?: None| null| undefined)?;?|[{}]*)\s*$"
)


@dataclass(slots=True)
class Candidate:
    """A definition, or code that belongs to none, with its places in the searches and its lines."""

    definition: Definition | None
    hit: Hit | None = None
    searched: float = 0.0
    evidence: float = 0.0
    lines: tuple[str, ...] = ()


def candidates_of(lookup: Lookup, question: Question, named: Sequence[Named], leads: Leads) -> dict[str, Candidate]:
    """What may answer, by its id; for code that belongs to no definition its place."""
    ranks: tuple[dict[Hit, float], dict[Hit, float]] = ({}, {})
    for found, hits in zip(ranks, (leads.searched, leads.evidence), strict=True):
        for rank, hit in enumerate([one for one in hits if is_code(one)][:SEEDS]):
            found.setdefault(hit, FUSION / (FUSION + rank))
            for place, more in enumerate(hit.more, start=1):
                if is_code(more):
                    found.setdefault(more, FUSION / (FUSION + rank + 4 * place))
    by_path: dict[str, list[Definition]] = defaultdict(list)
    for one in lookup.definitions_in({hit.path for found in ranks for hit in found}):
        by_path[one.path].append(one)
    candidates: dict[str, Candidate] = {}
    for found, sign in zip(ranks, ("searched", "evidence"), strict=True):
        for hit, worth in found.items():
            definition = definition_of(hit, by_path[hit.path])
            candidate = candidates.setdefault(hit.place if definition is None else definition.id, Candidate(definition))
            candidate.hit = candidate.hit or hit
            setattr(candidate, sign, max(getattr(candidate, sign), worth))
    verbs = {other for token in in_plain_form(question.words) for other in alike(token)}
    wanted = in_plain_form(question.words) | verbs
    by_name = [
        one for one in lookup.definitions_with(wanted, 1, MANY_NAMES) if not is_aside(one.path, one.qualified_name)
    ]
    for one in (*(one for name in named for one in name.definitions[:5]), *by_name[:BY_NAME]):
        if one.kind in CALLABLES | CONTAINERS:
            candidates.setdefault(one.id, Candidate(one))
    seeds = [*candidates]
    ends = Counter(
        end for step in lookup.calls_around(seeds) if step.confidence >= CERTAIN for end in (step.source, step.target)
    )
    for one in lookup.definitions_of([end for end, count in ends.most_common(3 * SEEDS) if end not in candidates]):
        candidates[one.id] = Candidate(one)
    places = {key: candidate.definition or candidate.hit for key, candidate in candidates.items()}
    texts = lookup.texts({place.path for place in places.values() if place is not None})
    for key, around in places.items():
        if around is not None:
            end = min(around.end_line, around.start_line + READ_LINES)
            candidates[key].lines = tuple(texts.get(around.path, [])[around.start_line - 1 : end])
    return candidates


def definition_of(hit: Hit, definitions: Iterable[Definition]) -> Definition | None:
    """The definition that a hit's lines belong to: the innermost of its symbol's name; None for other code."""
    fitting = [
        one
        for one in definitions
        if one.qualified_name == hit.symbol and one.start_line <= hit.end_line and hit.start_line <= one.end_line
    ]
    return min(fitting, key=lambda one: one.end_line - one.start_line, default=None)


def is_code(hit: Hit) -> bool:
    """Whether a hit is neither prose nor settings."""
    return hit.kind not in (Kind.DOCUMENTATION, Kind.TEXT, Kind.CONFIGURATION) and not only_declares(hit.path)


def is_callable(candidate: Candidate) -> bool:
    """Whether it is a function, a method or the like."""
    return candidate.definition is not None and candidate.definition.kind in CALLABLES


def body_of(candidate: Candidate) -> list[str]:
    """The lines after the head and the docstring that are neither blank nor comments."""
    one = candidate.definition
    if one is None:
        return list(candidate.lines)
    lines = candidate.lines[one.line - one.start_line :]
    return [
        line for line in lines[max(1, body_start(lines, one.doc)) :] if line.strip(" \t{}();") and not _is_comment(line)
    ]


def does_nothing(candidate: Candidate) -> bool:
    """Whether a function has no body of its own, or hands on to another of its name."""
    one = candidate.definition
    if one is None or not is_callable(candidate) or not candidate.lines:
        return False
    body = body_of(candidate)
    if all(_DOES_NOTHING.match(line) for line in body):
        return one.end_line > one.line or one.signature.rstrip().endswith((";", ")"))
    return len(body) <= FEW_LINES and any(f"{one.name}(" in line for line in body)


def only_sets(candidate: Candidate) -> bool:
    """Whether a short function assigns and ends by returning its own object."""
    body = body_of(candidate) if is_callable(candidate) else []
    return (
        0 < len(body) <= 2 * SMALL
        and _OWN_OBJECT.match(body[-1]) is not None
        and any("=" in line or "(" in line for line in body[:-1])
    )


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "//", "*", "/*", '"""', "'''"))
