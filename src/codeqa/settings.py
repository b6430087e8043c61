"""Settings: ``codeqa.toml`` in the codebase's root, then ``CODEQA_*`` in the environment, then flags; the last wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, EnvSettingsSource, NoDecode, SettingsConfigDict

from codeqa.errors import SettingsError
from codeqa.folders import is_file

SETTINGS_FILE = "codeqa.toml"
PREFIX = "CODEQA_"

EDITOR_LINKS: Mapping[str, str] = {
    "none": "",
    "file": "file://{path}",
    "vscode": "vscode://file{path}:{line}",
    "vscodium": "vscodium://file{path}:{line}",
    "cursor": "cursor://file{path}:{line}",
    "idea": "idea://open?file={path}&line={line}",
    "textmate": "txmt://open?url=file://{path}&line={line}",
    "kitty": "file://{path}#{line}",
}
"""URLs that open a file at a line, by the name of what opens them. ``{path}`` is absolute."""

_MISSPELT = 0.8
"""From this likeness to a setting's variable on, another one is taken for a mistake. Those below are left alone:
a service that happens to be called codeqa makes Kubernetes set CODEQA_PORT and the like."""


_SERVICES = ("model", "model_url", "embedder", "embedder_url", "reranker", "reranker_url")
_LOCAL_KINDS = frozenset(
    "wordllama model2vec sentence-transformers fastembed late-interaction colbert ollama lmstudio llamacpp vllm".split()
)
"""Kinds of embedders and rerankers that run in this process, and names of servers that run on this machine."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def _parts(value: Any) -> Any:
    """A string stands for the list of its parts between commas: CODEQA_EXCLUDE='docs/,*.snap'."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


Globs = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_parts)]
"""Patterns as in a .gitignore."""


class Settings(BaseSettings):
    """What can be set. Keys and passwords are not settings: they are read from the environment where they are used."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid", protected_namespaces=()
    )

    index_dir: Path | None = None
    """Where the index lies; by default ``.codeqa`` in the root, or a cache folder when the root cannot be written.
    In codeqa.toml a relative path starts at the root, in the environment and in flags at the working directory."""
    max_file_bytes: int = Field(default=1_000_000, gt=0)
    """Larger files are left out."""
    include: Globs = ()
    """When given, only files that match are indexed."""
    exclude: Globs = ()
    """Files and folders that match are left out."""
    hidden: bool = False
    """Index hidden files and folders too."""
    secrets: bool = False
    """Index files that look like secrets too."""
    workers: int | None = Field(default=None, gt=0)
    """Worker processes; by default one a processor."""
    embedder: str = "wordllama"
    """What makes the vectors: ``wordllama``, ``model2vec:PATH``, ``openai:MODEL`` and the like."""
    embedder_url: str | None = None
    """Base URL of an embedder's server, where the provider's own is not meant."""
    model: str | None = None
    """``provider/model``, such as ``ollama/qwen3`` or ``openai/gpt-5``; none gives extractive answers."""
    model_url: str | None = None
    """Base URL of an OpenAI-compatible server, where the provider's own is not meant."""
    model_timeout: float = Field(default=60.0, gt=0)
    """Seconds without a sign of life after which the model is given up."""
    token_budget: int = Field(default=8_000, gt=0)
    """Estimated tokens of evidence for an answer."""
    rerank: bool = False
    """Let a reranker read the first hits of a search again."""
    reranker: str = "late-interaction"
    """Which one: ``late-interaction``, ``sentence-transformers:NAME``, ``cohere:MODEL`` and the like."""
    reranker_url: str | None = None
    """Base URL of a reranker's server, where the service's own is not meant."""
    editor_links: str = "none"
    """Where places link to in a terminal that shows links: a name of `EDITOR_LINKS`, or a URL with ``{path}`` and
    ``{line}`` in it. Without links most terminals and editors recognise ``path:line`` by themselves."""

    @field_validator("editor_links")
    @classmethod
    def _link(cls, value: str) -> str:
        if value not in EDITOR_LINKS and "{path}" not in value:
            raise ValueError(f"Choose {', '.join(EDITOR_LINKS)}, or give a URL with {{path}} and {{line}} in it")
        return value


