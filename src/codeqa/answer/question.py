"""What a question asks for, read off its words by rules: its kind, and the names and paths in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Final

from codeqa.languages.registry import load_languages
from codeqa.model import CALLABLES, CONTAINERS, Kind, ReferenceKind
from codeqa.text.tokens import code_tokens


class QuestionKind(StrEnum):
    """What kind of answer a question wants."""

    OVERVIEW = "overview"
    HOW = "how"
    WHICH = "which"
    WHERE_USED = "where used"
    CONNECTION = "connection"
    COMPARISON = "comparison"
    FLOW = "flow"
    IMPACT = "impact"
    WRITE = "write"
    ADD = "add"
    TESTS = "tests"
    LIST = "list"
    DEFINITION = "definition"


class Aspect(StrEnum):
    """What of a process a question asks for."""

    PROCESS = "process"
    """How it works."""
    EVENT = "event"
    """What happens when something comes about."""
    DECISION = "decision"
    """Where something is decided, checked or read."""
    SETTING = "setting"
    """Where something is set, or what its default is."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read."""

    text: str
    kind: QuestionKind
    subjects: tuple[str, ...] = ()
    """What the question is about, as it is worded: for a connection both ends."""
    names: tuple[str, ...] = ()
    """Words that can only be identifiers, by how they are written."""
    guesses: tuple[str, ...] = ()
    """Words that stand where an identifier could."""
    paths: tuple[str, ...] = ()
    """Files it names."""
    kinds: frozenset[Kind] = frozenset()
    """The kinds of definition it asks for ("which methods")."""
    uses: frozenset[ReferenceKind] = frozenset()
    """The kinds of use it asks for ("where is it instantiated")."""
    compound: bool = False
    """Asks several things."""

    @property
    def aspect(self) -> Aspect:
        """What of a process it asks for."""
        if _EVENT.match(self.text):
            return Aspect.EVENT
        if _SETTING.match(self.text):
            return Aspect.SETTING
        return Aspect.DECISION if _DECISION.match(self.text) else Aspect.PROCESS

    @property
    def words(self) -> frozenset[str]:
        """The tokens of the question that carry meaning."""
        return content_words(self.text)


_KIND_WORDS: Final[dict[str, frozenset[Kind]]] = {
    "function": frozenset({Kind.FUNCTION, Kind.METHOD, Kind.MACRO}),
    "functions": frozenset({Kind.FUNCTION, Kind.METHOD, Kind.MACRO}),
    "method": frozenset({Kind.METHOD, Kind.FUNCTION, Kind.CONSTRUCTOR}),
    "methods": frozenset({Kind.METHOD, Kind.FUNCTION, Kind.CONSTRUCTOR}),
    "constructor": frozenset({Kind.CONSTRUCTOR}),
    "constructors": frozenset({Kind.CONSTRUCTOR}),
    "class": CONTAINERS,
    "classes": CONTAINERS,
    "struct": CONTAINERS,
    "structs": CONTAINERS,
    "type": CONTAINERS | {Kind.TYPE},
    "types": CONTAINERS | {Kind.TYPE},
    "interface": frozenset({Kind.INTERFACE, Kind.TRAIT, Kind.CLASS}),
    "interfaces": frozenset({Kind.INTERFACE, Kind.TRAIT, Kind.CLASS}),
    "trait": frozenset({Kind.TRAIT, Kind.INTERFACE}),
    "traits": frozenset({Kind.TRAIT, Kind.INTERFACE}),
    "enum": frozenset({Kind.ENUM}),
    "enums": frozenset({Kind.ENUM}),
    "macro": frozenset({Kind.MACRO}),
    "macros": frozenset({Kind.MACRO}),
    "constant": frozenset({Kind.CONSTANT, Kind.VARIABLE}),
    "constants": frozenset({Kind.CONSTANT, Kind.VARIABLE}),
    "variable": frozenset({Kind.CONSTANT, Kind.VARIABLE}),
    "variables": frozenset({Kind.CONSTANT, Kind.VARIABLE}),
    "decorator": CALLABLES | {Kind.CLASS},
    "decorators": CALLABLES | {Kind.CLASS},
}

_NOUN: Final = "|".join(sorted(_KIND_WORDS, key=len, reverse=True))
_PART: Final = re.compile(r"(?<!\?P)<(\w+)>")

