"""What the walk leaves out by itself, as ``skip.toml`` lists it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from codeqa.index.names import Names
from codeqa.index.reasons import Reason


@dataclass(frozen=True, slots=True)
class FolderRule:
    """A kind of folder that is not part of the code. It applies where all that is not None holds."""

    reason: Reason
    names: Names | None
    inside: frozenset[str] | None
    """One of these names lies in the folder."""
    beside: Names | None
    """One of these names lies next to the folder."""

    def by_name(self, name: str, siblings: Set[str]) -> bool:
        """True when name and siblings fit; what lies inside is not looked at."""
        if self.names is not None and name not in self.names:
            return False
        return self.beside is None or any(sibling in self.beside for sibling in siblings)


@dataclass(frozen=True, slots=True)
class Defaults:
    """The tables of ``skip.toml``."""

    named_folders: tuple[FolderRule, ...]
    """Rules that name and siblings decide."""
    filled_folders: tuple[FolderRule, ...]
    """Rules that ask for what lies inside, too."""
    visible_folders: Names
    visible_files: Names
    secret_folders: Names
    secret_files: Names
    no_secrets: Names
    secret_lines: Mapping[str, re.Pattern[str]]
    """By lower-case name, what a line of the file holds if the file holds secrets."""
    binary_extensions: frozenset[str]
    data_extensions: frozenset[str]

    def is_secret(self, name: str) -> bool:
        """True when a file of that name holds secrets, whatever is in it."""
        lower = name.lower()
        return lower in self.secret_files and lower not in self.no_secrets


@cache
def load_defaults() -> Defaults:
    """The tables, read once."""
    table = tomllib.loads(files(__package__).joinpath("skip.toml").read_text(encoding="utf-8"))
    rules = [_folder_rule(entry) for entry in table["folders"]]
    secrets = table["secrets"]
    return Defaults(
        named_folders=tuple(rule for rule in rules if rule.inside is None),
        filled_folders=tuple(rule for rule in rules if rule.inside is not None),
        visible_folders=Names(table["visible"]["folders"]),
        visible_files=Names(table["visible"]["files"]),
        secret_folders=Names(secrets["folders"]),
        secret_files=Names(secrets["files"]),
        no_secrets=Names(secrets["unless"]),
        secret_lines={name: re.compile(expression) for name, expression in secrets["lines"].items()},
        binary_extensions=frozenset(table["binary"]["extensions"]),
        data_extensions=frozenset(table["data"]["extensions"]),
    )


def _folder_rule(entry: Mapping[str, Any]) -> FolderRule:
    return FolderRule(
        reason=Reason(entry["reason"]),
        names=Names(entry["names"]) if "names" in entry else None,
        inside=frozenset(entry["inside"]) if "inside" in entry else None,
        beside=Names(entry["beside"]) if "beside" in entry else None,
    )