def load_settings(root: Path | None, **flags: Any) -> Settings:
    """The settings for a codebase.

    Args:
        root: the codebase's folder, which may hold a ``codeqa.toml``; None for a codebase whose file is not to be
            trusted, such as a fresh clone of somebody's repository. It wins over the person's own file, but may name
            no model, embedder or reranker that is not on this machine.
        flags: settings that win over files and environment; None means not given.

    Raises:
        SettingsError: the file cannot be read, a key is unknown, or a value cannot be used.
    """
    path = root / SETTINGS_FILE if root is not None else None
    own = user_file()
    users = _file(own) if is_file(own) else {}
    file = _file(path) if path is not None and is_file(path) else {}
    if path is not None:
        _check_services(path, file)
    environment = _environment()
    given = {key: value for key, value in flags.items() if value is not None}
    try:
        return Settings(**{**users, **file, **environment, **given})
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0]) if first["loc"] else ""
        if key in given:
            place = f"--{key.replace('_', '-')}"
        elif key in environment:
            place = f"{PREFIX}{key.upper()} in the environment"
        else:
            place = f"{path if key in file else own}: {key}"
        what = first["msg"].removeprefix("Value error, ").replace("valid tuple", "valid list")
        raise SettingsError(f"{place}: {what} (given: {first['input']!r}).") from error


def user_file() -> Path:
    """The person's own settings, for all codebases."""
    from platformdirs import user_config_path

    return user_config_path("codeqa") / SETTINGS_FILE


def _check_services(path: Path, file: Mapping[str, Any]) -> None:
    """Refuses services elsewhere: a file that came with somebody's code must not be able to have it sent away.

    Raises:
        SettingsError: the codebase's file names one.
    """
    for key in _SERVICES:
        value = file.get(key)
        if isinstance(value, str) and not _stays_here(key, value, file.get(f"{key}_url")):
            raise SettingsError(
                f"{path}: {key} names {value!r}, which is not on this machine, and the file of a codebase may not have "
                f"code sent elsewhere. Set it for yourself, in {user_file()}, as {PREFIX}{key.upper()} in the "
                f"environment, or as --{key.replace('_', '-')}."
            )


def _stays_here(key: str, value: str, url: object) -> bool:
    if key.endswith("_url"):
        return urlsplit(value).hostname in _LOOPBACK
    if value.partition("/" if key == "model" else ":")[0] in _LOCAL_KINDS:
        return True
    return isinstance(url, str) and urlsplit(url).hostname in _LOOPBACK


def _file(path: Path) -> dict[str, Any]:
    try:
        file = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}. Mend it or remove it.") from error
    for key in file:
        if key not in Settings.model_fields:
            raise SettingsError(f"{path}: there is no setting '{key}'.{_nearest(key)}")
    if isinstance(file.get("index_dir"), str):
        file["index_dir"] = path.parent / Path(file["index_dir"]).expanduser()
    return file


def _environment() -> dict[str, Any]:
    variables = {f"{PREFIX}{name.upper()}": name for name in Settings.model_fields}
    for name in os.environ:
        if name.startswith(PREFIX) and name not in variables and not name.endswith("_KEY"):
            close = get_close_matches(name, variables, n=1, cutoff=_MISSPELT)
            if close:
                raise SettingsError(f"{name} in the environment is no setting. Did you mean {close[0]}?")
    return EnvSettingsSource(Settings)()


def _nearest(key: str) -> str:
    names = list(Settings.model_fields)
    close = get_close_matches(key, names, n=1)
    return f" Did you mean '{close[0]}'?" if close else f" Known settings: {', '.join(names)}."
