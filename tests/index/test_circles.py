"""Programs whose names lead to one another in circles: the work is bounded, and the order of files decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circles import CIRCLES, facts_of
from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.resolve import Link, Resolver


def resolved(definitions: Sequence[DefinitionKey], references: Sequence[ReferenceKey]) -> set[Link]:
    return set(Resolver(definitions, [one for one in references if one.is_fact]).resolve(references))


@pytest.mark.parametrize("kind", CIRCLES)
@pytest.mark.parametrize("size", [10, 300])
def test_each_question_is_answered_a_bounded_number_of_times(kind: str, size: int) -> None:
    definitions, references = facts_of(CIRCLES[kind](size))
    resolver = Resolver(definitions, [one for one in references if one.is_fact])
    assert sum(1 for _ in resolver.resolve(references)) == len(references)
    assert resolver.questions <= 10 * len(references)
    assert resolver.found <= 4 * resolver.questions
    assert resolver.given_up == 0


def test_what_circles_of_modules_hold_is_found() -> None:
    definitions, references = facts_of(CIRCLES["stars"](30))
    targets = {one.name: one.target_id for one in resolved(definitions, references) if one.path == "m4.py"}
    assert (targets["K19"], targets["run"], targets["lost4"]) == ("m19.py::K19", "m19.py::K19.run", None)


MODULE = st.lists(
    st.one_of(
        st.builds(
            "from m{} import {} as {}\n".format, st.integers(0, 4), st.sampled_from("abc"), st.sampled_from("abc")
        ),
        st.builds("from m{} import *\n".format, st.integers(0, 4)),
        st.builds("class {}({}): ...\n".format, st.sampled_from("abc"), st.sampled_from("abc")),
        st.builds("{} = {}.{}()\n".format, st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from("abc")),
        st.builds("{} = {}.{}\n".format, st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from("abc")),
        st.builds("def {}(self) -> {}:\n    return {}()\n".format, *[st.sampled_from("abc")] * 3),
        st.builds(
            "class {}:\n    def {}(self):\n        self.{} = {}()\n        self.{}.{}()\n".format,
            *[st.sampled_from("abc")] * 6,
        ),
    ),
    max_size=6,
).map("".join)


@given(st.lists(MODULE, min_size=5, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_definitions_facts_and_questions_decides_nothing(modules: Sequence[str], chance: object) -> None:
    definitions, references = facts_of({f"m{at}.py": text for at, text in enumerate(modules)})
    shuffled = list(references)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    facts = sorted((one for one in references if one.is_fact), key=lambda one: one.path, reverse=True)
    assert set(Resolver(definitions[::-1], facts).resolve(shuffled)) == resolved(definitions, references)


def test_what_takes_too_long_is_tied_by_name_and_counted() -> None:
    definitions, references = facts_of({**CIRCLES["calls"](100), "a.py": "def part(): ...\n"})
    resolver = Resolver(definitions, [one for one in references if one.is_fact], budget=20)
    links = {one.name: one for one in resolver.resolve(references)}
    assert resolver.given_up > 0
    assert links["part"].confidence < 1
