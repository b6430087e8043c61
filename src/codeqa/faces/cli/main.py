"""The command ``codeqa``: its sub-commands, and how errors become messages and exit statuses.

Heavy modules are loaded inside the commands, so that ``codeqa --help`` and completion answer at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

if TYPE_CHECKING:
    from codeqa.codebase import Codebase
    from codeqa.model import Kind, ReferenceKind

NOTHING_FOUND = 1

app = typer.Typer(
    name="codeqa",
    help="Answers questions about a codebase from the code itself, with path:line sources. Works offline.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PathArgument = Annotated[str, typer.Argument(help="The codebase's folder.", metavar="[PATH]")]
RootOption = Annotated[str, typer.Option("--root", "-C", help="The codebase's folder.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
IndexDirOption = Annotated[Optional[Path], typer.Option("--index-dir", help="Where the index lies.")]
NoIndexOption = Annotated[bool, typer.Option("--no-index", help="Answer from the index as it is, however old.")]
EmbedderOption = Annotated[Optional[str], typer.Option("--embedder", help="wordllama, model2vec:PATH, openai:MODEL, …")]


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False) -> None:
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"codeqa {version_of('codeqa')}")
        raise typer.Exit


@app.command()
def index(
    path: PathArgument = ".",
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Index everything anew.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be indexed; write nothing.")] = False,
    embedder: EmbedderOption = None,
    index_dir: IndexDirOption = None,
    as_json: JsonOption = False,
) -> None:
    """Build the index, or bring it up to date.

    Examples: `codeqa index`, `codeqa index ~/src/app --dry-run`, `codeqa index --rebuild`
    """
    from codeqa.faces.cli import show

    codebase = _codebase(path, index_dir, embedder=embedder)
    if dry_run:
        survey = codebase.survey()
        show.json(survey) if as_json else show.survey(survey)
        return
    with show.progress() as listener:
        report = codebase.index(listener, rebuild=rebuild)
    show.json(report) if as_json else show.report(report)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in words.")],
    path: Annotated[str, typer.Argument(help="The codebase's folder, or a git URL.", metavar="[PATH|URL]")] = ".",
    model: Annotated[Optional[str], typer.Option("--model", "-m", help="provider/model, such as ollama/qwen3.")] = None,
    model_url: Annotated[Optional[str], typer.Option("--model-url", help="Base URL of the model's server.")] = None,
    token_budget: Annotated[Optional[int], typer.Option("--token-budget", help="Tokens of evidence.")] = None,
    embedder: EmbedderOption = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Ask a question; the answer names its sources as path:line.

    Without a model the answer is the evidence itself, arranged to be read. The codebase is indexed first where needed.

    Examples: `codeqa ask "how are requests dispatched?"`, `codeqa ask "where is Session used?" ~/src/flask`,
    `codeqa ask https://github.com/pallets/click "what is this about?"`
    """
    from codeqa.faces.cli import show

    if _is_place(question) and not _is_place(path):
        question, path = path, question
    codebase = _codebase(
        path, index_dir, model=model, model_url=model_url, token_budget=token_budget, embedder=embedder
    )
    _ensure_index(codebase, no_index)
    stream = show.AnswerStream(live=codebase.settings.model is not None and not as_json)
    answer = codebase.ask(question, stream=True, on_event=stream.on_event)
    if as_json:
        show.json(answer)
    else:
        stream.end(answer)
    if not answer.sources:
        raise typer.Exit(NOTHING_FOUND)


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="Words, a symbol, a path, an error message.")],
    path: PathArgument = ".",
    limit: Annotated[int, typer.Option("--limit", "-n", help="How many hits.")] = 10,
    per_file: Annotated[int, typer.Option("--per-file", help="How many hits of one file.")] = 1,
    globs: Annotated[Optional[list[str]], typer.Option("--path", "-p", help="Only files that match the glob.")] = None,
    kinds: Annotated[Optional[list[str]], typer.Option("--kind", "-k", help="Only hits of that kind.")] = None,
    languages: Annotated[Optional[list[str]], typer.Option("--language", "-l", help="Only that language.")] = None,
    rerank: Annotated[Optional[bool], typer.Option("--rerank/--no-rerank", help="Rerank the first hits.")] = None,
    output: Annotated[str, typer.Option("--format", help="text, vimgrep or json.")] = "text",
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Search by meaning and by words.

    Examples: `codeqa search "retry with back-off"`, `codeqa search HttpServer -k class`,
    `codeqa search "parse headers" -p 'src/**' --format vimgrep`
    """
    from codeqa.faces.cli import show

    shown = _format(output, as_json)
    codebase = _codebase(path, index_dir)
    _ensure_index(codebase, no_index)
    hits = codebase.search(
        query, limit, per_file=per_file, paths=globs, kinds=_kinds(kinds), languages=languages, rerank=rerank
    )
    show.hits(hits, codebase.root, shown)
    if not hits:
        raise typer.Exit(NOTHING_FOUND)


@app.command("def")
def definitions(
    name: Annotated[str, typer.Argument(help="Bare or qualified name, or path:line.")],
    path: PathArgument = ".",
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show where a name is defined, with signature and documentation.

    Examples: `codeqa def Session`, `codeqa def Session.get`, `codeqa def src/app.py:120`
    """
    from codeqa.faces.cli import show

    codebase = _codebase(path, index_dir)
    _ensure_index(codebase, no_index)
    found = codebase.definitions(name)
    show.json(found) if as_json else show.definitions(found, codebase.root)


