"""Looks at the installation and says what would leave this machine."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from codeqa.answer.models import load_model
from codeqa.embed import load_embedder
from codeqa.errors import CodeQAError
from codeqa.index.parse import compiled_query
from codeqa.languages.registry import DEFINITIONS, INJECTIONS, REFERENCES, load_languages
from codeqa.rerank import load_reranker
from codeqa.settings import Settings

_PACKAGES = ("tree-sitter", "lancedb", "pyarrow", "numpy", "wordllama", "openai")
_KEY_ENDINGS = ("_API_KEY", "_MODEL_KEY", "_EMBEDDER_KEY", "_RERANKER_KEY")


@dataclass(frozen=True, slots=True)
class Doctor:
    """What was found."""

    version: str
    python: str
    packages: tuple[tuple[str, str], ...]
    languages: tuple[str, ...]
    """Languages whose definitions are found: their grammar loads and their queries compile, or they have patterns."""
    problems: tuple[str, ...]
    embedder: str
    model: str | None
    keys: tuple[str, ...]
    """Names of environment variables that hold keys; never what they hold."""
    leaves: str
    """What would leave this machine, in a sentence."""


@dataclass(frozen=True, slots=True)
class Services:
    """What answers are made with."""

    embedder: str
    model: str | None
    leaves: tuple[str, ...]
    """What would leave this machine, a phrase each."""
    problems: tuple[str, ...]
    """What cannot be loaded, and so gets nothing."""


def examine(settings: Settings) -> Doctor:
    """Examines the installation for some settings. Nothing is sent anywhere."""
    problems: list[str] = []
    languages: list[str] = []
    for language in load_languages().languages:
        try:
            for query in (DEFINITIONS, REFERENCES, INJECTIONS) if language.is_code else ():
                compiled_query(language, query)
        except CodeQAError as error:
            problems.append(str(error))
        else:
            if language.is_code or language.has_patterns:
                languages.append(language.name)
    services = services_of(settings)
    problems += services.problems
    return Doctor(
        version=version("codeqa"),
        python=platform.python_version(),
        packages=tuple((name, _version(name)) for name in _PACKAGES),
        languages=tuple(languages),
        problems=tuple(problems),
        embedder=services.embedder,
        model=services.model,
        keys=tuple(sorted(name for name in os.environ if name.endswith(_KEY_ENDINGS) and os.environ[name])),
        leaves="; ".join(services.leaves) or "nothing",
    )


def services_of(settings: Settings) -> Services:
    """Names what answers are made with, and what of theirs would leave this machine. Nothing is sent anywhere."""
    problems: list[str] = []
    leaving: list[str] = []
    embedder_name, model_name = settings.embedder, settings.model
    try:
        embedder = load_embedder(settings.embedder, settings.embedder_url)
        embedder_name = embedder.name
        if embedder.remote:
            leaving.append(f"the text of every chunk and question, secrets masked, to the embedder {embedder.name}")
    except CodeQAError as error:
        problems.append(str(error))
    if settings.rerank:
        try:
            reranker = load_reranker(settings.reranker, settings.reranker_url)
            if reranker.remote:
                leaving.append(f"queries and the first hits, secrets masked, to the reranker {reranker.name}")
        except CodeQAError as error:
            problems.append(str(error))
    if settings.model is not None:
        try:
            model = load_model(settings.model, settings.model_url, timeout=settings.model_timeout)
            model_name = model.name
            if model.remote:
                leaving.append(f"questions and their evidence, secrets masked, to the model {model.name}")
        except CodeQAError as error:
            problems.append(str(error))
    return Services(embedder_name, model_name, tuple(leaving), tuple(problems))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
