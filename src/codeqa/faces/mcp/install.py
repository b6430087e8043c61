"""Writes the configurations of MCP clients: shown first, merged, replaced atomically, with a copy of what was there."""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from codeqa.errors import SettingsError, UsageError

NAME: Final = "codeqa"


@dataclass(frozen=True, slots=True)
class Client:
    """A client and how it is told of servers.

    Attributes:
        name: as on the command line.
        file: its configuration, from the project's folder or, with ``~``, from the home folder.
        key: the object that holds the servers.
        extra: what an entry needs besides command and arguments.
        workspace: what it replaces by the project's folder in arguments; empty where it starts servers there anyway,
            or names its folders itself.
        needs_path: it has no project: the codebase must be named.
    """

    name: str
    file: str
    key: str = "mcpServers"
    extra: Mapping[str, Any] = field(default_factory=dict)
    workspace: str = ""
    needs_path: bool = False


def _desktop() -> str:
    if sys.platform == "darwin":
        return "~/Library/Application Support/Claude/claude_desktop_config.json"
    if sys.platform == "win32":
        return str(Path(os.environ.get("APPDATA", "~")) / "Claude" / "claude_desktop_config.json")
    return "~/.config/Claude/claude_desktop_config.json"


CLIENTS: Final = (
    Client("claude-code", ".mcp.json"),
    Client("claude-desktop", _desktop(), needs_path=True),
    Client("codex", f"{os.environ.get('CODEX_HOME', '~/.codex')}/config.toml", key="mcp_servers"),
    Client("cursor", ".cursor/mcp.json", workspace="${workspaceFolder}"),
    Client("gemini", ".gemini/settings.json"),
    Client("vscode", ".vscode/mcp.json", key="servers", extra={"type": "stdio"}, workspace="${workspaceFolder}"),
    Client("windsurf", "~/.codeium/windsurf/mcp_config.json", needs_path=True),
    Client("zed", ".zed/settings.json", key="context_servers", extra={"source": "custom"}),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A change of a file that is not made yet.

    Attributes:
        path: the file.
        before: its text; None when there is none.
        after: the text that it would have.
    """

    path: Path
    before: str | None
    after: str

    @property
    def difference(self) -> str:
        """The change as a unified diff; empty when there is none."""
        lines = difflib.unified_diff(
            (self.before or "").splitlines(keepends=True), self.after.splitlines(keepends=True), "before", "after"
        )
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)

    def write(self) -> Path | None:
        """Writes the file; returns where the copy of what was there lies.

        Raises:
            SettingsError: it cannot be written, or has changed since the plan was made.
        """
        target = self.path.resolve()  # a link stays a link
        try:
            if (target.read_text(encoding="utf-8") if target.exists() else None) != self.before:
                raise SettingsError(f"{self.path} has changed in the meantime. Start again.")
            target.parent.mkdir(parents=True, exist_ok=True)
            backup = None
            if self.before is not None:
                backup = target.with_name(f"{target.name}.before-{NAME}")
                shutil.copy2(target, backup)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=target.parent, delete=False) as file:
                file.write(self.after)
            if self.before is not None:
                shutil.copymode(target, file.name)
            Path(file.name).replace(target)
        except OSError as error:
            raise SettingsError(f"{self.path} cannot be written: {error}") from error
        return backup


def client_named(name: str) -> Client:
    """The client of a name.

    Raises:
        UsageError: there is none.
    """
    for one in CLIENTS:
        if one.name == name.lower():
            return one
    raise UsageError(f"There is no client {name!r}. Choose {', '.join(one.name for one in CLIENTS)}.")


def planned(client: Client, paths: Sequence[str], folder: Path) -> Plan:
    """What would be written for a client.

    Args:
        client: the client.
        paths: the codebases; none for the client's project.
        folder: the project.

    Raises:
        UsageError: the client has no project, and no path was given.
        SettingsError: its file cannot be read or merged; the message has the snippet to paste.
    """
    if client.needs_path and not paths:
        raise UsageError(f"{client.name} opens no folder: name the codebase, codeqa mcp /path --install {client.name}")
    absolute = [one if "://" in one or one.startswith("git@") else str((folder / one).resolve()) for one in paths]
    arguments = ["mcp", *(absolute or ([client.workspace] if client.workspace else []))]
    entry = {**client.extra, "command": _command(), "args": arguments}
    path = Path(client.file).expanduser()
    path = path if path.is_absolute() else folder / path
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}") from error
    merge = _merged_toml if path.suffix == ".toml" else _merged_json
    return Plan(path, before, merge(path, before, client.key, entry))


def _command() -> str:
    """How this program is started: by its name where that finds it, as it is in most installations."""
    own = Path(sys.argv[0]).resolve()
    found = shutil.which(NAME)
    return NAME if found is not None or own.stem != NAME else str(own)


def _merged_json(path: Path, before: str | None, key: str, entry: Mapping[str, Any]) -> str:
    snippet = json.dumps({key: {NAME: entry}}, indent=2)
    try:
        document = json.loads(before) if before and before.strip() else {}
    except ValueError:
        # Comments and trailing commas, which some clients allow; writing it anew would lose them.
        raise SettingsError(
            f"{path} is no plain JSON (comments?), and is left as it is. Add this to it:\n{snippet}"
        ) from None
    servers = document.setdefault(key, {}) if isinstance(document, dict) else None
    if not isinstance(servers, dict):
        raise SettingsError(f"{path} is not built as expected, and is left as it is. Add this to it:\n{snippet}")
    if servers.get(NAME) == entry:
        return before or ""
    servers[NAME] = dict(entry)
    indent = re.search(r"^([ \t]+)\S", before or "", re.MULTILINE)
    return json.dumps(document, indent=indent[1] if indent else 2, ensure_ascii=False) + "\n"


def _merged_toml(path: Path, before: str | None, key: str, entry: Mapping[str, Any]) -> str:
    """The entry at the end, so that everything else stays as it is, comments too."""
    # Basic strings of TOML are written as those of JSON.
    snippet = f"[{key}.{NAME}]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in entry.items())
    text = before or ""
    try:
        servers = tomllib.loads(text).get(key, {})
        if isinstance(servers, dict) and NAME in servers:
            if {name: servers[NAME].get(name) for name in entry} == dict(entry):
                return text
            raise SettingsError(f"{path} has a server {NAME} already. Replace it by this:\n{snippet}")
        after = f"{text.rstrip()}\n\n{snippet}" if text.strip() else snippet
        tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        raise SettingsError(f"{path} cannot be merged, and is left as it is. Add this to it:\n{snippet}") from None
    return after
