"""Code as HTML: Pygments' tokens as spans with its short class names, one string a line. Everything else is escaped.

The colours are in ``faces/web/static/pygments.css``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import PurePosixPath
from typing import Final

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
from pygments.token import STANDARD_TYPES, Token, _TokenType
from pygments.util import ClassNotFound

LONGEST_TEXT: Final = 400_000
"""Characters above which a text stays plain: Pygments reads about half a million a second."""
LONGEST_LINE: Final = 5_000
"""Characters above which a text with such a line stays plain: minified code and data, where lexers get slow."""

LONGEST_SECONDS: Final = 1.0
"""Of processor time, after which the rest of a text stays plain."""

_LOOKS: Final = 20
"""Tokens between two looks at the clock."""
_SHORT: Final = 10_000
"""Characters up to which a text is a hit rather than a file. Many hits are remembered, and few files."""

_NAMES: Final = {"automake": "make", "svelte": "html", "ocaml_interface": "ocaml"}
"""The nearest that Pygments knows of languages it does not."""
_PLAIN: Final = (Token, Token.Text, Token.Text.Whitespace)


def highlighted(text: str, language: str | None, path: str = "") -> str:
    """Code as HTML, lines joined by ``\\n``.

    Args:
        text: the code.
        language: the language's name in the index, or what stands behind a fence in Markdown.
        path: where it comes from; its ending decides where the language does not.
    """
    return "\n".join(highlighted_lines(text, language, path))


def highlighted_lines(text: str, language: str | None, path: str = "") -> tuple[str, ...]:
    """Code as HTML, as many lines as the text has; no span goes over the end of a line. Arguments as `highlighted`."""
    return (_of_hit if len(text) <= _SHORT else _of_file)(text, language, path)


def _made(text: str, language: str | None, path: str) -> tuple[str, ...]:
    lexer = _lexer_class(language, path)
    lines = text.split("\n")
    if lexer is None or len(text) > LONGEST_TEXT or max(map(len, lines)) > LONGEST_LINE:
        return tuple(escape(line) for line in lines)
    # One lexer a text: some keep what they have seen, and several threads highlight at once.
    return _spans(lexer(), text)


_of_hit = lru_cache(maxsize=1_000)(_made)
_of_file = lru_cache(maxsize=16)(_made)


def _spans(lexer: Lexer, text: str) -> tuple[str, ...]:
    lines: list[str] = []
    line: list[str] = []
    for name, value in _tokens(lexer, text):
        first, *rest = value.split("\n")
        line.append(_span(name, first))
        for part in rest:
            lines.append("".join(line))
            line = [_span(name, part)]
    # The line's end that was added for the lexer began a last one, which is none of the text's.
    return tuple(lines)


def _tokens(lexer: Lexer, text: str) -> Iterator[tuple[str, str]]:
    """Pieces that together are the text and a line's end, with their classes; the rest in one piece when it takes long.

    Some of Pygments' expressions look far ahead from every word: of text that is made for it, a few thousand words keep
    a processor busy for minutes, and Python with it.
    """
    whole, done = f"{text}\n", 0  # some lexers need the last line to end
    deadline = time.thread_time() + LONGEST_SECONDS
    # The raw tokens, as `get_tokens` would drop empty lines at the start and take a lone carriage return for a line's
    # end.
    for number, (_, token, value) in enumerate(lexer.get_tokens_unprocessed(whole)):
        if number % _LOOKS == 0 and time.thread_time() > deadline:
            yield "", whole[done:]
            return
        yield _class_of(token), value
        done += len(value)


def _span(name: str, text: str) -> str:
    if not text:
        return ""
    return f'<span class="{name}">{escape(text)}</span>' if name else escape(text)


@lru_cache(maxsize=500)
def _class_of(token: _TokenType) -> str:
    while token not in STANDARD_TYPES and token.parent is not None:
        token = token.parent
    return "" if token in _PLAIN else STANDARD_TYPES[token]


@lru_cache(maxsize=500)
def _lexer_class(language: str | None, path: str) -> type[Lexer] | None:
    try:
        if language:
            return find_lexer_class_by_name(_NAMES.get(language, language))
    except ClassNotFound:
        pass
    return find_lexer_class_for_filename(PurePosixPath(path).name) if path else None
