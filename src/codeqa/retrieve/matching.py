"""Finds names that a begun, shortened or misspelt one may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from codeqa.text.tokens import split_identifier

EXACT, PREFIX, HUMPS, PART, INSIDE, SCATTERED = range(6)
"""How a name fits what was typed, the best first."""

SLIP_LENGTH = 2
SLIP_LIKENESS = 0.75
"""Ratcliff and Obershelp's measure: two letters exchanged in a name of eight give 0.88."""

_BETWEEN = "\0"


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """A name and how it fits; the smaller, the better."""

    how: int
    length: int
    name: str


def match_names(names: Iterable[str], typed: str, limit: int) -> list[Match]:
    """The names that fit what was typed, best first: whole, as a prefix, by camel humps, at a word, inside, scattered.

    Letters count whatever their case. By humps, ``idxwr`` and ``IWr`` fit ``IndexWriter`` and ``index_writer``: each
    letter goes on in its word or begins the next one that it fits. Scattered letters are tried only where nothing else
    fits.

    >>> [one.name for one in match_names(["IndexWriter", "iwrap", "write", "rewrite"], "iwr", 3)]
    ['iwrap', 'IndexWriter']
    """
    wanted = typed.lower()
    if not wanted:
        return sorted(Match(PREFIX, len(name), name) for name in names)[:limit]
    humps = _pattern(wanted, f"(?:[^{_BETWEEN}]*{_BETWEEN})*?")
    found: list[Match] = []
    others: list[str] = []
    for name in names:
        how = _how(name, wanted, humps)
        if how is None:
            others.append(name)
        else:
            found.append(Match(how, len(name), name))
    if not found and len(wanted) > 2:
        scattered = _pattern(wanted, ".*?")
        found = [Match(SCATTERED, len(name), name) for name in others if scattered.match(name.lower())]
    return sorted(found)[:limit]


def similar_names(names: Iterable[str], typed: str, limit: int) -> list[str]:
    """The names that what was typed may be a slip of the keys for, nearest first.

    Slips seldom touch the first letter or change the length by more than two, so only such names are compared.

    >>> similar_names(["build_url", "url_build", "unbuild"], "url_bulid", 2)
    ['url_build']
    """
    wanted = typed.lower()
    by_lower: dict[str, list[str]] = {}
    for name in names:
        if abs(len(name) - len(wanted)) <= SLIP_LENGTH and name[:1].lower() == wanted[:1]:
            by_lower.setdefault(name.lower(), []).append(name)
    near = get_close_matches(wanted, by_lower, n=limit, cutoff=SLIP_LIKENESS)
    return [name for one in near for name in sorted(by_lower[one], key=lambda name: name[0] != typed[0])][:limit]


def nearest_whole(names: Iterable[str], typed: str, limit: int) -> list[str]:
    """The qualified names that are most like what was typed as a whole, nearest first.

    >>> nearest_whole(["Session.get", "Cookies.get", "Session.send"], "Sesion.get", 2)
    ['Session.get', 'Session.send']
    """
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(typed.lower())
    rated: list[tuple[float, str]] = []
    for name in names:
        matcher.set_seq1(name.lower())
        rated.append((-matcher.ratio(), name))
    return [name for _, name in sorted(rated)[:limit]]


def _how(name: str, wanted: str, humps: re.Pattern[str]) -> int | None:
    lower = name.lower()
    if lower.startswith(wanted):
        return EXACT if len(lower) == len(wanted) else PREFIX
    at = lower.find(wanted)
    if at < 0:
        is_humped = lower[:1] == wanted[0] and humps.match(_BETWEEN.join(split_identifier(name)).lower())
        return HUMPS if is_humped else None
    begins = not name[at - 1].isalnum() or (name[at].isupper() and not name[at - 1].isupper())
    return PART if begins else INSIDE


def _pattern(wanted: str, gap: str) -> re.Pattern[str]:
    return re.compile(gap.join(re.escape(letter) for letter in wanted), re.DOTALL)
