"""Sentences and lines out of docs and code, cut to what a terminal has room for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from codeqa.answer.question import STOP_TOKENS
from codeqa.model import Definition, Hit
from codeqa.text.tokens import code_tokens

SENTENCE: Final = 160
"""Characters of a definition's summary: with its name and place about two lines of a terminal."""

PARAGRAPH: Final = 500
"""Characters of a paragraph that is quoted."""

_ROLE: Final = re.compile(r":(?:[\w+-]+:)+`~?([^`<]+?)(?:\s*<[^>]*>)?`")
_LITERAL: Final = re.compile(r"``([^`]+)``")
_INLINE_TAG: Final = re.compile(r"\{@\w+\s+([^}]+)\}")
_HTML: Final = re.compile(r"</?[a-zA-Z][^>\n]*>")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)\s+(?=[A-Z`\"'(\[])")
_CODE_BLOCK: Final = re.compile(
    r"^ *(`{3,}|~{3,})[^\n]*\n.*?(?:^ *\1|\Z)|^(?:\.\. | {4,}|\t)[^\n]*$|^#+ ", re.DOTALL | re.MULTILINE
)
_FIELD: Final = re.compile(
    r"^\s*(?:[:@]\w+|\.\. |Args:|Arguments:|Parameters|Returns?:|Raises:|---|===|>>>|```|#+ *Examples?)"
)


def first_paragraph(doc: str, limit: int = PARAGRAPH) -> str:
    """The first paragraph of a doc, its markup taken out, on one line."""
    lines: list[str] = []
    in_field = False
    for line in doc.strip().split("\n"):
        starts_field = _FIELD.match(line) is not None
        if lines and (starts_field or not line.strip()):
            break
        in_field = starts_field or (in_field and bool(line.strip()))
        if line.strip() and not in_field:
            lines.append(line.strip())
    return clip(plain(" ".join(lines)), limit)


def first_sentence(doc: str, limit: int = SENTENCE) -> str:
    """The first sentence of a doc."""
    paragraph = first_paragraph(doc, PARAGRAPH * 2)
    return clip(_SENTENCE_END.split(paragraph, maxsplit=1)[0], limit) if paragraph else ""


def summary(definition: Definition) -> str:
    """What a definition says of itself: its doc's first sentence, or else its signature."""
    return first_sentence(definition.doc) or f"`{signature(definition, SENTENCE)}`"


def signature(one: Definition | Hit, limit: int) -> str:
    """A signature without the blanks that its line ends left, cut to so many characters, fit for backticks."""
    tidy = re.sub(r",?\s+(?=[)\]])", "", re.sub(r"(?<=[(\[])\s+", "", one.signature))
    return clip(tidy.replace("`", "'"), limit)


def plain(text: str) -> str:
    """Text without the roles, tags and doubled backticks of documentation comments."""
    text = _ROLE.sub(r"`\1`", text)
    text = _INLINE_TAG.sub(r"`\1`", _LITERAL.sub(r"`\1`", text))
    return " ".join(_HTML.sub(" ", text).split())


def clip(text: str, limit: int) -> str:
    """Text on one line of at most so many characters, with … where it was cut."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    cut = text[: limit - 1].rsplit(" ", 1)[0]
    return f"{cut or text[: limit - 1]}…"


def best_sentences(text: str, words: Collection[str], count: int = 2) -> str:
    """The sentences in which most of the words occur, in their order; empty where none has two in five."""
    prose = _CODE_BLOCK.sub("", text)
    sentences = [one for part in re.split(r"\n\s*\n", prose) for one in _SENTENCE_END.split(plain(part)) if one]
    scored = [(len(set(words) & set(code_tokens(one))), -number) for number, one in enumerate(sentences)]
    enough = max(1, 0.4 * len(words))
    best = sorted((one for one in scored if one[0] >= enough), reverse=True)[:count]
    return " ".join(clip(sentences[number], PARAGRAPH // 2) for number in sorted(-place for _, place in best))


def overlap(words: Collection[str], text: str) -> float:
    """The share of the words that occur in a text."""
    return len(set(words) & set(code_tokens(text))) / len(words) if words else 0.0


def telling_window(
    lines: Sequence[str], words: Collection[str], size: int, telling: re.Pattern[str] | None = None
) -> tuple[int, int]:
    """The window of lines in which the words occur most, as first (from 0) and last (exclusive) index.

    Each word counts once a line; lines of equal worth count from the top.

    Args:
        lines: those to choose from.
        words: tokens that are wanted.
        size: lines of the window.
        telling: lines that it matches count twice with what they and the next line say.
    """
    if len(lines) <= size:
        return 0, len(lines)
    wanted = set(words) - STOP_TOKENS
    worth = [len(wanted & set(code_tokens(line))) for line in lines]
    if telling is not None:
        following = [*worth[1:], 0]
        worth = [
            here + (here + after if telling.search(line) else 0)
            for line, here, after in zip(lines, worth, following, strict=True)
        ]
    best = max(range(len(lines) - size + 1), key=lambda start: (sum(worth[start : start + size]), -start))
    saying = [number for number in range(best, best + size) if worth[number]]
    if saying:  # in the middle, so that what they stand in is seen
        best = min(max((saying[0] + saying[-1] + 1 - size) // 2, 0), len(lines) - size)
    return best, best + size


def body_start(lines: Sequence[str], doc: str) -> int:
    """The index of the line after the docstring; 0 where the doc does not stand among the lines."""
    said = {line.strip() for line in doc.split("\n") if line.strip()}
    last = 0
    for number, line in enumerate(lines):
        bare = line.strip().strip("\"'").strip()
        if not said:
            break
        if bare in said:
            said.discard(bare)
            last = number + 1
    if last and last < len(lines) and lines[last].strip() in {'"""', "'''"}:
        last += 1
    return last
