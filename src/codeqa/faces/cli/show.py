"""What the commands print: results on stdout, progress and notes on stderr, colour only on a terminal."""

from __future__ import annotations

import json as json_format
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.syntax import Syntax

from codeqa.codebase import Doctor, Event, Notice, Piece, Stage, Status
from codeqa.codebase import AnswerStep as Step
from codeqa.codebase import Progress as Moment
from codeqa.model import (
    Answer,
    Definition,
    Graph,
    Hit,
    IndexReport,
    Outline,
    Reference,
    ReferenceKind,
    Verdict,
)

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

SHOWN_LINES = 6
"""Lines of a hit that a search prints."""
CERTAIN = 0.9
"""From this confidence on a reference is shown without a mark."""


def json(record: object) -> None:
    """Prints a record, or a list of them, as one JSON document with the records' own field names."""
    sys.stdout.write(json_format.dumps(record, default=_plain, ensure_ascii=False, indent=2) + "\n")


def _plain(value: object) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {**asdict(value), **({"place": value.place} if hasattr(value, "place") else {})}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


@contextmanager
def progress() -> Iterator[Callable[[Moment], None]]:
    """A listener for indexing that draws a bar on a terminal and nothing elsewhere."""
    if not err.is_terminal:
        yield lambda _: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as bars:
        tasks: dict[Stage, TaskID] = {}

        def listener(moment: Moment) -> None:
            if moment.stage not in tasks:
                for task in tasks.values():
                    bars.update(task, visible=False)
                tasks[moment.stage] = bars.add_task(moment.stage.value, total=moment.total)
            bars.update(tasks[moment.stage], completed=moment.done, total=moment.total)

        yield listener


def indexed(report: IndexReport) -> None:
    """Says on stderr that the codebase was indexed before the answer."""
    changed = report.added + report.changed + report.removed
    err.print(f"[dim]Indexed {changed:,} changed of {report.files:,} files in {report.seconds:.1f} s.[/dim]")
    _notes(report)


def report(found: IndexReport) -> None:
    """What a run of indexing did."""
    out.print(
        f"{found.files:,} files ({found.added:,} new, {found.changed:,} changed, {found.removed:,} removed), "
        f"{found.chunks:,} chunks, {found.definitions:,} definitions, {found.references:,} references "
        f"in {found.seconds:.1f} s"
    )
    by_reason: dict[str, int] = {}
    for one in found.skipped:
        by_reason[one.reason] = by_reason.get(one.reason, 0) + 1
    for reason, count in sorted(by_reason.items(), key=lambda item: -item[1]):
        out.print(f"  left out: {count:,} {escape(reason)}")
    for one in found.problems:
        out.print(f"  as plain text: {escape(one.path)}: {escape(one.reason)}")
    out.print(f"  index: {escape(_shown(Path(found.index_dir)))}")
    _notes(found)


def _notes(found: IndexReport) -> None:
    for note in found.notes:
        err.print(escape(note))


def survey(found: Any) -> None:
    """What indexing would take in and leave out."""
    total = found.total
    out.print(f"{total.files:,} files, {total.lines:,} lines, about {total.chunks:,} chunks would be indexed")
    for title, tallies in (("by language", found.languages), ("by folder", found.folders), ("marked", found.traits)):
        if tallies:
            out.print(f"\n[bold]{title}[/bold]")
            for one in tallies:
                out.print(f"  {escape(one.name):30} {one.files:>8,} files {one.lines:>10,} lines")
    if found.skipped:
        out.print("\n[bold]left out[/bold]")
        for one in found.skipped:
            places = ", ".join(place.path for place in one.places[:3])
            out.print(
                f"  {escape(one.reason):30} {one.files:>8,} files {one.folders:>6,} folders  [dim]{escape(places)}[/dim]"
            )


