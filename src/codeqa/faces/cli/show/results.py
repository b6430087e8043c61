"""Hits, definitions, references and outlines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from textwrap import dedent

from rich.syntax import Syntax
from rich.text import Text

from codeqa.faces.cli.show.document import print_json
from codeqa.faces.cli.show.places import Places
from codeqa.faces.cli.show.terminal import counted, harmless, out, say
from codeqa.model import Definition, Hit, Outline, Reference

SHOWN_LINES = 6
"""Lines of a hit, and of a documentation, that are printed."""
CERTAIN = 0.9
"""From this confidence on a reference is shown without a mark."""
BY_NAME = " (by name)"
"""The mark of what was matched by its name alone."""


def hits(found: Sequence[Hit], places: Places, output: str) -> None:
    """Search results as text, as lines for an editor, or as JSON."""
    if output == "json":
        print_json(found)
        return
    for number, hit in enumerate(found):
        if output == "vimgrep":
            _editor_line(places, hit.path, hit.start_line, 1, _title(hit))
            continue
        if number:
            say()
        say(places.place(hit.path, hit.start_line, hit.end_line), f"  {hit.kind} ", (hit.symbol or "", "cyan"))
        say((f"  {', '.join(hit.reasons)}", "dim"))
        for line in _code(hit.text, hit.language):
            say("    ", line, is_cut=True)
        if hit.more:
            others = ", ".join(f"{one.start_line}-{one.end_line} {one.symbol or one.kind}" for one in hit.more)
            say((f"  also {others}", "dim"), is_cut=True)


def definitions(found: Sequence[Definition], places: Places) -> None:
    """Definitions with signature and documentation."""
    for one in found:
        say(places.place(one.path, one.line), f"  {one.kind} ", (one.qualified_name, "cyan"))
        say("    ", *_code(one.signature, one.language))
        for line in one.doc.splitlines()[:SHOWN_LINES]:
            say((f"    {line}".rstrip(), "dim"))


def references(found: Sequence[Reference], places: Places, output: str) -> None:
    """References grouped by file, as lines for an editor, or as JSON."""
    if output == "json":
        print_json(found)
        return
    if output == "vimgrep":
        for one in found:
            _editor_line(places, one.path, one.line, one.column, one.text)
        return
    files = 0
    for path, group in groupby(found, key=lambda one: one.path):
        files += 1
        listed = list(group)
        say((places.path(path), places.style(path)), f"  {len(listed)}")
        for one in listed:
            number = Text(f"{one.line:>7}", places.style(path, one.line))
            mark = "" if one.confidence >= CERTAIN else BY_NAME
            within = f"  in {one.enclosing}" if one.enclosing else ""
            say(number, f"  {one.kind}", (mark, "dim"), f"  {one.text}", (within, "dim"))
    if found:
        say((f"{counted(len(found), 'reference')} in {counted(files, 'file')}", "dim"))


def outline(found: Outline, places: Places) -> None:
    """A file's definitions as a tree, or the codebase's, the most referenced first."""
    depths: dict[str, int] = {}
    for entry in found.entries:
        one = entry.definition
        used = f"  {counted(entry.references, 'reference')}" if entry.references else ""
        if found.path is None:
            say(places.place(one.path, one.line), f"  {one.signature}", (used, "dim"))
            continue
        depth = depths[one.qualified_name] = 0 if one.parent is None else depths.get(one.parent, -1) + 1
        number = Text(f"{one.line:>7}", places.style(one.path, one.line))
        say(number, f"  {'  ' * depth}", *_code(one.signature, one.language), (used, "dim"))


def _editor_line(places: Places, path: str, line: int, column: int, text: str) -> None:
    sys.stdout.write(f"{places.path(path)}:{line}:{column}:{text}\n")


def _title(hit: Hit) -> str:
    first = next((line.strip() for line in hit.text.split("\n") if line.strip()), "")
    return f"{hit.kind} {hit.symbol}" if hit.symbol else first


def _code(text: str, language: str | None) -> list[Text]:
    """The first lines that are not blank, coloured on a terminal."""
    lines = [line for line in dedent(text.expandtabs(4)).split("\n") if line.strip()][:SHOWN_LINES]
    if not out.is_terminal:
        return [Text(line) for line in lines]
    code = harmless("\n".join(lines))
    highlighted = Syntax("", language or "text", theme="ansi_dark").highlight(code)
    highlighted.rstrip()
    return list(highlighted.split("\n"))
