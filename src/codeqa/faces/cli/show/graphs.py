"""Graphs of definitions, as steps or for Mermaid."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from codeqa.faces.cli.show.places import Places
from codeqa.faces.cli.show.results import CERTAIN
from codeqa.faces.cli.show.terminal import counted, say
from codeqa.model import Definition, Edge, Graph, ReferenceKind

LIKELY = 0.5
"""Below this confidence a step is one of several that a line may mean."""

_WORDS = {ReferenceKind.OVERRIDE: "overridden by"}


def steps(found: Graph, places: Places) -> None:
    """One step after the other, each with its line; those that may be none, further chains and notes below."""
    _listed(found, found.edges, places)
    if found.total > len(found.edges):
        say((f"… {found.total - len(found.edges)} more; --limit shows more", "dim"))
    if found.maybe:
        say()
        say((f"maybe: {counted(found.maybe_total, 'call')} that may mean something else", "dim"))
        _listed(found, found.maybe, places)
        if found.maybe_total > len(found.maybe):
            say((f"… {found.maybe_total - len(found.maybe)} more; --limit shows more", "dim"))
    for number, chain in enumerate(found.chains[1:], start=2):
        say()
        say((f"chain {number}, {counted(len(chain.edges), 'step')}", "dim"))
        _listed(found, chain.edges, places)
    for note in found.notes:
        say((note, "dim"))


def _listed(found: Graph, edges: Iterable[Edge], places: Places) -> None:
    nodes = {one.id: one for one in found.nodes}
    labels = found.labels()
    for edge in edges:
        say(
            (labels.get(edge.source, edge.source), "cyan"),
            (f" ─{_arrow(edge, nodes)}→ ", "dim"),
            (labels.get(edge.target, edge.target), "cyan"),
            (_mark(edge, labels), "dim"),
            "  ",
            places.place(edge.path, edge.line),
        )
        if edge.text:
            say(f"    {edge.text}", is_cut=True)


def _mark(edge: Edge, labels: dict[str, str]) -> str:
    """What is to be known of a step: over which name it goes, and how certain it is where it is not."""
    marks = [] if edge.through is None else [f"through {labels.get(edge.through, edge.through)}"]
    if edge.confidence < CERTAIN:
        marks.append("likely" if edge.confidence >= LIKELY else "maybe")
    return f" ({', '.join(marks)})" if marks else ""


def _arrow(edge: Edge, nodes: dict[str, Definition]) -> str:
    if edge.kind is not ReferenceKind.MEMBER:
        return _WORDS.get(edge.kind, str(edge.kind))
    source, target = nodes.get(edge.source), nodes.get(edge.target)
    is_upward = source is not None and target is not None and source.parent == target.qualified_name
    return "lies in" if is_upward else "has"


def mermaid(found: Graph) -> None:
    """A Mermaid flowchart; steps that are not certain are dotted."""
    numbers = {one.id: f"n{at}" for at, one in enumerate(found.nodes)}
    labels = found.labels()
    edges = dict.fromkeys([*found.edges, *found.maybe, *(one for chain in found.chains for one in chain.edges)])
    lines = ["flowchart LR"]
    lines += [f'  {numbers[one.id]}["{labels[one.id].replace(chr(34), "#quot;")}"]' for one in found.nodes]
    lines += [
        f"  {numbers[edge.source]} {'-->' if edge.confidence >= LIKELY else '-.->'}|{edge.kind}| {numbers[edge.target]}"
        for edge in edges
        if edge.source in numbers and edge.target in numbers
    ]
    sys.stdout.write("\n".join(lines) + "\n")