@app.command()
def refs(
    name: Annotated[str, typer.Argument(help="Bare or qualified name, or path:line.")],
    path: PathArgument = ".",
    kinds: Annotated[Optional[list[str]], typer.Option("--kind", "-k", help="call, instantiation, import, …")] = None,
    output: Annotated[str, typer.Option("--format", help="text, vimgrep or json.")] = "text",
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show every place that uses a name, by file, with the line and the definition around it.

    Examples: `codeqa refs Session`, `codeqa refs Session -k instantiation`, `codeqa refs Session.get --format vimgrep`
    """
    from codeqa.faces.cli import show

    shown = _format(output, as_json)
    codebase = _codebase(path, index_dir)
    _ensure_index(codebase, no_index)
    found = codebase.references(name, _reference_kinds(kinds))
    show.references(found, codebase.root, shown)
    if not found:
        raise typer.Exit(NOTHING_FOUND)


@app.command()
def callers(
    name: Annotated[str, typer.Argument(help="Bare or qualified name, or path:line.")],
    path: PathArgument = ".",
    depth: Annotated[int, typer.Option("--depth", "-d", help="How many calls far.")] = 1,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid flowchart.")] = False,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show who calls it.

    Examples: `codeqa callers parse`, `codeqa callers Session.get --depth 3`
    """
    codebase = _codebase(path, index_dir)
    _ensure_index(codebase, no_index)
    _show_graph(codebase, codebase.callers(name, depth), mermaid, as_json)


@app.command()
def callees(
    name: Annotated[str, typer.Argument(help="Bare or qualified name, or path:line.")],
    path: PathArgument = ".",
    depth: Annotated[int, typer.Option("--depth", "-d", help="How many calls far.")] = 1,
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid flowchart.")] = False,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show what it calls.

    Examples: `codeqa callees main`, `codeqa callees App.run --depth 2 --mermaid`
    """
    codebase = _codebase(path, index_dir)
    _ensure_index(codebase, no_index)
    _show_graph(codebase, codebase.callees(name, depth), mermaid, as_json)


@app.command()
def route(
    start: Annotated[str, typer.Argument(help="A name.")],
    end: Annotated[str, typer.Argument(help="Another name.")],
    path: PathArgument = ".",
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid flowchart.")] = False,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how two names are connected: calls, construction, inheritance, imports.

    Example: `codeqa route Encoder Decoder`
    """
    codebase = _codebase(path, index_dir)
    _ensure_index(codebase, no_index)
    _show_graph(codebase, codebase.route(start, end), mermaid, as_json)


@app.command()
def outline(
    file: Annotated[Optional[str], typer.Argument(help="A file of the codebase; none for all of it.")] = None,
    root: RootOption = ".",
    token_budget: Annotated[int, typer.Option("--token-budget", help="How long the whole map may be.")] = 2000,
    focus: Annotated[Optional[list[str]], typer.Option("--focus", help="A name to draw the map around.")] = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a file's definitions, or the codebase's most referenced ones.

    Examples: `codeqa outline`, `codeqa outline src/app.py`, `codeqa outline --focus Session`
    """
    from codeqa.faces.cli import show

    codebase = _codebase(root, index_dir)
    _ensure_index(codebase, no_index)
    found = codebase.outline(file, token_budget=token_budget, focus=focus or ())
    show.json(found) if as_json else show.outline(found)
    if not found.entries:
        raise typer.Exit(NOTHING_FOUND)


@app.command()
def status(path: PathArgument = ".", index_dir: IndexDirOption = None, as_json: JsonOption = False) -> None:
    """Show what the index holds, what was left out and why, and whether it is current."""
    from codeqa.faces.cli import show

    found = _codebase(path, index_dir).status()
    show.json(found) if as_json else show.status(found)
    if not found.exists:
        raise typer.Exit(NOTHING_FOUND)


@app.command()
def doctor(path: PathArgument = ".", as_json: JsonOption = False) -> None:
    """Check the installation, and say what would leave this machine."""
    from codeqa.faces.cli import show

    found = _codebase(path, None).doctor()
    show.json(found) if as_json else show.doctor(found)


def run() -> None:
    """The program's start: errors become one line on stderr and an exit status, never a traceback."""
    from codeqa.errors import CodeQAError

    try:
        app()
    except CodeQAError as error:
        typer.echo(f"codeqa: {error}", err=True)
        sys.exit(error.exit_status)
    except KeyboardInterrupt:
        typer.echo("codeqa: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of the output has seen enough; nothing may be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _codebase(path: str, index_dir: Path | None, **flags: object) -> Codebase:
    from codeqa.codebase import Codebase
    from codeqa.settings import load_settings

    if Codebase.is_url(path):
        typer.echo(f"Cloning {path} …", err=True)
        return Codebase.clone(path, load_settings(Path(), **flags))
    return Codebase(path, index_dir, load_settings(Path(path), **flags))


def _ensure_index(codebase: Codebase, no_index: bool) -> None:
    """Indexes first when there is no index or it is stale, and says so; another run under way is not waited for."""
    from codeqa.errors import IndexLockedError
    from codeqa.faces.cli import show

    if no_index:
        return
    status_known = codebase.has_index
    try:
        with show.progress() as listener:
            report = codebase.ensure_index(listener)
    except IndexLockedError as error:
        if not status_known:
            raise
        typer.echo(f"The index is behind: {error}", err=True)
        return
    if report is not None:
        show.indexed(report)


def _show_graph(codebase: Codebase, graph: object, mermaid: bool, as_json: bool) -> None:
    from codeqa.faces.cli import show
    from codeqa.model import Graph

    assert isinstance(graph, Graph)
    if as_json:
        show.json(graph)
    elif mermaid:
        show.mermaid(graph)
    else:
        show.graph(graph, codebase.root)
    if not graph.edges:
        raise typer.Exit(NOTHING_FOUND)


def _is_place(text: str) -> bool:
    """True for a git URL or a folder."""
    from codeqa.codebase import Codebase

    return Codebase.is_url(text) or Path(text).is_dir()


def _format(output: str, as_json: bool) -> str:
    from codeqa.errors import UsageError

    if output not in ("text", "vimgrep", "json"):
        raise UsageError(f"There is no format '{output}'. Choose text, vimgrep or json.")
    return "json" if as_json else output


def _kinds(names: list[str] | None) -> list[Kind]:
    from codeqa.errors import UsageError
    from codeqa.model import Kind

    try:
        return [Kind(name) for name in names or ()]
    except ValueError as error:
        raise UsageError(f"{error}. Choose among {', '.join(Kind)}.") from None


def _reference_kinds(names: list[str] | None) -> list[ReferenceKind] | None:
    from codeqa.errors import UsageError
    from codeqa.model import ReferenceKind

    try:
        return [ReferenceKind(name) for name in names] if names else None
    except ValueError as error:
        raise UsageError(f"{error}. Choose among {', '.join(ReferenceKind)}.") from None