def hits(found: Sequence[Hit], root: Path, output: str) -> None:
    """Search results as text, as lines for an editor, or as JSON."""
    if output == "json":
        json(list(found))
    elif output == "vimgrep":
        for hit in found:
            first = hit.text.split("\n", 1)[0].strip()
            sys.stdout.write(f"{_path(root, hit.path)}:{hit.start_line}:1:{hit.symbol or first}\n")
    else:
        for hit in found:
            _hit(hit, root)


def _hit(hit: Hit, root: Path) -> None:
    place = f"{_path(root, hit.path)}:{hit.start_line}-{hit.end_line}"
    out.print(f"[bold]{escape(place)}[/bold]  {hit.kind} {escape(hit.symbol or '')}")
    out.print(f"  [dim]{escape(', '.join(hit.reasons))}[/dim]")
    lines = [line for line in hit.text.split("\n") if line.strip()][:SHOWN_LINES]
    _code("\n".join(lines), hit.language, hit.start_line)
    for one in hit.more:
        out.print(f"  [dim]also {one.start_line}-{one.end_line} {escape(one.symbol or one.kind)}[/dim]")
    out.print()


def _code(text: str, language: str | None, line: int) -> None:
    if out.is_terminal:
        out.print(Syntax(text, language or "text", theme="ansi_dark", background_color="default", start_line=line))
    else:
        out.print("\n".join(f"    {one}" for one in text.split("\n")), markup=False)


def definitions(found: Sequence[Definition], root: Path) -> None:
    """Definitions with signature and documentation."""
    for one in found:
        place = f"{_path(root, one.path)}:{one.line}"
        out.print(f"[bold]{escape(place)}[/bold]  {one.kind} {escape(one.qualified_name)}")
        out.print(f"    {escape(one.signature)}")
        for line in one.doc.splitlines()[:SHOWN_LINES]:
            out.print(f"    [dim]{escape(line)}[/dim]")


def references(found: Sequence[Reference], root: Path, output: str) -> None:
    """References grouped by file, as lines for an editor, or as JSON."""
    if output == "json":
        json(list(found))
        return
    if output == "vimgrep":
        for one in found:
            sys.stdout.write(f"{_path(root, one.path)}:{one.line}:{one.column}:{one.text}\n")
        return
    for path, group in groupby(found, key=lambda one: one.path):
        listed = list(group)
        out.print(f"[bold]{escape(_path(root, path))}[/bold]  {len(listed)}")
        for one in listed:
            sure = "" if one.confidence >= CERTAIN else " [dim](by name)[/dim]"
            within = f"  [dim]in {escape(one.enclosing)}[/dim]" if one.enclosing else ""
            out.print(f"  {one.line:>5}  {one.kind}{sure}  {escape(one.text)}{within}")
    if found:
        out.print(f"[dim]{len(found):,} references[/dim]")


def graph(found: Graph, root: Path) -> None:
    """Steps, one a line."""
    names = {one.id: one for one in found.nodes}
    for edge in found.edges:
        source, target = names.get(edge.source), names.get(edge.target)
        arrow = "has" if edge.kind is ReferenceKind.MEMBER else f"{edge.kind}"
        sure = "" if edge.confidence >= CERTAIN else " [dim](by name)[/dim]"
        left = source.qualified_name if source else edge.source
        right = target.qualified_name if target else edge.target
        place = f"  {_path(root, edge.path)}:{edge.line}" if edge.line else ""
        out.print(f"{escape(left)} [dim]─{arrow}→[/dim] {escape(right)}{sure}[bold]{escape(place)}[/bold]")
        if edge.text:
            out.print(f"    {escape(edge.text)}")
    if not found.edges:
        err.print("Nothing connects them, as far as the index knows.")


