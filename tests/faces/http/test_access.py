from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from codeqa.faces.http.access import Access
from codeqa.faces.http.problems import RefusedError

HERE = Access(names=frozenset({"code.example"}))


def elsewhere() -> Access:
    return Access.elsewhere(["Code.Example"])


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:7411", "localhost:80", "LOCALHOST", "[::1]:7411", "[::1]", "code.example:443"]
)
def test_its_own_names(host: str) -> None:
    HERE.check_host(Headers({"host": host}))
    elsewhere().check_host(Headers({"host": host}))


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:7411",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example@127.0.0.1",
        "127.0.0.1@evil.example",
        "127.0.0.1:7411:80",
        "127.0.0.1 evil.example",
        "127.1",
        "2130706433",
        "[::1",
        "::1",
        "127.0.0.1/",
        "127.0.0.1:",
    ],
)
def test_other_names(host: str) -> None:
    for access in (HERE, elsewhere()):
        with pytest.raises(RefusedError):
            access.check_host(Headers({"host": host}))


def test_addresses_of_the_network_only_when_open() -> None:
    headers = Headers({"host": "192.168.1.2:7411"})
    elsewhere().check_host(headers)
    with pytest.raises(RefusedError):
        HERE.check_host(headers)


def test_one_host_alone() -> None:
    for raw in ([], [(b"host", b"localhost"), (b"host", b"localhost")]):
        with pytest.raises(RefusedError):
            HERE.check_host(Headers(raw=raw))


@pytest.mark.parametrize(
    "headers",
    [
        {"x-codeqa": "1"},
        {"x-codeqa": "1", "origin": "http://localhost:7411"},
        {"x-codeqa": "1", "origin": "http://localhost:7411", "sec-fetch-site": "same-origin"},
    ],
)
def test_the_page_itself_may_change(headers: dict[str, str]) -> None:
    HERE.check_source("POST", Headers({"host": "localhost:7411", **headers}))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://localhost:7411"},
        {"x-codeqa": "1", "origin": "http://evil.example"},
        {"x-codeqa": "1", "origin": "http://localhost:7412"},
        {"x-codeqa": "1", "origin": "null"},
        {"x-codeqa": "1", "origin": "http://[localhost:7411"},
        {"x-codeqa": "1", "sec-fetch-site": "cross-site"},
        {"x-codeqa": "1", "sec-fetch-site": "same-site"},
        {"authorization": "Bearer x"},
    ],
)
def test_other_sites_may_not(headers: dict[str, str]) -> None:
    with pytest.raises(RefusedError):
        HERE.check_source("POST", Headers({"host": "localhost:7411", **headers}))


def test_other_sites_may_not_read() -> None:
    HERE.check_source("GET", Headers({"host": "localhost:7411"}))
    with pytest.raises(RefusedError):
        HERE.check_source("GET", Headers({"host": "localhost:7411", "sec-fetch-site": "cross-site"}))


def test_the_token_stands_for_the_header() -> None:
    access = elsewhere()
    access.check_source("POST", Headers({"authorization": f"Bearer {access.token}"}))


def test_token_or_cookie() -> None:
    access = elsewhere()
    assert access.is_allowed(Headers({"authorization": f"bearer {access.token}"}), "codeqa")
    assert access.is_allowed(Headers({"cookie": f"other=1; codeqa={access.session}"}), "codeqa")
    for wrong in (
        {},
        {"authorization": "Bearer "},
        {"authorization": "Bearer ä"},
        {"authorization": f"Basic {access.token}"},
        {"cookie": f"codeqa={access.token}"},
        {"cookie": f"other={access.session}"},
        {"cookie": "\x00=;;"},
    ):
        assert not access.is_allowed(Headers(wrong), "codeqa")


def test_tokens_are_new_and_stay_out_of_sight() -> None:
    one, other = elsewhere(), elsewhere()
    assert one.token is not None
    assert one.token != other.token
    assert one.token not in repr(one)
    assert one.session not in repr(one)


def test_open_without_a_token_is_no_access() -> None:
    with pytest.raises(ValueError, match="token"):
        Access(is_open=True)
