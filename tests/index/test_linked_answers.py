"""Answers to questions that lead to one another: bounded work, and the same in whatever order they are asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.answers import MAX_CHANGES, Answers, OutOfBudgetError

Leads = Mapping[int, Sequence[int]]


def first_known(answers: Answers, leads: Leads, told: Mapping[int, str], question: int) -> str | None:
    """As a name is bound: to the first of what is assigned to it of which something is known."""

    def find() -> str | None:
        for other in leads.get(question, ()):
            known = first_known(answers, leads, told, other)
            if known is not None:
                return known
        return told.get(question)

    return answers.to(question, find, None)


def contrary(answers: Answers, leads: Leads, told: Mapping[int, str], question: int) -> str | None:
    """As a name is looked up: what an inner scope knows hides what is told, so more knowledge may mean less."""

    def find() -> str | None:
        known = [contrary(answers, leads, told, other) for other in leads.get(question, ())]
        return None if any(known) else told.get(question, "unbound")

    return answers.to(question, find, None)


Ask = Callable[[Answers, Leads, Mapping[int, str], int], str | None]


def asked(ask: Ask, leads: Leads, told: Mapping[int, str], order: Iterable[int]) -> dict[int, str | None]:
    answers = Answers()
    return {question: ask(answers, leads, told, question) for question in order}


def test_a_question_without_a_circle_is_found_out_once() -> None:
    answers = Answers()
    leads = {0: [1, 2], 1: [3], 2: [3], 3: []}
    assert first_known(answers, leads, {3: "three"}, 0) == "three"
    assert first_known(answers, leads, {3: "three"}, 0) == "three"
    assert answers.found == answers.questions == 3  # the second way from 0 was not needed


def test_what_leads_back_to_itself_is_unknown() -> None:
    assert first_known(Answers(), {0: [0]}, {}, 0) is None
    assert first_known(Answers(), {0: [1], 1: [2], 2: [0]}, {}, 1) is None


def test_what_is_told_goes_round_the_whole_circle() -> None:
    leads = {one: [(one + 1) % 5] for one in range(5)}
    assert asked(first_known, leads, {3: "three"}, range(5)) == dict.fromkeys(range(5), "three")


@pytest.mark.parametrize("size", [10, 100, 1_000, 10_000])
def test_a_chain_is_found_out_once_however_long(size: int) -> None:
    answers = Answers()
    leads = {one: [one + 1] for one in range(size)}
    depth = sys.getrecursionlimit()
    assert first_known(answers, leads, {size: "end"}, 0) == "end"
    assert sys.getrecursionlimit() == depth
    assert answers.found <= 3 * answers.questions


def test_a_tree_deeper_than_the_stack_is_found_out_a_bounded_number_of_times() -> None:
    answers = Answers()
    leads = {one: [one + 1, one + 2, one + 3] for one in range(1_000)}
    told = dict.fromkeys(range(1_000, 1_003))
    assert first_known(answers, leads, {**told, 1_002: "end"}, 0) == "end"
    assert answers.found <= 30 * answers.questions


@pytest.mark.parametrize("size", [10, 100, 1_000, 10_000])
def test_a_circle_takes_work_in_proportion_to_its_size(size: int) -> None:
    # Each leads to the next two, so the ways round the circle are without number.
    answers = Answers()
    leads = {one: [(one + 1) % size, (one + 2) % size] for one in range(size)}
    told = dict.fromkeys(range(0, size, 5), "told")
    for question in range(size):
        assert first_known(answers, leads, told, question) == "told"
    assert answers.found <= 6 * answers.questions


graphs = st.dictionaries(st.integers(0, 11), st.lists(st.integers(0, 11), max_size=4), max_size=12)
tellings = st.dictionaries(st.integers(0, 11), st.sampled_from("abc"), max_size=5)


@given(graphs, tellings, st.permutations(range(12)))
@pytest.mark.parametrize("ask", [first_known, contrary])
def test_no_answer_depends_on_the_order(ask: Ask, leads: Leads, told: Mapping[int, str], order: Sequence[int]) -> None:
    assert asked(ask, leads, told, order) == asked(ask, leads, told, range(12))
    assert asked(ask, leads, told, order[:1]).items() <= asked(ask, leads, told, range(12)).items()


@given(graphs, tellings)
@pytest.mark.parametrize("ask", [first_known, contrary])
def test_work_is_bounded_by_what_leads_where(ask: Ask, leads: Leads, told: Mapping[int, str]) -> None:
    answers = Answers()
    for question in range(12):
        ask(answers, leads, told, question)
    ways = sum(map(len, leads.values()))
    # By recursion and for the first level, and then for each change of what is asked and for each that is new.
    assert answers.found <= 3 * answers.questions + MAX_CHANGES * ways


def test_a_circle_that_never_comes_to_rest_is_left_as_it_is() -> None:
    told = {0: "zero"}
    known = [asked(contrary, {0: [0]}, told, [0])[0] for _ in range(3)]
    assert known[0] in (None, "zero")
    assert len(set(known)) == 1


def test_the_budget_ends_a_search_and_later_ones_go_on() -> None:
    answers = Answers(budget=50)
    leads = {one: [(one + 1) % 100] for one in range(100)} | {200: [201]}
    with pytest.raises(OutOfBudgetError):
        first_known(answers, leads, {}, 0)
    assert first_known(answers, leads, {201: "other"}, 200) == "other"


def test_an_error_in_finding_out_leaves_nothing_behind() -> None:
    answers = Answers()

    def fail() -> str | None:
        raise ValueError

    with pytest.raises(ValueError):
        answers.to(1, lambda: answers.to(2, fail, None), None)
    assert answers.to(1, lambda: answers.to(2, lambda: "two", None), None) == "two"
