"""What a model may look up while it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from codeqa.answer.evidence import fit
from codeqa.answer.ledger import Ledger
from codeqa.answer.lookup import Lookup
from codeqa.answer.models.base import Tool, ToolCall
from codeqa.answer.naming import find, unknown
from codeqa.answer.page import Page, Place
from codeqa.answer.plans.connection import VERBS
from codeqa.answer.plans.findings import as_hit, certainty, item, lines_hit
from codeqa.answer.plans.prose import clip
from codeqa.answer.prompting import fenced
from codeqa.errors import NotFoundError, UsageError
from codeqa.model import GRAPH_KINDS, Edge, Graph, Hit, Kind, ReferenceKind

RESULT_TOKENS: Final = 1_800
"""Estimated tokens that one lookup may show."""

HITS: Final = 6
DEFINITIONS: Final = 4
REFERENCES: Final = 25
STEPS: Final = 30
OUTLINED: Final = 40
READ_LINES: Final = 150
LINE: Final = 120


class ArgumentError(Exception):
    """The model called a tool with arguments that it does not take. The message is for the model."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a call gave."""

    step: str
    """For a person: what was looked up."""
    text: str
    """For the model."""


def _schema(required: Sequence[str] = (), **properties: tuple[str, str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"type": kind, "description": about} for name, (kind, about) in properties.items()},
        "required": list(required),
        "additionalProperties": False,
    }


_NAME: Final = ("string", "A function, method, class or constant: its name, or its qualified name like Parser.run")
_USES: Final = ", ".join(kind.value for kind in ReferenceKind if kind not in GRAPH_KINDS)

TOOLS: Final = (
    Tool(
        "search",
        "Finds code and documentation by meaning and by words. Returns numbered sources.",
        _schema(
            ["query"], query=("string", "What to find, in a few words"), path=("string", "A glob that paths must match")
        ),
    ),
    Tool("definition", "Shows the code of what a name means.", _schema(["name"], name=_NAME)),
    Tool(
        "references",
        "Lists the places that use a name.",
        _schema(["name"], name=_NAME, kind=("string", f"Only uses of this kind: {_USES}")),
    ),
    Tool(
        "callers",
        "Lists who calls a function.",
        _schema(["name"], name=_NAME, depth=("integer", "How many calls away, 1 to 3")),
    ),
    Tool(
        "callees",
        "Lists whom a function calls.",
        _schema(["name"], name=_NAME, depth=("integer", "How many calls away, 1 to 3")),
    ),
    Tool(
        "route",
        "Finds how two names are connected by calls and other references.",
        _schema(["from_name", "to_name"], from_name=_NAME, to_name=_NAME),
    ),
    Tool(
        "read_lines",
        "Shows lines of a file as a numbered source.",
        _schema(
            ["path", "start", "end"],
            path=("string", "The file's path"),
            start=("integer", "First line, from 1"),
            end=("integer", "Last line"),
        ),
    ),
    Tool(
        "outline",
        "Lists what a file defines, or without a path the codebase's most used definitions.",
        _schema(path=("string", "The file's path")),
    ),
)


