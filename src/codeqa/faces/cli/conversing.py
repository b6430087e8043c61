"""A conversation in the terminal: questions, and the words that begin with a slash."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codeqa.errors import CodeQAError, UsageError
from codeqa.faces.cli.show.answers import AnswerStream
from codeqa.faces.cli.show.places import Places
from codeqa.faces.cli.show.terminal import counted, note, say

if TYPE_CHECKING:
    from codeqa.codebase import Codebase, Conversation
    from codeqa.model import Answer

PROMPT: Final = "› "
_COMPLETIONS: Final = 20

HELP: Final = """\
Ask in words. @codebase searches anew; @path/to/file and @symbol add evidence (Tab completes them).
/new                begin another conversation
/list               the conversations that are kept
/resume ID          go on with one: its id, the beginning of it, or last
/rename TITLE       call this one something else
/export [FILE]      write it as Markdown; without a file, print it
/delete             remove it, and begin another
/sources            what the last answer cites
/open N             the lines of its source N
/quit               end (Ctrl-D does, too); Ctrl-C stops an answer"""


class Chat:
    """Answers lines, one after the other.

    Args:
        codebase: what is asked.
        conversation: goes on with each question.
    """

    def __init__(self, codebase: Codebase, conversation: Conversation) -> None:
        self._codebase = codebase
        self._conversation = conversation
        self._answer: Answer | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: note(HELP),
            "new": self._new,
            "list": lambda _: show_list(self._codebase),
            "resume": self._resume,
            "rename": self._rename,
            "export": self._export,
            "delete": self._delete,
            "sources": self._sources,
            "open": self._open,
        }

    def run(self, lines: Iterator[str]) -> None:
        """Answers every line until there is none left, or one says to quit. What goes wrong with one is said."""
        for line in lines:
            text = line.strip()
            if text in ("/quit", "/exit"):
                return
            try:
                self._take(text)
            except CodeQAError as error:
                note(f"codeqa: {error}")
            except KeyboardInterrupt:
                note("\nStopped. This answer is not kept.")

    def _take(self, text: str) -> None:
        if text.startswith("/"):
            word, _, rest = text[1:].partition(" ")
            if word not in self._commands:
                raise UsageError(f"There is no /{word}. /help lists what there is.")
            self._commands[word](rest.strip())
        elif text:
            stream = AnswerStream(self._codebase, is_live=self._codebase.settings.model is not None)
            answer = self._codebase.ask(text, self._conversation, stream=True, on_event=stream.on_event)
            self._answer = answer
            stream.end(answer)

    def _new(self, _: str) -> None:
        self._conversation, self._answer = self._codebase.conversation(), None
        note("A new conversation.")

    def _resume(self, id: str) -> None:
        self._conversation, self._answer = self._codebase.conversation(id or "last"), None
        show_turns(self._conversation)

    def _rename(self, title: str) -> None:
        if not self._conversation.turns:
            raise UsageError("There is nothing to rename yet. Ask something first.")
        self._conversation.rename(title)
        note(f"Renamed: {self._conversation.title}")

    def _export(self, file: str) -> None:
        text = self._conversation.markdown()
        if not file:
            say(text.rstrip("\n"))
            return
        try:
            Path(file).expanduser().write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}.") from error
        note(f"Written: {file}")

    def _delete(self, _: str) -> None:
        if self._conversation.turns:
            self._codebase.delete_conversation(self._conversation.id)
        self._new("")

    def _sources(self, _: str) -> None:
        places = Places.of(self._codebase)
        for one in self._last().citations:
            say(f"[{one.number}] ", places.place(one.path, one.start_line, one.end_line), f"  {one.symbol or ''}")

    def _open(self, number: str) -> None:
        cited = next((one for one in self._last().citations if str(one.number) == number), None)
        if cited is None:
            raise UsageError(f"The last answer cites no source {number or 'without a number'}. /sources lists them.")
        say(Places.of(self._codebase).place(cited.path, cited.start_line, cited.end_line))
        say(self._codebase.source(cited.path, cited.start_line, cited.end_line).text)

    def _last(self) -> Answer:
        if self._answer is None:
            raise UsageError("There is no answer yet in this conversation. Ask something first.")
        return self._answer


def show_list(codebase: Codebase) -> None:
    """The conversations that are kept, the newest first."""
    kept = codebase.conversations()
    for one in kept:
        say((one.id, "bold"), f"  {counted(len(one.turns), 'question')}  {one.title}", is_cut=True)
    if not kept:
        note("No conversation is kept yet.")


def show_turns(conversation: Conversation) -> None:
    """What was asked so far."""
    note(f"Going on with {conversation.id}:")
    for turn in conversation.turns:
        note(f"{PROMPT}{turn.question}")


def typed_lines(codebase: Codebase) -> Iterator[str]:
    """What is typed at the prompt, until Ctrl-D; what comes through a pipe, until it ends."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    _complete_with(codebase)
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            return
        except KeyboardInterrupt:
            note("")  # the line is given up, the conversation goes on


def _complete_with(codebase: Codebase) -> None:
    """Completes names behind an @, where the terminal can."""
    try:
        import readline
    except ImportError:  # Windows
        return

    def complete(text: str, at: int) -> str | None:
        if not text.startswith("@"):
            return None
        names = ["codebase", *(one.text for one in codebase.complete(text[1:], _COMPLETIONS))]
        fitting = [f"@{name} " for name in dict.fromkeys(names) if name.lower().startswith(text[1:].lower())]
        return fitting[at] if at < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n")
    readline.parse_and_bind("tab: complete")
