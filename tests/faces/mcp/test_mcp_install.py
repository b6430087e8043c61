from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from codeqa.errors import SettingsError, UsageError
from codeqa.faces.cli.main import app
from codeqa.faces.mcp.install import CLIENTS, client_named, planned


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))


@pytest.mark.parametrize("client", [one.name for one in CLIENTS if one.name != "codex"])
def test_a_new_file(client: str, tmp_path: Path) -> None:
    plan = planned(client_named(client), [str(tmp_path)], tmp_path)
    assert plan.write() is None
    document = json.loads(plan.path.read_text())
    (entry,) = [servers["codeqa"] for servers in document.values()]
    assert entry["args"] == ["mcp", str(tmp_path)]
    assert not planned(client_named(client), [str(tmp_path)], tmp_path).difference


def test_other_servers_stay(tmp_path: Path) -> None:
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    before = '{\n\t"mcpServers": {"other": {"command": "é"}},\n\t"more": [1]\n}\n'
    path.write_text(before, encoding="utf-8")
    plan = planned(client_named("cursor"), [], tmp_path)
    assert "+" in plan.difference
    backup = plan.write()
    assert backup is not None and backup.read_text(encoding="utf-8") == before
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["mcpServers"]["other"] == {"command": "é"} and document["more"] == [1]
    assert document["mcpServers"]["codeqa"]["args"] == ["mcp", "${workspaceFolder}"]
    assert sorted(one.name for one in path.parent.iterdir()) == ["mcp.json", "mcp.json.before-codeqa"]


def test_comments_are_not_lost(tmp_path: Path) -> None:
    path = tmp_path / ".zed" / "settings.json"
    path.parent.mkdir()
    path.write_text('{\n  // mine\n  "theme": "One",\n}\n')
    with pytest.raises(SettingsError, match="context_servers"):
        planned(client_named("zed"), [], tmp_path)
    assert "// mine" in path.read_text()


def test_toml_is_added_to(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "o"\n')
    codex = client_named("codex")
    from dataclasses import replace

    here = replace(codex, file=str(path))
    planned(here, [], tmp_path).write()
    assert path.read_text().startswith("# mine\n")
    servers = tomllib.loads(path.read_text())["mcp_servers"]
    assert servers["other"] == {"command": "o"} and servers["codeqa"]["args"] == ["mcp"]
    assert not planned(here, [], tmp_path).difference
    with pytest.raises(SettingsError, match="already"):
        planned(here, ["elsewhere"], tmp_path)


def test_a_file_that_changed_meanwhile_is_left(tmp_path: Path) -> None:
    plan = planned(client_named("claude-code"), [], tmp_path)
    (tmp_path / ".mcp.json").write_text("{}")
    with pytest.raises(SettingsError, match="meantime"):
        plan.write()


def test_clients_without_a_project_need_a_path(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name the codebase"):
        planned(client_named("windsurf"), [], tmp_path)
    with pytest.raises(UsageError, match="Choose"):
        client_named("emacs")


def test_it_asks_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = CliRunner().invoke(app, ["mcp", "--install", "claude-code"], input="n\n")
    assert refused.exit_code == 1 and '"codeqa"' in refused.output
    assert not (tmp_path / ".mcp.json").exists()
    assert CliRunner().invoke(app, ["mcp", "--install", "claude-code", "--yes"]).exit_code == 0
    assert (tmp_path / ".mcp.json").exists()
