from __future__ import annotations

from pathlib import Path

import pytest
from http_samples import API, PLANTED, talking
from starlette.testclient import TestClient

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app


def test_about(own: TestClient, codebase: Codebase) -> None:
    about = own.get("/api/v1/about").json()
    assert about["model"] is None
    assert about["embedder"].startswith("wordllama")
    assert about["leaves"] == []
    assert about["codebases"] == [{"id": "beacon", "name": "beacon", "root": str(codebase.root)}]


def test_status(client: TestClient) -> None:
    status = client.get(f"{API}/status").json()
    assert status["exists"]
    assert status["files"] == 5
    assert not status["stale"]
    assert status["freshness"]["sentence"] == ""


def test_search(client: TestClient) -> None:
    found = client.get(f"{API}/search", params={"q": "gives light for some seconds", "limit": 1}).json()
    assert found["items"][0]["path"] == "beacon/lamp.py"
    assert found["items"][0]["place"].startswith("beacon/lamp.py:")
    assert found["items"][0]["reasons"]
    assert '<span class="k">def</span>' in found["items"][0]["html"]
    assert found["next_offset"] == 1
    assert found["freshness_note"] == ""


def test_search_goes_on(client: TestClient) -> None:
    places, offset = [], 0
    while offset is not None:
        found = client.get(f"{API}/search", params={"q": "lamp", "limit": 2, "offset": offset}).json()
        places += [one["place"] for one in found["items"]]
        offset = found["next_offset"]
    whole = client.get(f"{API}/search", params={"q": "lamp", "limit": 50}).json()
    assert places == [one["place"] for one in whole["items"]]
    assert len(places) > 2


def test_search_is_narrowed(client: TestClient) -> None:
    def paths(**filters: object) -> set[str]:
        found = client.get(f"{API}/search", params={"q": "lamp", "limit": 50, **filters}).json()
        return {one["path"] for one in found["items"]}

    assert paths(path="docs/**") == {"docs/guide.md"}
    assert paths(kind=["function", "class"]) <= {"beacon/lamp.py", "beacon/keeper.py"}
    assert paths(language="markdown") == {"README.md", "docs/guide.md"}


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"q": ""}, 422),
        ({"q": " "}, 400),
        ({}, 422),
        ({"q": "x", "limit": 0}, 422),
        ({"q": "x", "limit": 51}, 422),
        ({"q": "x", "limit": "many"}, 422),
        ({"q": "x", "kind": "lamp"}, 422),
        ({"q": "x", "language": "klingon"}, 400),
        ({"q": "x" * 2_001}, 422),
        ({"q": "x", "path": ["x"] * 21}, 422),
        ({"q": "x\0y"}, 200),
    ],
)
def test_search_refuses_in_sentences(client: TestClient, query: dict[str, object], status: int) -> None:
    response = client.get(f"{API}/search", params=query)
    assert response.status_code == status
    if status != 200:
        assert response.headers["content-type"] == "application/problem+json"
        assert set(response.json()) == {"type", "title", "status", "detail"}
        assert response.json()["detail"].endswith(".")


def test_definitions_and_references(client: TestClient) -> None:
    (lamp,) = client.get(f"{API}/definitions", params={"name": "Lamp"}).json()["items"]
    assert lamp["id"] == "beacon/lamp.py::Lamp"
    found = client.get(f"{API}/references", params={"name": lamp["id"], "limit": 1}).json()
    assert found["total"] == 2
    assert found["next_offset"] == 1
    assert found["items"][0]["target"]["id"] == lamp["id"]
    imports = client.get(f"{API}/references", params={"name": "Lamp", "kind": "import"}).json()
    assert [one["kind"] for one in imports["items"]] == ["import"]


def test_unknown_names_are_told_with_the_nearest(client: TestClient) -> None:
    for address in ("definitions", "references", "symbol", "graph"):
        response = client.get(f"{API}/{address}", params={"name": "Lampp"})
        assert response.status_code == 404
        assert "Lamp" in response.json()["detail"]


def test_symbol(client: TestClient) -> None:
    page = client.get(f"{API}/symbol", params={"name": "Lamp"}).json()
    assert page["definition"]["qualified_name"] == "Lamp"
    assert "&lt;script&gt;" in page["doc_html"]
    assert PLANTED not in page["doc_html"]
    assert '<span class="nc">Lamp</span>' in page["signature_html"]
    assert {one["name"] for one in page["members"]} >= {"__init__", "flash"}
    assert page["references_total"] == 2
    assert page["others"] == []


