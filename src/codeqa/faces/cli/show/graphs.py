"""Graphs of definitions, as steps or for Mermaid."""

from __future__ import annotations

import sys

from codeqa.faces.cli.show.places import Places
from codeqa.faces.cli.show.results import BY_NAME, CERTAIN
from codeqa.faces.cli.show.terminal import say
from codeqa.model import Graph, ReferenceKind


def steps(found: Graph, places: Places) -> None:
    """One step after the other, each with its line."""
    names = {one.id: one.qualified_name for one in found.nodes}
    for edge in found.edges:
        arrow = "has" if edge.kind is ReferenceKind.MEMBER else str(edge.kind)
        mark = "" if edge.confidence >= CERTAIN else BY_NAME
        say(
            (names.get(edge.source, edge.source), "cyan"),
            (f" ─{arrow}→ ", "dim"),
            (names.get(edge.target, edge.target), "cyan"),
            (mark, "dim"),
            "  ",
            places.place(edge.path, edge.line),
        )
        if edge.text:
            say(f"    {edge.text}", is_cut=True)


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
