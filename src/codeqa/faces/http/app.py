"""The app: the API's addresses, the web app's files, and what stands before both."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import Final

from fastapi import APIRouter, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.staticfiles import StaticFiles

from codeqa.codebase import Codebase
from codeqa.faces.http.access import Access
from codeqa.faces.http.bounds import Bounds
from codeqa.faces.http.dependencies import Services
from codeqa.faces.http.description import describe, problems
from codeqa.faces.http.guard import Guard
from codeqa.faces.http.problems import API, tell_problems
from codeqa.faces.http.routes import about, asking, conversations, finding, graphs, indexing, reading
from codeqa.faces.http.shelf import Shelf

STATIC: Final = Path(__file__).parent.parent / "web" / "static"
"""The web app's files."""

_DESCRIPTION: Final = """
What changes something, and what asks, needs the header `X-CodeQA: 1`. A server for other machines needs its token on
every request: `Authorization: Bearer TOKEN`. Errors are problems (RFC 9457). Paths are those of the index, with `/`;
lines are 1-based and inclusive. What is called `html` has no scripts, styles or addresses in it that a browser fetches.
"""

_EVERYWHERE: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
)


def create_app(
    codebases: Sequence[Codebase],
    *,
    access: Access | None = None,
    bounds: Bounds = Bounds(),  # noqa: B008 (frozen)
    follow: bool = True,
    static: Path = STATIC,
) -> FastAPI:
    """The app that answers for some codebases.

    Args:
        codebases: at least one.
        access: who is let in; by default programs and browsers of this machine.
        bounds: how much it takes on.
        follow: keep the indexes current while it runs; else they are taken as they are until one is asked for.
        static: the folder of the web app's files.
    """
    shelf = Shelf(codebases)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        for one in shelf:
            await run_in_threadpool(one.follow if follow else one.warm)
        try:
            yield
        finally:
            for one in shelf:
                await run_in_threadpool(one.close)

    app = FastAPI(
        title="CodeQA",
        summary="Answers questions about a codebase from the code itself, with path:line sources.",
        description=_DESCRIPTION,
        version=version("codeqa"),
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    app.add_middleware(Guard, access=access or Access())
    app.state.services = Services(shelf, bounds)
    tell_problems(app)
    api = APIRouter(prefix=API, responses=problems(*_EVERYWHERE))
    for part in (about, finding, graphs, reading, asking, conversations, indexing):
        api.include_router(part.router)
    app.include_router(api)
    describe(app)
    # Windows may be set to call scripts plain text, which browsers that are told not to guess do not run.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("text/javascript", ".mjs")
    app.mount("/", StaticFiles(directory=static, html=True), name="page")
    return app
