from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.decode import UndecodableError, decode
from codeqa.index.read import SourceText, UnreadableError, digest_of, read_source

CODE = """\
# {0}
import os

def load(path):
    # {1}
    return os.path.getsize(path)

MESSAGE = "{2}"
"""


def read(tmp_path: Path, data: bytes) -> SourceText:
    path = tmp_path / "file"
    path.write_bytes(data)
    return read_source(path)


def reason(tmp_path: Path, data: bytes) -> str:
    with pytest.raises(UnreadableError) as caught:
        read(tmp_path, data)
    return caught.value.reason


def test_utf8(tmp_path: Path) -> None:
    data = "größe = '→'\n".encode()
    assert read(tmp_path, data) == SourceText("größe = '→'\n", "utf-8", digest_of(data), 1)


def test_a_digest_is_of_the_bytes_on_disk(tmp_path: Path) -> None:
    assert read(tmp_path, b"a\r\n").digest == digest_of(b"a\r\n") != digest_of(b"a\n")
    assert digest_of(b"") == "cae66941d9efbd404e4d88758ea67670"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ("a", 1),
        ("a\n", 1),
        ("a\n\n", 2),
        ("a\r\nb\r\n", 2),
        ("a\rb\r", 2),
        ("a\r\n\nb\rc", 4),
        ("\n", 1),
        ("a\fb\vc\x1cd\x85e\u2028f\u2029g\n", 1),
    ],
)
def test_lines_are_those_an_editor_counts(tmp_path: Path, text: str, lines: int) -> None:
    source = read(tmp_path, text.encode())
    assert source.lines == lines
    assert "\r" not in source.text
    assert len(source.text.split("\n")[: source.lines]) == lines


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_byte_order_marks(tmp_path: Path, mark: bytes, encoding: str) -> None:
    source = read(tmp_path, mark + "class Größe:\r\n    pass\r\n".encode(encoding))
    assert (source.text, source.encoding, source.lines) == ("class Größe:\n    pass\n", encoding, 2)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_where_it_is_evident(tmp_path: Path, encoding: str) -> None:
    source = read(tmp_path, "class Größe:\n    pass\n".encode(encoding))
    assert (source.text, source.encoding) == ("class Größe:\n    pass\n", encoding)


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("latin-1", ("Für die Größe der Datei", "ändert den Schlüssel", "schöne Grüße")),
        ("latin-1", ("Lit le fichier source à partir du début", "la chaîne renvoyée", "déjà vérifié, très bien")),
        ("latin-1", ("Lee el fichero y devuelve un año", "función según la configuración", "niño")),
        ("latin-1", ("Copyright \xa9 2001", "90\xb0", "5\xb5m")),
        ("cp1252", ("It’s the “best” – really", "naïve café", "déjà vu €")),
        ("cp1250", ("Zażółć gęślą jaźń", "Wczytaj plik źródłowy", "błąd składni")),
        ("cp1251", ("Читает исходный файл", "возвращает длину строки", "ошибка синтаксиса")),
        ("koi8-r", ("Читает исходный файл", "возвращает длину строки", "ошибка синтаксиса")),
        ("shift_jis", ("ファイルを読み込む", "文字列の長さを返す", "構文エラー")),
        ("euc_jp", ("ファイルを読み込む", "文字列の長さを返す", "構文エラー")),
        ("gbk", ("读取源文件", "返回字符串的长度", "语法错误")),
        ("big5", ("讀取原始檔案", "傳回字串的長度", "語法錯誤")),
        ("euc_kr", ("소스 파일을 읽는다", "문자열의 길이를 반환한다", "구문 오류")),
    ],
)
def test_legacy_encodings_are_told_by_their_text(tmp_path: Path, encoding: str, words: tuple[str, ...]) -> None:
    text = CODE.format(*words)
    assert read(tmp_path, text.encode(encoding)).text == text


@pytest.mark.parametrize(
    "declaration",
    [
        "# -*- coding: iso-8859-5 -*-",
        '<?xml version="1.0" encoding="iso-8859-5"?>',
        "/* vim: set fileencoding=iso-8859-5: */",
    ],
)
def test_what_a_file_says_of_its_encoding_is_believed(tmp_path: Path, declaration: str) -> None:
    text = f"{declaration}\nтекст\n"
    source = read(tmp_path, text.encode("iso-8859-5"))
    assert (source.text, source.encoding) == (text, "iso-8859-5")


@pytest.mark.parametrize("name", ["nonsense", "rot13", "hex", "idna", "utf-8"])
def test_a_declaration_that_cannot_be_true_is_not(tmp_path: Path, name: str) -> None:
    text = f"# coding: {name}\n# schöne Grüße\n"
    assert read(tmp_path, text.encode("latin-1")).text == text


def test_damaged_utf8_stays_utf8(tmp_path: Path) -> None:
    data = "# Größe, Länge, Höhe, Maß → naïve café\n".encode() + b"# br\xf6ken\n"
    source = read(tmp_path, data)
    assert source.text == "# Größe, Länge, Höhe, Maß → naïve café\n# br\ufffdken\n"
    assert source.encoding == "utf-8 (damaged)"


@pytest.mark.parametrize(
    "data",
    [
        b"\x7fELF\x02\x01\x01\0\0\0",
        b"text with a \0 in it\n",
        codecs.BOM_UTF16_LE + "a\0b".encode("utf-16-le"),
        bytes(range(1, 256)) * 20,
        b"12\0",
    ],
)
def test_binary(tmp_path: Path, data: bytes) -> None:
    assert reason(tmp_path, data) == "binary"


def test_minified(tmp_path: Path) -> None:
    assert reason(tmp_path, b"var a=1;" * 1_000) == "minified"
    assert reason(tmp_path, b"x = 1\n" * 500 + b"d = '" + b"0" * 60_000 + b"'\n") == "minified"
    assert read(tmp_path, b"x = 1\n" * 500 + b"d = '" + b"0" * 40_000 + b"'\n" * 100).lines == 600
    assert read(tmp_path, b'{"a": ' + b"1" * 3_000 + b"}").lines == 1


def test_prose_with_a_paragraph_a_line_is_not_minified(tmp_path: Path) -> None:
    assert read(tmp_path, (b"A word or two. " * 50 + b"\n\n") * 40).lines == 80


def test_private_keys_are_secret_whatever_the_name(tmp_path: Path) -> None:
    for kind in ("RSA ", "OPENSSH ", "ENCRYPTED ", ""):
        key = f"-----BEGIN {kind}PRIVATE KEY-----\nAAAA\n".encode()
        assert reason(tmp_path, key) == "secret"
    assert read_source(tmp_path / "file", secrets=True).lines == 2
    assert read(tmp_path, b"KEY = '-----BEGIN PRIVATE KEY-----'\n").lines == 1
    assert read(tmp_path, b"-----BEGIN PUBLIC KEY-----\nAAAA\n").lines == 2


def test_a_git_lfs_pointer_is_no_content(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n"
    assert reason(tmp_path, pointer) == "git LFS pointer"


def test_a_file_that_is_gone_or_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="vanished"):
        read_source(tmp_path / "nothing")
    with pytest.raises(UnreadableError, match="unreadable"):
        read_source(tmp_path)


@given(st.binary(max_size=400))
def test_any_bytes_give_text_that_can_be_stored_or_are_refused(data: bytes) -> None:
    try:
        text, encoding = decode(data)
    except UndecodableError:
        return
    assert "\0" not in text
    text.encode("utf-8")
    assert encoding


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=200))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    assert decode(text.encode("utf-8")) == (text, "utf-8")
