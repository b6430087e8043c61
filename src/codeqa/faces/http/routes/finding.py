"""What looks things up by words and names."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from codeqa.faces.http import shown
from codeqa.faces.http.dependencies import IN_TURN, Chosen, Name
from codeqa.faces.http.pages import Completions, Definitions, Found, References
from codeqa.faces.http.records import ShownCompletion, ShownReference
from codeqa.model import Kind, ReferenceKind

router = APIRouter(prefix="/codebases/{codebase}", tags=["finding"], dependencies=[IN_TURN])

Pattern = Annotated[str, Query(min_length=1, max_length=500)]


@router.get("/search")
def search(
    chosen: Chosen,
    q: Annotated[str, Query(min_length=1, max_length=2_000, description="Words, a symbol, a path, an error message.")],
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    offset: Annotated[int, Query(ge=0, le=500)] = 0,
    per_file: Annotated[int, Query(ge=1, le=20, description="Most hits of one file.")] = 1,
    path: Annotated[list[str], Query(max_length=20, description="Globs as in a .gitignore.")] = [],  # noqa: B006
    kind: Annotated[list[Kind], Query(max_length=30)] = [],  # noqa: B006
    language: Annotated[list[str], Query(max_length=20)] = [],  # noqa: B006
    rerank: bool | None = None,
) -> Found:
    """The places that fit best, best first."""
    hits = chosen.codebase.search(
        q, offset + limit + 1, per_file=per_file, paths=path, kinds=kind, languages=language, rerank=rerank
    )
    return Found(
        items=tuple(map(shown.hit, hits[offset : offset + limit])),
        next_offset=offset + limit if len(hits) > offset + limit else None,
        freshness_note=chosen.freshness.sentence(),
    )


@router.get("/definitions")
def definitions(chosen: Chosen, name: Name) -> Definitions:
    """What a name means."""
    return Definitions(items=shown.definitions(chosen.codebase.definitions(name)))


@router.get("/references")
def references(
    chosen: Chosen,
    name: Name,
    kind: Annotated[list[ReferenceKind], Query(max_length=20)] = [],  # noqa: B006
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> References:
    """Every place that uses a name, by path and line."""
    found = chosen.codebase.references_page(name, kind or None, offset=offset, limit=limit)
    end = offset + limit
    return References(
        items=tuple(map(ShownReference.model_validate, found.items)),
        total=found.total,
        next_offset=end if end < found.total else None,
    )


@router.get("/complete")
def complete(
    chosen: Chosen,
    text: Annotated[str, Query(max_length=200, description="What was typed behind the @.")] = "",
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
) -> Completions:
    """Files and symbols that a begun name may become, best first."""
    return Completions(items=tuple(map(ShownCompletion.model_validate, chosen.codebase.complete(text, limit))))
