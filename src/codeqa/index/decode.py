"""A file's bytes as text: UTF-8 first, then what the bytes say of themselves, then what they look like."""

from __future__ import annotations

import codecs
import re

from codeqa.index.reasons import Reason

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""UTF-32's first: its little-endian mark begins with UTF-16's."""

_DECLARED = re.compile(rb"(?:coding|charset)\s*[:=]\s*[\"']?([A-Za-z][\w.-]+)")
"""PEP 263, Emacs and Vim (``fileencoding=``), XML, HTML and CSS."""
_DECLARED_BYTES = 1_000

_LEGACY = ("cp932", "euc_jp", "gb18030", "big5", "cp949", "cp1251", "koi8_r", "cp1250", "cp1252", "cp1253", "cp1254")
"""What source files were written in before UTF-8. Fewer candidates are told apart better and sooner."""

_WESTERN = "cp1252"

_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\b\t\n\v\f\r\x1b"))
_CONTROLS_SHARE = 0.02
"""In text of legacy encodings there are none to speak of; a tenth of random bytes are controls."""

_VALID_FOR_ONE_BAD = 4
"""As many well-formed characters beyond ASCII make it UTF-8 with damage. By chance, Latin-1 hardly has any."""

_UTF16_SHARE = 0.4
"""Share of NUL bytes at even or at odd places that tells UTF-16 without a mark. English text has above 0.95."""
_UTF16_SHORTEST = 8
"""Bytes. Below, a stray NUL would do."""


class UndecodableError(Exception):
    """The bytes are no text.

    Attributes:
        reason: what they are.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def decode(data: bytes) -> tuple[str, str]:
    """The text and the name of its encoding, without the byte order mark. Line ends stay as they are.

    A name that ends in ``(damaged)`` means that some bytes were no UTF-8 and show as U+FFFD.

    Raises:
        UndecodableError: the bytes are no text: they hold NULs or other controls.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return _without_nul(data[len(mark) :].decode(encoding)), encoding
            except UnicodeDecodeError:
                break
    if b"\0" in data:
        return _utf16(data)
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _legacy(data)


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise UndecodableError(Reason.BINARY)
    return text


def _utf16(data: bytes) -> tuple[str, str]:
    """UTF-16 without a mark, where it is evident."""
    half = max(len(data), _UTF16_SHORTEST) / 2
    for encoding, zeros, others in (("utf-16-le", data[1::2], data[::2]), ("utf-16-be", data[::2], data[1::2])):
        if zeros.count(0) >= _UTF16_SHARE * half and not others.count(0):
            try:
                return data.decode(encoding), encoding
            except UnicodeDecodeError:
                break
    raise UndecodableError(Reason.BINARY)


def _legacy(data: bytes) -> tuple[str, str]:
    if len(data) - len(data.translate(None, _CONTROLS)) > _CONTROLS_SHARE * len(data):
        raise UndecodableError(Reason.BINARY)
    damaged = data.decode("utf-8", "replace")
    bad = damaged.count("\ufffd")
    good = len(damaged) - bad - len(damaged.encode("ascii", "ignore"))
    if good >= _VALID_FOR_ONE_BAD * bad:
        return damaged, "utf-8 (damaged)"
    for encoding in (*_declared(data), _guessed(data)):
        try:
            return _without_nul(data.decode(encoding)), encoding
        except (UnicodeDecodeError, LookupError):  # LookupError: no such encoding, or one that gives no text
            continue
    return data.decode("latin-1"), "latin-1"


def _declared(data: bytes) -> list[str]:
    match = _DECLARED.search(data[:_DECLARED_BYTES])
    return [match[1].decode("ascii").lower()] if match else []


def _guessed(data: bytes) -> str:
    """The likeliest legacy encoding. Western European is preferred wherever it is plausible: it is the commonest."""
    import charset_normalizer

    matches = charset_normalizer.from_bytes(data, cp_isolation=list(_LEGACY))
    best = matches.best()
    if best is None or any(_WESTERN in match.could_be_from_charset for match in matches):
        # What Windows adds to Latin-1 stands at 0x80 to 0x9f.
        return "latin-1" if not re.search(rb"[\x80-\x9f]", data) else _WESTERN
    return best.encoding
