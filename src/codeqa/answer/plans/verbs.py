"""What the verbs of a question are called in code: words that stand for each other, and opposites that never do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from codeqa.text.tokens import code_tokens

_DESCRIBES: Final = re.compile(
    r"\b\w{3,}ed\s+(?!(?:and|or|as|at|before|by|after|during|for|from|if|in|inside|into|on|onto|out|over|through|to|until|up"
    r"|upon|when|while|with|within|without)\b)(?=\w)",
    re.IGNORECASE,
)
"""A participle before a noun."""


@dataclass(frozen=True, slots=True)
class _Verbs:
    alike: dict[str, frozenset[str]]
    """For a word's token, the tokens that stand for it."""
    opposite: dict[str, frozenset[str]]
    """For a word's token, the tokens that say the opposite."""
    forms: dict[str, str]
    """For the token of an irregular form, the verb's."""


@cache
def _verbs() -> _Verbs:
    table = tomllib.loads((files("codeqa.answer") / "plans" / "verbs.toml").read_text(encoding="utf-8"))
    groups = {name: frozenset(code_tokens(words)) for name, words in table["groups"].items()}
    pairs = [(groups[a], groups[b]) for a, b in table["opposites"].items()]
    alike: dict[str, frozenset[str]] = {}
    opposite: dict[str, frozenset[str]] = {}
    for group in groups.values():
        for token in group:
            alike[token] = alike.get(token, frozenset()) | group
    for word, short in table["short"].items():
        for token in code_tokens(word):
            alike[token] = alike.get(token, frozenset()) | frozenset(code_tokens(short))
    for one, other in (*pairs, *((b, a) for a, b in pairs)):
        for token in one:
            opposite[token] = opposite.get(token, frozenset()) | other
    forms = {code_tokens(form)[0]: code_tokens(verb)[0] for form, verb in table["forms"].items()}
    return _Verbs(alike, opposite, forms)


def in_plain_form(tokens: Collection[str]) -> frozenset[str]:
    """Tokens with those of irregular forms as the verb's.

    >>> sorted(in_plain_form({"chosen", "adapt"}))
    ['adapt', 'choos']
    """
    return frozenset(_verbs().forms.get(token, token) for token in tokens)


def acting_words(text: str) -> frozenset[str]:
    """The tokens of a question without those of participles that only describe ("compressed files").

    >>> sorted(acting_words("how are compressed files opened?"))
    ['are', 'file', 'how', 'open']
    """
    return frozenset(code_tokens(_DESCRIBES.sub(" ", text)))


def is_known(token: str) -> bool:
    """Whether a token is that of a verb that names what code does.

    >>> is_known("encrypt"), is_known("surviv")
    (True, False)
    """
    return token in _verbs().alike


def alike(token: str) -> frozenset[str]:
    """The tokens that code uses for a verb or in place of a long noun; none for any other word.

    >>> "restor" in alike("load"), alike("banana")
    (True, frozenset())
    """
    return _verbs().alike.get(token, frozenset()) - {token}


def says_opposite(wanted: Collection[str], name: Collection[str]) -> bool:
    """Whether a name says the opposite of what is wanted, and nothing of it.

    >>> says_opposite({"load", "session"}, {"save", "session"})
    True
    >>> says_opposite({"load"}, {"load", "or", "save"}), says_opposite({"save", "load"}, {"save"})
    (False, False)

    Args:
        wanted: a question's tokens.
        name: a name's tokens.
    """
    for token in wanted:
        opposite = _verbs().opposite.get(token, frozenset())
        if opposite & set(name) and not opposite & set(wanted) and not ({token} | alike(token)) & set(name):
            return True
    return False
