"""The commands that make an index and say how things stand: ``index``, ``status``, ``doctor``."""

from __future__ import annotations

from typing import Annotated

import typer

from codeqa.faces.cli.opening import open_codebase
from codeqa.faces.cli.options import FAULTY, NOTHING_FOUND, IndexDirOption, JsonOption, PathArgument, YesOption


def index(
    path: PathArgument = None,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Index everything anew.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare all files by content, whatever their size and times say.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be indexed; write nothing.")] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", "-j", help="Worker processes; by default one a processor.")
    ] = None,
    index_dir: IndexDirOption = None,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Build the index, or bring it up to date.

    Only what changed is parsed again. What is indexed, and with which
    embedder, is set in codeqa.toml or by CODEQA_* in the environment, so that
    every command means the same. Where another process is indexing the folder
    it is waited for, and what it did is not done again.

    \b
    Examples:
      codeqa index
      codeqa index ~/src/app --dry-run
      CODEQA_EXCLUDE='vendor/,*.snap' codeqa index --dry-run
      codeqa index --rebuild
    """
    from codeqa.faces.cli.show import reports
    from codeqa.faces.cli.show.document import print_json
    from codeqa.faces.cli.show.progress import progress

    codebase = open_codebase(path, index_dir, yes, workers=workers)
    if dry_run:
        if as_json:
            print_json(codebase.survey())
        else:
            reports.survey(codebase)
        return
    with progress() as listener:
        report = codebase.index(listener, rebuild=rebuild, verify=verify)
    if as_json:
        print_json(report)
    else:
        reports.report(report)


def status(path: PathArgument = None, index_dir: IndexDirOption = None, as_json: JsonOption = False) -> None:
    """Show what the index holds, what was left out and why, and whether it is current.

    \b
    Examples:
      codeqa status
      codeqa status ~/src/app --json
    """
    from codeqa.faces.cli.show import reports
    from codeqa.faces.cli.show.document import print_json

    found = open_codebase(path, index_dir).status()
    if as_json:
        print_json(found)
    else:
        reports.status(found)
    if not found.exists:
        raise typer.Exit(NOTHING_FOUND)


def doctor(path: PathArgument = None, index_dir: IndexDirOption = None, as_json: JsonOption = False) -> None:
    """Check that all works, and say what would leave this machine.

    Looks at the installation, the index and the settings; sends nothing
    anywhere. Ends with status 2 when something does not work.

    \b
    Examples:
      codeqa doctor
      CODEQA_MODEL=ollama/qwen3 codeqa doctor
    """
    from codeqa.errors import StoreError
    from codeqa.faces.cli.show import reports
    from codeqa.faces.cli.show.document import as_document, print_json

    codebase = open_codebase(path, index_dir)
    found = codebase.doctor()
    problems = found.problems
    index_status = None
    try:
        index_status = codebase.status(thorough=True)
    except StoreError as error:
        problems = (*problems, str(error))
    if as_json:
        print_json(as_document(found) | {"problems": problems, "index": index_status})
    else:
        reports.doctor(found, index_status, problems)
    if problems:
        raise typer.Exit(FAULTY)
