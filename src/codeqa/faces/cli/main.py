"""The command ``codeqa``: its sub-commands, and how errors become messages and exit statuses.

Heavy modules are loaded inside the commands, so that ``codeqa --help`` and completion answer at once.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from codeqa.errors import CodeQAError, refusal
from codeqa.faces.cli import asking, calls, chatting, evaluating, finding, indexing, mcp, serving, watching

STOPPED = 130
"""Exit status after Ctrl-C, as shells have it."""


class _Group(TyperGroup):
    """The command with its sub-commands. Output that nobody reads any more ends it in quiet, as ``head`` expects."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the sub-command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Whatever is still buffered has nowhere to go; it must not be flushed at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit from None
        return result


app = typer.Typer(
    name="codeqa",
    cls=_Group,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(indexing.index)
app.command()(asking.ask)
app.command()(chatting.chat)
app.command()(finding.search)
app.command("def")(finding.definitions)
app.command("refs")(finding.references)
app.command()(calls.callers)
app.command()(calls.callees)
app.command()(calls.route)
app.command()(finding.outline)
app.command()(indexing.status)
app.command()(indexing.doctor)
app.command()(serving.serve)
app.command()(mcp.mcp)
app.command()(watching.watch)
app.command("eval")(evaluating.evaluate)


@app.callback(invoke_without_command=True)
def _codeqa(version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False) -> None:
    """Answers questions about a codebase from the code itself, with path:line
    sources. Works offline.

    The codebase is the folder you are in, or the one around it that has an
    index or a codeqa.toml in the same git repository. Name another one at the
    end: a folder, or a git URL. Commands index first where that is needed.

    \b
    Start with:
      codeqa ask "what is this repository about?"
      codeqa search "retry with back-off"
      codeqa refs Session
      codeqa doctor

    Exit status: 0 done, 1 nothing found, 2 wrong use or bad input,
    3 a service failed.
    """
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"codeqa {version_of('codeqa')}")
        raise typer.Exit


def run() -> None:
    """The program's start: errors become one line on stderr and an exit status, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A file's name may hold bytes that are no text, and a terminal may know few characters.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except CodeQAError as error:
        typer.echo(f"codeqa: {error}", err=True)
        sys.exit(error.exit_status)
    except OSError as error:  # a folder that vanished or was closed meanwhile, a full disk
        typer.echo(f"codeqa: {refusal(error)} Look whether it is there and can be read and written.", err=True)
        sys.exit(CodeQAError.exit_status)
    except KeyboardInterrupt:
        sys.exit(STOPPED)
