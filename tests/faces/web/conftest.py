"""The page in a real Chromium, served by the real app over a small codebase."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from web_samples import FILES, Served

from codeqa.codebase import Codebase
from codeqa.settings import load_settings

sys.path.append(str(Path(__file__).parents[2] / "answer"))  # for its model server

from model_server import ModelServer, running

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--no-first-run", "--disable-quic"]  # fmt: skip


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*os.environ,):
        if name.startswith("CODEQA_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CODEQA_WORKERS", "1")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("needs Chromium: apt install chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "lighthouse" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "lighthouse"


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    with running() as state:
        yield state


@pytest.fixture
def serve(root: Path, model_server: ModelServer) -> Iterator[Callable[..., Served]]:
    """Serves the small codebase, with the scripted model where one is wanted."""
    served: list[Served] = []

    def started(*, model: bool = False, index: bool = True, follow: bool = False) -> Served:
        flags = {"model": "tiny", "model_url": model_server.url} if model else {}
        codebase = Codebase(root, settings=load_settings(root, **flags))
        if index:
            codebase.index()
        served.append(Served(codebase, follow=follow))
        return served[-1]

    yield started
    for one in served:
        one.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must have no error of its own, and load nothing from elsewhere."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(20_000)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
    opened.on(
        "request",
        lambda request: errors.append(request.url) if not request.url.startswith("http://127.0.0.1") else None,
    )
    yield opened
    title = opened.title()
    context.close()
    assert errors == []
    assert title != "stolen"
