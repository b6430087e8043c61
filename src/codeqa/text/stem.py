"""Light stemming of English words, as they stand in names and comments."""

from __future__ import annotations

from typing import Final

IRREGULAR: Final = {
    "alias": "alias",
    "children": "child",
    "cpus": "cpu",
    "embed": "embed",
    "embeds": "embed",
    "gpus": "gpu",
    "https": "https",
    "ids": "id",
    "indices": "index",
    "matrices": "matrix",
    "used": "use",
    "using": "use",
    "vertices": "vertex",
}
"""Words common in code that the rules would tear from their other forms."""

_VOWELS: Final = frozenset("aeiou")
_VOWELS_AND_Y: Final = frozenset("aeiouy")


def stem(word: str) -> str:
    """The form that a word shares with its inflections: plurals, -ed, -ing, y and ie, a silent e.

    Derivations stay apart on purpose: "parse" and "parser" are different names. A stem need not be a word.

    These are the steps 1a, 1b, 1c and 5 of M. F. Porter, "An algorithm for suffix stripping", Program 14
    (1980), with a minimum length in place of its measure. That stripping more than inflections gains nothing
    in retrieval was found by D. Harman, "How effective is suffixing?", JASIS 42 (1991).

    Args:
        word: one lower-cased word. Anything but ASCII letters comes back as it is.

    >>> [stem(word) for word in ("query", "queries", "cached", "caches", "settings", "class", "string")]
    ['queri', 'queri', 'cach', 'cach', 'set', 'class', 'string']
    """
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return word
    known = IRREGULAR.get(word)
    if known is not None:
        return known
    word = _without_past_or_gerund(_without_plural(word))
    if len(word) > 2 and word.endswith("y") and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    if len(word) > 4 and word.endswith("e") and word[-2] != "e":
        return word[:-1]
    if len(word) > 5 and word.endswith("ll"):
        return word[:-1]
    return word


def _without_plural(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us")):
        return word
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-2]
    return word[:-1]


def _without_past_or_gerund(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-2]
    if word.endswith("ing"):
        rest = word[:-3]
    elif word.endswith("ed") and not word.endswith("eed"):
        rest = word[:-2]
    else:
        return word
    if len(rest) < 3 or _VOWELS_AND_Y.isdisjoint(rest):
        return word
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    if len(rest) == 3 and rest[0] not in _VOWELS and rest[1] in _VOWELS_AND_Y and rest[2] not in "aeiouwxy":
        return rest + "e"
    return rest
