"""Definitions by the words of their names."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Collection
from weakref import WeakKeyDictionary

from codeqa.model import Definition
from codeqa.store.reader import IndexReader
from codeqa.text.tokens import code_tokens, split_identifier


class NamesByWord:
    """Which names have which words, worked out once a commit of each index."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[IndexReader, tuple[int, dict[str, set[str]]]] = WeakKeyDictionary()
        self._building = threading.Lock()

    def of(self, reader: IndexReader) -> dict[str, set[str]]:
        """Bare names by the tokens that they are made of."""
        with self._building:
            commit = reader.manifest.commit
            known = self._known.get(reader)
            if known is None or known[0] != commit:
                by_word: dict[str, set[str]] = defaultdict(set)
                for name in reader.names():
                    for token in set(code_tokens(name)):
                        by_word[token].add(name)
                known = self._known[reader] = (commit, dict(by_word))
            return known[1]


NAMES_BY_WORD = NamesByWord()
"""Kept here so that questions to one index share them."""


def named_with(reader: IndexReader, tokens: Collection[str], at_least: int, limit: int) -> list[Definition]:
    """Definitions whose bare names hold at least so many of the tokens, then by place.

    First those that hold many and say little else: of names with as many of the tokens, the shorter one.

    Args:
        reader: the index.
        tokens: as :func:`codeqa.text.tokens.code_tokens` makes them.
        at_least: how many a name must hold.
        limit: most definitions.
    """
    by_word = NAMES_BY_WORD.of(reader)
    held: dict[str, int] = defaultdict(int)
    for token in set(tokens):
        for name in by_word.get(token, ()):
            held[name] += 1
    worth = {
        name: count * count / max(1, len(split_identifier(name))) for name, count in held.items() if count >= at_least
    }
    names = sorted(worth, key=lambda one: (-worth[one], one))
    if not names:
        return []
    found = reader.definitions(name=names[:limit])
    return sorted(found, key=lambda one: (-worth[one.name], one.path, one.line))[:limit]