def mermaid(found: Graph) -> None:
    """The graph as a Mermaid flowchart."""
    numbers = {one.id: f"n{at}" for at, one in enumerate(found.nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {numbers[one.id]}["{one.qualified_name}"]' for one in found.nodes]
    lines += [
        f"  {numbers[edge.source]} -->|{edge.kind}| {numbers[edge.target]}"
        for edge in found.edges
        if edge.source in numbers and edge.target in numbers
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def outline(found: Outline) -> None:
    """A file's definitions as a tree, or the codebase's by rank."""
    for entry in found.entries:
        one = entry.definition
        used = f"  [dim]{entry.references} references[/dim]" if entry.references else ""
        if found.path is not None:
            depth = one.qualified_name.count("::") + one.qualified_name.count(".")
            out.print(f"{one.line:>5}  {'  ' * depth}{escape(one.signature)}{used}")
        else:
            out.print(f"[bold]{escape(one.path)}:{one.line}[/bold]  {escape(one.signature)}{used}")


def status(found: Status) -> None:
    """What the index holds."""
    if not found.exists:
        out.print(f"There is no index of {escape(found.root)}. Run `codeqa index`.")
        return
    current = (
        "current" if not found.stale else f"behind: {found.added} new, {found.changed} changed, {found.removed} gone"
    )
    if not found.complete:
        current = "not finished; run `codeqa index`"
    elif found.outdated:
        current = "made with other settings or another version; the next run indexes everything anew"
    out.print(f"index     {escape(_shown(Path(found.index_dir)))}  {found.bytes / 1e6:,.1f} MB, {current}")
    out.print(
        f"holds     {found.files:,} files, {found.chunks:,} chunks, {found.definitions:,} definitions, "
        f"{found.references:,} references"
    )
    out.print(f"languages {', '.join(f'{name} {count:,}' for name, count in found.languages)}")
    out.print(f"embedder  {escape(found.embedder)}")
    if found.skipped:
        out.print(f"left out  {escape(', '.join(f'{count:,} {reason}' for reason, count in found.skipped))}")
    if found.broken_files:
        out.print(f"broken    {found.broken_files:,} files with syntax errors")
    for path, note in found.problems:
        out.print(f"as text   {escape(path)}: {escape(note)}")


def doctor(found: Doctor) -> None:
    """What is installed, what is set, what would leave the machine."""
    out.print(f"codeqa {found.version}, Python {found.python}")
    for name, version in found.packages:
        out.print(f"  {name} {version}")
    out.print(f"languages {', '.join(found.languages)}")
    for problem in found.problems:
        out.print(f"[red]problem[/red]   {escape(problem)}")
    out.print(f"embedder  {escape(found.embedder)}")
    out.print(f"model     {escape(found.model or 'none: answers are extractive')}")
    out.print(f"keys set  {', '.join(found.keys) or 'none'}")
    out.print(f"leaves this machine: {escape(found.leaves)}")


class AnswerStream:
    """Shows an answer while it comes.

    Args:
        live: show its pieces at once; else only notices, and the whole at the end.
    """

    def __init__(self, live: bool) -> None:
        self._live = live
        self._streamed = False

    def on_event(self, event: Event) -> None:
        """Shows a piece, a step or a notice."""
        if isinstance(event, Notice):
            err.print(f"[dim]{escape(event.text)}[/dim]")
        elif isinstance(event, Step):
            err.print(f"[dim]· {escape(event.text)}[/dim]")
        elif isinstance(event, Piece) and self._live:
            sys.stdout.write(event.text)
            sys.stdout.flush()
            self._streamed = True

    def end(self, answer: Answer) -> None:
        """Shows what was not shown yet: the text on a terminal, the sources of a model's answer, the notes."""
        if not self._streamed:
            out.print(Markdown(answer.text)) if out.is_terminal else out.print(answer.text, markup=False)
        elif not answer.text.endswith("\n"):
            sys.stdout.write("\n")
        if answer.model is not None:
            for one in answer.citations:
                mark = "" if one.verdict is Verdict.VALID else f"  ({one.verdict})"
                out.print(f"[{one.number}] {one.place}{mark}", markup=False)
        for note in answer.notes:
            err.print(f"[dim]{escape(note)}[/dim]")


def _path(root: Path, path: str) -> str:
    """A path from the working directory, which terminals and editors can open."""
    return _shown(root / path)


def _shown(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("../..") else relative
