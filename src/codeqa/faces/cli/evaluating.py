"""The command ``eval``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from codeqa.faces.cli.opening import open_codebase, up_to_date
from codeqa.faces.cli.options import NOTHING_FOUND, IndexDirOption, JsonOption, NoIndexOption, PathArgument, YesOption


def evaluate(
    file: Annotated[Path, typer.Argument(help="JSON lines: query, targets, category.")],
    path: PathArgument = None,
    limit: Annotated[int, typer.Option("--limit", "-k", help="How many hits recall looks at.")] = 10,
    tokens: Annotated[int | None, typer.Option("--tokens", "-t", help="How large the evidence may be.")] = None,
    fail_under: Annotated[
        float | None,
        typer.Option("--fail-under", min=0.0, max=1.0, help="End with status 1 where the NDCG@10 is lower."),
    ] = None,
    index_dir: IndexDirOption = None,
    no_index: NoIndexOption = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure how well your own questions find what they should.

    Each line of the file is a question and the places that answer it; lines
    and category may be left out:

    \b
      {"query": "where are carts priced", "category": "pricing",
       "targets": [{"path": "shop/cart.py", "start_line": 10, "end_line": 30}]}

    Shows NDCG@10, recall and mean reciprocal rank of search, the share of
    files and of lines that the evidence for an answer holds, and which
    questions found none of their places.

    \b
    Examples:
      codeqa eval questions.jsonl
      codeqa eval questions.jsonl ~/src/app --tokens 4000
      codeqa eval questions.jsonl --fail-under 0.8
    """
    from codeqa.codebase import read_questions
    from codeqa.faces.cli.show import evaluations
    from codeqa.faces.cli.show.document import as_document, print_json

    questions = read_questions(file)
    codebase = open_codebase(path, index_dir, yes)
    up_to_date(codebase, no_index)
    found = codebase.evaluate(questions, limit, tokens)
    if as_json:
        print_json(as_document(found) | {"total": found.total, "categories": found.categories})
    else:
        evaluations.evaluation(found, file)
    if fail_under is not None and found.total.ndcg < fail_under:
        raise typer.Exit(NOTHING_FOUND)
