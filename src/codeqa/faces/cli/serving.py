"""The command ``serve``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from codeqa.faces.cli.opening import open_codebase
from codeqa.faces.cli.options import IndexDirOption, YesOption

if TYPE_CHECKING:
    from codeqa.faces.http.access import Access


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
    host: Annotated[str, typer.Option("--host", help="Where it listens; for other machines only with a token.")] = (
        "127.0.0.1"
    ),
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A further name it may be called by; repeatable."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    no_index: Annotated[bool, typer.Option("--no-index", help="Use the indexes as they are, however old.")] = False,
    model: Annotated[str | None, typer.Option("--model", "-m", help="provider/model, such as ollama/qwen3.")] = None,
    model_url: Annotated[str | None, typer.Option("--model-url", help="Base URL of the model's server.")] = None,
    index_dir: IndexDirOption = None,
    yes: YesOption = False,
) -> None:
    """Open the web app: chat with a codebase in the browser.

    Indexes first where that is needed, and takes in what changes while it
    runs. Only this machine can reach it, unless --host says otherwise: then
    whoever opens it needs the token that is printed. Ctrl-C ends it.

    \b
    Examples:
      codeqa serve
      codeqa serve ~/src/app ~/src/library --model ollama/qwen3
      codeqa serve --host 0.0.0.0 --no-open
    """
    from codeqa.errors import UsageError
    from codeqa.faces.cli.show.terminal import note
    from codeqa.faces.http.addresses import addresses, is_for_others
    from codeqa.faces.http.app import create_app
    from codeqa.faces.http.server import Server, bound

    if index_dir is not None and len(paths or ()) > 1:
        raise UsageError("One folder holds one index: leave --index-dir out where several codebases are served.")
    wanted: list[str | None] = [*paths] if paths else [None]
    codebases = [open_codebase(path, index_dir, yes, model=model, model_url=model_url) for path in wanted]
    for one in codebases:
        if not no_index:
            one.check_breadth()
    listening = bound(host, port)
    access = _access(is_for_others(listening), allow_host or [])
    here, *elsewhere = addresses(listening, access.token)
    app = create_app(codebases, access=access, follow=not no_index)

    def ready() -> None:
        note(f"CodeQA answers at {here} (Ctrl-C ends it)")
        for one in elsewhere:
            note(f"From other machines: {one}")
        if not no_open:
            _open(here)

    with suppress(KeyboardInterrupt):  # that is how it is ended
        Server(app, ready).serve_on(listening)


def _access(is_open: bool, names: list[str]) -> Access:
    from codeqa.faces.http.access import Access

    return Access.elsewhere(names) if is_open else Access(names=frozenset(one.lower() for one in names))


def _open(url: str) -> None:
    """Opens the browser; not where it would open in the terminal, or nobody sits before the screen."""
    import os
    import sys
    import threading
    import webbrowser

    has_display = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    )
    if has_display and not os.environ.get("SSH_CONNECTION"):
        # In a thread: some browsers only return when they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