def test_graphs(client: TestClient) -> None:
    callers = client.get(f"{API}/graph", params={"name": "Lamp.flash", "depth": 2}).json()
    names = [one["name"] for one in callers["nodes"]]
    assert names == ["flash", "keep_watch", "main"]
    assert {one["id"] for one in callers["nodes"]} >= {one["source"] for one in callers["edges"]}
    callees = client.get(f"{API}/graph", params={"name": "main", "direction": "callees"}).json()
    assert [one["name"] for one in callees["nodes"]] == ["main", "keep_watch"]
    few = client.get(f"{API}/graph", params={"name": "Lamp.flash", "depth": 2, "limit": 2}).json()
    assert (len(few["nodes"]), len(few["edges"]), few["omitted"]) == (2, 1, 1)
    assert (callers["total"], callers["maybe_total"], callers["maybe"]) == (2, 0, [])
    assert set(callers["labels"].values()) == {"Lamp.flash", "keep_watch", "main"}


def test_route(client: TestClient) -> None:
    found = client.get(f"{API}/route", params={"a": "main", "b": "Lamp.flash"}).json()
    assert [one["kind"] for one in found["edges"]] == ["call", "call"]
    assert [(one["relation"], one["is_backward"]) for one in found["chains"]] == [("calls", False)]
    assert [one["chosen"]["name"] for one in found["choices"]] == ["main", "flash"]
    assert client.get(f"{API}/route", params={"a": "main", "b": "Lamp.flash", "chains": 11}).status_code == 422


def test_modules(client: TestClient) -> None:
    found = client.get(f"{API}/modules").json()
    assert found["nodes"]
    assert {edge["source"] for edge in found["edges"]} <= {one["path"] for one in found["nodes"]}


def test_completion(client: TestClient) -> None:
    found = client.get(f"{API}/complete", params={"text": "flas", "limit": 5}).json()
    assert found["items"][0]["text"] == "Lamp.flash"
    assert client.get(f"{API}/complete").status_code == 200


def test_there_is_no_such_codebase(client: TestClient) -> None:
    for id in ("other", "BEACON", "..", "%2e%2e", "x" * 101, "beacon%00"):
        assert client.get(f"/api/v1/codebases/{id}/status").status_code in (404, 422)
    assert "beacon" in client.get("/api/v1/codebases/other/status").json()["detail"]


def test_several_codebases_side_by_side(codebase: Codebase) -> None:
    again = Codebase(codebase.root)
    client = talking(create_app([codebase, again], follow=False))
    assert [one["id"] for one in client.get("/api/v1/codebases").json()] == ["beacon", "beacon-2"]
    assert client.get("/api/v1/codebases/beacon-2/search", params={"q": "lamp"}).json()["items"]


def test_without_an_index(tmp_path: Path) -> None:
    empty = tmp_path / "Émpty & new!"
    empty.mkdir()
    client = talking(create_app([Codebase(empty)], follow=False))
    (listed,) = client.get("/api/v1/codebases").json()
    assert (listed["id"], listed["has_index"]) == ("mpty-new", False)
    api = "/api/v1/codebases/mpty-new"
    assert not client.get(f"{api}/status").json()["exists"]
    for address in (
        *("search?q=x", "definitions?name=x", "references?name=x", "symbol?name=x", "graph?name=x", "route?a=x&b=y"),
        *("overview", "outline", "modules", "complete?text=x", "source?path=x"),
    ):
        response = client.get(f"{api}/{address}")
        assert response.status_code == 409
        assert response.headers["content-type"] == "application/problem+json"
    assert client.post(f"{api}/ask", json={"question": "why?"}).status_code == 409


def test_what_is_not_there_is_told_in_its_form(client: TestClient) -> None:
    assert client.get("/api/v1/nothing").headers["content-type"] == "application/problem+json"
    assert client.get("/api/v2/about").status_code == 404
    assert client.put("/api/v1/about").status_code == 405
    assert client.get("/nothing").text == "There is nothing at this address.\n"


def test_unexpected_errors_show_no_traceback(codebase: Codebase, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("inner matters")

    monkeypatch.setattr(Codebase, "definitions", fail)
    response = talking(create_app([codebase], follow=False)).get(f"{API}/definitions", params={"name": "x"})
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "inner matters" not in response.text
