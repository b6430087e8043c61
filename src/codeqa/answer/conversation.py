"""A conversation: its turns, and how they are kept in the index folder."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from codeqa.answer.page import Place
from codeqa.errors import NotFoundError, StoreError
from codeqa.text.tokens import estimate_tokens

FOLDER: Final = "conversations"
FORMAT: Final = 1
LONGEST_NAME: Final = 200

_ID: Final = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{4}")
_CITATION: Final = re.compile(r"\s*\[\d{1,3}(?:: no such source)?\]")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer."""

    question: str
    """As it was asked."""
    stand_alone: str
    """As it can be understood without the turns before."""
    answer: str
    names: tuple[str, ...] = ()
    """What it was about: the definitions that "it" may mean in the next question, the likeliest first."""
    evidence: tuple[Place, ...] = ()
    """What the answer rests on."""
    model: str | None = None
    asked: str = ""
    """When, in ISO 8601."""


@dataclass(slots=True)
class Conversation:
    """Turns in order. Only whole turns are added, so an answer that was broken off leaves no trace."""

    id: str
    turns: tuple[Turn, ...] = ()
    path: Path | None = field(default=None, compare=False)
    """Where it is kept; None keeps it in memory alone."""
    name: str | None = None
    """What a person called it."""

    @classmethod
    def new(cls, index_dir: Path | None = None) -> Conversation:
        """An empty conversation, kept in the index folder from its first turn on where one is given."""
        created = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        return cls(created, (), None if index_dir is None else index_dir / FOLDER / f"{created}.json")

    @property
    def title(self) -> str:
        """What it was called, else its first question; empty before there is one."""
        return self.name or (self.turns[0].question if self.turns else "")

    def add(self, turn: Turn) -> None:
        """Adds a turn and writes the conversation where it is kept.

        Raises:
            StoreError: it cannot be written.
        """
        self.turns = (*self.turns, turn)
        self._keep()

    def rename(self, name: str) -> None:
        """Calls it something else than its first question; an empty name takes that back.

        Raises:
            StoreError: it cannot be written.
        """
        self.name = " ".join(name.split())[:LONGEST_NAME] or None
        self._keep()

    def markdown(self) -> str:
        """The whole conversation as a Markdown document."""
        parts = [f"# {self.title}"]
        for turn in self.turns:
            said = " · ".join(one for one in (turn.asked, turn.model or "") if one)
            parts += [f"## {turn.question}", turn.answer.strip(), f"*{said}*" if said else ""]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _keep(self) -> None:
        if self.path is not None:
            turns = [asdict(one) for one in self.turns]
            _write(self.path, {"format": FORMAT, "id": self.id, "name": self.name, "turns": turns})


def recent(turns: Sequence[Turn], token_budget: int) -> tuple[Turn, ...]:
    """The last turns that fit a budget of estimated tokens, in order.

    The newest answer is cut rather than left out: what is asked next is most likely about it.
    """
    kept: list[Turn] = []
    left = token_budget
    for turn in reversed(turns):
        left -= estimate_tokens(turn.stand_alone) + estimate_tokens(turn.answer)
        if left < 0 and kept:
            break
        kept.append(turn)
    return tuple(reversed(kept))


def said(turn: Turn, token_budget: int) -> str:
    """A turn's answer for a model that goes on from it: without source numbers, which mean others now, cut to fit."""
    answer = _CITATION.sub("", turn.answer)
    limit = token_budget * 4
    return answer if len(answer) <= limit else f"{answer[:limit]}…"


def conversations(index_dir: Path) -> list[Conversation]:
    """All that are kept in an index folder, the newest first. Files that are none are passed over."""
    found: list[Conversation] = []
    for path in sorted((index_dir / FOLDER).glob("*.json"), reverse=True):
        if _ID.fullmatch(path.stem):
            try:
                found.append(_read(path))
            except StoreError:
                continue  # one that cannot be read must not hide the others; `load` says what is wrong with it
    return found


def load(index_dir: Path, name: str) -> Conversation:
    """A conversation that is kept.

    Args:
        index_dir: the index folder.
        name: its id, the beginning of its id, or ``last``.

    Raises:
        NotFoundError: there is none of that id.
        StoreError: it cannot be read.
    """
    paths = sorted(path for path in (index_dir / FOLDER).glob("*.json") if _ID.fullmatch(path.stem))
    matching = paths[-1:] if name == "last" else [path for path in paths if path.stem.startswith(name)]
    if not matching or not name:
        kept = f"{len(paths)} are kept" if paths else "none is kept yet"
        raise NotFoundError(
            f"There is no conversation {name!r} in this index; {kept}. List them with: codeqa chat --list"
        )
    if len(matching) > 1:
        raise NotFoundError(
            f"{name!r} begins the ids of several conversations: {', '.join(one.stem for one in matching)}."
        )
    return _read(matching[0])


def delete(index_dir: Path, name: str) -> None:
    """Removes a conversation that is kept; arguments and errors as :func:`load`."""
    path = load(index_dir, name).path
    if path is not None:
        path.unlink(missing_ok=True)


def _read(path: Path) -> Conversation:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise StoreError(f"The conversation {path} was written by another version of CodeQA.")
        return Conversation(data["id"], tuple(_turn(one) for one in data["turns"]), path, data.get("name"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"The conversation {path} cannot be read ({error}). Delete the file, or begin a new one."
        ) from error


def _turn(data: dict[str, Any]) -> Turn:
    places = tuple(Place(**one) for one in data["evidence"])
    return Turn(**(data | {"names": tuple(data["names"]), "evidence": places}))


def _write(path: Path, data: dict[str, Any]) -> None:
    """Writes a file that is either the old or the new one whenever it is read."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise StoreError(
            f"The conversation cannot be kept in {path} ({error}). Check the folder's rights and space."
        ) from error
