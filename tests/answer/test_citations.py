from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shop import shop

from codeqa.answer.citations import check
from codeqa.model import Hit, Kind, Verdict

SHOP = shop()


def source(path: str, start: int, end: int) -> Hit:
    text = SHOP.lines(path, start, end)
    assert text is not None
    return Hit(path, start, end, Kind.CODE, None, 1.0, text)


SOURCES = [
    source("shop/prices.py", 20, 22),  # with_tax
    source("shop/prices.py", 25, 29),  # delivery_cost
    source("shop/checkout.py", 12, 16),  # Checkout.total
]


def verdicts(text: str) -> dict[int, Verdict]:
    return {one.number: one.verdict for one in check(text, SOURCES, SHOP).citations}


def test_a_name_that_its_source_holds() -> None:
    checked = check("`with_tax` multiplies by `RATE` [1].", SOURCES, SHOP)
    assert [one.place for one in checked.citations] == ["shop/prices.py:20-22"]
    assert checked.citations[0].verdict is Verdict.VALID
    assert checked.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "`with_tax` adds it. [1]",
        "`with_tax` adds it.[1]",
        "`with_tax` adds it [source 1].",
        "`with_tax` adds it [[1]].",
        "`with_tax` adds it 【1】.",
        "- `with_tax` adds it\n  [1]",
    ],
)
def test_marks_in_the_forms_that_models_write(text: str) -> None:
    checked = check(text, SOURCES, SHOP)
    assert [(one.number, one.verdict) for one in checked.citations] == [(1, Verdict.VALID)]
    assert "[1]" in checked.text


def test_several_numbers_in_one_mark() -> None:
    text = "`total` calls `with_tax` and `delivery_cost` [1, 2; 3]. It is all there [1-3]."
    assert verdicts(text) == {1: Verdict.VALID, 2: Verdict.VALID, 3: Verdict.VALID}
    assert "[1][2][3]" in check(text, SOURCES, SHOP).text


def test_a_quote_found_elsewhere_is_moved_there() -> None:
    checked = check("A parcel is priced by `4.5 + 0.3 * weight` [1]. Tax by `with_tax` [1].", SOURCES, SHOP)
    assert checked.text == "A parcel is priced by `4.5 + 0.3 * weight` [2]. Tax by `with_tax` [1]."
    assert {one.number: one.verdict for one in checked.citations} == {1: Verdict.VALID, 2: Verdict.MOVED}


def test_what_cannot_be_decided_is_unknown() -> None:
    assert verdicts("Everything is multiplied [1].") == {1: Verdict.UNKNOWN}
    assert verdicts("`with_tax` and `nowhere_to_be_seen` do it [1].") == {1: Verdict.UNKNOWN}


def test_of_two_sources_one_may_hold_one_name_and_one_the_other() -> None:
    text = "`with_tax` comes before `too heavy to deliver` [1][2]."
    assert verdicts(text) == {1: Verdict.VALID, 2: Verdict.VALID}


def test_a_source_that_was_never_shown_is_marked() -> None:
    checked = check("`with_tax` adds it [1][7].", SOURCES, SHOP)
    assert checked.text == "`with_tax` adds it [1][7: no such source]."
    assert {one.number: one.verdict for one in checked.citations} == {1: Verdict.VALID, 7: Verdict.INVALID}
    assert "cites [7], which it was not shown" in checked.notes[0]


def test_lines_that_are_no_longer_in_the_index_are_no_source() -> None:
    gone = Hit("shop/prices.py", 25, 400, Kind.CODE, None, 1.0, "…")
    checked = check("`delivery_cost` [1].", [gone], SHOP)
    assert checked.citations[0].verdict is Verdict.INVALID


def test_numbers_in_code_are_no_citations() -> None:
    text = "Take `prices[0]` or:\n\n```python\nfirst = prices[1]\n```\n\nSee `total` [3]."
    checked = check(text, SOURCES, SHOP)
    assert [one.number for one in checked.citations] == [3]
    assert checked.text == text


def test_invented_names_are_told() -> None:
    notes = check("`Checkout.refund_all` pays it back [3].", SOURCES, SHOP).notes
    assert "names `Checkout.refund_all`, which is in none of its sources" in notes[0]
    assert check("It returns `None` or `false` [3].", SOURCES, SHOP).notes == ()


def test_an_answer_without_any_source() -> None:
    assert check("It just works.", SOURCES, SHOP).notes == ("The answer cites no source: check before relying on it.",)


@given(st.text(alphabet=st.sampled_from("a `.\n[]1234,-x_!"), max_size=80))
def test_any_text_can_be_checked_and_only_marks_change(text: str) -> None:
    checked = check(text, SOURCES, SHOP)
    for one in checked.citations:
        assert (one.verdict is Verdict.INVALID) == (one.number not in (1, 2, 3))
    again = check(checked.text, SOURCES, SHOP)
    assert {one.number for one in again.citations} == {one.number for one in checked.citations if one.path}
