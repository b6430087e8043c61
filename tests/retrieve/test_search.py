from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeqa.embed import Embedder
from codeqa.errors import UsageError
from codeqa.model import Kind
from codeqa.rerank import load_reranker
from codeqa.retrieve.search import SearchOptions, search
from codeqa.retrieve.weights import DEFAULT_WEIGHTS, Weights
from codeqa.store.reader import IndexReader

PLAIN = SearchOptions()


def paths(reader: IndexReader, embedder: Embedder, text: str, options: SearchOptions = PLAIN) -> list[str]:
    return [hit.path for hit in search(reader, embedder, text, options)]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("Basket", "shop/basket.py"),
        ("basket", "shop/basket.py"),
        ("Basket.total_price", "shop/basket.py"),
        ("PaymentDeclinedError", "shop/payment.py"),
        ("how is the card charged", "shop/payment.py"),
        ("what do all the goods cost", "shop/basket.py"),
        ("tests of the price of an empty basket", "tests/test_basket.py"),
        ("how do I install this", "README.md"),
    ],
)
def test_the_right_file_comes_first(shop: IndexReader, embedder: Embedder, query: str, path: str) -> None:
    assert paths(shop, embedder, query)[0] == path


def test_a_bare_name_finds_its_definition(shop: IndexReader, embedder: Embedder) -> None:
    hit = search(shop, embedder, "pay", SearchOptions())[0]
    assert (hit.path, hit.symbol) == ("shop/payment.py", "pay")
    assert "defines pay" in hit.reasons


def test_each_file_takes_one_place(shop: IndexReader, embedder: Embedder) -> None:
    found = paths(shop, embedder, "basket price")
    assert len(found) == len(set(found)) > 2


def test_more_of_a_file_on_request(shop: IndexReader, embedder: Embedder) -> None:
    found = paths(shop, embedder, "install the shop with baskets", SearchOptions(limit=50, per_file=5))
    assert len(found) >= len(set(found))
    hits = search(shop, embedder, "basket", SearchOptions(limit=50, per_file=5))
    shown = [(hit.path, hit.start_line) for hit in hits]
    folded = [(one.path, one.start_line) for hit in hits for one in hit.more]
    assert len(set(shown)) == len(shown)
    assert not set(shown) & set(folded)


def test_the_limit_holds_and_order_is_by_score(shop: IndexReader, embedder: Embedder) -> None:
    hits = search(shop, embedder, "basket", SearchOptions(limit=2))
    assert len(hits) == 2
    assert hits[0].score >= hits[1].score


def test_filters_narrow(shop: IndexReader, embedder: Embedder) -> None:
    assert set(paths(shop, embedder, "basket", SearchOptions(paths=("tests",)))) == {"tests/test_basket.py"}
    assert set(paths(shop, embedder, "basket", SearchOptions(languages=frozenset({"markdown"})))) == {"README.md"}
    kinds = {hit.kind for hit in search(shop, embedder, "basket", SearchOptions(kinds=frozenset({Kind.DOCUMENTATION})))}
    assert kinds == {Kind.DOCUMENTATION}
    assert paths(shop, embedder, "basket", SearchOptions(paths=("nowhere/**",))) == []


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        ("", SearchOptions(), "empty"),
        ("  \n", SearchOptions(), "empty"),
        ("x", SearchOptions(limit=0), "limit is 0"),
        ("x", SearchOptions(per_file=0), "hits a file is 0"),
        ("x", SearchOptions(languages=frozenset({"klingon"})), "no language 'klingon'"),
    ],
)
def test_wrong_use_is_told(shop: IndexReader, embedder: Embedder, text: str, options: SearchOptions, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        search(shop, embedder, text, options)


def test_an_empty_index_answers(index_of: Callable[[Mapping[str, str]], IndexReader], embedder: Embedder) -> None:
    assert search(index_of({}), embedder, "anything", SearchOptions()) == []


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(min_size=1).filter(lambda text: bool(text.strip())))
def test_a_query_is_text_never_syntax(shop: IndexReader, embedder: Embedder, query: str) -> None:
    assert len(paths(shop, embedder, query)) == len(SOURCES_INDEXED)


SOURCES_INDEXED = ("shop/basket.py", "shop/payment.py", "shop/__init__.py", "tests/test_basket.py", "README.md")


@pytest.mark.parametrize("signal", [one.name for one in fields(Weights)])
def test_every_signal_has_a_switch(shop: IndexReader, embedder: Embedder, signal: str) -> None:
    weights = replace(DEFAULT_WEIGHTS, **{signal: 0.0})
    assert paths(shop, embedder, "charge the card", SearchOptions(weights=weights))


def test_reranking_keeps_the_hits(shop: IndexReader, embedder: Embedder) -> None:
    plain = set(paths(shop, embedder, "charge the card"))
    options = SearchOptions(reranker=load_reranker("late-interaction"))
    assert set(paths(shop, embedder, "charge the card", options)) == plain


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("shop/payment.py:11", "shop/payment.py"),
        ('File "/usr/lib/python3/site-packages/shop/payment.py", line 11, in pay', "shop/payment.py"),
        ("payment.py(11): error in the basket of goods", "shop/payment.py"),
        ("https://example.org/blob/main/shop/payment.py#L11 is about baskets", "shop/payment.py"),
        (r"C:\src\shop\payment.py:11:5: the basket", "shop/payment.py"),
    ],
)
def test_lines_that_a_query_names_come_first(shop: IndexReader, embedder: Embedder, text: str, place: str) -> None:
    first = search(shop, embedder, text, SearchOptions())[0]
    assert first.path == place
    assert first.start_line <= 11 <= first.end_line
    assert first.reasons[0] == "the query names this place"


def test_a_file_named_without_a_line_comes_first_with_its_beginning(shop: IndexReader, embedder: Embedder) -> None:
    first = search(shop, embedder, "tests/test_basket.py", SearchOptions())[0]
    assert (first.path, first.start_line) == ("tests/test_basket.py", 1)


@pytest.mark.parametrize("typed", ["total_pirce", "totalPrice", "totpri", "TotalPrices"])
def test_a_name_that_is_nearly_right_finds_the_definition(shop: IndexReader, embedder: Embedder, typed: str) -> None:
    first = search(shop, embedder, typed, SearchOptions())[0]
    assert (first.path, first.reasons[0]) == ("shop/basket.py", "defines total_price")


def test_a_name_within_a_question_leads_to_its_definition(shop: IndexReader, embedder: Embedder) -> None:
    for question in ("what customers owe, by Basket.total_price with discounts", "discount handling in total_price"):
        first = search(shop, embedder, question, SearchOptions())[0]
        assert (first.path, first.reasons[0]) == ("shop/basket.py", "defines total_price")
