"""Indexing from the page, and what it hears of it."""

from __future__ import annotations

import http.client
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from http_samples import API, FILES, HEADERS, Stream, served, until

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app
from codeqa.faces.http.bounds import Bounds


def send(port: int, method: str, path: str, body: object = None) -> tuple[int, dict[str, object]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    content = None if body is None else json.dumps(body)
    connection.request(method, path, content, {**HEADERS, "Content-Type": "application/json"})
    response = connection.getresponse()
    document = json.loads(response.read())
    connection.close()
    return response.status, document


@pytest.fixture
def fresh(root: Path) -> Path:
    """The sample without an index."""
    shutil.rmtree(Codebase(root).index_dir)
    return root


@pytest.fixture
def port(fresh: Path) -> Iterator[int]:
    with served(create_app([Codebase(fresh)], follow=False)) as port:
        yield port


def test_a_home_folder_is_not_indexed_from_the_page(fresh: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: fresh)
    status, document = send(port, "POST", f"{API}/index", {})
    assert status == 400
    assert "is a home folder" in str(document["detail"])


def test_the_first_index_is_made_when_it_starts(fresh: Path) -> None:
    with served(create_app([Codebase(fresh)])) as port:
        stream = Stream(port, "GET", f"{API}/index/events")
        event = stream.until("freshness")
        while event.data["behind"] or event.data["updated"] is None:
            event = stream.until("freshness")
        stream.close()
        assert event.data["sentence"] == ""
        assert event.data["stage"] is None
        assert len(send(port, "GET", f"{API}/search?q=lamp")[1]["items"]) > 1  # type: ignore[arg-type]


def test_the_page_starts_an_index_and_hears_how_far_it_is(port: int) -> None:
    assert send(port, "GET", "/api/v1/codebases")[1][0]["has_index"] is False  # type: ignore[index, call-overload]
    stream = Stream(port, "GET", f"{API}/index/events")
    stream.until("freshness")
    status, freshness = send(port, "POST", f"{API}/index", {"rebuild": True})
    assert status == 202
    assert freshness["indexing"] is True
    stages = set()
    event = stream.until("freshness")
    while event.data["behind"]:
        stages.add(event.data["stage"])
        event = stream.until("freshness")
    stream.close()
    assert stages - {None}
    assert send(port, "GET", f"{API}/status")[1]["files"] == len(FILES) - 1


def test_what_changes_is_found(fresh: Path) -> None:
    with served(create_app([Codebase(fresh)])) as port:
        until(lambda: send(port, "GET", f"{API}/status")[1]["exists"])
        (fresh / "beacon" / "horn.py").write_text("def blow_the_horn():\n    return 1\n", encoding="utf-8")
        until(lambda: send(port, "GET", f"{API}/definitions?name=blow_the_horn")[0] == 200)


def test_several_listeners_hear_the_same_and_leave_nothing_behind(fresh: Path) -> None:
    app = create_app([Codebase(fresh)], follow=False)
    with served(app) as port:
        streams = [Stream(port, "GET", f"{API}/index/events") for _ in range(4)]
        for stream in streams:
            stream.until("freshness")
        send(port, "POST", f"{API}/index", {})
        for stream in streams:
            while stream.until("freshness").data["updated"] is None:
                pass
            stream.close()
        until(lambda: not app.state.services.listeners._taken)
        assert not app.state.services.streams._open


def test_requests_to_index_and_streams_are_bounded(fresh: Path) -> None:
    bounds = Bounds(indexings_a_minute=1, streams_a_client=1)
    with served(create_app([Codebase(fresh)], follow=False, bounds=bounds)) as port:
        assert send(port, "POST", f"{API}/index", {})[0] == 202
        assert send(port, "POST", f"{API}/index", {})[0] == 429
        stream = Stream(port, "GET", f"{API}/index/events")
        assert stream.response.status == 200
        assert Stream(port, "GET", f"{API}/index/events").response.status == 429
        stream.close()


@pytest.mark.parametrize("body", [[], {"rebuild": "perhaps"}, {"all": True}, None])
def test_requests_that_are_none(port: int, body: object) -> None:
    assert send(port, "POST", f"{API}/index", body)[0] == 422
