from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.errors import UsageError
from codeqa.index.walk import Found, WalkOptions, walk
from codeqa.model import Skipped

CACHE_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# made by a tool\n"


def write(root: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def found(root: Path, **options: object) -> list[str]:
    return [entry.path for entry in walk(root, WalkOptions(**options)) if isinstance(entry, Found)]  # type: ignore[arg-type]


def skipped(root: Path, **options: object) -> dict[str, str]:
    return {entry.path: entry.reason for entry in walk(root, WalkOptions(**options)) if isinstance(entry, Skipped)}  # type: ignore[arg-type]


def test_a_file_is_found_with_what_indexing_compares(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": "x = 1\n"})
    status = (tmp_path / "src" / "a.py").stat()
    changed, inode = (status.st_ctime_ns, status.st_ino) if os.name == "posix" else (0, 0)
    expected = Found("src/a.py", tmp_path / "src" / "a.py", 6, status.st_mtime_ns, changed, inode)
    assert list(walk(tmp_path)) == [expected]


def test_entries_are_sorted_by_path(tmp_path: Path) -> None:
    write(tmp_path, dict.fromkeys(("a/z", "a.py", "a-b/c", "b", "B", "a/a/a", "a0", ".hidden/x", "logo.png"), ""))
    paths = [entry.path for entry in walk(tmp_path)]
    assert paths == sorted(paths)
    assert len(paths) == 9


@pytest.mark.parametrize("missing", ["nothing", "file.py"])
def test_the_root_must_be_a_folder(tmp_path: Path, missing: str) -> None:
    write(tmp_path, {"file.py": ""})
    with pytest.raises(UsageError, match="is not a folder"):
        walk(tmp_path / missing)


def test_patterns_of_the_run(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": "", "src/gen/b.py": "", "src/c.md": "", "docs/d.md": "", "e.py": ""})
    assert found(tmp_path, include=("src/",)) == ["src/a.py", "src/c.md", "src/gen/b.py"]
    assert found(tmp_path, include=("src/", "!src/gen/", "!*.md")) == ["src/a.py"]
    assert found(tmp_path, include=("*.md",), exclude=("docs",)) == ["src/c.md"]
    assert skipped(tmp_path, include=("*.py",), exclude=("docs", "e.*")) == {
        "docs/": "excluded",
        "e.py": "excluded",
        "src/c.md": "not included",
    }


HIDDEN = {
    ".github/workflows/ci.yml": "",
    ".github/.hidden/x.py": "",
    ".vscode/settings.json": "{}",
    ".pre-commit-config.yaml": "",
    ".eslintrc.js": "",
    ".secretplans": "",
    ".mypy_cache/x.json": "",
}


class TestHidden:
    def test_what_says_how_the_codebase_is_built_is_taken(self, tmp_path: Path) -> None:
        write(tmp_path, HIDDEN)
        assert found(tmp_path) == [".eslintrc.js", ".github/workflows/ci.yml", ".pre-commit-config.yaml"]
        assert skipped(tmp_path) == {
            ".github/.hidden/": "hidden",
            ".mypy_cache/": "cache folder",
            ".secretplans": "hidden",
            ".vscode/": "hidden",
        }

    def test_all_on_request_but_version_control(self, tmp_path: Path) -> None:
        write(tmp_path, {**HIDDEN, ".git/config": "", ".codeqa/chunks": "", ".hg/store": "", "sub/.git": "gitdir: x"})
        assert found(tmp_path, hidden=True) == sorted(HIDDEN.keys() - {".mypy_cache/x.json"})

    def test_the_name_of_the_root_does_not_matter(self, tmp_path: Path) -> None:
        write(tmp_path, {".venv/pyvenv.cfg": "", ".venv/lib/node_modules/site-packages/a.py": ""})
        assert found(tmp_path / ".venv" / "lib" / "node_modules" / "site-packages") == ["a.py"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["web/node_modules/x/index.js"], {"web/node_modules/": "dependency folder"}),
        (["env/pyvenv.cfg", "env/lib/a.py"], {"env/": "dependency folder"}),
        (["pip-1.0.dist-info/METADATA"], {"pip-1.0.dist-info/": "dependency folder"}),
        (["vendor/autoload.php", "vendor/a/b.php"], {"vendor/": "dependency folder"}),
        (["pkg/__pycache__/a.py"], {"pkg/__pycache__/": "cache folder"}),
        (["pom.xml", "target/classes/a.txt"], {"target/": "build folder"}),
        (["core/build.gradle.kts", "core/build/a.txt"], {"core/build/": "build folder"}),
        (["out/CMakeCache.txt", "out/a.c"], {"out/": "build folder"}),
        (["App.csproj", "obj/a.cs", "bin/a.cs"], {"bin/": "build folder", "obj/": "build folder"}),
        (["target/a.py", "build/a.py", "vendor/a.go", "bin/run.py", "deps/a.c"], {}),
    ],
)
def test_folders_that_tools_made(tmp_path: Path, files: list[str], expected: dict[str, str]) -> None:
    write(tmp_path, dict.fromkeys(files, ""))
    assert skipped(tmp_path) == expected
    assert not any(path.startswith(tuple(expected)) for path in found(tmp_path))


def test_a_cache_is_known_by_its_signature(tmp_path: Path) -> None:
    write(
        tmp_path, {"target/CACHEDIR.TAG": CACHE_TAG, "target/a.rs": "", "fake/CACHEDIR.TAG": "nothing", "fake/a.rs": ""}
    )
    assert skipped(tmp_path) == {"target/": "cache folder"}
    assert found(tmp_path) == ["fake/CACHEDIR.TAG", "fake/a.rs"]


@pytest.mark.parametrize(
    "name",
    [
        ".env",
        ".env.local",
        ".env.production",
        "prod.env",
        "server.pem",
        "private.key",
        "id_rsa",
        "id_ed25519",
        "credentials",
        "credentials.json",
        ".netrc",
        "kubeconfig",
        "store.jks",
        "secrets.yaml",
        "main.tfstate",
        "ID_RSA",
        ".git-credentials",
        "service-account-prod.json",
    ],
)
def test_secrets_are_left_out_by_name(tmp_path: Path, name: str) -> None:
    write(tmp_path, {f"conf/{name}": "x"})
    assert skipped(tmp_path, hidden=True) == {f"conf/{name}": "secret"}
    assert found(tmp_path, hidden=True, secrets=True) == [f"conf/{name}"]


@pytest.mark.parametrize(
    "name",
    [".env.example", ".env.sample", "example.env", "id_rsa.pub", "credentials.py", "secrets.py", "keys.go", "monkey"],
)
def test_what_only_looks_like_a_secret_is_taken(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: "x"})
    assert found(tmp_path) == [name]


