from __future__ import annotations

import pytest

from codeqa.errors import UsageError
from codeqa.model import Kind
from codeqa.store.filter import EVERYTHING, Filter, condition, matching_paths

PATHS = ["README.md", "docs/guide.md", "src/app.py", "src/web/app.py", "src/web/app.js", "tests/test_app.py"]


@pytest.mark.parametrize(
    ("globs", "expected"),
    [
        (["src"], ["src/app.py", "src/web/app.py", "src/web/app.js"]),
        (["src/**"], ["src/app.py", "src/web/app.py", "src/web/app.js"]),
        (["./src/*.py"], ["src/app.py"]),
        (["*.md"], ["README.md", "docs/guide.md"]),
        (["/*.md"], ["README.md"]),
        (["**/web/*.js"], ["src/web/app.js"]),
        (["src/**/*.py"], ["src/app.py", "src/web/app.py"]),
        (["*.py", "!tests/"], ["src/app.py", "src/web/app.py"]),
        (["!tests/", "!docs/"], ["README.md", "src/app.py", "src/web/app.py", "src/web/app.js"]),
        (["nowhere/"], []),
    ],
)
def test_globs_mean_what_they_mean_in_a_gitignore(globs: list[str], expected: list[str]) -> None:
    assert matching_paths(globs, PATHS) == expected


def test_a_glob_that_cannot_be_read_is_wrong_use() -> None:
    with pytest.raises(UsageError, match="path filter"):
        matching_paths(["a", "!"], PATHS)


def test_what_does_not_narrow_has_no_condition() -> None:
    assert condition(EVERYTHING, PATHS) is None
    assert condition(Filter(paths=("**",)), PATHS) is None


def test_the_shorter_list_of_paths_is_named() -> None:
    assert condition(Filter(paths=("*.js",)), PATHS) == "(path IN ('src/web/app.js'))"
    assert condition(Filter(paths=("!*.js",)), PATHS) == "(NOT (path IN ('src/web/app.js')))"
    assert condition(Filter(paths=("nowhere",)), PATHS) == "(false)"


def test_kinds_and_languages_narrow_together() -> None:
    where = Filter(kinds=frozenset({Kind.METHOD, Kind.CLASS}), languages=frozenset({"java"}))
    assert condition(where, PATHS) == "(kind IN ('class', 'method')) AND (language IN ('java'))"
