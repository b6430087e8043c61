"""How questions did, as a table, and which of them failed."""

from __future__ import annotations

from pathlib import Path

from codeqa.codebase import Evaluation, Means
from codeqa.faces.cli.show.terminal import counted, note, say, shown_path

_NAMED = 50
"""Failed questions named one by one; ``--json`` has all."""


def evaluation(found: Evaluation, file: Path) -> None:
    """The means by category and over all, then the questions that found none of their places."""
    columns = ("", "questions", "NDCG@10", f"recall@{found.limit}", "MRR", "files", "spans")
    rows = [(name, means) for name, means in found.categories.items()] + [("all", found.total)]
    width = max(len(name) for name, _ in rows)
    say((f"{'':{width}}  " + "  ".join(f"{title:>9}" for title in columns[1:]), "bold"))
    for name, means in rows:
        say(f"{name:{width}}  " + "  ".join(f"{cell:>9}" for cell in _cells(means)))
    say()
    say(
        f"files, spans: share that {found.token_budget:,} tokens of evidence hold. "
        f"Median of a search: {found.median_seconds * 1000:.0f} ms."
    )
    failed = [one for one in found.scores if one.failed]
    if failed:
        say()
        say((f"{counted(len(failed), 'question')} found none of their places:", "bold"))
    for one in failed[:_NAMED]:
        say((f"{shown_path(file)}:{one.question.line}", "cyan"), f": {one.question.query}")
        say("  wanted  ", ", ".join(target.place for target in one.question.targets))
        say("  found   ", ", ".join(one.first) or "nothing")
    if len(failed) > _NAMED:
        say(f"… and {len(failed) - _NAMED} more; --json has all")
    for one in found.scores:
        for path in one.missing:
            note(f"{shown_path(file)}:{one.question.line}: {path} is not in the index")


def _cells(means: Means) -> tuple[str, ...]:
    spans = "" if means.spans is None else f"{means.spans:.3f}"
    numbers = (means.ndcg, means.recall, means.mrr, means.files)
    return (f"{means.questions:,}", *(f"{number:.3f}" for number in numbers), spans)
