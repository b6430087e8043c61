"""The command ``mcp``."""

from __future__ import annotations

from typing import Annotated

import typer

from codeqa.faces.cli.options import IndexDirOption


def mcp(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH …]",
            help="Codebases: folders or git URLs; by default those that the client has open, or the one you are in.",
        ),
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="Talk over streamable HTTP instead of stdio.")] = False,
    port: Annotated[int, typer.Option("--port", "-p", min=1, max=65535, help="With --http.")] = 7412,
    install: Annotated[
        str | None,
        typer.Option("--install", metavar="CLIENT", help="Write a client's configuration, and end; see below."),
    ] = None,
    yes: Annotated[
        bool,
        typer.Option("--yes", "-y", help="Index a home folder, / and the like too; with --install: do not ask."),
    ] = False,
    no_index: Annotated[bool, typer.Option("--no-index", help="Use the indexes as they are, however old.")] = False,
    model: Annotated[str | None, typer.Option("--model", "-m", help="provider/model, for ask_codebase.")] = None,
    index_dir: IndexDirOption = None,
) -> None:
    """Serve agents and editors over the Model Context Protocol.

    Started by the client, not by you: --install writes its configuration, or
    `claude mcp add codeqa -- codeqa mcp` does. Makes the index where there is
    none and takes in what changes while it runs.

    \b
    Clients for --install:
      claude-code, claude-desktop, codex, cursor, gemini, vscode, windsurf, zed

    \b
    Examples:
      codeqa mcp --install cursor
      codeqa mcp ~/src/app ~/src/library
      codeqa mcp --http --port 7412
    """
    from codeqa.errors import UsageError

    given = paths or []
    if index_dir is not None and len(given) > 1:
        raise UsageError("One folder holds one index: leave --index-dir out where several codebases are served.")
    if install is not None:
        _install(install, given, yes)
        return

    from codeqa.faces.cli.opening import open_codebase
    from codeqa.faces.cli.show.terminal import note
    from codeqa.faces.mcp.server import run_on_http, run_on_stdio
    from codeqa.faces.mcp.shelf import Shelf

    shelf = Shelf(given, lambda path: open_codebase(path, index_dir, yes, model=model), follow=not no_index)
    if http:
        run_on_http(shelf, port, lambda: note(f"CodeQA answers at http://127.0.0.1:{port}/mcp (Ctrl-C ends it)"))
    else:
        run_on_stdio(shelf)


def _install(client: str, paths: list[str], yes: bool) -> None:
    from pathlib import Path

    from codeqa.faces.cli.show.terminal import note
    from codeqa.faces.mcp.install import client_named, planned

    plan = planned(client_named(client), paths, Path.cwd())
    if not plan.difference:
        note(f"{plan.path} has it already.")
        return
    typer.echo(f"{plan.path}:\n{plan.difference}")
    if not yes and not typer.confirm("Write this?", err=True):
        raise typer.Exit(1)
    backup = plan.write()
    note(f"Written{f'; as it was: {backup}' if backup is not None else ''}. Restart the client to load it.")
