from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from codeqa.index.walk import Found, walk
from codeqa.model import Skipped


def write(root: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def found(root: Path) -> list[str]:
    return [entry.path for entry in walk(root) if isinstance(entry, Found)]


def skipped(root: Path) -> dict[str, str]:
    return {entry.path: entry.reason for entry in walk(root) if isinstance(entry, Skipped)}


def test_an_ignored_folder_is_one_entry(tmp_path: Path) -> None:
    write(
        tmp_path,
        {".gitignore": "/out/\n*.log\n", "out/a.py": "", "out/b/c.py": "", "a.log": "", "src/out/a.py": ""},
    )
    assert found(tmp_path) == ["src/out/a.py"]
    assert skipped(tmp_path) == {
        ".gitignore": "hidden",
        "a.log": "ignored by .gitignore",
        "out/": "ignored by .gitignore",
    }


def test_nested_rules_hold_in_their_folder_and_win(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "*.gen.py\n",
            "src/.gitignore": "!kept.gen.py\n/local.py\n",
            "src/kept.gen.py": "",
            "src/other.gen.py": "",
            "src/local.py": "",
            "src/deep/local.py": "",
            "kept.gen.py": "",
        },
    )
    assert found(tmp_path) == ["src/deep/local.py", "src/kept.gen.py"]


def test_the_repository_excludes(tmp_path: Path) -> None:
    write(tmp_path, {".git/info/exclude": "mine.py\n", ".gitignore": "!theirs.py", "mine.py": "", "theirs.py": ""})
    assert found(tmp_path) == ["theirs.py"]
    assert skipped(tmp_path)["mine.py"] == "ignored by .git/info/exclude"


def test_rules_above_the_root_hold_up_to_the_top_of_the_repository(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "beyond.py\n",
            "top/.git/info/exclude": "/pkg/src/private.py\n",
            "top/.gitignore": "*.log\n/pkg/src/once.py\n",
            "top/pkg/.gitignore": "!kept.log\n",
            "top/pkg/src/kept.log": "",
            "top/pkg/src/b.log": "",
            "top/pkg/src/private.py": "",
            "top/pkg/src/once.py": "",
            "top/pkg/src/deep/once.py": "",
            "top/pkg/src/beyond.py": "",
        },
    )
    assert found(tmp_path / "top" / "pkg" / "src") == ["beyond.py", "deep/once.py", "kept.log"]


def test_a_root_that_the_rules_ignore_was_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", ".gitignore": "*\n", "project/src/a.py": ""})
    assert found(tmp_path / "project") == ["src/a.py"]
    assert found(tmp_path / "project" / "src") == ["a.py"]
    assert found(tmp_path) == []


def test_codeqaignore_overrides_both_ways(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitignore": "generated/\n",
            ".codeqaignore": "!generated/\n!.internal/\n!node_modules/\n/data/\n",
            "generated/a.py": "",
            ".internal/b.py": "",
            "node_modules/c.js": "",
            "data/d.py": "",
            "node_modules/.env": "",
        },
    )
    assert found(tmp_path) == [".internal/b.py", "generated/a.py", "node_modules/c.js"]
    assert skipped(tmp_path) == {
        ".codeqaignore": "hidden",
        ".gitignore": "hidden",
        "data/": "ignored by .codeqaignore",
        "node_modules/.env": "secret",
    }


def test_codeqaignore_never_takes_secrets_or_git(tmp_path: Path) -> None:
    write(tmp_path, {".codeqaignore": "!*\n", ".env": "KEY=1", ".git/config": "", ".codeqa/x": "", "a.py": ""})
    assert found(tmp_path) == [".codeqaignore", "a.py"]
    assert skipped(tmp_path) == {".env": "secret"}


def test_a_nested_repository_has_rules_of_its_own(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git/modules/lib/info/exclude": "excluded.py\n",
            ".gitignore": "*.log\n",
            "lib/.git": "gitdir: ../.git/modules/lib\n",
            "lib/.gitignore": "*.tmp.py\n",
            "lib/a.log": "",
            "lib/excluded.py": "",
            "lib/b.tmp.py": "",
            "b.tmp.py": "",
        },
    )
    assert found(tmp_path) == ["b.tmp.py", "lib/a.log"]


def test_a_linked_work_tree_shares_the_excludes(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "main/.git/info/exclude": "private.py\n",
            "main/.git/worktrees/w/commondir": "../..\n",
            "w/.git": f"gitdir: {tmp_path}/main/.git/worktrees/w\n",
            "w/private.py": "",
            "w/a.py": "",
        },
    )
    assert found(tmp_path / "w") == ["a.py"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_real_submodule(tmp_path: Path) -> None:
    def git(folder: Path, *arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"]
        subprocess.run(["git", "-C", folder, *identity, *arguments], check=True, capture_output=True)

    library = write(tmp_path / "library", {"lib.py": "x = 1\n"})
    git(library, "init", "-q")
    git(library, "add", ".")
    git(library, "commit", "-qm", "First")
    product = write(tmp_path / "product", {"main.py": "", ".gitignore": "*.log\n"})
    git(product, "init", "-q")
    git(product, "submodule", "add", "-q", str(library), "deps/library")
    write(product, {".git/modules/deps/library/info/exclude": "notes.txt\n", "deps/library/notes.txt": ""})
    assert found(product) == ["deps/library/lib.py", "main.py"]
    assert skipped(product)["deps/library/notes.txt"] == "ignored by .git/info/exclude"


def test_a_rule_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"rules": "*.py\n", "root/a.py": ""})
    (tmp_path / "root" / ".gitignore").symlink_to(tmp_path / "rules")
    assert found(tmp_path / "root") == ["a.py"]
