"""The command ``watch``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from codeqa.faces.cli.opening import open_codebase, up_to_date
from codeqa.faces.cli.options import IndexDirOption, JsonOption, PathArgument, YesOption

if TYPE_CHECKING:
    from codeqa.model import Freshness


def watch(
    path: PathArgument = None,
    index_dir: IndexDirOption = None,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Keep the index current while files change, until Ctrl-C.

    Indexes first where that is needed. Says on stderr what it takes in; with
    --json, prints how the index stands, one JSON object a line, whenever that
    changes.

    \b
    Examples:
      codeqa watch
      codeqa watch ~/src/app --json
    """
    from time import sleep

    from codeqa.errors import IndexLockedError
    from codeqa.faces.cli.show.terminal import note

    codebase = open_codebase(path, index_dir, yes)
    with suppress(KeyboardInterrupt):
        with suppress(IndexLockedError):  # following waits for it
            up_to_date(codebase)
        with codebase.follow(_print_line if as_json else _Narrator().tell) as follower:
            note(f"Watching {codebase.root} (Ctrl-C ends it)")
            said = 0
            while True:
                for one in follower.notes[said:]:
                    note(one)
                    said += 1
                sleep(1.0)


def _print_line(freshness: Freshness) -> None:
    import json

    from codeqa.faces.cli.show.document import as_document

    print(json.dumps(as_document(freshness)), flush=True)


class _Narrator:
    """Says in a line what became of each change; nothing of what lies between."""

    def __init__(self) -> None:
        self._said: str | None = None
        self._pending = 0

    def tell(self, freshness: Freshness) -> None:
        """Takes in how the index stands."""
        from datetime import datetime

        from codeqa.faces.cli.show.terminal import note

        self._pending = max(self._pending, freshness.pending)
        if freshness.error is not None:
            line = freshness.error
        elif freshness.behind:
            return
        else:
            files = f"{self._pending} changed file{'' if self._pending == 1 else 's'}"
            line = f"{files} taken in" if self._pending else "The index is current"
            self._pending = 0
        if line != self._said or freshness.error is None:
            note(f"{datetime.now():%H:%M:%S}  {line}")
        self._said = line
