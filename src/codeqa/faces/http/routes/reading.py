"""Files, outlines and the repository at a glance; always as indexed, never from the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import PurePosixPath
from typing import Annotated, Final

from fastapi import APIRouter, Query

from codeqa.errors import UsageError
from codeqa.faces.http import shown
from codeqa.faces.http.dependencies import IN_TURN, Chosen, FilePath
from codeqa.faces.http.highlight import highlighted_lines
from codeqa.faces.http.markdown import Document, document_html
from codeqa.faces.http.pages import Counts, LanguageShare, Line, Overview, SourcePage
from codeqa.faces.http.records import ShownOutline, ShownOutlineEntry
from codeqa.faces.http.shelf import Shelved
from codeqa.model import SourceFile

router = APIRouter(prefix="/codebases/{codebase}", tags=["reading"], dependencies=[IN_TURN])

MOST_LINES: Final = 5_000
"""Lines of one answer; longer files are read in pieces."""
README_LINES: Final = 2_000
_README_ENDINGS: Final = (".md", ".markdown", ".rst", ".txt", "")
"""Of several READMEs in the root the first of these is shown."""
_MARKDOWN: Final = (".md", ".markdown")


@router.get("/source")
def source(
    chosen: Chosen,
    path: FilePath,
    start: Annotated[int, Query(ge=1, le=10_000_000)] = 1,
    end: Annotated[
        int | None, Query(ge=1, le=10_000_000, description=f"The last line; at most {MOST_LINES} lines are sent.")
    ] = None,
) -> SourcePage:
    """Lines of a file as indexed, highlighted, with the definitions around the first and all of the file's."""
    if end is not None and end < start:
        raise UsageError(f"The lines end ({end}) before they start ({start}).")
    codebase = chosen.codebase
    # The whole file is highlighted, so that a line inside a long string or comment looks like what it is.
    whole = codebase.source(path)
    last = min(whole.total_lines, start + MOST_LINES - 1, end if end is not None else start + MOST_LINES - 1)
    part = codebase.source(path, start, max(last, start))
    lines = highlighted_lines(whole.text, whole.language, path)
    return SourcePage(
        path=part.path,
        language=part.language,
        start_line=part.start_line,
        end_line=part.end_line,
        total_lines=part.total_lines,
        lines=tuple(Line(number=at, html=lines[at - 1]) for at in range(part.start_line, part.end_line + 1)),
        enclosing=shown.definitions(part.enclosing),
        outline=tuple(map(ShownOutlineEntry.model_validate, codebase.outline(part.path).entries)),
        editor_url=shown.editor_url(codebase.settings, codebase.root, part.path, part.start_line),
    )


@router.get("/outline")
def outline(chosen: Chosen, path: Annotated[str | None, Query(min_length=1, max_length=4_096)] = None) -> ShownOutline:
    """A file's map, or the repository's, the most referenced first."""
    if path is not None:
        return ShownOutline.model_validate(chosen.codebase.outline(path))
    return chosen.remembered("outline", lambda: ShownOutline.model_validate(chosen.codebase.outline()))


@router.get("/overview")
def overview(chosen: Chosen) -> Overview:
    """The repository at a glance."""
    return chosen.remembered("overview", lambda: _overview(chosen))


def _overview(chosen: Shelved) -> Overview:
    codebase = chosen.codebase
    files = codebase.files()
    counts = codebase.counts()
    readme = _readme(files)
    return Overview(
        name=chosen.name,
        languages=_languages(files),
        readme_path=readme,
        readme_html="" if readme is None else _readme_html(chosen, readme, files),
        entries=tuple(map(ShownOutlineEntry.model_validate, codebase.outline().entries)),
        counts=Counts(
            files=counts.files,
            lines=sum(one.lines for one in files),
            definitions=counts.definitions,
            references=counts.references,
            chunks=counts.chunks,
        ),
    )


def _languages(files: Sequence[SourceFile]) -> tuple[LanguageShare, ...]:
    lines: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for one in files:
        name = one.language or "plain text"
        lines[name] += one.lines
        number[name] += 1
    return tuple(LanguageShare(name=name, files=number[name], lines=many) for name, many in lines.most_common())


def _readme(files: Sequence[SourceFile]) -> str | None:
    found = {
        PurePosixPath(one.path).suffix.lower(): one.path
        for one in files
        if "/" not in one.path and PurePosixPath(one.path).stem.lower() == "readme"
    }
    return next((found[ending] for ending in _README_ENDINGS if ending in found), None)


def _readme_html(chosen: Shelved, path: str, files: Sequence[SourceFile]) -> str:
    text = "\n".join(chosen.codebase.source(path).text.split("\n")[:README_LINES])
    if path.lower().endswith(_MARKDOWN):
        return document_html(text, Document(chosen.id, path, frozenset(one.path for one in files)))
    return f'<pre class="plain">{escape(text)}</pre>'
