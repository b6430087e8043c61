"""The schemas of tools' arguments and results, as short as they can be: each call of a model pays for them."""

from __future__ import annotations

from typing import Any, Final

FORMAT: Final = "format"
"""The argument that all tools have beside their own: in which form the result comes."""

RECORD: Final = "json"
FORMATS: Final = ("text", RECORD)

_SAYS_LITTLE: Final = frozenset({"maxItems", "minLength", "maxLength"})
"""What is left out of schemas that are sent: bounds that hardly anybody meets, and an error names where they do."""


def whole(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The arguments of a tool by name: references resolved, and "or null" left out, which is said by leaving them out.

    Args:
        schema: of an object, as pydantic makes it.
    """
    parts = schema.get("$defs", {})
    found = {name: _plain(one, parts) for name, one in schema.get("properties", {}).items()}
    return {**found, FORMAT: {"type": "string", "enum": list(FORMATS), "default": FORMATS[0]}}


def sent(schema: dict[str, Any], left_out: frozenset[str]) -> dict[str, Any]:
    """The schema of a tool's arguments as clients get it."""
    arguments = {
        name: {key: value for key, value in one.items() if key not in _SAYS_LITTLE}
        for name, one in whole(schema).items()
        if name not in left_out
    }
    required = {"required": schema["required"]} if schema.get("required") else {}
    return {"type": "object", "properties": arguments, **required, "additionalProperties": False}


def result(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a result without the titles that say no more than the names."""
    return dict(_untitled(schema))


def _plain(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """One argument's schema without references and nulls."""
    merged: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "$ref":
            target = parts[value.removeprefix("#/$defs/")]
            merged = {**_plain({name: one for name, one in target.items() if name != "description"}, parts), **merged}
        elif key == "anyOf":
            for one in value:
                if one.get("type") != "null":
                    merged.update(_plain(one, parts))
        elif key == "items":
            merged[key] = {name: one for name, one in _plain(value, parts).items() if name != "title"}
        elif not (key == "default" and value is None) and key != "title":
            merged[key] = value
    return merged


def _untitled(value: Any, is_names: bool = False) -> Any:
    if isinstance(value, dict):
        return {
            key: _untitled(one, key in ("properties", "$defs"))
            for key, one in value.items()
            if is_names or key not in ("title", "description") or not isinstance(one, str)
        }
    return value
