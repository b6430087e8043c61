"""The API against its own description: whatever is sent, it never fails, and what it sends is as it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from http_samples import HEADERS
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import Receive, Scope, Send

from codeqa.codebase import Codebase
from codeqa.faces.http.access import Access
from codeqa.faces.http.app import create_app
from codeqa.faces.http.bounds import Bounds

EXAMPLES = 12
"""Of each address."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

ACCESS = Access(names=frozenset({"testserver"}))
UNBOUNDED = Bounds(
    asks_a_minute=10**6, indexings_a_minute=10**6, answers_at_once=10**3, answers_a_client=10**3, streams_a_client=10**3
)


class Exchangeable:
    """The app, whose description is read before there is a codebase."""

    app = create_app([], access=ACCESS, follow=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


APP = Exchangeable()
schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", APP)


@pytest.fixture(scope="module")
def _beacon(_indexed: Path) -> Iterator[None]:
    before = APP.app
    APP.app = create_app([Codebase(_indexed / "beacon")], access=ACCESS, bounds=UNBOUNDED, follow=False)
    # Streams of news have no end of their own: these end at once.
    APP.app.state.services.streams.stop()
    yield
    APP.app = before


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_it_never_fails_and_keeps_its_word(case: Case, _beacon: None) -> None:
    if "codebase" in case.path_parameters:
        case.path_parameters["codebase"] = "beacon"
    case.call_and_validate(headers=HEADERS, checks=CHECKS)
