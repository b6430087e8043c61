from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.text.stem import stem

FAMILIES = [
    "parse parses parsed parsing",
    "query queries queried querying",
    "cache caches cached caching",
    "class classes",
    "match matches matched matching",
    "index indexes indexed indexing indices",
    "box boxes boxed boxing",
    "process processes processed processing",
    "set sets setting settings",
    "cancel cancels canceled cancelled cancelling",
    "control controls controlled controlling",
    "install installs installed installing",
    "add adds added adding",
    "embed embeds embedded embedding embeddings",
    "file files filed filing",
    "name names named naming",
    "copy copies copied copying",
    "try tries tried trying",
    "cookie cookies",
    "alias aliases aliased",
    "status statuses",
    "use uses used using",
    "type types typed typing",
    "run runs running",
    "need needs needed needing",
    "api apis",
    "commit commits committed committing",
]

APART = [
    ("parse", "parser"),
    ("note", "not"),
    ("mode", "mod"),
    ("pipe", "pip"),
    ("https", "http"),
    ("string", "str"),
]


@pytest.mark.parametrize("family", FAMILIES)
def test_inflections_share_a_stem(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["", "a", "is", "sha256", "größe", "解析", "css", "bus", "red", "thing", "need"])
def test_what_has_no_inflection_stays(word: str) -> None:
    assert stem(word) == word


@given(st.text(alphabet=st.characters(min_codepoint=97, max_codepoint=122), max_size=20))
def test_a_stem_is_a_word_and_not_much_longer(word: str) -> None:
    result = stem(word)
    assert bool(result) == bool(word)
    assert len(result) <= len(word) + 1
    assert not any(character.isspace() for character in result)
