"""Repositories elsewhere, brought here by git."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from codeqa.errors import RepositoryError

_GIT_URL = re.compile(r"(?:https?|git|ssh|file)://\S+|[\w.-]+@[\w.-]+:\S+")


def is_url(text: str) -> bool:
    """True for what names a git repository elsewhere rather than a folder here."""
    return _GIT_URL.fullmatch(text) is not None


def clone(url: str) -> Path:
    """A shallow clone in the user's cache, brought up to date when it is already there.

    Args:
        url: what ``git clone`` takes.

    Raises:
        RepositoryError: git is missing, or cannot reach or read the repository.
    """
    from platformdirs import user_cache_path

    name = re.sub(r"\W+", "-", url.rstrip("/").removesuffix(".git").rpartition("/")[2]) or "repository"
    folder = user_cache_path("codeqa") / "clones" / f"{name}-{hashlib.sha256(url.encode()).hexdigest()[:12]}"
    if (folder / ".git").exists():
        _git("-C", str(folder), "fetch", "--quiet", "--depth", "1", "origin", "HEAD", url=url)
        _git("-C", str(folder), "reset", "--quiet", "--hard", "FETCH_HEAD", url=url)
    else:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        _git("clone", "--quiet", "--depth", "1", "--", url, str(folder), url=url)
    return folder


def _git(*arguments: str, url: str) -> None:
    try:
        subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise RepositoryError("git is not installed; install it, or clone the repository yourself.") from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip().splitlines()
        reason = said[-1] if said else f"git ended with status {error.returncode}"
        raise RepositoryError(
            f"{url} cannot be cloned: {reason}. Check the address and the network, or name a folder instead."
        ) from error
