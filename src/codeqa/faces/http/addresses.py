"""The addresses that a person opens."""

from __future__ import annotations

import ipaddress
import socket


def is_for_others(listening: socket.socket) -> bool:
    """True when other machines can reach a socket."""
    return not ipaddress.ip_address(listening.getsockname()[0]).is_loopback


def addresses(listening: socket.socket, token: str | None = None) -> list[str]:
    """What opens a server's page: on its own machine first, then from others.

    Args:
        listening: its socket.
        token: what must be given to it.
    """
    address, port = listening.getsockname()[:2]
    query = f"?token={token}" if token is not None else ""
    if ipaddress.ip_address(address).is_unspecified:
        hosts = ["127.0.0.1", socket.gethostname()]
    else:
        hosts = [f"[{address}]" if ":" in address else address]
    return [f"http://{host}:{port}/{query}" for host in hosts]
