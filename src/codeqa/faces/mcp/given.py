"""What a model gave a tool, made into what the tool takes; what cannot be is told in one line that says how to mend it.

Models write ``"python, go"`` for a list, ``"5"`` for 5, ``Function`` for ``function`` and ``path`` for ``paths``. The
first three are understood everywhere alike. Another name than the tool's is refused, since to ignore it would answer
another question than was asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from codeqa.faces.mcp.budget import line

ALIKE: Final = (
    "query q question text pattern search prompt keywords",
    "name symbol identifier function definition class method symbol_name",
    "path paths file filename file_path filepath files glob globs include folder directory dir uri place",
    "limit max_results top_k k n count num_results page_size head_limit max_items",
    "offset skip cursor page next_offset start",
    "start_line start line from from_line begin line_start first_line",
    "end_line end to_line line_end last_line until",
    "max_tokens budget token_budget tokens max_length",
    "to target destination other",
    "direction mode",
    "depth levels hops max_depth",
    "languages language lang langs",
    "kinds kind type types",
    "detail verbose verbosity full include_code",
    "codebase repo repository project root workspace",
    "format output output_format response_format",
)
"""Words that are used for the same thing, by this server and by others."""

LONGEST_SHOWN: Final = 60
_LISTED: Final = 12
"""Choices that an error lists; where there are more, the nearest."""


class WrongArgumentsError(Exception):
    """Arguments that the tool does not take; the message is one line."""


def taken(tool: str, schema: Mapping[str, Mapping[str, Any]], required: Sequence[str], given: Any) -> dict[str, Any]:
    """The arguments as the tool takes them.

    Args:
        tool: its name.
        schema: its arguments' schemas by name, as `schemas.whole` gives them.
        required: those that it needs.
        given: what the model gave.

    Raises:
        WrongArgumentsError: some are unknown, missing or cannot be read; all of them are told.
    """
    faults: list[str] = []
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name not in schema:
            faults.append(_unknown(tool, str(name), schema, given))
        elif value is not None:
            try:
                found[name] = _read(name, value, schema[name])
            except WrongArgumentsError as fault:
                faults.append(str(fault))
    for name in required:
        if name not in found and not any(f"Use {name}" in fault or fault.startswith(f"{name} ") for fault in faults):
            faults.append(f"{name} is missing: {schema[name].get('description', schema[name]['type'])}".rstrip("."))
    if faults:
        raise WrongArgumentsError(f"{tool}: {'; '.join(fault.rstrip('.') for fault in faults[:5])}.")
    return found


def _unknown(tool: str, name: str, schema: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    low = name.lower().replace("-", "_")
    free = [one for one in schema if one not in given]
    alike = [one for words in ALIKE if low in words.split() for one in words.split() if one in free]
    near = [one for one in free if one == low] or alike or get_close_matches(low, free, 1, 0.6)
    shown = line(name, LONGEST_SHOWN)
    return f"There is no argument {shown!r}. " + (f"Use {near[0]}" if near else f"{tool} takes {', '.join(schema)}")


def _read(name: str, value: Any, schema: Mapping[str, Any]) -> Any:
    match schema["type"]:
        case "integer":
            return _number(name, value, schema)
        case "array":
            return _list(name, value, schema)
        case _:
            return _text(name, value, schema)


def _number(name: str, value: Any, schema: Mapping[str, Any]) -> int:
    low, high = schema["minimum"], schema["maximum"]
    number = _integer(value)
    if number is None or not low <= number <= high:
        raise WrongArgumentsError(f"{name} is a number from {low} to {high}, not {_shown(value)}")
    return number


def _integer(value: Any) -> int | None:
    """A whole number, also one in a string or with ``.0``; a boolean is none."""
    if isinstance(value, str):
        try:
            value = float(value) if "." in value or "e" in value.lower() else int(value)
        except ValueError:
            return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _list(name: str, value: Any, schema: Mapping[str, Any]) -> list[str]:
    choices = schema["items"].get("enum")
    if isinstance(value, str):
        value = _split(value, by_comma=name != "paths")
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise WrongArgumentsError(f"{name} is a list of texts, not {_shown(value)}")
    if len(value) > schema.get("maxItems", len(value)):
        raise WrongArgumentsError(f"{name} has {len(value)} entries; at most {schema['maxItems']} are taken")
    return [_chosen(name, one, choices) for one in value] if choices else value


def _split(text: str, by_comma: bool) -> Any:
    """A list written as a text: JSON, or words with commas; commas belong to globs."""
    if text.lstrip().startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass  # a glob may begin so
    parts = text.split(",") if by_comma else [text]
    return [part.strip() for part in parts if part.strip()]


def _text(name: str, value: Any, schema: Mapping[str, Any]) -> str:
    if not isinstance(value, str):
        raise WrongArgumentsError(f"{name} is a text, not {_shown(value)}")
    if choices := schema.get("enum"):
        return _chosen(name, value, choices)
    if not value.strip() and schema.get("minLength"):
        raise WrongArgumentsError(f"{name} is empty: {schema.get('description', 'a text is wanted')}")
    if len(value) > schema.get("maxLength", len(value)):
        raise WrongArgumentsError(f"{name} has {len(value):,} characters; at most {schema['maxLength']:,} are taken")
    return value


def _chosen(name: str, value: str, choices: Sequence[str]) -> str:
    """One of some choices, whatever its case, also in the plural and with other marks between words."""
    low = " ".join(value.lower().replace("_", " ").replace("-", " ").split())
    for one in (low, low.removesuffix("s"), low.removesuffix("es")):
        if one in choices:
            return one
    near = get_close_matches(low, choices, 3, 0.5)
    offered = choices if len(choices) <= _LISTED else near or choices[:_LISTED]
    raise WrongArgumentsError(f"{name} has no {_shown(value)}: choose {_or(offered)}")


def _or(choices: Iterable[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last


def _shown(value: Any) -> str:
    return line(repr(value) if isinstance(value, str) else json.dumps(value, default=str), LONGEST_SHOWN)
