from __future__ import annotations

import json
import socket

import pytest
from http_samples import API, HEADERS, served, talking
from starlette.testclient import TestClient

from codeqa.codebase import Codebase
from codeqa.faces.http.access import Access
from codeqa.faces.http.app import create_app
from codeqa.faces.http.guard import MOST_BYTES


def test_every_response_tells_the_browser_what_is_not_allowed(client: TestClient) -> None:
    for path in ("/", "/nothing", "/api/v1/about", "/api/v1/nothing", f"{API}/search"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
    assert client.get("/api/v1/about").headers["cache-control"] == "no-store"
    assert "script-src 'self';" in client.get("/pygments.css").headers["content-security-policy"]


def test_other_names_are_refused_everywhere(client: TestClient) -> None:
    for path in ("/", "/api/v1/about"):
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 421


def test_other_sites_are_refused(client: TestClient) -> None:
    response = client.post(f"{API}/ask", json={"question": "why?"}, headers={"Origin": "http://evil.example"})
    assert response.status_code == 403
    assert response.headers["content-type"] == "application/problem+json"


def test_changes_need_the_header(codebase: Codebase) -> None:
    client = TestClient(create_app([codebase], follow=False), base_url="http://127.0.0.1")
    for response in (
        client.post(f"{API}/ask", json={"question": "why?"}),
        client.post(f"{API}/index", json={}),
        client.delete(f"{API}/conversations/20260101-000000-abcd"),
        client.patch(f"{API}/conversations/20260101-000000-abcd", json={"title": "x"}),
    ):
        assert response.status_code == 403
        assert "X-CodeQA" in response.json()["detail"]


@pytest.mark.parametrize("length", ["70000", "-1", "1e3", "", "99999999999999999999"])
def test_long_bodies_are_refused_by_what_they_say(client: TestClient, length: str) -> None:
    assert client.post(f"{API}/ask", content=b"{}", headers={"Content-Length": length}).status_code in (413, 422)
    assert client.post(f"{API}/ask", content=b" " * (MOST_BYTES + 1)).status_code == 413


def test_long_bodies_are_refused_by_what_they_are(codebase: Codebase) -> None:
    with served(create_app([codebase], follow=False)) as port, socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(
            f"POST {API}/ask HTTP/1.1\r\nHost: localhost:{port}\r\nX-CodeQA: 1\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        for _ in range(MOST_BYTES // 0x1000 + 1):
            line.sendall(b"1000\r\n" + b" " * 0x1000 + b"\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 413")


def test_a_server_for_others_needs_its_token(codebase: Codebase) -> None:
    access = Access.elsewhere()
    client = talking(create_app([codebase], access=access, follow=False))
    assert client.get("/api/v1/about").status_code == 401
    assert client.get("/api/v1/about?token=" + str(access.token)).status_code == 401
    assert client.get("/").status_code == 401
    assert client.get("/pygments.css").status_code == 401
    assert client.get("/?token=wrong").status_code == 401
    assert client.get("/api/v1/about", headers={"Authorization": f"Bearer {access.token}"}).status_code == 200


def test_a_token_becomes_a_cookie(codebase: Codebase) -> None:
    access = Access.elsewhere()
    client = talking(create_app([codebase], access=access, follow=False))
    response = client.get("/", params={"token": access.token, "next": '"><script>'})
    assert response.status_code == 200
    assert response.headers["set-cookie"].endswith("HttpOnly; Path=/; SameSite=strict")
    assert str(access.token) not in response.text + response.headers["set-cookie"]
    assert "<script" not in response.text
    assert response.headers["cache-control"] == "no-store"
    assert client.get("/api/v1/about").status_code == 200


def test_no_token_no_cookie(client: TestClient) -> None:
    assert "set-cookie" not in client.get("/pygments.css?token=x").headers


def test_bodies_that_are_none_are_told_so(client: TestClient) -> None:
    for content in (b"", b"{", b"\xff", b"[]", b'{"question": 1}', b'{"question": "x", "unknown": 1}', b"null"):
        response = client.post(f"{API}/ask", content=content, headers={"Content-Type": "application/json"})
        assert response.status_code in (400, 422)
        assert response.headers["content-type"] == "application/problem+json"


def test_deep_bodies_are_refused(client: TestClient) -> None:
    content = b'{"question":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    response = client.post(f"{API}/ask", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)


def test_half_a_character_is_no_question(client: TestClient) -> None:
    content = json.dumps({"question": "\ud800"}).encode()
    response = client.post(f"{API}/ask", content=content, headers={"Content-Type": "application/json", **HEADERS})
    assert response.status_code == 422
