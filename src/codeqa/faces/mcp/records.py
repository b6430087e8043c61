"""What tools give beside their text, for programs: small records with stable names, which make the output schemas."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Record(BaseModel):
    """A frozen record."""

    model_config = ConfigDict(frozen=True)


class Result(Record):
    """What every tool's result holds."""

    note: str = Field("", description="What to know about the result, such as that the index is behind.")


class Paged(Result):
    """A result of which there may be more."""

    next_offset: int | None = Field(None, description="Pass it as offset to get the next page; null at the end.")


class Placed(Record):
    """Something that stands at a place."""

    state: str = Field("", description="What is wrong with the place where the index is behind; else empty.")


class Found(Placed):
    """A place that was found."""

    place: str = Field(description="path:start-end; read_source takes it as path.")
    kind: str
    symbol: str | None
    signature: str
    lines: dict[int, str] = Field(description="Line numbers and the lines that show why it was found.")


class SearchResult(Paged):
    """What search_code found."""

    items: list[Found]


class Defined(Placed):
    """A definition."""

    place: str = Field(description="path:start-end; read_source takes it as path.")
    line: int = Field(description="The line of the name.")
    kind: str
    name: str = Field(description="The qualified name.")
    signature: str
    doc: str


class Definitions(Paged):
    """What a name means."""

    items: list[Defined]
    total: int


class Used(Placed):
    """A use of a name."""

    path: str
    line: int
    kind: str
    within: str | None = Field(description="The definition around it.")
    text: str
    confidence: float = Field(description="1: certain; below 0.5: one of several that it may mean.")


class References(Paged):
    """Where a name is used."""

    items: list[Used]
    total: int


class Step(Placed):
    """A step from one definition to another."""

    source: str
    target: str
    kind: str
    place: str = Field(description="path:line of the reference.")
    target_place: str = Field(description="path:line of what it means.")
    confidence: float = Field(description="1: certain; below 0.5: it may mean something else.")
    through: str | None = Field(None, description="What the line names, where the target overrides that.")


class CallGraph(Paged):
    """How definitions are connected."""

    steps: list[Step] = Field(description="Certain and likely ones, then those that may mean something else.")
    total: int
    relation: str | None = Field(
        None, description="Of a route: calls, overrides, maybe (uncertain calls) or related (no calls)."
    )
    notes: list[str] = Field(default_factory=list)


class Outlined(Placed):
    """A line of an outline."""

    place: str = Field(description="path:start-end")
    kind: str
    name: str
    signature: str
    references: int


class OutlineResult(Paged):
    """The map of a file or of the codebase."""

    path: str | None
    items: list[Outlined]
    total: int


class SourceResult(Result):
    """Lines of a file."""

    path: str
    start_line: int
    end_line: int
    total_lines: int
    within: list[str] = Field(description="The definitions around the first line, the outermost first.")
    text: str
    next_start_line: int | None = Field(None, description="Pass it as start_line to read on; null at the end.")


class ContextResult(Result):
    """Evidence for a question."""

    sources: list[str] = Field(description="path:start-end of each source in the text, in the order of its numbers.")
    tokens: int


class Cited(Record):
    """A source that an answer cites."""

    number: int
    place: str
    symbol: str | None


class AnswerResult(Result):
    """An answer with its sources."""

    text: str
    citations: list[Cited]
    model: str | None = Field(description="Which model wrote it; null when it was put together from the index alone.")
