"""Tells whether an index was made by this program with these settings."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from codeqa.index.facts import FactOptions

_SOURCES: Final = ("languages", "index", "text", "store/schema.py", "embed/chunks.py")
"""What decides which rows a file gives. Hashed, so that nobody has to remember to raise a number."""

_SUFFIXES: Final = (".py", ".scm", ".toml")


def fingerprint(options: FactOptions) -> str:
    """Changes whenever the same file may give other rows than before.

    Args:
        options: how files are cut.
    """
    digest = hashlib.blake2b(digest_size=16)
    digest.update(_program().encode())
    digest.update(repr(options).encode())
    return digest.hexdigest()


@cache
def _program() -> str:
    """A digest of the code, queries and tables between a file and its rows."""
    digest = hashlib.blake2b(digest_size=16)
    package = files("codeqa")
    for source in _SOURCES:
        _add(digest, package.joinpath(source), source)
    return digest.hexdigest()


def _add(digest: hashlib.blake2b, place: Traversable, name: str) -> None:
    if place.is_dir():
        for inner in sorted(place.iterdir(), key=lambda one: one.name):
            _add(digest, inner, f"{name}/{inner.name}")
    elif name.endswith(_SUFFIXES):
        content = place.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
