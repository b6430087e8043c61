"""The commands that look things up: ``search``, ``def``, ``refs``, ``outline``."""

from __future__ import annotations

from typing import Annotated

import typer

from codeqa.faces.cli.opening import from_root, name_from_root, open_codebase, up_to_date
from codeqa.faces.cli.options import (
    NOTHING_FOUND,
    FormatOption,
    IndexDirOption,
    JsonOption,
    NameArgument,
    NoIndexOption,
    PathArgument,
    YesOption,
    format_of,
    kinds_of,
    reference_kinds_of,
)
from codeqa.folders import is_folder


def search(
    query: Annotated[str, typer.Argument(help="Words, a symbol, a path, an error message.")],
    path: PathArgument = None,
    limit: Annotated[int, typer.Option("--limit", "-n", help="Most hits.")] = 10,
    per_file: Annotated[int, typer.Option("--per-file", help="Most hits of one file.")] = 1,
    globs: Annotated[
        list[str] | None,
        typer.Option("--path", "-p", metavar="GLOB", help="Only files that match, as in a .gitignore; repeatable."),
    ] = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option("--kind", "-k", metavar="KIND", help="Only function, method, class, …; repeatable."),
    ] = None,
    languages: Annotated[
        list[str] | None,
        typer.Option("--language", "-l", metavar="LANGUAGE", help="Only python, java, …; repeatable."),
    ] = None,
    rerank: Annotated[bool | None, typer.Option("--rerank/--no-rerank", help="Rerank the first hits.")] = None,
    output: FormatOption = "text",
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Search by meaning and by words.

    \b
    Examples:
      codeqa search "retry with back-off"
      codeqa search HttpServer -k class -k interface
      codeqa search "parse headers" -p 'src/**' -p '!test_*'
      codeqa search "open session" --format vimgrep
    """
    from codeqa.faces.cli.show import results
    from codeqa.faces.cli.show.places import Places

    shown, wanted = format_of(output, as_json), kinds_of(kinds)
    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    hits = codebase.search(
        query, limit, per_file=per_file, paths=globs, kinds=wanted, languages=languages, rerank=rerank
    )
    results.hits(hits, Places.of(codebase), shown)
    if not hits:
        raise typer.Exit(NOTHING_FOUND)


def definitions(
    name: NameArgument,
    path: PathArgument = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show where a name is defined, with signature and documentation.

    \b
    Examples:
      codeqa def Session
      codeqa def Session.get
      codeqa def src/app.py:120
    """
    from codeqa.faces.cli.show import results
    from codeqa.faces.cli.show.document import print_json
    from codeqa.faces.cli.show.places import Places

    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    found = codebase.definitions(name_from_root(codebase, name))
    if as_json:
        print_json(found)
    else:
        results.definitions(found, Places.of(codebase))


def references(
    name: NameArgument,
    path: PathArgument = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option("--kind", "-k", metavar="KIND", help="Only call, instantiation, import, …; repeatable."),
    ] = None,
    output: FormatOption = "text",
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show every place that uses a name, by file, with the line and the definition around it.

    \b
    Examples:
      codeqa refs Session
      codeqa refs Session -k instantiation -k inheritance
      codeqa refs Session.get --format vimgrep
    """
    from codeqa.faces.cli.show import results
    from codeqa.faces.cli.show.places import Places

    shown, wanted = format_of(output, as_json), reference_kinds_of(kinds)
    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    found = codebase.references(name_from_root(codebase, name), wanted)
    results.references(found, Places.of(codebase), shown)
    if not found:
        raise typer.Exit(NOTHING_FOUND)


def outline(
    file: Annotated[str | None, typer.Argument(help="A file of the codebase; none for all of it.")] = None,
    root: Annotated[
        str | None,
        typer.Option("--root", "-C", metavar="PATH", help="The codebase, where it is not the one you are in."),
    ] = None,
    token_budget: Annotated[int, typer.Option("--token-budget", help="How long the whole map may be.")] = 2000,
    focus: Annotated[
        list[str] | None, typer.Option("--focus", metavar="NAME", help="Draw the map around it; repeatable.")
    ] = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a file's definitions, or the codebase's most referenced ones.

    \b
    Examples:
      codeqa outline
      codeqa outline src/app.py
      codeqa outline -C ~/src/flask --focus Session
    """
    from codeqa.errors import UsageError
    from codeqa.faces.cli.show import results
    from codeqa.faces.cli.show.document import print_json
    from codeqa.faces.cli.show.places import Places

    if file is not None and is_folder(file):
        raise UsageError(f"{file} is a folder. Name a file, or the codebase with -C {file}")
    codebase = open_codebase(root, index_dir, yes)
    up_to_date(codebase, no_index)
    wanted = None if file is None else from_root(codebase, file)
    found = codebase.outline(wanted, token_budget=token_budget, focus=focus or ())
    if as_json:
        print_json(found)
    else:
        results.outline(found, Places.of(codebase))
    if not found.entries:
        raise typer.Exit(NOTHING_FOUND)
