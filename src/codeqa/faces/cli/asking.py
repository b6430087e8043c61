"""The command ``ask``."""

from __future__ import annotations

from typing import Annotated

import typer

from codeqa.faces.cli.opening import open_codebase, up_to_date
from codeqa.faces.cli.options import NOTHING_FOUND, IndexDirOption, JsonOption, NoIndexOption, PathArgument, YesOption
from codeqa.folders import is_folder


def ask(
    question: Annotated[str, typer.Argument(help="The question, in words.")],
    path: PathArgument = None,
    model: Annotated[str | None, typer.Option("--model", "-m", help="provider/model, such as ollama/qwen3.")] = None,
    model_url: Annotated[str | None, typer.Option("--model-url", help="Base URL of the model's server.")] = None,
    token_budget: Annotated[int | None, typer.Option("--token-budget", help="Most tokens of evidence.")] = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Ask a question; the answer names its sources as path:line.

    Without a model the answer is the evidence itself, arranged to be read;
    with one it is prose whose citations are checked against the index.
    The codebase may also come first.

    \b
    Examples:
      codeqa ask "how are requests dispatched?"
      codeqa ask "where is Session used?" ~/src/flask
      codeqa ask "what is this about?" https://github.com/pallets/click
      codeqa ask --model ollama/qwen3 "how does routing work?"
    """
    from codeqa.faces.cli.show.answers import AnswerStream
    from codeqa.faces.cli.show.document import print_json

    question, path = _in_order(question, path)
    codebase = open_codebase(path, index_dir, yes, model=model, model_url=model_url, token_budget=token_budget)
    up_to_date(codebase, no_index)
    shown = AnswerStream(codebase, is_live=codebase.settings.model is not None and not as_json)
    answer = codebase.ask(question, stream=True, on_event=shown.on_event)
    if as_json:
        print_json(answer)
    else:
        shown.end(answer)
    if not answer.sources:
        raise typer.Exit(NOTHING_FOUND)


def _in_order(question: str, path: str | None) -> tuple[str, str | None]:
    """Question and codebase, whichever came first."""
    from codeqa.codebase import Codebase
    from codeqa.errors import UsageError

    if path is None:
        if Codebase.is_url(question) or (("/" in question or question in (".", "..")) and is_folder(question)):
            raise UsageError(f'There is no question. Ask one: codeqa ask "what is this about?" {question}')
        return question, None
    if _is_place(question) and not _is_place(path):
        return path, question
    return question, path


def _is_place(text: str) -> bool:
    """True for a git URL or a folder."""
    from codeqa.codebase import Codebase

    return Codebase.is_url(text) or is_folder(text)
