"""Answers, as they come or whole."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.markdown import Markdown

from codeqa.codebase import AnswerStep, Event, Notice, Piece
from codeqa.faces.cli.show.hints import is_first_today
from codeqa.faces.cli.show.places import Linked, Places
from codeqa.faces.cli.show.terminal import harmless, note, out, say
from codeqa.model import Answer, Verdict

if TYPE_CHECKING:
    from codeqa.codebase import Codebase


class AnswerStream:
    """Shows an answer while it comes.

    Args:
        codebase: what was asked.
        is_live: show its pieces at once; else only steps and notices, and the whole at the end.
    """

    def __init__(self, codebase: Codebase, is_live: bool) -> None:
        self._places = Places.of(codebase)
        self._offer = codebase.model_offer
        self._is_live = is_live
        self._has_begun = False

    def on_event(self, event: Event) -> None:
        """Shows a piece, a step or a notice."""
        if isinstance(event, Notice):
            note(event.text)
        elif isinstance(event, AnswerStep):
            note(f"· {event.text}")
        elif isinstance(event, Piece) and self._is_live:
            sys.stdout.write(harmless(event.text) if out.is_terminal else event.text)
            sys.stdout.flush()
            self._has_begun = True

    def end(self, answer: Answer) -> None:
        """Shows what was not shown yet: the text, the sources of a model's answer, the notes."""
        if self._has_begun:
            sys.stdout.write("\n\n" if answer.citations else "\n")
        else:
            self._whole(answer)
        if answer.model is not None:
            for one in answer.citations:
                mark = "" if one.verdict is Verdict.VALID else f"  ({one.verdict})"
                say(f"[{one.number}] ", self._places.place(one.path, one.start_line, one.end_line), (mark, "dim"))
        for text in answer.notes:
            note(text)
        if answer.model is None and is_first_today("model"):
            note(self._offer())

    def _whole(self, answer: Answer) -> None:
        paths = {one.path for one in answer.sources} | {one.path for one in answer.citations}
        text = self._places.from_here(answer.text, paths)
        if out.is_terminal:
            by_shown = {self._places.path(path): path for path in paths}
            markdown = Markdown(harmless(text), code_theme="ansi_dark")
            out.print(Linked(markdown, self._places, by_shown), soft_wrap=False)
        else:
            sys.stdout.write(text.rstrip("\n") + "\n")
