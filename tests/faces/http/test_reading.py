from __future__ import annotations

import os
from urllib.parse import quote

import pytest
from http_samples import API, FILES, talking
from starlette.testclient import TestClient

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app
from codeqa.settings import Settings


def test_lines_of_a_file(client: TestClient) -> None:
    page = client.get(f"{API}/source", params={"path": "beacon/lamp.py", "start": 13, "end": 15}).json()
    assert (page["start_line"], page["end_line"], page["language"]) == (13, 15, "python")
    assert page["total_lines"] == FILES["beacon/lamp.py"].count("\n")
    assert [line["number"] for line in page["lines"]] == [13, 14, 15]
    assert '<span class="nf">flash</span>' in page["lines"][0]["html"]
    assert [one["qualified_name"] for one in page["enclosing"]] == ["Lamp", "Lamp.flash"]
    assert {one["definition"]["name"] for one in page["outline"]} >= {"Lamp", "__init__", "flash"}
    assert page["editor_url"] == ""


def test_a_line_inside_a_long_string_looks_like_one(client: TestClient) -> None:
    page = client.get(f"{API}/source", params={"path": "beacon/lamp.py", "start": 3, "end": 3}).json()
    assert page["lines"] == [{"number": 3, "html": '<span class="sd">Never def ine it twice.</span>'}]


def test_lines_that_are_not_there(client: TestClient) -> None:
    for start, end, status in ((500, None, 400), (3, 2, 400), (0, 1, 422), (-1, 1, 422), (1, 0, 422)):
        wanted = {"path": "beacon/lamp.py", "start": start, **({} if end is None else {"end": end})}
        assert client.get(f"{API}/source", params=wanted).status_code == status
    page = client.get(f"{API}/source", params={"path": "beacon/lamp.py", "start": 1, "end": 5_000_000}).json()
    assert page["end_line"] == page["total_lines"]


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "link.py",
        "../secret.py",
        "beacon/../../secret.py",
        "./../secret.py",
        "..\\secret.py",
        "%2e%2e/secret.py",
        "..%2fsecret.py",
        "..%c0%afsecret.py",
        "beacon/lamp.py\0.txt",
        "\0",
        "/etc/passwd",
        "//etc/passwd",
        "file:///etc/passwd",
        "~/.bashrc",
        "C:\\Windows\\win.ini",
        ".",
        "..",
        ".codeqa/manifest.json",
        "beacon/lamp.py/",
        "beacon/lamp.py/..",
        "BEACON/LAMP.PY",
        "x" * 4_096,
    ],
)
def test_only_what_is_indexed_is_read(client: TestClient, path: str) -> None:
    for encoded in (quote(path, safe=""), quote(quote(path, safe=""), safe="")):
        for address in (f"source?path={encoded}", f"outline?path={encoded}"):
            response = client.get(f"{API}/{address}")
            assert response.status_code == 404
            assert "hunter2" not in response.text


@pytest.mark.parametrize("path", ["beacon", "beacon/"])
def test_a_folder_has_an_outline_and_no_source(client: TestClient, path: str) -> None:
    assert client.get(f"{API}/source", params={"path": path}).status_code == 404
    entries = client.get(f"{API}/outline", params={"path": path}).json()["entries"]
    assert {one["definition"]["path"].partition("/")[0] for one in entries} == {"beacon"}


def test_absolute_paths_of_the_codebase_are_no_paths_of_the_index(own: TestClient, codebase: Codebase) -> None:
    for path in (codebase.root / ".env", codebase.root / "beacon" / "lamp.py"):
        assert own.get(f"{API}/source", params={"path": str(path)}).status_code == 404


@pytest.mark.parametrize(
    "address",
    ["/../secret.py", "/%2e%2e/%2e%2e/secret.py", "/..%2f..%2fsecret.py", "//etc/passwd", "/%00", "/pygments.css%00",
     "/static/../../http/app.py", "/" + "x" * 5_000],
)  # fmt: skip
def test_the_pages_files_are_all_that_lies_beside_the_api(client: TestClient, address: str) -> None:
    assert client.get(f"http://127.0.0.1{address}").status_code == 404


def test_files_are_shown_as_indexed(own: TestClient, codebase: Codebase) -> None:
    path = codebase.root / "beacon" / "lamp.py"
    path.write_text("changed = 1\n", encoding="utf-8")
    assert "Lamp" in own.get(f"{API}/source", params={"path": "beacon/lamp.py"}).text
    path.unlink()
    path.symlink_to(codebase.root.parent / "secret.py")
    assert "hunter2" not in own.get(f"{API}/source", params={"path": "beacon/lamp.py"}).text


@pytest.mark.parametrize(
    "address",
    ["source?path=beacon/lamp.py", "source?path=web/page.html", "search?q=script alert planted", "overview"],
)
def test_planted_scripts_are_text(client: TestClient, address: str) -> None:
    def html_of(value: object) -> list[str]:
        if isinstance(value, dict):
            here = [one for key, one in value.items() if key.endswith("html")]
            return here + [one for inner in value.values() for one in html_of(inner)]
        return [one for inner in value for one in html_of(inner)] if isinstance(value, list) else []

    response = client.get(f"{API}/{address}")
    assert response.headers["content-type"] == "application/json"
    html = "\n".join(html_of(response.json()))
    assert "planted" in html
    assert "<script" not in html
    assert "<img" not in html
    assert "<body" not in html
    assert 'href="javascript' not in html


def test_overview(client: TestClient) -> None:
    page = client.get(f"{API}/overview").json()
    assert page["name"] == "beacon"
    assert page["readme_path"] == "README.md"
    assert '<a href="#/beacon/file/docs/guide.md">guide</a>' in page["readme_html"]
    assert {one["name"]: one["files"] for one in page["languages"]}.items() >= {"python": 2, "markdown": 2}.items()
    assert page["entries"][0]["definition"]["qualified_name"] in ("Lamp", "keep_watch", "Lamp.flash")
    assert page["counts"]["files"] == 5
    assert page["counts"]["references"] > 0


def test_outlines(client: TestClient) -> None:
    assert client.get(f"{API}/outline").json()["path"] is None
    found = client.get(f"{API}/outline", params={"path": "beacon/keeper.py"}).json()
    assert [one["definition"]["name"] for one in found["entries"]] == ["keep_watch", "main"]


def test_editor_links(codebase: Codebase) -> None:
    def url(link: str) -> tuple[str, str]:
        settings = Settings(editor_links=link)
        client = talking(create_app([Codebase(codebase.root, settings=settings)], follow=False))
        page = client.get(f"{API}/source", params={"path": "beacon/lamp.py", "start": 7}).json()
        return page["editor_url"], client.get("/api/v1/about").json()["editor_link"]

    root = quote(os.fspath(codebase.root))
    assert url("vscode") == (f"vscode://file{root}/beacon/lamp.py:7", "vscode://file{path}:{line}")
    assert url("none") == ("", "")
    for planted in ("javascript:alert(1)//{path}", " JavaScript:alert(1)//{path}", "data:text/html,{path}"):
        assert url(planted) == ("", "")
