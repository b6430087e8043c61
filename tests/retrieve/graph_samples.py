"""Graphs from a few words: definitions by their ids, steps by both ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from codeqa.model import Kind, ReferenceKind
from codeqa.retrieve.graph import ReferenceGraph, Steps, listed


@dataclass(frozen=True)
class Link:
    """A reference; with several targets, one that may mean any of them."""

    source: str
    targets: tuple[str, ...]
    kind: ReferenceKind = ReferenceKind.CALL
    confidence: float = 1.0
    line: int = 1


def link(
    source: str, *targets: str, kind: ReferenceKind = ReferenceKind.CALL, confidence: float = 1.0, line: int = 1
) -> Link:
    return Link(source, targets, kind, confidence, line)


def graph_of(
    links: Sequence[Link], kinds: Mapping[str, Kind] | None = None, aside: Collection[str] = ()
) -> ReferenceGraph:
    """A graph of ``path::Class.name`` ids; ``path`` alone as a source is the file's code outside definitions.

    Args:
        links: the references.
        kinds: definitions and what they are; those that only links name are functions.
        aside: paths of tests.
    """
    given = dict(kinds or {})
    ids = dict.fromkeys([*given, *(one for each in links for one in (each.source, *each.targets) if "::" in one)])
    names = [one.partition("::")[2].partition("~")[0] for one in ids]
    columns = {
        "id": list(ids),
        "path": [one.partition("::")[0] for one in ids],
        "name": [one.rpartition(".")[2] for one in names],
        "qualified_name": names,
        "kind": [given.get(one, Kind.FUNCTION).value for one in ids],
        "parent": [one.rpartition(".")[0] or None for one in names],
        "language": ["python"] * len(ids),
    }
    definitions = pa.table({name: pa.array(values, pa.string()) for name, values in columns.items()})
    definitions = definitions.append_column("line", pa.array(range(1, len(ids) + 1), pa.int32()))
    decided = [one for one in links if len(one.targets) == 1]
    open_ones = [one for one in links if len(one.targets) > 1]
    return ReferenceGraph.of(
        definitions,
        _rows(decided).append_column("target_id", pa.array([one.targets[0] for one in decided], pa.string())),
        _rows(open_ones).append_column(
            "candidates", pa.array([list(one.targets) for one in open_ones], pa.list_(pa.string()))
        ),
        aside,
    )


def _rows(links: Sequence[Link]) -> pa.Table:
    return pa.table(
        {
            "source_id": pa.array([one.source if "::" in one.source else None for one in links], pa.string()),
            "kind": pa.array([one.kind.value for one in links], pa.string()),
            "path": pa.array([one.source.partition("::")[0] for one in links], pa.string()),
            "line": pa.array([one.line for one in links], pa.int32()),
            "confidence": pa.array([one.confidence for one in links], pa.float32()),
        }
    )


def walked(graph: ReferenceGraph, steps: Steps) -> list[str]:
    """Steps as ``source > target``, with ``through name`` where the line names another."""
    return [
        f"{one.source} > {one.target}" + (f" through {one.through}" if one.through else "")
        for one in listed(graph.nodes, steps)
    ]
