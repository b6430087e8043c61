"""Makes questions that lean on the ones before stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from codeqa.answer.conversation import Turn, recent, said
from codeqa.answer.events import Notice
from codeqa.answer.models.base import Message, Model, complete
from codeqa.answer.prompting import fenced, prompt
from codeqa.answer.question import read_question

_PRONOUN: Final = re.compile(
    r"\b(?:it|(?:that|this|the same)(?: one| function| method| class)?(?=\W*$| )|they|them|those|these|its|their)\b",
    re.IGNORECASE,
)
_REPOSITORY: Final = re.compile(
    r"\bth(?:is|at) (?:repo|project|code|package|library|program|app|tool|file|module|framework)", re.IGNORECASE
)
_RELATIVE: Final = re.compile(r"\w+\s+that\s+(?!(?:is|are|was)\b)\w+", re.IGNORECASE)
"""In "the function that parses dates" the word "that" stands for nothing from before."""

_LEADING: Final = re.compile(r"^(?:(?:and|but|so|also|then|ok|okay|now)\b[\s,]*)+", re.IGNORECASE)
_INSTEAD: Final = re.compile(r"^(?:what|how) about (?:the )?(?P<other>.+?)\W*$", re.IGNORECASE)
_BARE: Final = re.compile(
    r"(?:why|how|where|when|who|which|what)(?: (?:so|not|else|exactly|then))?\W*"
    r"|(?:(?:tell me |show me |say |explain )?more|go on|continue|explain|elaborate)\W*",
    re.IGNORECASE,
)
"""What says nothing by itself."""

_POSSESSIVE: Final = frozenset({"its", "their"})

LONGEST: Final = 600
"""Characters of a rewritten question; a model that writes more did not rewrite."""

HISTORY_TOKENS: Final = 1_200
ANSWER_TOKENS: Final = 300


def leans_back(text: str) -> bool:
    """Whether a question cannot be understood without the ones before it."""
    if _LEADING.match(text) or _INSTEAD.match(text) or _BARE.fullmatch(text.strip()):
        return True
    question = read_question(text)
    if question.names or question.paths:
        return False
    return _PRONOUN.search(_RELATIVE.sub(" ", _REPOSITORY.sub(" ", text))) is not None


def by_rules(text: str, turns: Sequence[Turn]) -> str:
    """The question with the last turns' name in place of its pronoun.

    >>> turn = Turn("what is Parser?", "what is Parser?", "…", names=("Parser",))
    >>> by_rules("and where is that called?", [turn])
    'where is `Parser` called?'
    >>> by_rules("what about Lexer?", [turn])
    'what is `Lexer`?'
    """
    if not turns:
        return text
    names = next((turn.names for turn in reversed(turns) if turn.names), ())
    instead = _INSTEAD.match(_LEADING.sub("", text))
    if instead is not None:
        return _with_other(turns[-1], instead["other"].strip("`"))
    bare = _LEADING.sub("", text)
    if not names:
        return bare
    name = f"`{names[0]}`"

    def stand_in(match: re.Match[str]) -> str:
        return f"{name}'s" if match[0].lower() in _POSSESSIVE else name

    question = read_question(bare)
    if question.names or question.paths:
        return bare
    replaced, count = _PRONOUN.subn(stand_in, bare, count=1)
    return replaced if count else f"{bare.rstrip(' ?')} (about {name})?"


def _with_other(turn: Turn, other: str) -> str:
    """The last question, about something else."""
    before = read_question(turn.stand_alone)
    for name in (*before.names, *before.guesses, *before.subjects):
        for quoted in (f"`{name}`", name):
            if quoted in turn.stand_alone:
                return turn.stand_alone.replace(quoted, f"`{other}`" if " " not in other else other, 1)
    return f"{turn.stand_alone.rstrip('?. ')}: {other}?"


def by_model(text: str, turns: Sequence[Turn], model: Model, notify: Callable[[Notice], None] = lambda _: None) -> str:
    """The question as a model makes it stand alone; by rules where what it wrote is no question.

    Raises:
        ModelError: the model cannot be reached.
    """
    lines = []
    for turn in recent(turns, HISTORY_TOKENS):
        lines += [f"Person: {turn.stand_alone}", f"Assistant: {said(turn, ANSWER_TOKENS)}"]
    conversation = fenced("\n".join(lines))
    messages = [
        Message("system", prompt("stand_alone")),
        Message("user", f"{conversation}\n\nThe person's last message:\n\n{fenced(text)}"),
    ]
    written = complete(model, messages, max_tokens=ANSWER_TOKENS, notify=notify).text.strip().strip('"').strip()
    if not written or "\n" in written or len(written) > LONGEST:
        return by_rules(text, turns)
    return written
