"""What the API shows, held to the records that it shows."""

from __future__ import annotations

from dataclasses import fields

import pytest

from codeqa import model
from codeqa.codebase import Status
from codeqa.faces.http import pages, records
from codeqa.faces.http.bounds import Bounds

PAIRS = [
    (model.Definition, records.ShownDefinition),
    (model.Reference, records.ShownReference),
    (model.Hit, records.ShownHit),
    (model.Citation, records.ShownCitation),
    (model.Edge, records.ShownEdge),
    (model.Chain, records.ShownChain),
    (model.Choice, records.ShownChoice),
    (model.Graph, records.ShownGraph),
    (model.OutlineEntry, records.ShownOutlineEntry),
    (model.Outline, records.ShownOutline),
    (model.Module, records.ShownModule),
    (model.ModuleEdge, records.ShownModuleEdge),
    (model.ModuleGraph, records.ShownModuleGraph),
    (model.Completion, records.ShownCompletion),
    (model.Freshness, records.ShownFreshness),
    (model.Answer, pages.ShownAnswer),
    (Status, records.ShownStatus),
]


@pytest.mark.parametrize(("record", "shown"), PAIRS, ids=lambda one: one.__name__)
def test_no_field_is_left_out(record: type, shown: type[records.Shown]) -> None:
    assert {field.name for field in fields(record)} <= set(shown.model_fields)


def test_bounds_leave_room_for_one() -> None:
    assert all(getattr(Bounds(), field.name) > 0 for field in fields(Bounds))
