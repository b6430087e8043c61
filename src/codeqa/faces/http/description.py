"""The API's description (OpenAPI), with errors as they are sent."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI

from codeqa.faces.http.problems import MEDIA_TYPE
from codeqa.faces.http.records import Problem

_SCHEMAS: Final = "#/components/schemas/"
_UNUSED: Final = ("HTTPValidationError", "ValidationError")
"""The framework's own form of a validation error."""


def problems(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """How the description of an address tells of the errors it answers with."""
    schema = {"$ref": f"{_SCHEMAS}{Problem.__name__}"}
    return {
        int(status): {"description": status.phrase, "content": {MEDIA_TYPE: {"schema": schema}}} for status in statuses
    }


def describe(app: FastAPI) -> None:
    """Adds to an app's description what `problems` names, and leaves out what it replaces."""
    made = app.openapi

    def description() -> dict[str, Any]:
        document = made()
        schemas = document["components"]["schemas"]
        schemas[Problem.__name__] = Problem.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}")
        for name in _UNUSED:
            schemas.pop(name, None)
        return document

    app.openapi = description  # type: ignore[method-assign]
