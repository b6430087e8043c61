"""What stands before the app: who is let in, what a request may bring, and what every response says to a browser."""

from __future__ import annotations

import asyncio
from html import escape
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codeqa.faces.http.access import Access
from codeqa.faces.http.headers import API_HEADERS, PAGE_HEADERS
from codeqa.faces.http.problems import RefusedError, problem

MOST_BYTES: Final = 64 * 1024
"""Of a request's body. Questions are the longest there is, and have at most 8,000 characters."""
BODY_SECONDS: Final = 15.0
"""In which a body must have arrived."""

_NEEDS_TOKEN: Final = (
    "This server needs its token: open the address that `codeqa serve` printed, or send Authorization: Bearer TOKEN."
)
_EXCHANGED: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={url}">'
    '<title>CodeQA</title><p><a href="{url}">Go on to CodeQA</a></p></html>'
)


class Guard:
    """Stands before an app.

    Args:
        app: what is guarded.
        access: who is let in.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        is_api = scope["path"].startswith("/api")
        guarded_send = _with_headers(send, API_HEADERS if is_api else PAGE_HEADERS)
        try:
            refusal = self._refusal(scope, is_api)
            if refusal is not None:
                await refusal(scope, receive, guarded_send)
                return
            if scope["method"] not in ("GET", "HEAD"):
                receive = await _with_body(Headers(scope=scope), receive)
        except RefusedError as error:
            await problem(error.status, error.detail, error.headers)(scope, receive, guarded_send)
            return
        await self._app(scope, receive, guarded_send)

    def _refusal(self, scope: Scope, is_api: bool) -> Response | None:
        """What is answered in place of the app; None where it may answer."""
        headers = Headers(scope=scope)
        self._access.check_host(headers)
        if is_api:
            self._access.check_source(scope["method"], headers)
        port = scope["server"][1] if scope.get("server") else 0
        cookie = f"codeqa-{port}"  # a browser's cookies are those of a host, whatever the port
        if self._access.is_allowed(headers, cookie):
            return None
        if is_api:
            return problem(HTTPStatus.UNAUTHORIZED, _NEEDS_TOKEN, {"WWW-Authenticate": "Bearer"})
        return self._exchange(scope, cookie)

    def _exchange(self, scope: Scope, cookie: str) -> Response:
        """A cookie for the token in an address, or what to do without one.

        A redirect would not do: to a browser that came from another site's link it is that site's, and a strict
        cookie is not sent. From a page of its own it is.
        """
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = query.pop("token", [""])
        if not self._access.opens(given[0]):
            return PlainTextResponse(f"{_NEEDS_TOKEN}\n", HTTPStatus.UNAUTHORIZED, {"WWW-Authenticate": "Bearer"})
        rest = urlencode(query, doseq=True)
        response = HTMLResponse(_EXCHANGED.format(url=escape(f"/?{rest}" if rest else "/")))
        response.set_cookie(
            cookie, self._access.session, httponly=True, samesite="strict", secure=scope["scheme"] == "https"
        )
        response.headers["Cache-Control"] = "no-store"
        return response


def _with_headers(send: Send, headers: dict[str, str]) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = MutableHeaders(scope=message)
            for name, value in headers.items():
                given.setdefault(name, value)
        await send(message)

    return with_headers


async def _with_body(headers: Headers, receive: Receive) -> Receive:
    """The way of a request's messages, once its whole body is there.

    Raises:
        RefusedError: it is too long, or does not come.
    """
    too_long = RefusedError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"The request is longer than {MOST_BYTES:,} bytes. Make it shorter."
    )
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length) > MOST_BYTES:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                body += message.get("body", b"")
                if len(body) > MOST_BYTES:
                    raise too_long
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive in time. Send it again.") from None
    waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def with_body() -> Message:
        return waiting.pop() if waiting else await receive()

    return with_body
