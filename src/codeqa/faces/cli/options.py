"""Arguments and options that several commands share, and what their words mean."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from codeqa.model import Kind, ReferenceKind

NOTHING_FOUND = 1
"""Exit status of a command that found nothing."""
FAULTY = 2
"""Exit status of wrong use, bad input, an installation that does not work."""

PathArgument = Annotated[
    str | None, typer.Argument(help="The codebase: a folder or a git URL; by default the one you are in.")
]
NameArgument = Annotated[str, typer.Argument(help="A bare or qualified name, or path:line.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
FormatOption = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, vimgrep or json.")]
ListedOption = Annotated[int, typer.Option("--limit", "-n", help="Most steps that are shown; the rest is counted.")]
DepthOption = Annotated[int, typer.Option("--depth", "-d", help="How many calls far.")]
MermaidOption = Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid flowchart.")]
IndexDirOption = Annotated[Path | None, typer.Option("--index-dir", help="Where the index lies.")]
YesOption = Annotated[
    bool, typer.Option("--yes", "-y", help="Index a home folder, / and the like too; they are refused otherwise.")
]
NoIndexOption = Annotated[bool, typer.Option("--no-index", help="Use the index as it is, however old.")]

FORMATS = ("text", "vimgrep", "json")


def format_of(output: str, as_json: bool) -> str:
    """The format that two options ask for.

    Raises:
        UsageError: there is no such format.
    """
    from codeqa.errors import UsageError

    if output not in FORMATS:
        raise UsageError(f"There is no format '{output}'. Choose {', '.join(FORMATS)}.")
    return "json" if as_json else output


def kinds_of(names: list[str] | None) -> list[Kind] | None:
    """Kinds of definitions and chunks by their names; None for all.

    Raises:
        UsageError: there is no such kind.
    """
    from codeqa.errors import UsageError
    from codeqa.model import Kind

    try:
        return [Kind(name.lower().replace("_", " ")) for name in names] if names else None
    except ValueError as error:
        raise UsageError(f"{error}. Choose among {', '.join(Kind)}.") from None


def reference_kinds_of(names: list[str] | None) -> list[ReferenceKind] | None:
    """Kinds of references by their names; None for all.

    Raises:
        UsageError: there is no such kind.
    """
    from codeqa.errors import UsageError
    from codeqa.model import GRAPH_KINDS, ReferenceKind

    kinds = [kind for kind in ReferenceKind if kind not in GRAPH_KINDS]
    for name in names or ():
        if name.lower() not in kinds:
            raise UsageError(f"There is no kind of reference '{name}'. Choose among {', '.join(kinds)}.")
    return [ReferenceKind(name.lower()) for name in names] if names else None
