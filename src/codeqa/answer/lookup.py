"""What answering needs of an index. ``Codebase`` satisfies it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from codeqa.model import Context, Definition, Graph, Hit, Kind, Outline, Reference, ReferenceKind


class Lookup(Protocol):
    """Questions to an index. Methods that take a name raise ``NotFoundError`` when nothing in the codebase has it."""

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        per_file: int = 1,
        paths: Sequence[str] | None = None,
        kinds: Collection[Kind] | None = None,
        rerank: bool | None = None,
    ) -> list[Hit]:
        """The best hits for a query, best first.

        Args:
            query: words, never query syntax.
            limit: most hits.
            per_file: most hits of one file.
            paths: globs; a hit's path matches one of them.
            kinds: a hit's kind is one of them.
            rerank: rerank the first hits; by default the setting.
        """

    def context(self, question: str, token_budget: int = 8000) -> Context:
        """The evidence for a question, packed into a budget of estimated tokens."""

    def definitions(self, name: str) -> list[Definition]:
        """What a name means: bare, qualified, a definition's id, or ``path:line``."""

    def references(self, name: str, kinds: Collection[ReferenceKind] | None = None) -> list[Reference]:
        """Every place that uses a name, by path and line."""

    def callers(self, name: str, depth: int = 1) -> Graph:
        """Who calls it, nearest first."""

    def callees(self, name: str, depth: int = 1) -> Graph:
        """Whom it calls, nearest first."""

    def route(self, a: str, b: str) -> Graph:
        """How two names are connected, edges in walking order; no edges when nothing connects them."""

    def outline(self, path: str | None = None) -> Outline:
        """A file's map in file order, or the repository's, the most referenced first."""

    def lines(self, path: str, start: int, end: int) -> str | None:
        """The lines of a file as indexed, joined by ``\\n``.

        Fewer than asked for where the file ends before ``end``; None where the file is not in the index or ends
        before ``start``.
        """

    def suggestions(self, name: str) -> list[str]:
        """Names in the codebase that look like the given one, nearest first."""
