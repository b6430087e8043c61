"""Checks what an answer cites: that each source exists, and that it holds the names that the sentence quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.answer.lookup import Lookup
from codeqa.answer.naming import find
from codeqa.model import Citation, Hit, Verdict

_MARK: Final = re.compile(
    r"\[{1,2}(?:sources?\s*|\^|#)?(?P<numbers>\d{1,3}(?:\s*(?:[,;&–-]|and)\s*(?:sources?\s*|#)?\d{1,3})*)\]{1,2}(?!\()"
    r"|【(?P<wide>\d{1,3})[^】]*】",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"^ *(`{3,}|~{3,}).*?(?:^ *\1[^\n]*$|\Z)|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_QUOTED: Final = re.compile(r"`([^`\n]+)`")
_BREAK: Final = re.compile(r"(?<=[.!?])\s+(?!\[{1,2}\d)|\n+(?!\s*\[{1,2}\d)")
"""Where a sentence ends; not before a mark, which belongs to the sentence that it follows."""

_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")

_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*")

_LONGEST_RANGE: Final = 20
_BEST_FIRST: Final = (Verdict.VALID, Verdict.MOVED, Verdict.UNKNOWN, Verdict.INVALID)


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer whose citations were checked."""

    text: str
    """With moved citations pointing to where they belong, and those of nothing marked."""
    citations: tuple[Citation, ...]
    """One for each number, in the order of the numbers."""
    notes: tuple[str, ...]


def check(text: str, sources: Sequence[Hit], lookup: Lookup) -> Checked:
    """Checks every citation of an answer.

    Args:
        text: what the model wrote.
        sources: what it was shown, in the order of the numbers.
        lookup: the index that the sources come from.
    """
    shown = {number: source for number, source in enumerate(sources, start=1) if _exists(source, lookup)}
    verdicts: dict[int, Verdict] = {}
    parts: list[str] = []
    unseen: list[str] = []
    for sentence in _sentences(text):
        numbers = list(dict.fromkeys(number for mark in _marks(sentence) for number in _numbers(mark)))
        names = [name for name in _names(sentence) if numbers]
        moved = _judge(numbers, names, shown, verdicts)
        unseen += [name for name in names if not any(_holds(source, name) for source in shown.values())]
        parts.append(_rewritten(sentence, moved, shown))
    citations = tuple(_citation(number, verdict, shown.get(number)) for number, verdict in sorted(verdicts.items()))
    invented = [name for name in dict.fromkeys(unseen) if _is_telling(name) and find(lookup, name) is None]
    return Checked("".join(parts), citations, tuple(_notes(citations, invented)))


def _judge(
    numbers: Sequence[int], names: Sequence[str], shown: Mapping[int, Hit], verdicts: dict[int, Verdict]
) -> dict[int, int]:
    """Records a verdict for each number, and returns where those that moved went."""
    moved: dict[int, int] = {}
    cited = [number for number in numbers if number in shown]
    missing = [name for name in names if not any(_holds(shown[number], name) for number in cited)]
    for number in numbers:
        if number not in shown:
            _record(verdicts, number, Verdict.INVALID)
            continue
        supports = any(_holds(shown[number], name) for name in names)
        if supports and not missing:
            _record(verdicts, number, Verdict.VALID)
            continue
        # With several citations the others may hold the names; this one alone is asked to hold what is left.
        wanted = missing or list(names)
        elsewhere = None if supports or not wanted else _place_of(wanted, shown, cited)
        if elsewhere is not None and missing:
            moved[number] = elsewhere
            _record(verdicts, elsewhere, Verdict.MOVED)
        else:
            _record(verdicts, number, Verdict.UNKNOWN)
    return moved


def _record(verdicts: dict[int, Verdict], number: int, verdict: Verdict) -> None:
    """Of several sentences that cite a source, the one it supports best counts."""
    known = verdicts.get(number)
    if known is None or _BEST_FIRST.index(verdict) < _BEST_FIRST.index(known):
        verdicts[number] = verdict


