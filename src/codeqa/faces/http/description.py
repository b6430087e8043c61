"""The API's description (OpenAPI), with errors and streams as they are sent."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from codeqa.faces.http.pages import Begun, Failed, Problem, Said, ShownAnswer
from codeqa.faces.http.problems import MEDIA_TYPE
from codeqa.faces.http.records import ShownFreshness

_SCHEMAS: Final = "#/components/schemas/"
_UNUSED: Final = ("HTTPValidationError", "ValidationError")
"""The framework's own form of a validation error."""

_TOLD: Final = (Problem, Begun, Said, ShownAnswer, Failed, ShownFreshness)
"""What errors and events bring; the framework sees none of them, as they are no return values."""

ANSWER_EVENTS: Final[dict[str, type[BaseModel]]] = {
    "conversation": Begun,
    "step": Said,
    "notice": Said,
    "piece": Said,
    "answer": ShownAnswer,
    "error": Failed,
}
FRESHNESS_EVENTS: Final[dict[str, type[BaseModel]]] = {"freshness": ShownFreshness}

Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: HTTPStatus) -> Responses:
    """How the description of an address tells of the errors it answers with."""
    content = {MEDIA_TYPE: {"schema": _reference(Problem)}}
    return {int(status): {"description": status.phrase, "content": content} for status in statuses}


def events(description: str, **kinds: type[BaseModel]) -> Responses:
    """How the description of an address tells of the events it sends.

    Args:
        description: in words.
        kinds: what is in the data of an event, by the event's name.
    """
    one_of = [
        {
            "required": ["event", "data"],
            "properties": {
                "event": {"const": name},
                "data": {
                    "type": "string",
                    "contentMediaType": "application/json",
                    "contentSchema": _reference(kind),
                },
            },
        }
        for name, kind in kinds.items()
    ]
    schema = {"type": "object", "oneOf": one_of}
    return {200: {"description": description, "content": {"text/event-stream": {"schema": schema}}}}


def describe(app: FastAPI) -> None:
    """Adds to an app's description what `problems` and `events` name, and leaves out what they replace."""
    made = app.openapi
    _, told = models_json_schema([(one, "serialization") for one in _TOLD], ref_template=f"{_SCHEMAS}{{model}}")

    def description() -> dict[str, Any]:
        document = made()
        schemas = document["components"]["schemas"]
        for name, schema in told["$defs"].items():
            schemas.setdefault(name, schema)
        for name in _UNUSED:
            schemas.pop(name, None)
        return document

    app.openapi = description  # type: ignore[method-assign]


def _reference(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": f"{_SCHEMAS}{model.__name__}"}
