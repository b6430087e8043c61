"""What can be asked of an index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

from codeqa.embed import Embedder, load_embedder
from codeqa.errors import NotFoundError, StoreError, UsageError
from codeqa.model import (
    Completion,
    Context,
    Definition,
    Graph,
    Hit,
    Kind,
    ModuleGraph,
    Outline,
    Reference,
    ReferenceKind,
    ReferencePage,
    Skipped,
    Source,
    SourceFile,
)
from codeqa.rerank import Reranker, load_reranker
from codeqa.retrieve.complete import complete
from codeqa.retrieve.connections import ASIDE, Connections
from codeqa.retrieve.current import Changed, changed_files, source_now
from codeqa.retrieve.evidence import evidence
from codeqa.retrieve.following import calls_around
from codeqa.retrieve.graph import Step
from codeqa.retrieve.modules import module_graph
from codeqa.retrieve.named import named_with
from codeqa.retrieve.names import find_definitions, suggestions
from codeqa.retrieve.outline import OUTLINE_TOKENS, file_outline, repository_outline
from codeqa.retrieve.search import SearchOptions, search
from codeqa.retrieve.source import source_at
from codeqa.retrieve.uses import references_page, references_to
from codeqa.settings import Settings
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Counts

MAX_CHAINS: Final = 10
"""More ways than a person compares; each takes a search for every step of the others."""


class Queries:
    """The lookups of :class:`~codeqa.codebase.Codebase`: search, evidence, definitions, references, graphs, source.

    Args:
        root: the codebase's folder, whole.
        index_dir: where its index lies.
        settings: which embedder and reranker there are, how much evidence is packed.
    """

    def __init__(self, root: Path, index_dir: Path, settings: Settings) -> None:
        self.root = root
        self.index_dir = index_dir
        self.settings = settings
        self._has_searched = False

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        per_file: int = 1,
        paths: Sequence[str] | None = None,
        kinds: Collection[Kind] | None = None,
        languages: Collection[str] | None = None,
        rerank: bool | None = None,
    ) -> list[Hit]:
        """The places that fit a query best, best first.

        Args:
            query: words, a symbol, a path, an error message: never query syntax.
            limit: how many hits.
            per_file: how many hits of one file; its other good chunks are in ``Hit.more``.
            paths: globs as in a .gitignore.
            kinds: what a hit may be.
            languages: which languages a hit may be in.
            rerank: rerank the first hits; by default the setting.

        Raises:
            UsageError: an empty query, a limit below one, an unknown language.
            IndexMissingError, StoreError: there is no index, or it cannot be read.
        """
        options = SearchOptions(
            limit=limit,
            per_file=per_file,
            paths=tuple(paths or ()),
            kinds=frozenset(kinds or ()),
            languages=frozenset(languages or ()),
            reranker=self._reranker if (self.settings.rerank if rerank is None else rerank) else None,
        )
        self._refuse_other_vectors()
        self._has_searched = True
        return search(self._reader, self._embedder, query, options)

    def warm(self) -> None:
        """Loads what questions need, so that the first one need not wait for it.

        Raises:
            IndexMissingError, StoreError: there is no index, or it cannot be read.
        """
        self.context("start")
        self._connections.graph.prepare()
        for file in self.files()[:1]:
            self.outline(file.path)

    def context(self, question: str, token_budget: int | None = None) -> Context:
        """The evidence for a question, packed into a budget of tokens; by default the setting's.

        Raises:
            UsageError: an empty question or a budget below one.
            IndexMissingError, StoreError: there is no index, or it cannot be read.
        """
        self._refuse_other_vectors()
        self._has_searched = True
        return evidence(self._reader, self._embedder, question, token_budget or self.settings.token_budget)

    def definitions(self, name: str) -> list[Definition]:
        """What a name means: bare, qualified (its last parts are enough), an id, or ``path:line``.

        Raises:
            NotFoundError: nothing has that name; the message offers the nearest ones.
        """
        return find_definitions(self._reader, name)

    def references(self, name: str, kinds: Collection[ReferenceKind] | None = None) -> list[Reference]:
        """Every place that uses a name, by path and line.

        References that were tied to another definition of the same bare name are left out; those that may mean it
        are kept with their confidence. A name that is used here but defined elsewhere is found too.

        Args:
            name: as for `definitions`.
            kinds: which kinds of use; by default all.

        Raises:
            NotFoundError: nothing here defines or uses that name.
        """
        return references_to(self._reader, name, kinds)

    def definitions_of(self, ids: Collection[str]) -> list[Definition]:
        """The definitions of ids, by path and place; ids that the index lacks are left out."""
        return self._reader.definitions(id=sorted(set(ids))) if ids else []

    def definitions_in(self, paths: Collection[str]) -> list[Definition]:
        """All that some files define, by path and place."""
        return self._reader.definitions(path=sorted(set(paths))) if paths else []

    def definitions_with(self, tokens: Collection[str], at_least: int = 1, limit: int = 50) -> list[Definition]:
        """Definitions whose bare names hold at least so many of some words' tokens, what says least else first."""
        return named_with(self._reader, tokens, at_least, limit)

    def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        """How near each of some texts is to a question in meaning, from -1 to 1; zeros where the embedder is a service.

        They are many and change with each question: more than a service should be sent.

        Raises:
            EmbedderError: the embedder failed.
        """
        if self._embedder.remote or not others:
            return [0.0] * len(others)
        near = self._embedder.embed_documents(list(others)) @ self._embedder.embed_query(text)
        return [float(one) for one in near]

    def calls_around(self, ids: Collection[str]) -> list[Step]:
        """The calls that lead to any of the definitions and those that they make, each once."""
        return calls_around(self._connections.graph, ids)

    def references_page(
        self, name: str, kinds: Collection[ReferenceKind] | None = None, *, offset: int = 0, limit: int = 100
    ) -> ReferencePage:
        """Some of what `references` gives, and how many there are: much sooner for names that are used everywhere.

        Args:
            name, kinds: as for `references`.
            offset: how many to leave out.
            limit: how many at most.

        Raises:
            UsageError: a limit below one or an offset below zero.
            NotFoundError: nothing here defines or uses that name.
        """
        if offset < 0:
            raise UsageError(f"The offset is {offset}; it must be at least 0.")
        graph = self._connections.graph
        return references_page(self._reader, graph, name, kinds, offset, positive("limit", limit))

    def callers(self, name: str, depth: int = 1, limit: int | None = None) -> Graph:
        """Who calls it, to a depth, nearest first and tests last. A class's callers are those of its constructors too.

        A call of a base's member counts for what overrides it. Calls that may mean something else are in
        ``Graph.maybe``.

        Args:
            name: as for `definitions`.
            depth: how many calls far.
            limit: how many edges at most, and how many that may be; ``Graph.total`` counts all. None for all.

        Raises:
            UsageError: a depth or a limit below one.
            NotFoundError: nothing has that name.
        """
        return self._connections.callers(self.definitions(name), positive("depth", depth), _limit(limit))

    def callees(self, name: str, depth: int = 1, limit: int | None = None) -> Graph:
        """Whom it calls, to a depth, nearest first; for a class, whom its members call.

        Args:
            name, depth, limit: as for `callers`.

        Raises:
            UsageError: a depth or a limit below one.
            NotFoundError: nothing has that name.
        """
        return self._connections.callees(self.definitions(name), positive("depth", depth), _limit(limit))

    def route(self, a: str, b: str, chains: int = 1) -> Graph:
        """How one name reaches the other.

        The shortest chain of calls and among those the most certain; where there is none, one that inheritance and
        overrides are part of; where there is none either, how both are related. Both directions are tried, and all
        definitions that the names have.

        Args:
            a: as for `definitions`.
            b: the same.
            chains: how many different chains at most, in ``Graph.chains``.

        Raises:
            UsageError: less than one chain or more than MAX_CHAINS.
            NotFoundError: one of the names is not known.
        """
        if positive("number of chains", chains) > MAX_CHAINS:
            raise UsageError(f"{chains} chains are more than the {MAX_CHAINS} that a route shows.")
        return self._connections.route((a, self.definitions(a)), (b, self.definitions(b)), chains)

    def outline(
        self, path: str | None = None, *, token_budget: int = OUTLINE_TOKENS, focus: Sequence[str] = ()
    ) -> Outline:
        """A file's map in file order, or a folder's or the repository's, the most referenced first.

        Args:
            path: the file or folder; None for the repository.
            token_budget: how long the repository's or a folder's may be.
            focus: names around which the repository's map is drawn.

        Raises:
            NotFoundError: there is no such file or folder in the index, or a focus name is not known.
        """
        graph = self._connections.graph
        files, folder = self._reader.files(), ""
        if path is not None:
            wanted = path.removeprefix("./")
            if any(one.path == wanted for one in files):
                return file_outline(wanted, self._reader.definitions(path=wanted), graph)
            folder = f"{wanted.rstrip('/')}/"
            if not any(one.path.startswith(folder) for one in files):
                raise NotFoundError(f"There is no file or folder {path} in the index of {self.root}.")
        ids = [one.id for name in focus for one in self.definitions(name)]
        aside = {one.path for one in files if one.traits & ASIDE}
        found = repository_outline(
            [one for one in self._reader.definitions() if one.path.startswith(folder)],
            graph,
            token_budget=positive("token budget", token_budget),
            focus=ids,
            aside=aside,
        )
        return replace(found, path=folder or None)

    def module_graph(self, limit: int = 60) -> ModuleGraph:
        """The repository from afar: its folders of code, and how much they refer to each other.

        Tests, examples, vendored and generated files are left out where there is anything else.

        Args:
            limit: how many folders at most; small ones are merged into those around them.

        Raises:
            UsageError: a limit below one.
        """
        code = [one for one in self._reader.files() if one.language is not None]
        shown = [one for one in code if not one.traits & ASIDE] or code
        return module_graph(
            shown, self._connections.between_files(), self._connections.file_ranks(), positive("limit", limit)
        )

    def files(self) -> list[SourceFile]:
        """All files of the index, by path."""
        return self._reader.files()

    def skipped(self) -> list[Skipped]:
        """The files and folders that are not in the index, each with the reason; a folder's path ends in ``/``."""
        return self._reader.skipped()

    @property
    def revision(self) -> int:
        """A number of the index's state: what was worked out from it holds as long as the number stays the same."""
        return self._reader.manifest.commit

    def counts(self) -> Counts:
        """How much the index holds."""
        return self._reader.counts()

    def source(self, path: str, start_line: int = 1, end_line: int | None = None) -> Source:
        """Lines of a file as indexed, and what they lie in. Files that are not in the index are never read.

        Args:
            path: the file.
            start_line: the first line.
            end_line: the last one; None for the file's last.

        Raises:
            NotFoundError: the file is not in the index.
            UsageError: there are no such lines.
        """
        return source_at(self._reader, path.removeprefix("./"), start_line, end_line)

    def source_now(self, path: str, start_line: int = 1, end_line: int | None = None) -> Source:
        """As `source`, but with the file's lines as they are now; a file that is not in the index is never read.

        Raises:
            NotFoundError: the file is not in the index, or is gone.
            UsageError: there are no such lines.
        """
        path = path.removeprefix("./")
        return source_now(self.root, self._reader, path, start_line, end_line, self.settings.secrets)

    def changed(self, paths: Iterable[str]) -> dict[str, Changed]:
        """Those of some files that are not as they were indexed, by path, with where their lines are now."""
        return changed_files(self.root, self._reader, paths, self.settings.secrets)

    def complete(self, text: str, limit: int = 20) -> list[Completion]:
        """Files and symbols that a begun name may become, best first: by prefix, camel humps, part, letters."""
        return complete(self._reader, text, positive("limit", limit))

    def lines(self, path: str, start: int, end: int) -> str | None:
        """The lines of a file as indexed; None where it is not in the index or ends before ``start``."""
        try:
            return self._reader.lines(path, max(start, 1), end)
        except (NotFoundError, UsageError):
            return None

    def texts(self, paths: Collection[str]) -> dict[str, list[str]]:
        """Whole files as indexed, by path, a string a line; files that are not in the index are left out."""
        return self._reader.texts(paths)

    def suggestions(self, name: str) -> list[str]:
        """Names in the codebase that look like the given one, nearest first."""
        return suggestions(self._reader, name)

    @cached_property
    def _reader(self) -> IndexReader:
        return IndexReader.open(self.index_dir)

    @cached_property
    def _embedder(self) -> Embedder:
        return load_embedder(self.settings.embedder, self.settings.embedder_url)

    @cached_property
    def _reranker(self) -> Reranker:
        return load_reranker(self.settings.reranker, self.settings.reranker_url)

    @cached_property
    def _connections(self) -> Connections:
        return Connections(self._reader)

    @property
    def _embedder_changed(self) -> bool:
        """True when the index's vectors were made by another embedder than the one that is set."""
        return self._reader.manifest.embedder != self._embedder.name

    def _refuse_other_vectors(self) -> None:
        if self._embedder_changed:
            raise StoreError(
                f"The index in {self.index_dir} was made with the embedder {self._reader.manifest.embedder}, and "
                f"{self._embedder.name} is set now. Run `codeqa index`, or set the embedder as it was."
            )


def _limit(limit: int | None) -> int | None:
    return None if limit is None else positive("limit", limit)


_Number = TypeVar("_Number", int, float)


def positive(what: str, number: _Number) -> _Number:
    """The number, which must be at least one.

    Raises:
        UsageError: it is less.
    """
    if number < 1:
        raise UsageError(f"The {what} is {number}; it must be at least 1.")
    return number
