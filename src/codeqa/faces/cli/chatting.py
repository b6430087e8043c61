"""The command ``chat``."""

from __future__ import annotations

from typing import Annotated

import typer

from codeqa.faces.cli.opening import open_codebase, up_to_date
from codeqa.faces.cli.options import IndexDirOption, NoIndexOption, PathArgument, YesOption


def chat(
    path: PathArgument = None,
    resume: Annotated[str | None, typer.Option("--resume", "-r", help="Go on with one: its id, or last.")] = None,
    show: Annotated[bool, typer.Option("--list", help="List the conversations that are kept.")] = False,
    model: Annotated[str | None, typer.Option("--model", "-m", help="provider/model, such as ollama/qwen3.")] = None,
    model_url: Annotated[str | None, typer.Option("--model-url", help="Base URL of the model's server.")] = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
) -> None:
    """Talk with a codebase: questions, follow-ups, sources.

    Each question goes on from those before; /help says what else there is.
    Conversations are kept in the index folder. Through a pipe, each line is a
    question.

    \b
    Examples:
      codeqa chat
      codeqa chat ~/src/flask --model ollama/qwen3
      codeqa chat --resume last
      codeqa chat --list
    """
    from codeqa.faces.cli.conversing import Chat, show_list, show_turns, typed_lines
    from codeqa.faces.cli.show.terminal import note

    codebase = open_codebase(path, index_dir, yes, model=model, model_url=model_url)
    if show:
        show_list(codebase)
        return
    conversation = codebase.conversation(resume)
    up_to_date(codebase, no_index)
    if resume is not None:
        show_turns(conversation)
    else:
        note(f"Ask about {codebase.root.name}. /help says what else there is, Ctrl-D ends.")
    Chat(codebase, conversation).run(typed_lines(codebase))
