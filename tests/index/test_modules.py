from __future__ import annotations

import pytest

from codeqa.index.modules import Modules
from codeqa.languages.registry import load_languages

PATHS = {
    "python": ["src/pkg/__init__.py", "src/pkg/a.py", "src/pkg/sub/__init__.py", "src/pkg/sub/b.py", "tests/a.py"],
    "javascript": ["index.js", "lib/express.js", "lib/router/index.js", "test/x.js"],
    "rust": ["c/src/lib.rs", "c/src/a/mod.rs", "c/src/a/b.rs", "c/src/x.rs", "c/src/x/d.rs"],
    "go": ["mux.go", "middleware/log.go"],
    "java": ["src/main/java/org/foo/Bar.java", "src/main/java/org/foo/Baz.java"],
    "c": ["src/list.c", "include/list.h"],
}


@pytest.mark.parametrize(
    ("language", "module", "importer", "files"),
    [
        ("python", "pkg.a", "tests/x.py", ["src/pkg/a.py"]),
        ("python", ".a", "src/pkg/__init__.py", ["src/pkg/a.py"]),
        ("python", "..a", "src/pkg/sub/b.py", ["src/pkg/a.py"]),
        ("python", ".", "src/pkg/a.py", ["src/pkg/__init__.py"]),
        ("python", ".sub", "src/pkg/a.py", ["src/pkg/sub/__init__.py"]),
        ("python", "a", "tests/x.py", ["tests/a.py"]),
        ("python", "os.path", "src/pkg/a.py", []),
        ("javascript", "./lib/express", "index.js", ["lib/express.js"]),
        ("javascript", "./router/index.js", "lib/express.js", ["lib/router/index.js"]),
        ("javascript", "../lib/router", "test/x.js", ["lib/router/index.js"]),
        ("javascript", "../", "test/x.js", ["index.js"]),
        ("javascript", "react", "index.js", []),
        ("rust", "crate::a::b", "c/src/x.rs", ["c/src/a/b.rs"]),
        ("rust", "super", "c/src/x/d.rs", ["c/src/x.rs"]),
        ("rust", "self::d", "c/src/x.rs", ["c/src/x/d.rs"]),
        ("rust", "super::a", "c/src/x.rs", ["c/src/a/mod.rs"]),
        ("rust", "crate", "c/src/x.rs", ["c/src/lib.rs"]),
        ("java", "org.foo.Bar", "src/main/java/org/foo/Baz.java", ["src/main/java/org/foo/Bar.java"]),
        ("c", "list.h", "src/list.c", ["include/list.h"]),
    ],
)
def test_a_module_is_found_by_the_layout(language: str, module: str, importer: str, files: list[str]) -> None:
    modules = Modules(load_languages().named(language), PATHS[language])
    assert list(modules.find(module, importer).files) == files


def test_a_package_that_is_a_folder_gives_its_files() -> None:
    go = Modules(load_languages().named("go"), PATHS["go"])
    assert go.find("github.com/go/chi/v5/middleware", "mux.go").folder_files == ("middleware/log.go",)
    java = Modules(load_languages().named("java"), PATHS["java"])
    assert java.find("org.foo", "x.java").folder_files == tuple(PATHS["java"])
