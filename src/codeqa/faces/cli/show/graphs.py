"""Graphs of definitions, as steps or for Mermaid."""

from __future__ import annotations

import sys

from codeqa.faces.cli.show.places import Places
from codeqa.faces.cli.show.results import BY_NAME, CERTAIN
from codeqa.faces.cli.show.terminal import say
from codeqa.model import Definition, Edge, Graph, ReferenceKind


def steps(found: Graph, places: Places) -> None:
    """One step after the other, each with its line."""
    nodes = {one.id: one for one in found.nodes}
    for edge in found.edges:
        source, target = nodes.get(edge.source), nodes.get(edge.target)
        mark = "" if edge.confidence >= CERTAIN else BY_NAME
        say(
            (source.qualified_name if source else edge.source, "cyan"),
            (f" ─{_arrow(edge, source, target)}→ ", "dim"),
            (target.qualified_name if target else edge.target, "cyan"),
            (mark, "dim"),
            "  " if edge.line else "",
            places.place(edge.path, edge.line) if edge.line else "",
        )
        if edge.text:
            say(f"    {edge.text}", is_cut=True)


def _arrow(edge: Edge, source: Definition | None, target: Definition | None) -> str:
    if edge.kind is not ReferenceKind.MEMBER:
        return str(edge.kind)
    is_upward = source is not None and target is not None and source.parent == target.qualified_name
    return "lies in" if is_upward else "has"


def mermaid(found: Graph) -> None:
    """A Mermaid flowchart."""
    numbers = {one.id: f"n{at}" for at, one in enumerate(found.nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {numbers[one.id]}["{one.qualified_name.replace(chr(34), "#quot;")}"]' for one in found.nodes]
    lines += [
        f"  {numbers[edge.source]} -->|{edge.kind}| {numbers[edge.target]}"
        for edge in found.edges
        if edge.source in numbers and edge.target in numbers
    ]
    sys.stdout.write("\n".join(lines) + "\n")
