"""The command ``serve``."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from codeqa.faces.cli.opening import open_codebase
from codeqa.faces.cli.options import IndexDirOption


def serve(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH …]", help="Codebases, side by side: folders or git URLs; by default the one you are in."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", "-p", min=1, max=65535, help="By default 7411, or the next free one."),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Where it listens. Elsewhere than here, only with a token.")] = (
        "127.0.0.1"
    ),
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    no_index: Annotated[bool, typer.Option("--no-index", help="Use the indexes as they are, however old.")] = False,
    model: Annotated[str | None, typer.Option("--model", "-m", help="provider/model, such as ollama/qwen3.")] = None,
    model_url: Annotated[str | None, typer.Option("--model-url", help="Base URL of the model's server.")] = None,
    index_dir: IndexDirOption = None,
) -> None:
    """Open the web app: chat with a codebase in the browser.

    Indexes first where that is needed, and takes in what changes while it
    runs. Ctrl-C ends it.

    \b
    Examples:
      codeqa serve
      codeqa serve ~/src/app ~/src/library --model ollama/qwen3
      codeqa serve --host 0.0.0.0 --no-open
    """
    from codeqa.errors import UsageError
    from codeqa.faces.cli.show.terminal import note
    from codeqa.faces.http.app import create_app
    from codeqa.faces.http.server import Server, bound

    if index_dir is not None and len(paths or ()) > 1:
        raise UsageError("One folder holds one index: leave --index-dir out where several codebases are served.")
    codebases = [open_codebase(path, index_dir, model=model, model_url=model_url) for path in paths or [None]]
    listening = bound(host, port)
    app = create_app(codebases, follow=not no_index)
    url = f"http://{host}:{listening.getsockname()[1]}/"
    note(f"CodeQA answers at {url} (Ctrl-C ends it)")
    with suppress(KeyboardInterrupt):  # the way to end it
        Server(app).serve_on(listening)
