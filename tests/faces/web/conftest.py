"""The page in a real Chromium, served by the real app over a small codebase."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app
from codeqa.settings import load_settings

sys.path.append(str(Path(__file__).parents[2] / "answer"))  # for its model server

from model_server import ModelServer, running

CHROMIUM = "/usr/bin/chromium"
PLANTED = "<script>document.title='stolen'</script><img src=x onerror=\"document.title='stolen'\">"
FILES = {
    "README.md": f"# Lighthouse\n\nShips find their way by it. {PLANTED}\n",
    "lighthouse/lamp.py": f'"""The lamp."""\n\n\nclass Lamp:\n    """Shines. {PLANTED}"""\n\n'
    "    def __init__(self, power):\n        self.power = power\n\n"
    "    def shine(self, seconds):\n        return self.power * seconds\n",
    "lighthouse/keeper.py": '"""The keeper."""\n\nfrom lighthouse.lamp import Lamp\n\n\n'
    "def keep_watch(night):\n"
    '    """Lights the lamp while it is dark."""\n    lamp = Lamp(power=3)\n    return lamp.shine(night.seconds)\n',
    "lighthouse/harbour.py": "from lighthouse.keeper import keep_watch\n\n\ndef open_harbour(night):\n"
    '    """Ships may enter once the watch is kept."""\n    return keep_watch(night)\n',
    f"lighthouse/{'deep' * 12}.py": "".join(f"def step_{n}():\n    return {n}\n\n\n" for n in range(120)),
}
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


class Served:
    """An app behind a real socket."""

    def __init__(self, *codebases: Codebase, follow: bool = True) -> None:
        config = uvicorn.Config(create_app(codebases, follow=follow), host="127.0.0.1", port=0, log_level="warning")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
        self.url = f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}/"

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()


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
