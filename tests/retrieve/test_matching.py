"""Names that what was typed may mean."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codeqa.retrieve.matching import EXACT, HUMPS, INSIDE, PART, PREFIX, SCATTERED, match_names, similar_names

NAMES = ["IndexWriter", "index_writer", "indexWriterOf", "write_index", "rewrite", "HTTPServer", "get_user_name"]


def how(typed: str) -> dict[str, int]:
    return {one.name: one.how for one in match_names(NAMES, typed, 10)}


def test_case_never_matters() -> None:
    assert how("indexwriter") == {"IndexWriter": EXACT, "indexWriterOf": PREFIX, "index_writer": HUMPS}


def test_humps_go_on_or_begin_the_next_word() -> None:
    assert set(how("IdxW").values()) == {SCATTERED}  # n and e are left out
    assert how("InWr") == {"IndexWriter": HUMPS, "index_writer": HUMPS, "indexWriterOf": HUMPS}
    assert how("gun") == {"get_user_name": HUMPS}


def test_a_word_s_start_comes_before_its_middle() -> None:
    assert how("write") == {
        "write_index": PREFIX,
        "IndexWriter": PART,
        "index_writer": PART,
        "indexWriterOf": PART,
        "rewrite": INSIDE,
    }


def test_scattered_letters_only_where_nothing_else_fits() -> None:
    assert how("hsrv") == {"HTTPServer": SCATTERED}
    assert how("zzz") == {}


def test_names_that_differ_in_case_are_both_offered_the_one_written_alike_first() -> None:
    assert similar_names(["discount", "Discount", "count"], "Discuont", 5) == ["Discount", "discount"]


@given(st.lists(st.from_regex(r"[A-Za-z_]{1,12}", fullmatch=True), unique=True), st.text(max_size=6))
def test_every_prefix_finds_its_name(names: list[str], other: str) -> None:
    match_names(names, other, 5)
    for name in names:
        assert name in {one.name for one in match_names(names, name[:3], len(names))}
