from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.text import tokens
from codeqa.text.tokens import code_tokens, estimate_tokens, split_identifier


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("camelCase", ["camel", "Case"]),
        ("PascalCase", ["Pascal", "Case"]),
        ("HTTPServer2_config", ["HTTP", "Server", "2", "config"]),
        ("snake_case_name", ["snake", "case", "name"]),
        ("SCREAMING_SNAKE", ["SCREAMING", "SNAKE"]),
        ("__init__", ["init"]),
        ("kebab-case", ["kebab", "case"]),
        ("utf8", ["utf", "8"]),
        ("x86_64", ["x", "86", "64"]),
        ("URLs", ["URLs"]),
        ("userIDsOf", ["user", "IDs", "Of"]),
        ("DNSserver", ["DN", "Sserver"]),
        ("isDNS", ["is", "DNS"]),
        ("größeÄndern", ["größe", "Ändern"]),
        ("ПарсерФайла", ["Парсер", "Файла"]),
        ("解析redis缓存", ["解析", "redis", "缓存"]),
        ("___", []),
        ("", []),
    ],
)
def test_split_identifier(word: str, parts: list[str]) -> None:
    assert split_identifier(word) == parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("def get_users(self):", ["def", "getuser", "get", "user", "self"]),
        ("HTTPServer2", ["httpserver2", "http", "server", "2"]),
        ('what\'s "Foo{0}" & -bar?', ["what", "foo", "0", "bar"]),
        ("for i in range(10)", ["for", "in", "rang", "10"]),
        ("data-test-id", ["data", "test", "id"]),
        ("i18n", ["i18n", "18"]),
        ("缓存配置", ["缓存", "存配", "配置"]),
        ("é", ["é"]),
        ("nai\u0308ve", ["na\u00efve"]),
        ("ﬁle", ["file"]),
    ],
)
def test_code_tokens(text: str, expected: list[str]) -> None:
    assert code_tokens(text) == expected


@pytest.mark.parametrize("name", ["fileName", "file_name", "FileName", "FILE_NAME", "filename", "filenames"])
def test_one_name_in_every_convention_shares_a_token(name: str) -> None:
    assert "filenam" in code_tokens(name)


def test_data_is_no_word_and_a_sentence_as_name_is_found_by_its_parts() -> None:
    assert code_tokens("A" * (tokens.LONGEST_WORD + 1)) == []
    sentence = "_".join(["test", *["orange"] * 12])
    assert code_tokens(sentence) == ["test", *["orang"] * 12]


def test_words_are_forgotten_when_too_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "CACHED_WORDS", 3)
    text = " ".join(f"name_{number}" for number in range(50))
    assert code_tokens(text) == code_tokens(text)
    assert len(code_tokens(text)) == 150
    assert len(tokens._tokens_of_words) <= 3


@given(st.text())
def test_tokens_are_plain(text: str) -> None:
    for token in code_tokens(text):
        assert token
        assert token.split() == [token]
        assert "_" not in token


@given(st.text(), st.text())
def test_texts_side_by_side_give_the_tokens_of_both(one: str, other: str) -> None:
    assert code_tokens(f"{one}\n{other}") == code_tokens(one) + code_tokens(other)


@given(st.text())
def test_parts_are_pieces_of_the_word_in_order(word: str) -> None:
    position = 0
    for part in split_identifier(word):
        position = word.index(part, position) + len(part)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2)])
def test_estimate_tokens(text: str, count: int) -> None:
    assert estimate_tokens(text) == count
