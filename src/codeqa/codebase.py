"""`Codebase`: the one object that ties the rooms together. Every face is thin over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

from codeqa.answer.ask import AnswerOptions, answer_events
from codeqa.answer.conversation import Conversation, Turn, conversations, delete, load
from codeqa.answer.events import AnswerEvents, Event, Notice, Piece
from codeqa.answer.events import Step as AnswerStep
from codeqa.answer.models import load_model
from codeqa.answer.models.base import Model
from codeqa.answer.models.local import offer
from codeqa.clones import clone, is_url
from codeqa.doctor import Doctor, Services, examine, services_of
from codeqa.errors import EmbedderError, NotFoundError, StoreError, UsageError
from codeqa.evaluate import PLACES, Evaluation, Means, Question, evaluate, read_questions
from codeqa.folders import breadth_of, check_breadth, exists, folder_at
from codeqa.follow import Follower
from codeqa.index.facts import FactOptions
from codeqa.index.survey import Survey, survey
from codeqa.index.walk import Effect, Territory, WalkOptions
from codeqa.languages.registry import load_languages
from codeqa.model import Answer, Freshness, IndexReport, Source
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.progress import Progress, ProgressListener, Stage
from codeqa.pipeline.staleness import Staleness, staleness
from codeqa.pipeline.update import update
from codeqa.queries import Queries, positive
from codeqa.retrieve.current import Changed, lines_of, text_now
from codeqa.settings import Settings, load_settings
from codeqa.status import Status, status_of, writer_of
from codeqa.store.location import default_index_dir
from codeqa.store.manifest import MANIFEST_FILE, read_manifest

__all__ = [
    "AnswerOptions",
    "AnswerStep",
    "Changed",
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

TOUCHED_FILES: Final = 200
"""Files that are read again and again only because their stamps are not noted, from which on it is worth a run."""


class Codebase(Queries):
    """A folder of source code that answers questions.

    Args:
        root: the folder.
        index_dir: where the index lies; by default ``<root>/.codeqa``, or a cache folder when the root is read-only.
        settings: by default those of ``codeqa.toml`` and the environment.
        any_folder: also a home folder, the root of a file system or a folder of the system, of which otherwise no index
            is made.

    Raises:
        UsageError: the root is not a folder, or cannot be read.
        SettingsError: the settings cannot be read.
    """

    def __init__(
        self,
        root: str | Path = ".",
        index_dir: str | Path | None = None,
        settings: Settings | None = None,
        any_folder: bool = False,
    ) -> None:
        whole = folder_at(root)
        chosen_settings = settings or load_settings(whole)
        chosen = index_dir or chosen_settings.index_dir
        super().__init__(
            whole, Path(chosen).resolve() if chosen is not None else default_index_dir(whole), chosen_settings
        )
        self._any_folder = any_folder

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

    def index(
        self,
        progress: ProgressListener | None = None,
        rebuild: bool = False,
        verify: bool = False,
        wait: float | None = None,
    ) -> IndexReport:
        """Builds the index, or brings it up to date: only what changed is parsed again.

        Another process that is indexing the same folder is waited for; what it did need not be done again.

        Args:
            progress: is told how far it is.
            rebuild: index everything anew.
            verify: compare all files by their content, and not only those whose size, times or inode differ.
            wait: seconds to wait for another process at most; 0 does not wait, None waits until it is through.

        Raises:
            UsageError: the root is a home folder, a whole file system or the like, and that was not said to be meant.
            IndexLockedError: another process is indexing for longer than that, or it hangs.
            StoreError: the index cannot be written.
            EmbedderError: the embedder failed.
        """
        self.check_breadth()
        options = replace(self._options, lock_seconds=wait)
        listener = progress or (lambda _: None)
        return update(self.root, self.index_dir, self._embedder, options, listener, rebuild=rebuild, verify=verify)

    def ensure_index(self, progress: ProgressListener | None = None, wait: float | None = None) -> IndexReport | None:
        """Indexes where there is no index or it is stale; returns None when it was current.

        Arguments and errors as `index`.
        """
        difference = self._difference()
        if difference is None or difference:
            return self.index(progress, wait=wait)
        if difference.touched >= TOUCHED_FILES:
            with suppress(StoreError):  # somebody else writes, or nobody may: it is current all the same
                self.index(wait=0.0)
        return None

    def check_breadth(self) -> None:
        """Refuses to make a first index of a home folder, a whole file system or the like.

        Raises:
            UsageError: the root is one, has no index yet, and was not said to be meant.
        """
        if not self._any_folder and not self.has_index:
            check_breadth(self.root)

    @staticmethod
    def is_too_broad(folder: Path) -> bool:
        """True for a home folder, the root of a file system and the like: no index of them is made unless said so."""
        return breadth_of(folder.resolve()) is not None

    def follow(self, listener: Callable[[Freshness], None] | None = None) -> Follower:
        """Keeps the index current until the follower is stopped; makes it first where there is none.

        Args:
            listener: is told, in another thread, how the index stands to the files whenever that changes.

        Raises:
            UsageError: as `check_breadth`.
        """
        self.check_breadth()
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
        return exists(self.index_dir / MANIFEST_FILE)

    @property
    def has_whole_index(self) -> bool:
        """True when there is an index that some run of indexing brought to its end."""
        try:
            return read_manifest(self.index_dir).complete
        except StoreError:
            return False

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

    @staticmethod
    def model_offer() -> str:
        """One line on how to get answers in a model's own words; names a model server that runs on this machine."""
        return offer()

    def services(self) -> Services:
        """What answers are made with, and what would leave the machine; nothing is sent anywhere."""
        return services_of(self.settings)

    def survey(self) -> Survey:
        """What indexing would take in, by language and folder, and what it would leave out; nothing is written."""

        def detect(path: str, head: str) -> str | None:
            language = load_languages().detect(path, head)
            return None if language is None else language.name

        return survey(self.root, self._options.walk, detect)

    def source_now(self, path: str, start_line: int = 1, end_line: int | None = None) -> Source:
        """Lines of a file as it is now, also of one that is so new that the index does not have it yet.

        Files that indexing would leave out are never read.

        Raises:
            NotFoundError: the file is not in the index and would not come into it, or is gone.
            UsageError: there are no such lines.
        """
        try:
            return super().source_now(path, start_line, end_line)
        except NotFoundError:
            lines = self._new_lines(path)
            if lines is None:
                raise
        return lines_of(path, None, lines, start_line, end_line)

    def _new_lines(self, path: str) -> tuple[str, ...] | None:
        """The lines of a file that the next run of indexing would take in; None of any other."""
        options = self._options.walk
        try:
            size = (self.root / path).stat().st_size
        except (OSError, ValueError):
            return None
        if any(one.path == path for one in self.files()) or size > options.max_bytes:
            return None
        if Territory(self.root, options).effect_of(path) is not Effect.FILE:
            return None
        return text_now(self.root, path, self.settings.secrets)

    def status(self, thorough: bool = False) -> Status:
        """What the index holds and whether it is current.

        Args:
            thorough: examine the whole index for damage, and not only what shows at once.

        Raises:
            StoreError: there is an index, but it cannot be read.
        """
        if not self.has_index:
            writer = writer_of(self.index_dir)
            return Status(str(self.root), str(self.index_dir), exists=False, writer=writer)
        self._reader.check(thorough)
        return status_of(self.root, self.index_dir, self._reader, self._staleness(), self._embedder_differs)

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
        budget = positive("token budget", token_budget or self.settings.token_budget)
        hits = max(positive("limit", limit), PLACES)
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
    def _model(self) -> Model | None:
        if self.settings.model is None:
            return None
        return load_model(self.settings.model, self.settings.model_url, timeout=self.settings.model_timeout)

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
    def _embedder_differs(self) -> bool:
        """As `_embedder_changed`; an embedder that cannot be loaded did not make the index either.

        What is wrong with it, `doctor` says, and whatever needs it.
        """
        try:
            return self._embedder_changed
        except (EmbedderError, UsageError):
            return True

    def _difference(self) -> Staleness | None:
        """How the files differ from those in the index; None where there is no index that can be brought up to date."""
        if not self.has_index:
            return None
        try:
            self._reader.check()
            return None if self._embedder_changed else self._staleness()
        except StoreError:  # damaged, or another version's: indexing makes it anew, and says so
            return None

    def _staleness(self) -> Staleness:
        return staleness(self.root, self._options, self._reader)
