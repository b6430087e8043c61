"""The map of a file or of the repository: its definitions, the most referenced first, within a token budget."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from codeqa.model import Definition, Kind, Outline, OutlineEntry
from codeqa.retrieve.graph import ReferenceGraph
from codeqa.text.tokens import estimate_tokens

OUTLINE_TOKENS = 2_000
"""Default budget of a repository's outline: a screen or two, and little beside a question's evidence."""

_LINE_TOKENS = 3
"""What an entry costs beside its signature: indentation, line number."""

_TOO_SMALL = frozenset({Kind.FIELD, Kind.ENUM_MEMBER, Kind.VARIABLE, Kind.IMPL})
"""Kinds that say little about a repository; a file's own outline has them."""


def file_outline(path: str, definitions: Iterable[Definition], graph: ReferenceGraph) -> Outline:
    """All definitions of one file in file order, with how often each is referenced."""
    ranks = graph.ranks()
    ordered = sorted(definitions, key=lambda one: (one.start_line, -one.end_line, one.line))
    return Outline(
        path, tuple(OutlineEntry(one, graph.references_to(one.id), ranks.get(one.id, 0.0)) for one in ordered)
    )


def repository_outline(
    definitions: Iterable[Definition],
    graph: ReferenceGraph,
    *,
    token_budget: int = OUTLINE_TOKENS,
    focus: Collection[str] = (),
    aside: Collection[str] = (),
) -> Outline:
    """The repository's most referenced definitions, as many as fit the budget, best first.

    The idea of ranking a repository's map by PageRank and fitting it to a budget is Aider's ("Building a better
    repository map with tree-sitter", aider.chat, 2023).

    Args:
        definitions: every definition.
        graph: the reference graph.
        token_budget: estimated tokens that the entries' signatures may take together.
        focus: ids of definitions that the question is about; rank flows out from them.
        aside: paths whose definitions come only after all others (tests, vendored code).
    """
    ranks = graph.ranks(focus)
    wanted = [one for one in definitions if one.kind not in _TOO_SMALL]
    wanted.sort(key=lambda one: (one.path in aside, -ranks.get(one.id, 0.0), one.path, one.start_line))
    entries: list[OutlineEntry] = []
    left = token_budget
    for one in wanted:
        left -= estimate_tokens(one.signature) + _LINE_TOKENS
        if left < 0:
            break
        entries.append(OutlineEntry(one, graph.references_to(one.id), ranks.get(one.id, 0.0)))
    return Outline(None, tuple(entries))
