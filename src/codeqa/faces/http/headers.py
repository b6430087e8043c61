"""What every response says to a browser."""

from __future__ import annotations

from typing import Final

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

PAGE_HEADERS: Final = {
    **_ALWAYS,
    # Scripts and styles from files of this server alone: what is planted in code or answers runs nowhere.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    # Kept, but asked for again: after an update the page must not be half of the old one.
    "Cache-Control": "no-cache",
}

API_HEADERS: Final = {
    **_ALWAYS,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
