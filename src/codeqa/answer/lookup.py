"""What answering needs of an index. ``Codebase`` satisfies it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from codeqa.model import Context, Definition, Graph, Hit, Kind, Outline, Reference, ReferenceKind, SourceFile
from codeqa.retrieve.graph import Step


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

    def definitions_of(self, ids: Collection[str]) -> list[Definition]:
        """The definitions of ids, by path and place; ids that the index lacks are left out."""

    def definitions_in(self, paths: Collection[str]) -> list[Definition]:
        """All that some files define, by path and place."""

    def definitions_with(self, tokens: Collection[str], at_least: int = 1, limit: int = 50) -> list[Definition]:
        """Definitions whose bare names hold at least so many of some words' tokens, what says least else first."""

    def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of some texts is to a question in meaning, from -1 to 1; zeros where that cannot be told."""

    def calls_around(self, ids: Collection[str]) -> list[Step]:
        """The calls that lead to any of the definitions and those that they make, each once."""

    def files(self) -> list[SourceFile]:
        """All files of the index, by path."""

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

    def texts(self, paths: Collection[str]) -> dict[str, list[str]]:
        """Whole files as indexed, by path, a string a line; files that are not in the index are left out."""

    def suggestions(self, name: str) -> list[str]:
        """Names in the codebase that look like the given one, nearest first."""