_USES: Final[tuple[tuple[str, frozenset[ReferenceKind]], ...]] = (
    (r"call|invo", frozenset({ReferenceKind.CALL, ReferenceKind.INSTANTIATION, ReferenceKind.DECORATOR})),
    (r"instan|creat|construct|built", frozenset({ReferenceKind.INSTANTIATION, ReferenceKind.CALL})),
    (r"import", frozenset({ReferenceKind.IMPORT})),
    (r"exten|implement|subclass|subtype|inherit|deriv", frozenset({ReferenceKind.INHERITANCE})),
)

_BACKTICKED: Final = re.compile(r"`([^`\n]+)`")
_PATH: Final = re.compile(
    r"(?<![\w@/])(?:[\w.-]+/)*[\w-]+(?:\.[\w-]+)*\.\w{1,8}(?![\w(])|(?<![\w@])(?:[\w.-]+/)+[\w.-]*\w"
)
_IDENTIFIER: Final = re.compile(r"@?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\))?[?!]?")
_HUMPS: Final = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|\w_+\w|^_\w|::|#|->|\(\)$")
_BESIDE_NOUN: Final = re.compile(
    r"\b(?:class|function|method|struct|trait|interface|enum|macro|constructor|called|named)\s+`?([A-Za-z_]\w*)`?"
    rf"|\bthe\s+([A-Za-z_]\w*)\s+(?:{_NOUN})\b",
    re.IGNORECASE,
)
_EVENT: Final = re.compile(
    r"(?:and )?what (?:happens|occurs|is done|does \S+ do)\b.*\b(?:when|if|once|after|on)\b", re.IGNORECASE
)
_SETTING: Final = re.compile(
    r"(?:and )?(?:where|what|which)\b.*\b(?:configur|defaults?\b|setting|constant|is set\b|are set\b|option|limit)",
    re.IGNORECASE,
)
_DECISION: Final = re.compile(
    r"(?:and )?(?:where|what|which|who|when|why)\b.*\b(?:decid|check|validat|verif|read\b|determin|choos|chosen|select"
    r"|enforc|reject|ignor|skip|handl|rais|thrown|throw|detect|refus|prevent|guard)\w*",
    re.IGNORECASE,
)
_COMPOUND: Final = re.compile(
    r"\?\s+(?=[A-Za-z]\w*\W+\w+)|,\s+(?=(?:is|are|does|do|can) (?:it|that|they|this)\b)"
    r"|[,;]?\s*\b(?:and|then)\s+"
    r"(?=(?:also |then )?(?:(?:from|to|by|in|with) )?(?:how|what|where|which|who|why|when)\b)",
    re.IGNORECASE,
)
"""Where one question ends and the next begins."""

_ASKS: Final = re.compile(
    r"(?:how|what|where|which|who|why|when|is|are|does|do|can|could|list|show|find|explain|describe|trace)\b",
    re.IGNORECASE,
)
"""How a question begins; words to search for do not, and are not taken apart."""

_WORDS_OF_A_PART: Final = 3
"""Of fewer words a second question ("and with what?") belongs to the first."""

_FIRST_PART: Final = 12
"""Characters before which no second question can begin: "How and where is …" is one question."""

_STOP_WORDS: Final = """
a about above after all also an and any are as at be been being between but by can could did do does doing done each
else ever for from further gets give given go goes had has have having he here how i if in inside into is it its just
know let like make makes many may me mean might more most much must my need no not of off on once one only or other
our out over own please same shall she should show so some such tell than that the their them then there these they
thing things this those through to too under until up use used uses using very via was way we were what when where
whether which while who whom why will with within without work working works would you your explain describe
function functions method methods class classes code codebase file files repository repo project implementation
implemented implement implements defined define defines definition located exactly specific happen happens purpose
role relationship connection difference find list
right correct proper appropriate certain afterwards together put later
"""

STOP_TOKENS: Final = frozenset(code_tokens(_STOP_WORDS))
"""Tokens that questions are made of whatever they are about."""


def content_words(text: str) -> frozenset[str]:
    """The tokens of a text that carry meaning; all of them where none would be left."""
    tokens = frozenset(code_tokens(text))
    return tokens - STOP_TOKENS or tokens


