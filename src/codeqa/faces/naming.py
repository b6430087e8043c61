"""What servers call the codebases that they answer for."""

from __future__ import annotations

import re
from collections.abc import Container


def free_id(name: str, taken: Container[str]) -> str:
    """A name for addresses and arguments, made of a folder's.

    >>> free_id("My App", {"my-app"})
    'my-app-2'

    Args:
        name: the folder's name.
        taken: the ids that others have.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "codebase"
    number, id = 1, slug
    while id in taken:
        number += 1
        id = f"{slug}-{number}"
    return id
