"""How far indexing is: bars on a terminal, elsewhere only for whom it waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from codeqa.codebase import Progress as Moment
from codeqa.codebase import Stage
from codeqa.faces.cli.show.terminal import counted, err, harmless, note

REMARK_SECONDS: Final = 15.0
"""Between two remarks on how far another process is."""


@contextmanager
def progress() -> Iterator[Callable[[Moment], None]]:
    """A listener for indexing that draws a bar on a terminal, and elsewhere says only that it waits."""
    if not err.is_terminal:
        yield _Remarks().tell
        return
    bars = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
        console=err,
        transient=True,
    )
    tasks: dict[Stage, TaskID] = {}

    def listener(moment: Moment) -> None:
        if not tasks:
            # Only now, so that an index that turns out to be current draws nothing.
            bars.start()
        if moment.stage not in tasks:
            for task in tasks.values():
                bars.update(task, visible=False)
            tasks[moment.stage] = bars.add_task(moment.stage.value, total=moment.total)
        description = harmless(_words(moment))
        bars.update(tasks[moment.stage], description=description, completed=moment.done, total=moment.total)

    try:
        yield listener
    finally:
        bars.stop()


class _Remarks:
    """Says where nobody sees a bar that another process is waited for: at once, and now and then."""

    def __init__(self) -> None:
        self._said_at: float | None = None

    def tell(self, moment: Moment) -> None:
        """Takes in how far it is."""
        if moment.stage is not Stage.WAIT:
            return
        if self._said_at is None or monotonic() - self._said_at >= REMARK_SECONDS:
            self._said_at = monotonic()
            share = "" if moment.share is None else f", {moment.share} %"
            note(f"{_words(moment)[0].upper()}{_words(moment)[1:]}{share} …")


def _words(moment: Moment) -> str:
    """What is being done; of another process also how many files it has."""
    files = f", {counted(moment.files, 'file')} so far" if moment.stage is Stage.WAIT and moment.files else ""
    return f"{moment.words}{files}"
