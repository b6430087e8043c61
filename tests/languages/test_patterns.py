from __future__ import annotations

from typing import Any

import pytest

from codeqa.errors import LanguageTableError
from codeqa.languages.patterns import patterns_from


def test_reads_a_table() -> None:
    patterns = patterns_from(
        {
            "comment": "#.*",
            "definitions": [{"kind": "function", "pattern": r"def (?P<name>\w+)", "within": ["class"], "depth": 1}],
        },
        "here",
    )
    (pattern,) = patterns.definitions
    assert (pattern.kind, pattern.within, pattern.depth, pattern.strings) == ("function", ("class",), 1, False)
    assert patterns.comment is not None
    assert patterns.references == ()


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"commant": "#"}, "unknown key 'commant'"),
        ({"comment": "("}, "no regular expression"),
        ({"comment": 1}, "must be a regular expression"),
        ({"definitions": [{"kind": "class"}]}, "a pattern has kind and pattern"),
        ({"definitions": [{"kind": "class", "pattern": "class", "colour": 1}]}, "a pattern has kind and pattern"),
        ({"references": [{"kind": "call", "pattern": r"\w+"}]}, "no group 'name'"),
    ],
)
def test_says_what_is_wrong_and_where(table: dict[str, Any], complaint: str) -> None:
    with pytest.raises(LanguageTableError, match=f"languages/x/patterns.toml: .*{complaint}"):
        patterns_from(table, "languages/x/patterns.toml")
