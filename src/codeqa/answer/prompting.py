"""The messages that a model is sent, made from the prompts beside this file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from codeqa.answer.evidence import rendered
from codeqa.answer.models.base import Message
from codeqa.answer.page import fence_for
from codeqa.answer.question import Question
from codeqa.model import Hit


@cache
def prompt(name: str) -> str:
    """The text of a prompt.

    Raises:
        FileNotFoundError: there is none of that name.
    """
    return (files("codeqa.answer") / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


@cache
def kind_prompt(kind: str) -> str:
    """What a kind of question asks for beyond the rules for all; empty where nothing."""
    path = files("codeqa.answer") / "prompts" / f"kind_{kind.replace(' ', '_')}.md"
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def system(name: str, question: Question) -> Message:
    """The rules for an answer, with those for the question's kind."""
    return Message("system", "\n\n".join(part for part in (prompt(name), kind_prompt(question.kind)) if part))


def with_evidence(question: str, sources: Sequence[Hit], facts: str = "") -> Message:
    """The question after its evidence, all of which is fenced."""
    parts = []
    if facts:
        parts.append(f"Facts from the index:\n\n{fenced(facts)}")
    if sources:
        parts.append(f"Sources:\n\n{rendered(sources)}")
    parts.append(f"Question: {question}")
    return Message("user", "\n\n".join(parts))


def fenced(text: str, language: str = "text") -> str:
    """Text between fences that it cannot close."""
    fence = fence_for(text)
    return f"{fence}{language}\n{text}\n{fence}"
