"""How far indexing is, on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from codeqa.codebase import Progress as Moment
from codeqa.codebase import Stage
from codeqa.faces.cli.show.terminal import err


@contextmanager
def progress() -> Iterator[Callable[[Moment], None]]:
    """A listener for indexing that draws a bar on a terminal and nothing elsewhere."""
    if not err.is_terminal:
        yield lambda _: None
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
        bars.update(tasks[moment.stage], completed=moment.done, total=moment.total)

    try:
        yield listener
    finally:
        bars.stop()
