"""The errors that people meet. Each message says what is wrong, where, and what to do."""

from __future__ import annotations

from typing import ClassVar


class CodeQAError(Exception):
    """Base of all errors that CodeQA raises on purpose.

    Attributes:
        exit_status: what a command that ends with it returns (2: wrong use or bad input, 3: a service failed).
    """

    exit_status: ClassVar[int] = 2


class UsageError(CodeQAError):
    """A wrong argument: an unknown kind, a folder that does not exist, a limit below one."""


class SettingsError(CodeQAError):
    """codeqa.toml or an environment variable holds something that cannot be used."""


class StoreError(CodeQAError):
    """The index cannot be opened, read or written."""


class IndexLockedError(StoreError):
    """Another process is writing to the index."""


class IndexMissingError(StoreError):
    """There is no index where one was expected."""


class NotFoundError(CodeQAError):
    """Nothing in the codebase has that name. The message offers the nearest names."""

    exit_status = 1


class LanguageTableError(CodeQAError):
    """A language's table or queries do not fit its grammar."""


class EmbedderError(CodeQAError):
    """The embedder cannot be loaded or its service failed."""

    exit_status = 3


class RerankerError(CodeQAError):
    """The reranker cannot be loaded or its service failed."""

    exit_status = 3


class ModelError(CodeQAError):
    """The language model cannot be reached or refused the request."""

    exit_status = 3


class RepositoryError(CodeQAError):
    """A git URL cannot be cloned."""

    exit_status = 3


def refusal(error: OSError) -> str:
    """What the system says of a file that it would not open, read or write, as one sentence."""
    reason = error.strerror or type(error).__name__
    return f"{error.filename}: {reason}." if error.filename is not None else f"{reason}."