def _place_of(names: Sequence[str], shown: Mapping[int, Hit], cited: Sequence[int]) -> int | None:
    return next(
        (
            number
            for number, source in shown.items()
            if number not in cited and all(_holds(source, name) for name in names)
        ),
        None,
    )


def _holds(source: Hit, name: str) -> bool:
    """Whether a source's lines hold a quoted name: as it is, or its last word."""
    text = f"{source.path}\n{source.text}\n{source.symbol or ''}\n{source.context}\n{source.signature}"
    if " ".join(name.split()) in " ".join(text.split()):
        return True
    words = _WORD.findall(name.partition("(")[0])
    return bool(words) and re.search(rf"(?<![\w$]){re.escape(words[-1])}(?![\w$])", text) is not None


def _is_telling(name: str) -> bool:
    """Whether a quoted name is one that only this codebase can have: not a keyword or a literal of some language."""
    identifier = name.removesuffix("()")
    return (
        len(identifier) > 4
        and _NAME.fullmatch(identifier) is not None
        and ("_" in identifier.strip("_") or not identifier.islower())
    )


def _exists(source: Hit, lookup: Lookup) -> bool:
    """Whether all lines of a source are in the file as indexed."""
    text = lookup.lines(source.path, source.start_line, source.end_line)
    return text is not None and text.count("\n") == source.end_line - source.start_line


def _sentences(text: str) -> Iterator[str]:
    """The text in pieces that together are the whole; code in fences is one piece."""
    start = 0
    fences = [match.span() for match in _CODE.finditer(text) if match[1]]
    for match in _BREAK.finditer(text):
        if not any(first <= match.start() < last for first, last in fences):
            yield text[start : match.end()]
            start = match.end()
    yield text[start:]


def _marks(sentence: str) -> list[re.Match[str]]:
    code = [match.span() for match in _CODE.finditer(sentence)]
    return [mark for mark in _MARK.finditer(sentence) if not any(first <= mark.start() < last for first, last in code)]


def _numbers(mark: re.Match[str]) -> list[int]:
    if mark["wide"]:
        return [int(mark["wide"])]
    numbers: list[int] = []
    for part in re.split(r"[,;&]|and", mark["numbers"]):
        first, *last = (int(number) for number in re.findall(r"\d+", part))
        end = last[-1] if last else first
        numbers += range(first, end + 1) if first <= end < first + _LONGEST_RANGE else [first, end]
    return numbers


def _names(sentence: str) -> list[str]:
    fences = [match.span() for match in _CODE.finditer(sentence) if match[1]]
    return [
        match[1].strip()
        for match in _QUOTED.finditer(sentence)
        if _WORD.search(match[1]) and not any(first <= match.start() < last for first, last in fences)
    ]


def _rewritten(sentence: str, moved: Mapping[int, int], shown: Mapping[int, Hit]) -> str:
    """The sentence with each number in brackets of its own, moved ones replaced, those of nothing marked."""
    parts: list[str] = []
    start = 0
    for mark in _marks(sentence):
        numbers = dict.fromkeys(moved.get(number, number) for number in _numbers(mark))
        parts.append(sentence[start : mark.start()])
        parts += [f"[{number}]" if number in shown else f"[{number}: no such source]" for number in numbers]
        start = mark.end()
    return "".join([*parts, sentence[start:]])


def _citation(number: int, verdict: Verdict, source: Hit | None) -> Citation:
    if source is None:
        return Citation(number, "", 0, 0, Verdict.INVALID)
    return Citation(number, source.path, source.start_line, source.end_line, verdict, source.symbol)


def _notes(citations: Sequence[Citation], unseen: Sequence[str]) -> Iterator[str]:
    invalid = [f"[{one.number}]" for one in citations if one.verdict is Verdict.INVALID]
    if invalid:
        yield f"The answer cites {', '.join(invalid)}, which it was not shown."
    if unseen:
        names = ", ".join(f"`{name}`" for name in unseen[:5])
        yield f"The answer names {names}, which is in none of its sources: check before relying on it."
    if not citations:
        yield "The answer cites no source: check before relying on it."
