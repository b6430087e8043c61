"""Everything that is looked up before an answer is written."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from codeqa.answer.conversation import Turn
from codeqa.answer.events import Event, Notice, Step
from codeqa.answer.followup import by_model, by_rules, leans_back
from codeqa.answer.lookup import Lookup
from codeqa.answer.models.base import Message, Model, complete
from codeqa.answer.naming import as_searched, named_in
from codeqa.answer.page import Page, Place
from codeqa.answer.pins import Pins
from codeqa.answer.plans.choose import find_out
from codeqa.answer.plans.findings import Findings, hits_of
from codeqa.answer.plans.leads import Leads
from codeqa.answer.prompting import prompt
from codeqa.answer.question import Question, QuestionKind, parts_of, read_question
from codeqa.model import Answer, Hit, Kind, Verdict

IMAGINED_TOKENS: Final = 200
SEARCHED: Final = 30
A_FILE: Final = 3
"""Places that are searched for, and most of one file."""

REMEMBERED: Final = 8
"""Places of an answer that the next question may go on with."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with all that was found for it."""

    question: Question
    """As it stands alone."""
    findings: Findings
    evidence: tuple[Hit, ...]
    """For a model, the most telling first."""
    turns: tuple[Turn, ...] = ()
    """The conversation so far."""
    names: tuple[str, ...] = ()
    """The definitions that it names; where it names none, the one that answers it."""

    @property
    def found(self) -> bool:
        """Whether there is anything to answer from."""
        return self.findings.found


def stand_alone(pins: Pins, turns: Sequence[Turn], model: Model | None) -> Generator[Event, None, str]:
    """The question as it can be understood without the turns before."""
    text = pins.text or (turns[-1].stand_alone if turns else "")
    if not turns or not leans_back(text):
        return text
    if model is None:
        rewritten = by_rules(text, turns)
    else:
        waits: list[Notice] = []
        rewritten = by_model(text, turns, model, waits.append)
        yield from waits
    if rewritten != text:
        yield Step(f"Asking: {rewritten}")
    return rewritten


def imagined(text: str, model: Model) -> Generator[Event, None, str]:
    """A passage that could answer the question, to search with beside it.

    Source: Gao, Ma, Lin, Callan 2023, "Precise Zero-Shot Dense Retrieval without Relevance Labels" (HyDE).

    Raises:
        ModelError: the model cannot be reached or refused.
    """
    yield Step("Imagining what an answer could look like, to search with")
    waits: list[Notice] = []
    messages = [Message("system", prompt("imagine")), Message("user", text)]
    completion = complete(model, messages, max_tokens=IMAGINED_TOKENS, notify=waits.append)
    yield from waits
    return completion.text


def look_up(
    lookup: Lookup,
    pins: Pins,
    text: str,
    turns: Sequence[Turn],
    token_budget: int,
    beside: str = "",
    rerank: bool | None = None,
) -> Generator[Event, None, Asked]:
    """Searches, and carries out the plan for the question's kind.

    What was pinned comes first. A question that leans on the one before goes on with its evidence, after what a new
    search brings up; ``@codebase`` leaves the old evidence out.

    Args:
        lookup: the index.
        pins: what the message pins.
        text: the question as it stands alone.
        turns: the conversation so far.
        token_budget: estimated tokens of evidence to search for.
        beside: what to search with beside the question.
        rerank: whether a reranker puts the files in order; by default the setting.
    """
    question = read_question(text)
    searched: Sequence[Hit] = ()
    evidence: Sequence[Hit] = ()
    if question.kind is not QuestionKind.OVERVIEW:
        yield Step(f"Searching ({question.kind}): {text}")
        searched = lookup.search(text, SEARCHED, per_file=A_FILE, rerank=rerank)
        evidence = lookup.context(f"{text}\n{beside}".strip(), token_budget).sources
    goes_on = bool(turns) and not pins.anew and leans_back(pins.text)
    before = _remembered(lookup, turns[-1].evidence) if goes_on else ()
    named = tuple(as_searched(one, searched) for one in named_in(lookup, question))
    leads = Leads(hits_of([*pins.hits, *searched]), hits_of([*pins.hits, *evidence, *before]))
    findings = find_out(lookup, question, named, leads, pinned=bool(pins.hits))
    sources = hits_of([*pins.hits, *findings.sources, *leads.evidence])
    answered = [place.symbol for place in findings.page.places[:1] if place.symbol is not None]
    names = [one.first.qualified_name for one in named]
    if question.kinds or not names:  # "which function raises E": what is asked for is what answers, not E
        names = [*answered, *names]
    return Asked(question, findings, sources, tuple(turns), tuple(names))


def look_up_parts(
    lookup: Lookup, pins: Pins, text: str, turns: Sequence[Turn], token_budget: int, rerank: bool | None = None
) -> Generator[Event, None, Asked]:
    """Looks up each question of a compound one by itself, and puts the findings one below the other.

    For answers without a model; with one, the model takes the question apart. "It" in a later part means what an
    earlier one is about.
    """
    asked: list[Asked] = []
    before = list(turns)
    for part in parts_of(text):
        alone = by_rules(part, before) if before and leans_back(part) else part
        found = yield from look_up(lookup, pins, alone, (), token_budget, rerank=rerank)
        asked.append(found)
        before.append(Turn(part, alone, "", found.names))
    page = Page()
    for one in asked:
        page.blank()
        page.say(f"### {one.question.text}")
        page.blank()
        page.add(one.findings.page)
    findings = Findings(
        page, hits_of(hit for one in asked for hit in one.findings.sources), found=any(one.found for one in asked)
    )
    evidence = hits_of(hit for one in asked for hit in one.evidence)
    names = tuple(dict.fromkeys(name for one in asked for name in one.names))
    return Asked(read_question(text), findings, evidence, tuple(turns), names)


def turn_of(text: str, asked: Asked, answer: Answer, now: str) -> Turn:
    """What a conversation remembers of an answer."""
    cited = [one for one in answer.citations if one.verdict is not Verdict.INVALID]
    symbols = [one.symbol for one in cited if one.symbol is not None]
    return Turn(
        question=text,
        stand_alone=asked.question.text,
        answer=answer.text,
        names=tuple(dict.fromkeys([*asked.names, *symbols[:1]])),
        evidence=tuple(Place(one.path, one.start_line, one.end_line, one.symbol) for one in cited[:REMEMBERED]),
        model=answer.model,
        asked=now,
    )


def _remembered(lookup: Lookup, places: Sequence[Place]) -> tuple[Hit, ...]:
    """Places as they are in the index now."""
    return hits_of(
        Hit(one.path, one.start_line, one.start_line + text.count("\n"), Kind.CODE, one.symbol, 1.0, text)
        for one in places
        if (text := lookup.lines(one.path, one.start_line, one.end_line)) is not None
    )