def read_question(text: str) -> Question:
    """Reads a question.

    >>> question = read_question("Where is `Parser.run` called?")
    >>> question.kind.value, question.names
    ('where used', ('Parser.run',))
    >>> read_question("what is the connection between Walker and IndexWriter?").subjects
    ('Walker', 'IndexWriter')
    """
    text = " ".join(text.split())
    kind, match = _kind_of(_bare(text))
    groups = match.groupdict() if match is not None else {}
    subjects = tuple(
        groups[key].strip(" ,?'\"") for key in ("subject", "a", "b") if groups.get(key) and groups[key].strip(" ,?'\"")
    )
    paths = tuple(dict.fromkeys(_paths(text)))
    names = tuple(dict.fromkeys(name for name in _names(text) if name not in paths))
    guesses = tuple(dict.fromkeys(one for one in _guesses(text, subjects) if one not in names and one not in paths))
    return Question(
        text=text,
        kind=kind,
        subjects=subjects,
        names=names,
        guesses=guesses,
        paths=paths,
        kinds=_KIND_WORDS.get((groups.get("kind") or "").lower(), frozenset()),
        uses=next(
            (uses for part, uses in _USES if re.match(part, groups.get("use") or "", re.IGNORECASE)), frozenset()
        ),
        compound=len(parts_of(text)) > 1,
    )


@cache
def _rules() -> tuple[tuple[QuestionKind, re.Pattern[str]], ...]:
    table = tomllib.loads((files("codeqa.answer") / "question_rules.toml").read_text(encoding="utf-8"))
    parts = {"noun": _NOUN} | table["parts"]

    def spelled_out(pattern: str) -> str:
        while (spelled := _PART.sub(lambda match: parts[match[1]], pattern)) != pattern:
            pattern = spelled
        return pattern

    return tuple(
        (QuestionKind(rule["kind"]), re.compile(spelled_out(rule["pattern"]), re.IGNORECASE | re.DOTALL))
        for rule in table["rule"]
    )


def parts_of(text: str) -> list[str]:
    """The questions that a compound question is made of, in order.

    >>> parts_of("How is it parsed, and where are errors reported?")
    ['How is it parsed?', 'where are errors reported?']
    """
    if _kind_of(_bare(text))[0] in (QuestionKind.IMPACT, QuestionKind.OVERVIEW):
        return [text]
    parts: list[str] = []
    start = 0
    for match in _COMPOUND.finditer(text, _FIRST_PART) if _ASKS.match(text) else ():
        if len(text[match.end() :].split()) >= _WORDS_OF_A_PART:
            parts.append(text[start : match.start()])
            start = match.end()
    return [f"{part.strip(' ?,;')}?" for part in (*parts, text[start:]) if part.strip(" ?,;.!")]


def _bare(text: str) -> str:
    return " ".join(text.split()).replace("`", "").strip(" ?!.;:")


def _kind_of(bare: str) -> tuple[QuestionKind, re.Match[str] | None]:
    for kind, pattern in _rules():
        match = pattern.fullmatch(bare)
        if match is not None:
            return kind, match
    return QuestionKind.HOW, None


def _paths(text: str) -> Iterator[str]:
    languages = load_languages()
    for match in _PATH.finditer(text):
        path = match.group().rstrip(".")
        if languages.detect(path, "") is not None or ("/" in path and "." in path.rpartition("/")[2]):
            yield path


def _names(text: str) -> Iterator[str]:
    """Words that are written as no word of prose is, and whatever stands in backticks."""
    for match in _BACKTICKED.finditer(text):
        identifier = _IDENTIFIER.match(match[1].strip())
        if identifier is not None:
            yield _plain(identifier.group())
    prose = _PATH.sub(lambda match: match.group() if "/" not in match.group() else " ", _BACKTICKED.sub(" ", text))
    start = True
    for match in _IDENTIFIER.finditer(prose):
        word = match.group()
        inner = word.strip("@?!")
        dotted = "." in inner and all(len(part) > 1 for part in inner.split("."))
        capitalised = (
            not start and inner[:1].isupper() and not inner.isupper() and inner.lower() not in _STOP_WORDS.split()
        )
        if _HUMPS.search(inner) or dotted or capitalised:
            yield _plain(word)
        start = prose[match.end() :].lstrip(" ")[:1] in {".", "?", "!", ":"} and not dotted


def _guesses(text: str, subjects: Iterable[str]) -> Iterator[str]:
    for subject in subjects:
        if _IDENTIFIER.fullmatch(subject):
            yield _plain(subject)
    for match in _BESIDE_NOUN.finditer(text):
        word = match[1] or match[2]
        if word.lower() not in _STOP_WORDS.split() and word.lower() not in _KIND_WORDS:
            yield word


def _plain(word: str) -> str:
    return word.lstrip("@").rstrip("?!").removesuffix("()").replace("->", ".")
