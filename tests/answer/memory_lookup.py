"""An index in memory: real syntax, references and graph, with a small BM25 in place of the product's retrieval."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fnmatch import fnmatch
from itertools import pairwise

import pyarrow as pa

from codeqa.errors import NotFoundError
from codeqa.index.classify import traits_of
from codeqa.index.definitions import definitions_of
from codeqa.index.parse import Syntax
from codeqa.index.references import references_of
from codeqa.languages.registry import load_languages
from codeqa.model import (
    CONTAINERS,
    GRAPH_KINDS,
    Chain,
    Context,
    Definition,
    Edge,
    Graph,
    Hit,
    Kind,
    Outline,
    Reference,
    ReferenceKind,
    SourceFile,
)
from codeqa.retrieve.adjacency import Numbers
from codeqa.retrieve.following import callees, callers, calls_around
from codeqa.retrieve.graph import ReferenceGraph, Step, Steps, listed
from codeqa.retrieve.names import parse_name
from codeqa.retrieve.outline import file_outline, repository_outline
from codeqa.retrieve.routes import Route, Routes, ends_of
from codeqa.text.tokens import code_tokens, estimate_tokens


@dataclass(frozen=True)
class Entry:
    hit: Hit
    counts: Counter[str]


class MemoryLookup:
    def __init__(self, files: Mapping[str, str]) -> None:
        self.texts_by_path = {
            path: text.split("\n")[: text.count("\n") + (not text.endswith("\n"))] for path, text in files.items()
        }
        self.searches: list[str] = []
        self._definitions: list[Definition] = []
        references: list[Reference] = []
        self._entries: list[Entry] = []
        for path, text in sorted(files.items()):
            language = load_languages().detect(path, text[:4000])
            lines = self.texts_by_path[path]
            found: list[Definition] = []
            if language is not None and language.is_code:
                syntax = Syntax(language, text)
                located = definitions_of(path, syntax, lines)
                found = [one.definition for one in located]
                references += references_of(path, syntax, lines, located)
            self._definitions += found
            self._entries += _entries(path, lines, found, language.name if language else None)
        self._by_id = {one.id: one for one in self._definitions}
        by_name: dict[str, list[Definition]] = defaultdict(list)
        for one in self._definitions:
            by_name[one.name].append(one)
        self._references = [_resolved(reference, by_name[reference.name]) for reference in references]
        self._graph = _graph(self._definitions, self._references)
        self._document_frequency = Counter(token for entry in self._entries for token in entry.counts)

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        per_file: int = 1,
        paths: Sequence[str] | None = None,
        kinds: Collection[Kind] | None = None,
        rerank: bool | None = None,
    ) -> list[Hit]:
        self.searches.append(query)
        tokens = set(code_tokens(query))
        scored: list[Hit] = []
        for entry in self._entries:
            if kinds is not None and entry.hit.kind not in kinds:
                continue
            if paths is not None and not any(fnmatch(entry.hit.path, pattern.replace("**/", "*")) for pattern in paths):
                continue
            length = sum(entry.counts.values())
            score = 0.0
            for token in tokens & entry.counts.keys():
                count = entry.counts[token]
                rarity = math.log(1 + len(self._entries) / (0.5 + self._document_frequency[token]))
                score += rarity * count * 2.2 / (count + 1.2 * (0.4 + 0.6 * length / 100))
            if score:
                scored.append(replace(entry.hit, score=score))
        scored.sort(key=lambda hit: -hit.score)
        taken: Counter[str] = Counter()
        hits: list[Hit] = []
        for hit in scored:
            if taken[hit.path] < per_file and len(hits) < limit:
                taken[hit.path] += 1
                hits.append(hit)
        return hits

    def context(self, question: str, token_budget: int = 8000) -> Context:
        sources: list[Hit] = []
        tokens = 0
        for hit in self.search(question, 30, per_file=5):
            cost = estimate_tokens(hit.text) + 12
            if tokens + cost <= token_budget:
                tokens += cost
                sources.append(hit)
        return Context(question, tuple(sources), "", tokens)

    def definitions(self, name: str) -> list[Definition]:
        if name in self._by_id:
            return [self._by_id[name]]
        parsed = parse_name(name)
        found = [
            one
            for one in self._definitions
            if one.name == parsed.bare
            and (
                not parsed.qualifiers
                or ".".join(parsed.qualifiers) in f"{one.path}.{one.qualified_name}".replace("::", ".")
            )
        ]
        if not found:
            raise NotFoundError(f"Nothing in this codebase is named '{name}'.")
        return sorted(found, key=lambda one: (one.kind is Kind.IMPL, one.parent is not None, one.path, one.start_line))

    def references(self, name: str, kinds: Collection[ReferenceKind] | None = None) -> list[Reference]:
        if not any(one.name == name for one in self._definitions):
            outside = [one for one in self._references if one.name == name and (kinds is None or one.kind in kinds)]
            if outside:
                return outside
        ids = {one.id for one in self.definitions(name)}
        bare = parse_name(name).bare if "::" not in name else self._by_id[name].name if name in self._by_id else name
        return [
            one
            for one in self._references
            if (one.target_id in ids or (one.target_id is None and one.name == bare))
            and (kinds is None or one.kind in kinds)
        ]

    def definitions_of(self, ids: Collection[str]) -> list[Definition]:
        return [self._by_id[one] for one in sorted(set(ids)) if one in self._by_id]

    def definitions_in(self, paths: Collection[str]) -> list[Definition]:
        return [one for one in self._definitions if one.path in paths]

    def definitions_with(self, tokens: Collection[str], at_least: int = 1, limit: int = 50) -> list[Definition]:
        held = {one.id: len(set(tokens) & set(code_tokens(one.name))) for one in self._definitions}
        found = [one for one in self._definitions if held[one.id] >= at_least]
        return sorted(found, key=lambda one: (-held[one.id], one.path, one.line))[:limit]

    def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        return [0.0] * len(others)

    def calls_around(self, ids: Collection[str]) -> list[Step]:
        return calls_around(self._graph, ids)

    def files(self) -> list[SourceFile]:
        return [
            SourceFile(path, language.name if language else None, 0, 0, "", len(lines), traits=traits_of(path, ""))
            for path, lines in sorted(self.texts_by_path.items())
            for language in [load_languages().detect(path, "\n".join(lines[:100]))]
        ]

    def callers(self, name: str, depth: int = 1) -> Graph:
        return self._as_graph(callers(self._graph, self._numbers(name), depth).steps)

    def callees(self, name: str, depth: int = 1) -> Graph:
        return self._as_graph(callees(self._graph, self._numbers(name), depth).steps)

    def route(self, a: str, b: str) -> Graph:
        starts, ends = (ends_of(self._graph, self._numbers(name)) for name in (a, b))
        found = Routes(self._graph).between(starts, ends, 1)
        return Graph() if found is None else self._as_graph(found.chains[0].steps, found)

    def _numbers(self, name: str) -> Numbers:
        return self._graph.nodes.numbers(one.id for one in self.definitions(name))

    def outline(self, path: str | None = None) -> Outline:
        if path is None:
            return repository_outline(self._definitions, self._graph)
        return file_outline(path, [one for one in self._definitions if one.path == path], self._graph)

    def lines(self, path: str, start: int, end: int) -> str | None:
        found = self.texts_by_path.get(path, [])[max(0, start - 1) : end]
        return "\n".join(found) if found else None

    def texts(self, paths: Collection[str]) -> dict[str, list[str]]:
        return {path: self.texts_by_path[path] for path in paths if path in self.texts_by_path}

    def suggestions(self, name: str) -> list[str]:
        return get_close_matches(parse_name(name).bare, {one.name: None for one in self._definitions}, n=5, cutoff=0.7)

    def _as_graph(self, steps: Steps, route: Route | None = None) -> Graph:
        edges = []
        for step in listed(self._graph.nodes, steps):
            text = "" if step.kind in GRAPH_KINDS else (self.lines(step.path, step.line, step.line) or "").strip()
            edges.append(Edge(step.source, step.target, step.kind, step.path, step.line, text, step.confidence))
        ids = dict.fromkeys(one for edge in edges for one in (edge.source, edge.target))
        nodes = tuple(self._by_id[one] for one in ids if one in self._by_id)
        chains = () if route is None else (Chain(tuple(edges), route.relation, route.is_backward),)
        return Graph(nodes, tuple(edges), total=len(edges), chains=chains)


def _graph(definitions: Sequence[Definition], references: Sequence[Reference]) -> ReferenceGraph:
    names = ("id", "path", "name", "qualified_name", "kind", "parent", "language")
    links = [one for one in references if one.enclosing_id and one.target_id]
    return ReferenceGraph.of(
        pa.table(
            {
                **{name: pa.array([getattr(one, name) for one in definitions], pa.string()) for name in names},
                "line": pa.array([one.line for one in definitions], pa.int32()),
            }
        ),
        pa.table(
            {
                "source_id": pa.array([one.enclosing_id for one in links], pa.string()),
                "target_id": pa.array([one.target_id for one in links], pa.string()),
                "kind": pa.array([one.kind for one in links], pa.string()),
                "path": pa.array([one.path for one in links], pa.string()),
                "line": pa.array([one.line for one in links], pa.int32()),
                "confidence": pa.array([one.confidence for one in links], pa.float32()),
            }
        ),
        pa.table(
            {
                "source_id": pa.array([], pa.string()),
                "kind": pa.array([], pa.string()),
                "path": pa.array([], pa.string()),
                "line": pa.array([], pa.int32()),
                "confidence": pa.array([], pa.float32()),
                "candidates": pa.array([], pa.list_(pa.string())),
            }
        ),
    )


def _resolved(reference: Reference, fitting: Sequence[Definition]) -> Reference:
    """A member of the own class, else a definition of the same file, else the only one of that name."""
    here = [one for one in fitting if one.path == reference.path]
    owner = (reference.enclosing or "").rpartition(".")[0]
    own = [one for one in here if one.parent == owner] if reference.receiver in ("self", "this") else []
    for narrowed, confidence in ((own, 0.95), (here, 0.9), (fitting, 0.7)):
        if len(narrowed) == 1:
            target = narrowed[0]
            made = reference.kind is ReferenceKind.CALL and target.kind in CONTAINERS
            kind = ReferenceKind.INSTANTIATION if made else reference.kind
            return replace(reference, kind=kind, target=target, target_id=target.id, confidence=confidence)
    return reference


def _entries(path: str, lines: Sequence[str], definitions: Sequence[Definition], language: str | None) -> list[Entry]:
    hits: list[Hit] = []
    if not definitions:
        starts = [0, *(number for number, line in enumerate(lines) if number and line.startswith("#")), len(lines)]
        for start, end in pairwise(starts):
            kind = Kind.DOCUMENTATION if path.endswith((".md", ".rst")) else Kind.CONFIGURATION
            hits.append(
                Hit(path, start + 1, max(end, start + 1), kind, None, 0.0, "\n".join(lines[start:end]), language)
            )
    members: dict[str | None, list[Definition]] = defaultdict(list)
    for one in definitions:
        members[one.parent].append(one)
    for one in definitions:
        end = one.end_line
        if one.kind in CONTAINERS and members[one.qualified_name]:
            end = max(one.line, min(member.start_line for member in members[one.qualified_name]) - 1)
        text = "\n".join(lines[one.start_line - 1 : end])
        hits.append(
            Hit(path, one.start_line, end, one.kind, one.qualified_name, 0.0, text, language, one.signature, one.doc)
        )
    return [
        Entry(hit, Counter(code_tokens(f"{hit.path} {hit.symbol or ''} {hit.symbol or ''} {hit.text} {hit.doc}")))
        for hit in hits
    ]
