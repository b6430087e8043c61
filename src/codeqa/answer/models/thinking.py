"""Takes out what a reasoning model thinks aloud before it answers."""

from __future__ import annotations

from typing import Final

_OPEN: Final = "<think>"
_CLOSE: Final = "</think>"


class WithoutThinking:
    """An answer that comes in pieces, less a ``<think>`` block at its start.

    Servers that know the model keep its thoughts apart; others hand them on as text.
    """

    def __init__(self) -> None:
        self.text = ""
        self._held = ""
        self._state = "start"

    def add(self, piece: str) -> str:
        """The part of a piece that is to be shown now."""
        if self._state == "answer":
            self.text += piece
            return piece
        self._held += piece
        if self._state == "start":
            begun = self._held.lstrip()
            if begun.startswith(_OPEN):
                self._state = "thinking"
            elif not _OPEN.startswith(begun):
                return self._release(self._held)
        if self._state == "thinking" and _CLOSE in self._held:
            return self._release(self._held.partition(_CLOSE)[2].lstrip())
        return ""

    def rest(self) -> str:
        """What was held back at the end of the answer: thoughts that never came to an end are none of it."""
        return self._release(self._held) if self._state == "start" and self._held else ""

    def _release(self, text: str) -> str:
        self._state = "answer"
        self._held = ""
        self.text += text
        return text
