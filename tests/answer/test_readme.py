from __future__ import annotations

import pytest
from memory_lookup import MemoryLookup

from codeqa.answer.plans.readme import introduction, manifest


def introduced(**files: str) -> list[tuple[str, str]]:
    lookup = MemoryLookup({name.replace("__", "."): text for name, text in files.items()})
    return [(one.text, str(one.place)) for one in introduction(lookup)]


def test_badges_headings_and_quotes_are_no_introduction() -> None:
    text = """\
<p align="center"><img src="logo.png"></p>

# Tool

[![CI](https://ci/badge.svg)](https://ci) [![Docs](https://docs/badge.svg)](https://docs)

[Home](https://x) | [Documentation](https://x) | [Chat](https://x) | [Blog](https://x) | [More](https://x)

> A quotation that is long enough to be taken for prose by mistake.

Tool sorts the lines of [very large][1] files with `merge` sort on several
processors, and needs little memory.

## Features

- **Fast**: uses all processors
- Small

## Install

Something else that is long enough to be a paragraph of prose.

[1]: https://x
"""
    assert introduced(README__md=text) == [
        ("Tool sorts the lines of very large files with `merge` sort on several processors, and needs little memory.",
         "README.md:11-12"),
        ("- Fast: uses all processors\n- Small", "README.md:16-17"),
    ]  # fmt: skip


def test_restructured_text() -> None:
    text = """\
====
Tool
====

.. image:: logo.png
   :alt: an image of a logo that is described at length

Tool sorts the lines of `large files <https://x>`_ on several processors.

Install
-------

Use the package manager of your choice to install this tool today.
"""
    assert introduced(README__rst=text) == [
        ("Tool sorts the lines of large files on several processors.", "README.rst:8")
    ]


def test_no_readme_and_an_empty_one() -> None:
    assert introduced(LICENSE="text") == []
    assert introduced(README__md="# Tool\n") == []


@pytest.mark.parametrize(
    ("path", "text", "description", "entries"),
    [
        (
            "pyproject.toml",
            '[project]\nname = "x"\ndescription = "Sorts lines"\n[project.scripts]\nx = "x.cli:main"\n',
            ("Sorts lines", "pyproject.toml:3"),
            [("x", "x.cli:main", "pyproject.toml:5")],
        ),
        (
            "Cargo.toml",
            '[package]\nname = "x"\ndescription = "Sorts lines"\n[[bin]]\nname = "x"\npath = "src/main.rs"\n',
            ("Sorts lines", "Cargo.toml:3"),
            [("x", "src/main.rs", "Cargo.toml:6")],
        ),
        (
            "package.json",
            '{\n "name": "x",\n "description": "Sorts lines",\n "bin": {"x": "cli.js"},\n "main": "index.js"\n}\n',
            ("Sorts lines", "package.json:3"),
            [("x", "cli.js", "package.json:4"), ("main", "index.js", "package.json:5")],
        ),
        (
            "setup.cfg",
            "[metadata]\nname = x\ndescription = Sorts lines\n"
            "[options.entry_points]\nconsole_scripts =\n  x = x.cli:main\n",
            ("Sorts lines", "setup.cfg:3"),
            [("x", "x.cli:main", "setup.cfg:6")],
        ),
        (
            "pom.xml",
            "<project>\n <description>Sorts\n  lines</description>\n</project>\n",
            ("Sorts lines", "pom.xml:2"),
            [],
        ),
    ],
)
def test_manifests(path: str, text: str, description: tuple[str, str], entries: list[tuple[str, str, str]]) -> None:
    found = manifest(MemoryLookup({path: text}))
    assert found.description is not None
    assert (found.description.text, str(found.description.place)) == description
    assert [(one.name, one.target, str(one.place)) for one in found.entry_points] == entries


@pytest.mark.parametrize("text", ["{broken", "[]", '{"bin": 3, "main": ["x"]}'])
def test_a_manifest_that_says_nothing(text: str) -> None:
    found = manifest(MemoryLookup({"package.json": text}))
    assert (found.description, found.entry_points) == (None, ())
