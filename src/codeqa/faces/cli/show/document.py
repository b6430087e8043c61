"""Records as JSON, under the names of their fields."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

_WORKED_OUT = ("id", "place", "stale")
"""Properties that programs need beside the fields: what a graph's edges point to, what an editor opens."""


def print_json(record: object) -> None:
    """Prints a record, or a list of them, as one document on stdout."""
    sys.stdout.write(json.dumps(as_document(record), ensure_ascii=False, indent=2) + "\n")


def as_document(value: Any) -> Any:
    """What JSON can hold of a record, at any depth.

    Raises:
        TypeError: it holds something that has no form in JSON.
    """
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, (str, Path)):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        document = {field.name: as_document(getattr(value, field.name)) for field in fields(value)}
        return document | {name: getattr(value, name) for name in _WORKED_OUT if hasattr(value, name)}
    if isinstance(value, Mapping):
        return {str(key): as_document(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(as_document(one) for one in value)
    if isinstance(value, (list, tuple)):
        return [as_document(one) for one in value]
    raise TypeError(f"a {type(value).__name__} has no form in JSON")