class Toolbox:
    """Carries out calls.

    Args:
        lookup: the index.
        ledger: takes the sources that are shown.
    """

    def __init__(self, lookup: Lookup, ledger: Ledger) -> None:
        self._lookup = lookup
        self._ledger = ledger
        self._tools: Mapping[str, Callable[[Mapping[str, Any]], Looked]] = {
            "search": self._search,
            "definition": self._definition,
            "references": self._references,
            "callers": lambda arguments: self._calls("callers", arguments),
            "callees": lambda arguments: self._calls("callees", arguments),
            "route": self._route,
            "read_lines": self._read_lines,
            "outline": self._outline,
        }

    def call(self, call: ToolCall) -> Looked:
        """What a call gives; a wrong call gives an explanation that the model can act on."""
        tool = self._tools.get(call.name)
        if tool is None:
            return Looked(
                f"{call.name}: no such tool", f"There is no tool {call.name!r}. There are {', '.join(self._tools)}."
            )
        try:
            return tool(_arguments(call))
        except ArgumentError as error:
            return Looked(f"{call.name}: {error}", f"Wrong arguments: {error}")
        except (NotFoundError, UsageError) as error:
            return Looked(f"{call.name}: {error}", str(error))

    def _search(self, arguments: Mapping[str, Any]) -> Looked:
        query, path = _text(arguments, "query"), _text(arguments, "path", "")
        hits = self._lookup.search(query, HITS, per_file=2, paths=[path] if path else None)
        within = f" in {path}" if path else ""
        return Looked(f"search {query!r}{within}", self._shown(hits) or f"Nothing was found for {query!r}{within}.")

    def _definition(self, arguments: Mapping[str, Any]) -> Looked:
        name = _text(arguments, "name")
        found = find(self._lookup, name)
        if found is None:
            return Looked(f"definition {name}", unknown(self._lookup, name))
        shown = self._shown(hit for one in found.definitions[:DEFINITIONS] if (hit := as_hit(self._lookup, one)))
        rest = found.definitions[DEFINITIONS : DEFINITIONS + STEPS]
        more = "\n".join(f"{one.qualified_name} in {one.path} line {one.line}" for one in rest)
        return Looked(f"definition {name}", f"{shown}\n\nOthers of that name:\n{fenced(more)}" if more else shown)

    def _references(self, arguments: Mapping[str, Any]) -> Looked:
        name, kind = _text(arguments, "name"), _text(arguments, "kind", "")
        if kind and kind not in _USES.split(", "):
            raise ArgumentError(f"kind is one of {_USES}")
        found = self._lookup.references(name, [ReferenceKind(kind)] if kind else None)
        page = Page()
        shown: list[Hit] = []
        for one in found[:REFERENCES]:
            inside = f" in {one.enclosing}" if one.enclosing else ""
            page.say(
                Place.line(one.path, one.line),
                f" ({one.kind}, {certainty(one.confidence)}){inside}: {clip(one.text, LINE)}",
            )
            hit = lines_hit(self._lookup, one.path, one.line, one.enclosing, around=2)
            shown += [hit] if hit is not None else []
        left = f"\n… and {len(found) - REFERENCES} more." if len(found) > REFERENCES else ""
        step = f"references {name}{f' ({kind})' if kind else ''}"
        if not found:
            return Looked(step, f"Nothing in the index refers to {name}.")
        return Looked(step, f"{fenced(page.markdown() + left)}\n\n{self._shown(shown)}")

    def _calls(self, direction: str, arguments: Mapping[str, Any]) -> Looked:
        name, depth = _text(arguments, "name"), min(3, max(1, _number(arguments, "depth", 1)))
        graph = self._lookup.callers(name, depth) if direction == "callers" else self._lookup.callees(name, depth)
        step = f"{direction} {name}"
        if not graph.edges and not graph.maybe:
            return Looked(step, f"The index knows no {direction} of {name}.")
        return Looked(step, self._edges(graph))

    def _route(self, arguments: Mapping[str, Any]) -> Looked:
        a, b = _text(arguments, "from_name"), _text(arguments, "to_name")
        graph = self._lookup.route(a, b)
        step = f"route {a} → {b}"
        return Looked(step, self._edges(graph) if graph.edges else f"No chain of references connects {a} and {b}.")

    def _read_lines(self, arguments: Mapping[str, Any]) -> Looked:
        path, start, end = (
            _text(arguments, "path"),
            _number(arguments, "start", 1),
            _number(arguments, "end", READ_LINES),
        )
        start = max(1, start)
        end = min(max(start, end), start + READ_LINES - 1)
        text = self._lookup.lines(path, start, end)
        step = f"read {path}:{start}-{end}"
        if text is None:
            return Looked(step, f"The index has no file {path!r} with a line {start}.")
        return Looked(step, self._shown([Hit(path, start, start + text.count("\n"), Kind.CODE, None, 1.0, text)]))

    def _outline(self, arguments: Mapping[str, Any]) -> Looked:
        path = _text(arguments, "path", "")
        entries = self._lookup.outline(path or None).entries
        page = Page()
        for entry in entries[:OUTLINED]:
            item(page, entry.definition)
        left = f"\n… and {len(entries) - OUTLINED} more." if len(entries) > OUTLINED else ""
        return Looked(f"outline {path}".strip(), fenced(page.markdown() + left) if entries else "It defines nothing.")

    def _edges(self, graph: Graph) -> str:
        names = graph.labels()
        lines: list[str] = []
        shown: list[Hit] = []
        for edge in graph.edges[:STEPS]:
            lines.append(_edge(edge, names))
            hit = lines_hit(self._lookup, edge.path, edge.line, names.get(edge.source), around=2) if edge.line else None
            shown += [hit] if hit is not None else []
        for edge in graph.maybe[: max(STEPS - len(lines), 0)]:
            lines.append(f"maybe: {_edge(edge, names)}")
        lines += graph.notes
        return f"{fenced(chr(10).join(lines))}\n\n{self._shown(shown)}"

    def _shown(self, hits: Iterable[Hit]) -> str:
        return "\n\n".join(self._ledger.show(hit) for hit in fit(hits, RESULT_TOKENS))


def _edge(edge: Edge, names: Mapping[str, str]) -> str:
    source, target = names.get(edge.source, edge.source), names.get(edge.target, edge.target)
    if edge.kind is ReferenceKind.MEMBER:
        return f"{source} and {target}: one is a member of the other"
    via = f" through {names.get(edge.through, edge.through)}" if edge.through else ""
    return f"{source} {VERBS[edge.kind]} {target}{via} ({certainty(edge.confidence)}, {edge.path} line {edge.line})"


def _arguments(call: ToolCall) -> Mapping[str, Any]:
    try:
        arguments = json.loads(call.arguments or "{}")
    except ValueError as error:
        raise ArgumentError(f"they are no JSON ({error})") from error
    if not isinstance(arguments, dict):
        raise ArgumentError("they must be a JSON object")
    return arguments


def _text(arguments: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = arguments.get(name, default)
    if not isinstance(value, str) or (default is None and not value.strip()):
        raise ArgumentError(f"{name} must be a text")
    return value.strip()


def _number(arguments: Mapping[str, Any], name: str, default: int) -> int:
    value = arguments.get(name, default)
    if isinstance(value, str) and value.strip().isdigit():
        return int(value)
    if not isinstance(value, int | float):
        raise ArgumentError(f"{name} must be a number")
    return int(value)
