"""`Codebase`: the one object that ties the rooms together. Every face is thin over it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from codeqa.answer.ask import AnswerOptions, answer_events
from codeqa.answer.conversation import Conversation, Turn, conversations, delete, load
from codeqa.answer.events import AnswerEvents, Event, Notice, Piece
from codeqa.answer.events import Step as AnswerStep
from codeqa.answer.models import load_model
from codeqa.answer.models.base import Model
from codeqa.clones import clone, is_url
from codeqa.doctor import Doctor, Services, examine, services_of
from codeqa.embed import Embedder, load_embedder
from codeqa.errors import EmbedderError, NotFoundError, StoreError, UsageError
from codeqa.evaluate import PLACES, Evaluation, Means, Question, evaluate, read_questions
from codeqa.follow import Follower
from codeqa.index.facts import FactOptions
from codeqa.index.survey import Survey, survey
from codeqa.index.walk import WalkOptions
from codeqa.languages.registry import load_languages
from codeqa.model import (
    Answer,
    Completion,
    Context,
    Definition,
    Freshness,
    Graph,
    Hit,
    IndexReport,
    Kind,
    ModuleGraph,
    Outline,
    Reference,
    ReferenceKind,
    Source,
    SourceFile,
    Trait,
)
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.progress import Progress, ProgressListener, Stage
from codeqa.pipeline.staleness import Staleness, staleness
from codeqa.pipeline.update import update
from codeqa.rerank import Reranker, load_reranker
from codeqa.retrieve.complete import complete
from codeqa.retrieve.connections import Connections
from codeqa.retrieve.evidence import evidence
from codeqa.retrieve.modules import module_graph
from codeqa.retrieve.names import find_definitions, suggestions
from codeqa.retrieve.outline import OUTLINE_TOKENS, file_outline, repository_outline
from codeqa.retrieve.search import SearchOptions, search
from codeqa.retrieve.source import source_at
from codeqa.retrieve.uses import references_to, with_constructors, with_members
from codeqa.settings import Settings, load_settings
from codeqa.status import Status, status_of
from codeqa.store.location import default_index_dir
from codeqa.store.manifest import MANIFEST_FILE, read_manifest
from codeqa.store.reader import IndexReader
from codeqa.store.schema import Counts

__all__ = [
    "AnswerOptions",
    "AnswerStep",
    "Codebase",
    "Conversation",
    "Doctor",
    "Evaluation",
    "Event",
    "Follower",
    "Means",
    "Notice",
    "Piece",
    "Progress",
    "Services",
    "Stage",
    "Status",
    "Turn",
    "read_questions",
]

_ASIDE = frozenset({Trait.TEST, Trait.EXAMPLE, Trait.VENDORED, Trait.GENERATED})


class Codebase:
    """A folder of source code that answers questions.

    Args:
        root: the folder.
        index_dir: where the index lies; by default ``<root>/.codeqa``, or a cache folder when the root is read-only.
        settings: by default those of ``codeqa.toml`` and the environment.

    Raises:
        UsageError: the root is not a folder.
        SettingsError: the settings cannot be read.
    """

    def __init__(
        self, root: str | Path = ".", index_dir: str | Path | None = None, settings: Settings | None = None
    ) -> None:
        self.root = Path(root).resolve()
        if not self.root.is_dir():
            raise UsageError(f"{root} is not a folder. Name the folder that holds the code.")
        self.settings = settings or load_settings(self.root)
        self._has_searched = False
        chosen = index_dir or self.settings.index_dir
        self.index_dir = Path(chosen).resolve() if chosen is not None else default_index_dir(self.root)

    @classmethod
    def clone(cls, url: str, settings: Settings | None = None) -> Codebase:
        """A shallow clone of a git repository in the user's cache, brought up to date when it is already there.

        Args:
            url: what ``git clone`` takes.
            settings: as for the class itself.

        Raises:
            RepositoryError: git is missing, or cannot reach or read the repository.
        """
        return cls(clone(url), settings=settings)

    @staticmethod
    def is_url(text: str) -> bool:
        """True for what names a git repository elsewhere rather than a folder here."""
        return is_url(text)

    # Indexing

    def index(self, progress: ProgressListener | None = None, rebuild: bool = False) -> IndexReport:
        """Builds the index, or brings it up to date: only what changed is parsed again.

        Args:
            progress: is told how far it is.
            rebuild: index everything anew.

        Raises:
            IndexLockedError: another process is indexing.
            StoreError: the index cannot be written.
            EmbedderError: the embedder failed.
        """
        return update(
            self.root, self.index_dir, self._embedder, self._options, progress or (lambda _: None), rebuild=rebuild
        )

    def ensure_index(self, progress: ProgressListener | None = None) -> IndexReport | None:
        """Indexes where there is no index or it is stale; returns None when it was current.

        Raises:
            IndexLockedError, StoreError, EmbedderError: as `index`.
        """
        if self.has_index and not self._embedder_changed and not self._staleness():
            return None
        return self.index(progress)

    def follow(self, listener: Callable[[Freshness], None] | None = None) -> Follower:
        """Keeps the index current until the follower is stopped; makes it first where there is none.

        Args:
            listener: is told, in another thread, how the index stands to the files whenever that changes.
        """
        return Follower(self, self._options.walk, listener)

    def refresh(self) -> None:
        """Reads the newest commit into what searching keeps in memory, so that the next search need not.

        Nothing happens where nothing was searched for yet.

        Raises:
            StoreError: the index cannot be read.
        """
        if self._has_searched:
            self.search("refresh", limit=1, rerank=False)

    @property
    def has_index(self) -> bool:
        """True when there is an index, current or not."""
        return (self.index_dir / MANIFEST_FILE).exists()

    @property
    def updated(self) -> datetime | None:
        """When the index was last written; None where there is none.

        Raises:
            StoreError: it is damaged, or was made by another version of CodeQA.
        """
        return read_manifest(self.index_dir).updated if self.has_index else None

    def doctor(self) -> Doctor:
        """Examines the installation; nothing is sent anywhere."""
        return examine(self.settings)

    def services(self) -> Services:
        """What answers are made with, and what would leave the machine; nothing is sent anywhere."""
        return services_of(self.settings)

    def survey(self) -> Survey:
        """What indexing would take in, by language and folder, and what it would leave out; nothing is written."""

        def detect(path: str, head: str) -> str | None:
            language = load_languages().detect(path, head)
            return None if language is None else language.name

        return survey(self.root, self._options.walk, detect)

    def status(self) -> Status:
        """What the index holds and whether it is current.

        Raises:
            StoreError: there is an index, but it cannot be read.
        """
        if not self.has_index:
            return Status(str(self.root), str(self.index_dir), exists=False)
        return status_of(self.root, self.index_dir, self._reader, self._staleness(), self._embedder_differs)

    # Looking things up

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

    def callers(self, name: str, depth: int = 1) -> Graph:
        """Who calls it, to a depth, nearest first. The callers of a class are those of its constructors too.

        Raises:
            UsageError: a depth below one.
            NotFoundError: nothing has that name.
        """
        wanted = with_constructors(self._reader, self.definitions(name))
        steps = self._connections.graph.callers([one.id for one in wanted], _positive("depth", depth))
        return self._connections.described(steps, wanted)

    def callees(self, name: str, depth: int = 1) -> Graph:
        """Whom it calls, to a depth, nearest first; for a class, whom its members call.

        Raises:
            UsageError: a depth below one.
            NotFoundError: nothing has that name.
        """
        roots = self.definitions(name)
        wanted = with_members(self._reader, roots)
        steps = self._connections.graph.callees([one.id for one in wanted], _positive("depth", depth))
        return self._connections.described(steps, roots)

    def route(self, a: str, b: str) -> Graph:
        """How two names are connected: the cheapest way through calls, construction, inheritance and imports.

        Raises:
            NotFoundError: one of the names is not known.
        """
        starts, ends = self.definitions(a), self.definitions(b)
        steps = self._connections.graph.route([one.id for one in starts], [one.id for one in ends])
        return self._connections.described(steps, (*starts[:1], *ends[:1]))

    def outline(
        self, path: str | None = None, *, token_budget: int = OUTLINE_TOKENS, focus: Sequence[str] = ()
    ) -> Outline:
        """A file's map in file order, or the repository's, the most referenced first.

        Args:
            path: the file; None for the repository.
            token_budget: how long the repository's may be.
            focus: names around which the repository's map is drawn.

        Raises:
            NotFoundError: there is no such file in the index, or a focus name is not known.
        """
        graph = self._connections.graph
        if path is not None:
            wanted = path.removeprefix("./")
            if wanted not in {one.path for one in self._reader.files()}:
                raise NotFoundError(f"There is no file {path} in the index of {self.root}.")
            return file_outline(wanted, self._reader.definitions(path=wanted), graph)
        ids = [one.id for name in focus for one in self.definitions(name)]
        aside = {one.path for one in self._reader.files() if one.traits & _ASIDE}
        return repository_outline(
            self._reader.definitions(),
            graph,
            token_budget=_positive("token budget", token_budget),
            focus=ids,
            aside=aside,
        )

    def module_graph(self, limit: int = 60) -> ModuleGraph:
        """The repository from afar: its folders of code, and how much they refer to each other.

        Tests, examples, vendored and generated files are left out where there is anything else.

        Args:
            limit: how many folders at most; small ones are merged into those around them.

        Raises:
            UsageError: a limit below one.
        """
        code = [one for one in self._reader.files() if one.language is not None]
        shown = [one for one in code if not one.traits & _ASIDE] or code
        return module_graph(
            shown, self._connections.between_files(), self._connections.file_ranks(), _positive("limit", limit)
        )

    def files(self) -> list[SourceFile]:
        """All files of the index, by path."""
        return self._reader.files()

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

    def complete(self, text: str, limit: int = 20) -> list[Completion]:
        """Files and symbols that a begun name may become, best first: by prefix, camel humps, part, letters."""
        return complete(self._reader, text, _positive("limit", limit))

    def lines(self, path: str, start: int, end: int) -> str | None:
        """The lines of a file as indexed; None where it is not in the index or ends before ``start``."""
        try:
            return self._reader.lines(path, max(start, 1), end)
        except (NotFoundError, UsageError):
            return None

    def suggestions(self, name: str) -> list[str]:
        """Names in the codebase that look like the given one, nearest first."""
        return suggestions(self._reader, name)

    def evaluate(self, questions: Sequence[Question], limit: int = 10, token_budget: int | None = None) -> Evaluation:
        """How well search and context find what questions ask for; `read_questions` reads them from a file.

        Args:
            questions: with the places that should be found.
            limit: how many hits recall looks at.
            token_budget: how large the evidence may be; by default the setting's.

        Raises:
            UsageError: no questions, or a limit or budget below one.
            IndexMissingError, StoreError: there is no index, or it cannot be read.
        """
        budget = _positive("token budget", token_budget or self.settings.token_budget)
        hits = max(_positive("limit", limit), PLACES)
        return evaluate(
            questions,
            lambda query: self.search(query, hits),
            lambda query: self.context(query, budget).sources,
            known_paths=frozenset(one.path for one in self.files()),
            limit=limit,
            token_budget=budget,
        )

    # Answering

    def ask(
        self,
        question: str,
        conversation: Conversation | None = None,
        stream: bool = False,
        on_event: Callable[[Event], None] | None = None,
        options: AnswerOptions | None = None,
    ) -> Answer:
        """Answers a question: with the model that is configured, else by arranging the evidence.

        Args:
            question: in words.
            conversation: what was said before; it gets this turn.
            stream: tell ``on_event`` the answer's pieces, steps and notices as they come.
            on_event: is told them.
            options: how much it may take.

        Raises:
            UsageError: an empty question.
            ModelError: the model cannot be reached or refused.
            IndexMissingError, StoreError: there is no index, or it cannot be read.
        """
        answer: Answer | None = None
        for event in self.ask_events(question, conversation, options):
            if isinstance(event, Answer):
                answer = event
            elif stream and on_event is not None:
                on_event(event)
        if answer is None:
            raise AssertionError("answering ended without an answer")
        return answer

    def ask_events(
        self, question: str, conversation: Conversation | None = None, options: AnswerOptions | None = None
    ) -> AnswerEvents:
        """As `ask`, as an iterator of pieces, steps and notices that ends with the answer."""
        chosen = options or AnswerOptions(token_budget=self.settings.token_budget)
        return answer_events(self, question, model=self._model, options=chosen, conversation=conversation)

    def conversations(self) -> list[Conversation]:
        """The conversations that are kept, the newest first."""
        return conversations(self.index_dir)

    def conversation(self, id: str | None = None) -> Conversation:
        """A conversation that is kept: by its id, the beginning of it, or ``last``; None begins a new one.

        Raises:
            NotFoundError: there is none of that id.
            StoreError: it cannot be read.
        """
        return Conversation.new(self.index_dir) if id is None else load(self.index_dir, id)

    def rename_conversation(self, id: str, title: str) -> Conversation:
        """Calls a conversation that is kept something else; an empty title gives it back its first question.

        Raises:
            NotFoundError: there is none of that id.
            StoreError: it cannot be read or written.
        """
        conversation = load(self.index_dir, id)
        conversation.rename(title)
        return conversation

    def delete_conversation(self, id: str) -> None:
        """Removes a conversation that is kept; arguments and errors as `rename_conversation`."""
        delete(self.index_dir, id)

    # What it is made of

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
    def _model(self) -> Model | None:
        if self.settings.model is None:
            return None
        return load_model(self.settings.model, self.settings.model_url, timeout=self.settings.model_timeout)

    @cached_property
    def _connections(self) -> Connections:
        return Connections(self._reader)

    @cached_property
    def _options(self) -> UpdateOptions:
        settings = self.settings
        walk = WalkOptions(
            max_bytes=settings.max_file_bytes,
            hidden=settings.hidden,
            include=settings.include,
            exclude=settings.exclude,
            secrets=settings.secrets,
        )
        facts = FactOptions(secrets=settings.secrets)
        return UpdateOptions(walk, facts) if settings.workers is None else UpdateOptions(walk, facts, settings.workers)

    @property
    def _embedder_changed(self) -> bool:
        """True when the index's vectors were made by another embedder than the one that is set."""
        return self._reader.manifest.embedder != self._embedder.name

    @property
    def _embedder_differs(self) -> bool:
        """As `_embedder_changed`; an embedder that cannot be loaded did not make the index either.

        What is wrong with it, `doctor` says, and whatever needs it.
        """
        try:
            return self._embedder_changed
        except (EmbedderError, UsageError):
            return True

    def _refuse_other_vectors(self) -> None:
        if self._embedder_changed:
            raise StoreError(
                f"The index in {self.index_dir} was made with the embedder {self._reader.manifest.embedder}, and "
                f"{self._embedder.name} is set now. Run `codeqa index`, or set the embedder as it was."
            )

    def _staleness(self) -> Staleness:
        return staleness(self.root, self._options, self._reader)


_Number = TypeVar("_Number", int, float)


def _positive(what: str, number: _Number) -> _Number:
    if number < 1:
        raise UsageError(f"The {what} is {number}; it must be at least 1.")
    return number
