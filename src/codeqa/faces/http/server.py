"""Runs the app on a socket."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from contextlib import closing
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from codeqa.errors import UsageError

PORT: Final = 7411
"""Where the web app is when no port is named."""
_FURTHER: Final = 50
"""Ports that are tried behind it."""
_PATIENCE: Final = 3
"""Seconds that requests under way get when the server ends."""
_CONNECTIONS: Final = 500
"""At once; more are turned away, as a process has few more than a thousand files."""


def bound(host: str, port: int | None) -> socket.socket:
    """A socket that is bound, and listens as soon as it is served.

    Args:
        host: an address of this machine, or a name of one.
        port: the port; None for `PORT`, or the next free one behind it.

    Raises:
        UsageError: the port is taken or not allowed, or this machine has no such address.
    """
    wanted = range(PORT, PORT + _FURTHER) if port is None else (port,)
    for one in wanted:
        try:
            return _socket(host, one)
        except socket.gaierror:
            raise UsageError(f"{host} is no address of this machine. Choose 127.0.0.1 to stay on it.") from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE and one != wanted[-1]:
                continue
            raise UsageError(_refusal(host, one, error)) from error
    raise AssertionError("the last port was tried")


def _socket(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # A server that was just ended leaves its port waiting for a minute. Elsewhere the option means that a
            # port may be taken from whoever has it.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


def _refusal(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken by another program. Name another one with --port, or none."
    if error.errno == errno.EACCES:
        return f"Port {port} on {host} is not allowed to you. Name one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine. Choose 127.0.0.1 to stay on it."
    return f"Nothing can be served on {host}, port {port}: {error.strerror}."


class Server(uvicorn.Server):
    """Serves an app until a signal ends it.

    Args:
        app: what is served.
        when_ready: called once requests are answered.
    """

    def __init__(self, app: FastAPI, when_ready: Callable[[], None] | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=_PATIENCE,
                limit_concurrency=_CONNECTIONS,
                ws="none",
            )
        )
        self._app = app
        self._when_ready = when_ready

    def serve_on(self, listening: socket.socket) -> None:
        """Serves until a signal ends it. The signal is raised again at the end, as in a program that does not catch it.

        Raises:
            KeyboardInterrupt: it was Ctrl-C.
        """
        with closing(listening):
            self.run(sockets=[listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        if self.started and self._when_ready is not None:
            self._when_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends: streams, which have no end of their own, are ended first."""
        self._app.state.services.streams.stop()
        super().handle_exit(sig, frame)
