"""A file as text: decoded, with the lines that an editor shows."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from codeqa.index.decode import UndecodableError, decode
from codeqa.index.reasons import Reason
from codeqa.index.view import VIEWS, Cell
from codeqa.languages.registry import load_languages

HEAD_CHARACTERS = 16_000
"""How much of a file is looked at to tell its language: a header's licence and documentation may take 10,000."""

LONGEST_LINE = 50_000
"""Characters. No person writes such a line; bundles, dumps and embedded images have them."""

LONGEST_AVERAGE = 800
"""Characters a line. Documentation with a paragraph or a table row a line stays below 500, bundles have thousands."""

SHORTEST_MINIFIED = 5_000
"""Characters. A few long lines do no harm and may be a licence or a small configuration."""

_LFS_POINTER = "version https://git-lfs.github.com/spec/"

_PRIVATE_KEY = re.compile(r"\s*-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")


class UnreadableError(Exception):
    """The file is not indexed.

    Attributes:
        reason: why.
        digest: of the bytes that were read, see `digest_of`; None where none could be.
    """

    def __init__(self, reason: Reason, digest: str | None = None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.digest = digest


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file's text."""

    text: str
    """Lines end in ``\\n``; the byte order mark is gone. It can always be written as UTF-8."""
    encoding: str
    digest: str
    """Of the bytes on disk: see `digest_of`."""
    lines: int
    """``text.split("\\n")`` has one more, an empty one, when the last line has its end."""
    cells: tuple[Cell, ...] = ()
    """The parts of a file that holds them encoded (a notebook); `text` then shows them decoded."""


def read_source(path: Path, secrets: bool = False) -> SourceText:
    """Reads a file.

    CRLF and CR end lines as LF does. Form feeds, vertical tabs and Unicode's line separators do not: editors count
    no line there.

    Args:
        path: the file.
        secrets: read private keys, too.

    Raises:
        UnreadableError: it is binary, minified, a private key or a git LFS pointer, it is gone, or reading failed.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableError(Reason.VANISHED) from None
    except OSError as error:
        raise UnreadableError(Reason.UNREADABLE) from error
    try:
        text, encoding = decode(data)
    except UndecodableError as error:
        raise UnreadableError(error.reason, digest_of(data)) from None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.startswith(_LFS_POINTER):
        raise UnreadableError(Reason.LFS_POINTER, digest_of(data))
    if not secrets and _PRIVATE_KEY.match(text):
        raise UnreadableError(Reason.SECRET, digest_of(data))
    text, cells = _viewed(path, text)
    lines = text.count("\n") + (not text.endswith("\n") and text != "")
    if _is_minified(text, lines):
        raise UnreadableError(Reason.MINIFIED, digest_of(data))
    return SourceText(text=text, encoding=encoding, digest=digest_of(data), lines=lines, cells=cells)


def _viewed(path: Path, text: str) -> tuple[str, tuple[Cell, ...]]:
    """The text to read, and its cells, where a file holds it encoded; else the file's own."""
    language = load_languages().detect(path.name, text[:HEAD_CHARACTERS])
    if language is None or language.view is None:
        return text, ()
    view = VIEWS[language.view](text)
    return (text, ()) if view is None else (view.text, view.cells)


def digest_of(data: bytes) -> str:
    """Hexadecimal BLAKE2b-128 of some bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _is_minified(text: str, lines: int) -> bool:
    if len(text) < SHORTEST_MINIFIED:
        return False
    if len(text) > LONGEST_AVERAGE * lines:
        return True
    return len(text) > LONGEST_LINE and max(map(len, text.split("\n"))) > LONGEST_LINE
