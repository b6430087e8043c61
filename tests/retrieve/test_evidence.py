from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.embed import Embedder
from codeqa.errors import UsageError
from codeqa.retrieve.evidence import evidence
from codeqa.retrieve.packing import SOURCE_TOKENS, Passage, choose, passages
from codeqa.store.reader import IndexReader
from codeqa.text.tokens import estimate_tokens

QUESTION = "How does paying for a basket charge the customer's card, and what happens when the bank declines?"


def test_the_evidence_is_there(shop: IndexReader, embedder: Embedder) -> None:
    context = evidence(shop, embedder, QUESTION, 8_000)
    assert context.sources[0].path == "shop/payment.py"
    assert context.text.startswith(f"[1] {context.sources[0].place}")
    assert "card.charge" in context.text


@pytest.mark.parametrize("budget", [1, 40, 80, 120, 200, 400, 8_000])
def test_the_budget_holds(shop: IndexReader, embedder: Embedder, budget: int) -> None:
    context = evidence(shop, embedder, QUESTION, budget)
    assert context.tokens <= budget
    assert context.tokens == sum(estimate_tokens(one.text) + SOURCE_TOKENS for one in context.sources)


def test_sources_are_lines_of_their_files_and_do_not_overlap(shop: IndexReader, embedder: Embedder) -> None:
    sources = evidence(shop, embedder, QUESTION, 8_000).sources
    for one in sources:
        indexed = shop.lines(one.path, one.start_line, one.end_line)
        assert textwrap.dedent(indexed).split() == one.text.split()
        assert one.text.count("\n") == one.end_line - one.start_line
    for one, other in combinations(sources, 2):
        assert one.path != other.path or one.end_line + 1 < other.start_line or other.end_line + 1 < one.start_line


@pytest.mark.parametrize(("question", "budget", "says"), [("", 100, "empty"), ("why", 0, "budget is 0")])
def test_wrong_use_is_told(shop: IndexReader, embedder: Embedder, question: str, budget: int, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        evidence(shop, embedder, question, budget)


def test_an_empty_index_gives_nothing(index_of: Callable[[Mapping[str, str]], IndexReader], embedder: Embedder) -> None:
    assert evidence(index_of({}), embedder, "why", 100).sources == ()


@given(st.lists(st.text("ab c", max_size=120), min_size=1, max_size=60), st.integers(1, 500))
def test_passages_cover_a_chunk_once(lines: list[str], start: int) -> None:
    found = list(passages(0, 0, start, lines, 1.0, lambda text: 0.0))
    covered = [line for one in found for line in range(one.start, one.end + 1)]
    assert covered == list(range(start, start + len(lines)))


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 200), st.floats(-5, 5)), max_size=30), st.integers(1, 2_000)
)
def test_what_is_chosen_fits(drawn: list[tuple[int, int, float]], budget: int) -> None:
    every = [Passage(at, file, at * 10, at * 10 + 4, tokens, score) for at, (file, tokens, score) in enumerate(drawn)]
    chosen = choose(every, budget)
    assert sum(one.tokens + SOURCE_TOKENS for one in chosen) <= budget
    assert len(set(chosen)) == len(chosen)


def test_files_take_turns() -> None:
    every = [Passage(at, at // 3, at * 10, at * 10 + 4, 50, 1.0 - at / 100) for at in range(6)]
    assert {one.file for one in choose(every, 130)} == {0, 1}