@pytest.mark.parametrize(
    ("name", "text", "secret"),
    [
        (".npmrc", "//registry.npmjs.org/:_authToken=npm_abc\n", True),
        (".npmrc", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n", False),
        (".npmrc", "engine-strict=true\n", False),
        (".yarnrc.yml", "npmAuthToken: abc\n", True),
        (".yarnrc.yml", "nodeLinker: node-modules\n", False),
        ("pip.conf", "index-url = https://me:word@pypi.example.org/simple\n", True),
        ("pip.conf", "index-url = https://pypi.example.org/simple\n", False),
    ],
)
def test_some_files_hold_secrets_by_what_is_in_them(tmp_path: Path, name: str, text: str, secret: bool) -> None:
    write(tmp_path, {name: text})
    assert ("secret" in skipped(tmp_path).values()) is secret


def test_secret_folders_stay_out_even_with_hidden_ones_in(tmp_path: Path) -> None:
    write(tmp_path, {".ssh/config": "", ".aws/anything": ""})
    assert skipped(tmp_path, hidden=True) == {".aws/": "secret", ".ssh/": "secret"}


def test_binary_data_and_large_files_are_named(tmp_path: Path) -> None:
    write(tmp_path, {"a.PNG": "", "b.svg": "", "c.py": "x" * 11, "d.py": "x" * 10, "e.tar.gz": ""})
    assert skipped(tmp_path, max_bytes=10) == {
        "a.PNG": "binary",
        "b.svg": "data",
        "c.py": "too large",
        "e.tar.gz": "binary",
    }
    assert found(tmp_path, max_bytes=10) == ["d.py"]


class TestLinks:
    def test_they_are_not_followed(self, tmp_path: Path) -> None:
        write(tmp_path, {"outside/secret.py": "", "root/src/a.py": ""})
        root = tmp_path / "root"
        (root / "again").symlink_to(root / "src", target_is_directory=True)
        (root / "again.py").symlink_to("src/a.py")
        (root / "loop").symlink_to(root, target_is_directory=True)
        (root / "src" / "up").symlink_to("..", target_is_directory=True)
        (root / "out").symlink_to(tmp_path / "outside", target_is_directory=True)
        (root / "out.py").symlink_to(tmp_path / "outside" / "secret.py")
        (root / "gone.py").symlink_to("nowhere.py")
        (root / "self").symlink_to("self")
        assert found(root) == ["src/a.py"]
        assert skipped(root) == {
            "again": "symlink",
            "again.py": "symlink",
            "gone.py": "symlink broken",
            "loop": "symlink",
            "out": "symlink outside",
            "out.py": "symlink outside",
            "self": "symlink broken",
            "src/up": "symlink",
        }

    def test_the_root_may_be_one(self, tmp_path: Path) -> None:
        write(tmp_path, {"real/a.py": ""})
        (tmp_path / "link").symlink_to("real", target_is_directory=True)
        assert found(tmp_path / "link") == ["a.py"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert skipped(tmp_path) == {"pipe": "not a regular file"}


@pytest.mark.skipif(sys.platform != "linux", reason="only here names are bytes")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9")).mkdir()
    write(tmp_path, {"größe.py": ""})
    assert skipped(tmp_path) == {"caf\\udce9": "name is not UTF-8"}
    assert found(tmp_path) == ["größe.py"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_folder_that_cannot_be_listed(tmp_path: Path) -> None:
    write(tmp_path, {"closed/a.py": "", "b.py": ""})
    (tmp_path / "closed").chmod(0)
    try:
        assert skipped(tmp_path) == {"closed/": "unreadable"}
        assert found(tmp_path) == ["b.py"]
        with pytest.raises(UsageError, match="cannot be read"):
            walk(tmp_path / "closed")
    finally:
        (tmp_path / "closed").chmod(0o755)


def test_what_vanishes_on_the_way_costs_itself_alone(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "", "b/c.py": "", "d.py": "", "e.py": ""})
    entries = walk(tmp_path)
    assert isinstance(next(entries), Found)
    shutil.rmtree(tmp_path / "b")
    (tmp_path / "d.py").unlink()
    assert [(entry.path, getattr(entry, "reason", None)) for entry in entries] == [
        ("b/", "unreadable"),
        ("d.py", "vanished"),
        ("e.py", None),
    ]


_NAMES = st.sampled_from(["a", "a.py", "b", "b.md", ".x", ".github", "node_modules", "c.png", ".env", "é"])
_TREES = st.recursive(st.none(), lambda inner: st.dictionaries(_NAMES, inner, max_size=4), max_leaves=15)


@given(tree=st.dictionaries(_NAMES, _TREES, max_size=5), hidden=st.booleans())
def test_every_file_is_found_or_skipped_once(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, object], hidden: bool
) -> None:
    root = tmp_path_factory.mktemp("tree")
    files = build(root, "", tree)
    entries = [entry.path for entry in walk(root, WalkOptions(hidden=hidden))]
    assert entries == sorted(set(entries))
    for file in files:
        assert sum(file == path or (path.endswith("/") and file.startswith(path)) for path in entries) == 1
    shutil.rmtree(root)


def build(root: Path, prefix: str, tree: dict[str, object]) -> list[str]:
    files: list[str] = []
    for name, inner in tree.items():
        path = prefix + name
        if isinstance(inner, dict):
            (root / path).mkdir()
            files += build(root, path + "/", inner)
        else:
            (root / path).touch()
            files.append(path)
    return files
