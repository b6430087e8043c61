"""Settings: ``codeqa.toml`` in the codebase's root, then ``CODEQA_*`` in the environment, then flags; the last wins."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict
from pydantic_settings import SettingsError as SourceError

from codeqa.errors import SettingsError

SETTINGS_FILE = "codeqa.toml"


class Settings(BaseSettings):
    """What can be set. Keys and passwords are not settings: they are read from the environment where they are used."""

    model_config = SettingsConfigDict(env_prefix="CODEQA_", frozen=True, extra="forbid", protected_namespaces=())

    index_dir: Path | None = None
    """Where the index lies; by default ``.codeqa`` in the root, or a cache folder when the root cannot be written."""
    max_file_bytes: int = Field(default=1_000_000, gt=0)
    include: tuple[str, ...] = ()
    """Globs as in a .gitignore; when given, only files that match are indexed."""
    exclude: tuple[str, ...] = ()
    hidden: bool = False
    """Index hidden files and folders too."""
    secrets: bool = False
    """Index files that look like secrets too."""
    workers: int | None = Field(default=None, gt=0)
    """Worker processes; by default one a processor."""
    embedder: str = "wordllama"
    embedder_url: str | None = None
    model: str | None = None
    """``provider/model``, such as ``ollama/qwen3`` or ``openai/gpt-5``; none gives extractive answers."""
    model_url: str | None = None
    """Base URL of an OpenAI-compatible server, where the provider's own is not meant."""
    model_timeout: float = Field(default=60.0, gt=0)
    """Seconds without a sign of life after which the model is given up."""
    token_budget: int = Field(default=8_000, gt=0)
    """Estimated tokens of evidence for an answer."""
    rerank: bool = False
    """Rerank search hits by late interaction of word vectors."""


def load_settings(root: Path, **flags: Any) -> Settings:
    """The settings for a codebase.

    Args:
        root: the codebase's folder, which may hold a ``codeqa.toml``.
        flags: settings that win over file and environment; None means not given.

    Raises:
        SettingsError: the file cannot be read, a key is unknown, or a value is of the wrong kind.
    """
    path = root / SETTINGS_FILE
    given = {key: value for key, value in flags.items() if value is not None}
    try:
        file = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}. Mend it or remove it.") from error
    unknown = next((key for key in file if key not in Settings.model_fields), None)
    if unknown is not None:
        raise SettingsError(f"{path}: there is no setting '{unknown}'.{_nearest(unknown)}")
    try:
        return Settings(**{**file, **_environment(), **given})
    except ValidationError as error:
        raise SettingsError(_explained(error, path, file, given)) from error


def _environment() -> dict[str, Any]:
    try:
        return EnvSettingsSource(Settings)()
    except SourceError as error:
        raise SettingsError(
            f"{error} (CODEQA_* in the environment). Write lists as JSON: CODEQA_EXCLUDE='[\"docs/\"]'."
        ) from error


def _explained(error: ValidationError, path: Path, file: dict[str, Any], given: dict[str, Any]) -> str:
    first = error.errors()[0]
    key = str(first["loc"][0]) if first["loc"] else ""
    if key in given:
        place = f"--{key.replace('_', '-')}"
    elif key in _environment():
        place = f"CODEQA_{key.upper()}"
    else:
        place = f"{path}: {key}" if key in file else key
    return f"{place}: {first['msg']} (given: {first['input']!r})."


def _nearest(key: str) -> str:
    names = list(Settings.model_fields)
    close = get_close_matches(key, names, n=1)
    return f" Did you mean '{close[0]}'?" if close else f" Known settings: {', '.join(names)}."
