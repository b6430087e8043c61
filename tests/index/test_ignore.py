from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeqa.index.ignore import Rules, rules_in, rules_of
from codeqa.index.walk import Found, WalkOptions, walk

FILES = (
    "a.py",
    "b.log",
    "foo",
    "logs/a.py",
    "logs/sub/a.txt",
    "logs/sub/foo/b.log",
    "src/a.py",
    "src/a b.txt",
    "src/foo/a.py",
    "src/foo/x[1].py",
    "src/gen/logs/b.log",
    "src/gen/#a",
    "src/gen/!b",
)


def decide(rules: Rules, path: str) -> bool | None:
    bare = path.rstrip("/")
    return rules.decide(bare.rpartition("/")[2], bare, path.endswith("/"))


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        (["*.log"], "deep/down/b.log", True),
        (["*.log"], "b.logs", None),
        (["*.log", "!b.log"], "b.log", False),
        (["!b.log", "*.log"], "b.log", True),
        (["build/"], "build", None),
        (["build/"], "src/build/", True),
        (["/build"], "src/build/", None),
        (["/build"], "build", True),
        (["src/gen"], "src/gen/", True),
        (["src/gen"], "other/src/gen/", None),
        (["**/gen"], "a/b/gen", True),
        (["**/gen"], "gen", True),
        (["a/**/z"], "a/z", True),
        (["a/**/z"], "a/b/c/z", True),
        (["a/**"], "a/", None),
        (["a/**"], "a/b/", True),
        (["a/*"], "a/b/c", None),
        (["a*b/c"], "aXb/c", True),
        (["a*b/c"], "a/b/c", None),
        (["?.py"], "a.py", True),
        (["?.py"], "ab.py", None),
        (["[a-c].py"], "b.py", True),
        (["[!a-c].py"], "b.py", None),
        (["[^a-c].py"], "d.py", True),
        (["[]-].py"], "].py", True),
        (["[[:digit:]_].py"], "7.py", True),
        (["[[:digit:]_].py"], "x.py", None),
        (["[[:nothing:]].py"], "n.py", None),
        (["[z-a].py"], "b.py", None),
        (["[a.py"], "[a.py", None),
        (["a[/]b"], "a/b", None),
        ([r"\#a", r"\!b"], "#a", True),
        ([r"\#a", r"\!b"], "!b", True),
        (["#a"], "#a", None),
        (["a.py   "], "a.py", True),
        (["a.py\\ "], "a.py ", True),
        (["a.py\\"], "a.py\\", None),
        (["", "/", "!", "//"], "a.py", None),
        (["*"], "anything", True),
        (["*", "!*/"], "folder/", False),
        (["größe.txt"], "größe.txt", True),
        (["a.b"], "axb", None),
    ],
)
def test_decide(lines: list[str], path: str, expected: bool | None) -> None:
    assert decide(rules_of(lines), path) is expected


def test_folders_inside_an_ignored_one_can_be_taken_back() -> None:
    rules = rules_of(["logs/**", "!logs/**/", "!logs/**/*.txt"])
    assert [decide(rules, path) for path in ("logs/sub/", "logs/sub/a.txt", "logs/sub/b")] == [False, False, True]


def test_bytes_of_a_file() -> None:
    rules = rules_in(b"\xef\xbb\xbf*.log\r\n# note\r\n\r\n!keep.log\r\n")
    assert [decide(rules, path) for path in ("a.log", "keep.log", "# note")] == [True, False, None]


def test_no_rules_are_false() -> None:
    assert not rules_of(["", "# nothing"])
    assert rules_of(["a"])


# What patterns are made of: parts of the names above, all wildcards, and what is special at the ends.
_PIECES = st.sampled_from(
    ["a", "b", "foo", "logs", "src", "gen", "sub", ".py", ".log", "*", "**", "?", "/", "/", "[a-f]", "[!a]", "x[1]"]
)
_STARTS = st.sampled_from(["", "", "!", "/", "!/", "**/", "\\"])
_PATTERNS = st.builds(lambda start, pieces: start + "".join(pieces), _STARTS, st.lists(_PIECES, max_size=5))
_FILE = st.lists(_PATTERNS, max_size=5)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("tree")
    for file in FILES:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()
    git(root, "init", "-q")
    yield root


def git(root: Path, *arguments: str) -> str:
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ["git", "-C", str(root), *arguments], env=quiet, check=True, capture_output=True, text=True
    ).stdout


@settings(max_examples=150, deadline=None)
@given(top=_FILE, nested=_FILE, exclude=_FILE)
def test_the_walk_takes_what_git_takes(tree: Path, top: list[str], nested: list[str], exclude: list[str]) -> None:
    (tree / ".gitignore").write_text("\n".join(top))
    (tree / "src" / ".gitignore").write_text("\n".join(nested))
    (tree / ".git" / "info" / "exclude").write_text("\n".join(exclude))
    expected = set(git(tree, "ls-files", "-z", "--others", "--exclude-standard").split("\0")) - {""}
    assert {entry.path for entry in walk(tree, WalkOptions(hidden=True)) if isinstance(entry, Found)} == expected
