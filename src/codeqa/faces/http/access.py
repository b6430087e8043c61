"""Who is let in: by the name the server was called by, by where a request comes from, and by the token."""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from codeqa.faces.http.problems import RefusedError

HEADER: Final = "x-codeqa"
"""A header that no form and no other site's script can send without being asked first."""

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[^\s:/@\[\]]+))(?::\d{1,5})?")
_OWN_SITE: Final = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site: the page itself, or a person who typed the address."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who is let in. By default programs and browsers of this machine.

    Attributes:
        is_open: it listens to other machines: then there must be a token, and any IP address is a name it may be
            called by, as those cannot be pointed elsewhere by a name server.
        names: further names it may be called by.
        token: what opens it; None where the machine's border does.
        session: what the browser keeps in place of the token.
    """

    is_open: bool = False
    names: frozenset[str] = frozenset()
    token: str | None = field(default=None, repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def __post_init__(self) -> None:
        """Refuses what would let everybody in."""
        if self.is_open and not self.token:
            raise ValueError("a server for other machines needs a token")

    @classmethod
    def elsewhere(cls, names: Iterable[str] = ()) -> Access:
        """For other machines, with a new token. It may be called by this machine's names and the given ones."""
        name = socket.gethostname()
        own = (name, f"{name}.local")
        return cls(True, frozenset(one.lower() for one in (*own, *names)), secrets.token_urlsafe(24))

    def check_host(self, headers: Headers) -> None:
        """Refuses requests that came by a name that is not the server's.

        A page on the web may have a name server point its own name to 127.0.0.1 (DNS rebinding); the browser then
        takes both for one site, and only the name that it sends tells.

        Raises:
            RefusedError: the name is not known.
        """
        given = headers.getlist("host")
        parsed = _HOST.fullmatch(given[0]) if len(given) == 1 else None
        if parsed is None or not self._is_known(parsed["six"] or parsed["name"].lower()):
            raise RefusedError(
                HTTPStatus.MISDIRECTED_REQUEST,
                "This server does not go by that name. Open the address that `codeqa serve` printed, or name it with "
                "--allow-host.",
            )

    def check_source(self, method: str, headers: Headers) -> None:
        """Refuses requests that a page of another site makes (CSRF).

        Raises:
            RefusedError: they come from another site, or cannot be told from such.
        """
        if headers.get("sec-fetch-site", "none") not in _OWN_SITE:
            raise RefusedError(HTTPStatus.FORBIDDEN, "Requests of other sites are refused.")
        if method in _SAFE_METHODS:
            return
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != headers.get("host", "").lower():
            raise RefusedError(HTTPStatus.FORBIDDEN, "Requests of other sites are refused.")
        if HEADER not in headers and not self.has_token(headers):
            raise RefusedError(HTTPStatus.FORBIDDEN, "What changes something needs the header X-CodeQA: 1.")

    def is_allowed(self, headers: Headers, cookie: str) -> bool:
        """True when no token is needed, or the request has it, or the cookie that was given for it."""
        if self.token is None or self.has_token(headers):
            return True
        cookies = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            return False
        return cookie in cookies and _equal(cookies[cookie].value, self.session)

    def has_token(self, headers: Headers) -> bool:
        """True when a request carries the token itself."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and self.opens(given.strip())

    def opens(self, given: str) -> bool:
        """True for the token."""
        return self.token is not None and _equal(given, self.token)

    def _is_known(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return host == "localhost" or host in self.names
        return self.is_open or address.is_loopback


def _equal(given: str, wanted: str) -> bool:
    return secrets.compare_digest(given.encode(), wanted.encode())


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
