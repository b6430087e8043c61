"""Errors as ``application/problem+json`` (RFC 9457): a sentence, never a traceback."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

from codeqa.errors import (
    CodeQAError,
    EmbedderError,
    ModelError,
    NotFoundError,
    StoreError,
)
from codeqa.faces.http.headers import API_HEADERS
from codeqa.faces.http.pages import Problem

API: Final = "/api/v1"
MEDIA_TYPE: Final = "application/problem+json"

_STATUSES: Final[tuple[tuple[type[CodeQAError], HTTPStatus], ...]] = (
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (StoreError, HTTPStatus.CONFLICT),
    (ModelError, HTTPStatus.BAD_GATEWAY),
    (EmbedderError, HTTPStatus.BAD_GATEWAY),
    (CodeQAError, HTTPStatus.BAD_REQUEST),
)
"""The first that fits. An index that is missing, locked, or made by another embedder is a conflict: with its state."""

_SENTENCES: Final = {
    404: "There is nothing at this address.",
    405: "This address does not take that method.",
}

FAILED: Final = "CodeQA failed at this request. The terminal in which it runs shows the error; please report it."


class RefusedError(Exception):
    """A request that is not served.

    Args:
        status: the HTTP status.
        detail: why, and what to do.
        headers: what the response carries beside.
    """

    def __init__(self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The response that tells of an error."""
    content = Problem(type="about:blank", title=HTTPStatus(status).phrase, status=status, detail=detail)
    return JSONResponse(content.model_dump(), status, headers, MEDIA_TYPE)


def title_of(error: CodeQAError) -> str:
    """What kind of error it is, in a word or two."""
    return _status_of(error).phrase


def tell_problems(app: FastAPI) -> None:
    """Makes an app answer errors as problems."""

    @app.exception_handler(CodeQAError)
    def _known(request: Request, error: CodeQAError) -> Response:
        return problem(_status_of(error), str(error))

    @app.exception_handler(RefusedError)
    def _refused(request: Request, error: RefusedError) -> Response:
        return problem(error.status, error.detail, error.headers)

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, error: RequestValidationError) -> Response:
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, " ".join(map(_sentence, error.errors())))

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> Response:
        detail = _SENTENCES.get(error.status_code, error.detail)
        if request.url.path.startswith("/api"):
            return problem(error.status_code, detail, error.headers)
        return PlainTextResponse(f"{detail}\n", error.status_code, error.headers)

    @app.exception_handler(Exception)
    def _unexpected(request: Request, error: Exception) -> Response:
        # The traceback goes to the server's log: the framework raises the error again after this response.
        return problem(HTTPStatus.INTERNAL_SERVER_ERROR, FAILED, API_HEADERS)


def _status_of(error: CodeQAError) -> HTTPStatus:
    return next(status for kind, status in _STATUSES if isinstance(error, kind))


def _sentence(error: Mapping[str, Any]) -> str:
    place = ".".join(str(part) for part in error["loc"][1:]) or "The body"
    return f"{place}: {error['msg'].removeprefix('Value error, ')}."
