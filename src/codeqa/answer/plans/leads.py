"""Where an answer may lie: what the searches for files and for lines brought up, weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from codeqa.answer.naming import is_aside, is_test, only_declares
from codeqa.answer.plans.findings import covers
from codeqa.model import Hit, Kind

FUSION: Final = 8
"""Constant k of reciprocal rank fusion: the smaller, the more the first places of either search count.

Source: Cormack, Clarke, Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods"; for lists of hundreds they take 60."""

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


def _is_own(hit: Hit) -> bool:
    return hit.kind not in _PROSE and not is_aside(hit.path, hit.symbol) and not only_declares(hit.path)
