"""The commands over the reference graph: ``callers``, ``callees``, ``route``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codeqa.faces.cli.opening import name_from_root, open_codebase, up_to_date
from codeqa.faces.cli.options import (
    NOTHING_FOUND,
    DepthOption,
    IndexDirOption,
    JsonOption,
    ListedOption,
    MermaidOption,
    NameArgument,
    NoIndexOption,
    PathArgument,
    YesOption,
)

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.model import Graph


def callers(
    name: NameArgument,
    path: PathArgument = None,
    depth: DepthOption = 1,
    limit: ListedOption = 100,
    mermaid: MermaidOption = False,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show who calls it, nearest first and tests last; calls that may mean something else stand below.

    \b
    Examples:
      codeqa callers parse
      codeqa callers Session.get --depth 3
    """
    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    found = codebase.callers(name_from_root(codebase, name), depth, limit)
    _show(codebase, found, mermaid, as_json, f"Nothing here is known to call {name}.")


def callees(
    name: NameArgument,
    path: PathArgument = None,
    depth: DepthOption = 1,
    limit: ListedOption = 100,
    mermaid: MermaidOption = False,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show what it calls in this codebase, nearest first.

    \b
    Examples:
      codeqa callees main
      codeqa callees App.run --depth 2 --mermaid
    """
    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    found = codebase.callees(name_from_root(codebase, name), depth, limit)
    _show(codebase, found, mermaid, as_json, f"{name} is not known to call anything here.")


def route(
    start: Annotated[str, typer.Argument(help="A name.")],
    end: Annotated[str, typer.Argument(help="Another name.")],
    path: PathArgument = None,
    chains: Annotated[int, typer.Option("--chains", help="Most different chains.")] = 1,
    mermaid: MermaidOption = False,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how one name reaches the other: by calls, else with inheritance and overrides, else what relates them.

    \b
    Examples:
      codeqa route Encoder Decoder
      codeqa route main Session.get --chains 3
    """
    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    found = codebase.route(name_from_root(codebase, start), name_from_root(codebase, end), chains)
    _show(codebase, found, mermaid, as_json, f"{start} and {end} are not known to be connected.")


def _show(codebase: Codebase, graph: Graph, mermaid: bool, as_json: bool, nothing: str) -> None:
    from codeqa.faces.cli.show import graphs
    from codeqa.faces.cli.show.document import print_json
    from codeqa.faces.cli.show.places import Places
    from codeqa.faces.cli.show.terminal import note

    if as_json:
        print_json(graph)
    elif mermaid:
        graphs.mermaid(graph)
    else:
        graphs.steps(graph, Places.of(codebase))
    if not graph.edges and not graph.maybe:
        note(nothing)
        raise typer.Exit(NOTHING_FOUND)
