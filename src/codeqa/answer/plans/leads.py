"""Where an answer may lie: what the searches for files and for lines brought up, weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import Named, find, is_aside, is_test, only_declares
from codeqa.answer.plans.findings import as_hit, covers, is_type, members_of
from codeqa.answer.plans.prose import first_paragraph, overlap
from codeqa.answer.question import Question
from codeqa.model import CALLABLES, Definition, Hit, Kind
from codeqa.text.tokens import code_tokens

CANDIDATES: Final = 5
"""Leads among which the one that answers best is chosen."""

BY_RANK: Final = 1.5
BY_NAME: Final = 0.5
BY_TEXT: Final = 0.25
NAMED: Final = 0.7
"""What a lead's place in the search counts (divided by the place), what the share of the question's words counts that
its name and doc hold, and that its text holds, and that the question names it."""

FUSION: Final = 8
"""Constant k of reciprocal rank fusion: the smaller, the more the first places of either search count.

Source: Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods"; for lists of hundreds they take 60."""

TELLING: Final = 0.5
"""Share of the question's words, the class's name aside, by which a member stands out among its class's."""

_PROSE: Final = frozenset({Kind.DOCUMENTATION, Kind.TEXT})


@dataclass(frozen=True, slots=True)
class Leads:
    """What two searches brought up for a question."""

    searched: tuple[Hit, ...] = ()
    """The files that fit best, each with its best chunk, best first. What a person pinned comes before."""
    evidence: tuple[Hit, ...] = ()
    """The lines that fit best, best first. What a person pinned comes before."""

    @property
    def own(self) -> list[Hit]:
        """The product's own code in both, the best first, settings last; none lies within another."""
        worth: dict[Hit, float] = {}
        for hits in (self.evidence, self.searched):
            for rank, hit in enumerate(filter(_is_own, hits)):
                worth[hit] = worth.get(hit, 0.0) + 1 / (FUSION + rank)
        kept: list[Hit] = []
        for hit in sorted(worth, key=lambda one: (one.kind is Kind.CONFIGURATION, -worth[one])):
            if not any(covers(one, hit) or covers(hit, one) for one in kept):
                kept.append(hit)
        return kept

    @property
    def prose(self) -> list[Hit]:
        """Documentation, best first."""
        return [hit for hit in self._all if hit.kind in _PROSE]

    @property
    def tests(self) -> list[Hit]:
        """Tests, best first."""
        return [hit for hit in self._all if hit.kind not in _PROSE and is_test(hit.path, hit.symbol)]

    @property
    def _all(self) -> Iterable[Hit]:
        kept: list[Hit] = []
        for hit in (*self.evidence, *self.searched):
            if not any(covers(one, hit) for one in kept):
                kept.append(hit)
        return kept


@dataclass(frozen=True, slots=True)
class Main:
    """The place that answers a question best."""

    hit: Hit
    definition: Definition | None = None
    """What it defines; None for code that belongs to no definition."""

    def holds(self, hit: Hit) -> bool:
        """Whether lines lie within it."""
        one = self.definition or self.hit
        return hit.path == one.path and one.start_line <= hit.start_line and hit.end_line <= one.end_line


def main_of(lookup: Lookup, question: Question, named: Sequence[Named], leads: Leads) -> Main | None:
    """The place that answers a question best: a search's first, unless another says clearly more of its words.

    Of a class that the question names it is the member that says most about the other words, where one stands out.
    """
    meant = [definition for one in named for definition in one.definitions]
    worth: dict[Hit, float] = {}
    for hits in (leads.searched, leads.evidence):
        for rank, hit in enumerate([one for one in hits if _is_own(one)][:CANDIDATES]):
            worth[hit] = max(_worth(question, hit, rank), worth.get(hit, 0.0))
    for one in named:
        if not any(_is_part(hit, definition) for hit in worth for definition in one.definitions):
            hit_of_name = as_hit(lookup, one.first)
            if hit_of_name is not None and _is_own(hit_of_name):
                worth[hit_of_name] = _worth(question, hit_of_name, CANDIDATES)
    for hit in worth:
        worth[hit] += NAMED * any(_is_part(hit, definition) for definition in meant)
    best = max(worth, key=lambda hit: (hit.kind is not Kind.CONFIGURATION, worth[hit]), default=None)
    if best is None:
        return None
    definition = _definition_at(lookup, best)
    if definition is not None and is_type(definition) and any(one.id == definition.id for one in meant):
        definition = _telling_member(lookup, question, definition) or definition
    return Main(best, definition)


def _worth(question: Question, hit: Hit, rank: int) -> float:
    says = overlap(question.words, f"{hit.symbol or ''} {hit.signature} {hit.doc}")
    return BY_RANK / (1 + rank) + BY_NAME * says + BY_TEXT * overlap(question.words, hit.text)


def _telling_member(lookup: Lookup, question: Question, owner: Definition) -> Definition | None:
    """The member of a class that says most about the question's other words; None where none has half of them."""
    words = question.words - set(code_tokens(owner.name))
    members = members_of(lookup, owner, lambda one: one.kind in CALLABLES)
    if not words or not members:
        return None
    scores = {one.id: overlap(words, f"{one.name} {one.signature} {first_paragraph(one.doc)}") for one in members}
    best = max(members, key=lambda one: scores[one.id])
    return best if scores[best.id] >= TELLING else None


def _definition_at(lookup: Lookup, hit: Hit) -> Definition | None:
    named = find(lookup, hit.symbol) if hit.symbol else None
    fitting = (one for one in (named.definitions if named is not None else ()) if _is_part(hit, one))
    return next(fitting, None)


def _is_part(hit: Hit, definition: Definition) -> bool:
    """Whether lines belong to a definition."""
    return (
        hit.path == definition.path
        and definition.start_line <= hit.end_line
        and hit.start_line <= definition.end_line
        and hit.symbol is not None
        and (hit.symbol == definition.qualified_name or is_type(definition))
    )


def _is_own(hit: Hit) -> bool:
    return hit.kind not in _PROSE and not is_aside(hit.path, hit.symbol) and not only_declares(hit.path)
