from __future__ import annotations

import pytest

from codeqa.languages.registry import load_languages

NOTHING = ""


def detected(path: str, head: str = NOTHING) -> str | None:
    language = load_languages().detect(path, head)
    return None if language is None else language.name


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/app.py", "python"),
        ("APP.PY", "python"),
        ("Makefile", "make"),
        ("build/GNUmakefile", "make"),
        ("Makefile.am", "automake"),
        ("Makefile.in", "make"),
        ("Makefile.inc", "make"),
        ("Makefile.linux", "make"),
        ("Makefile.py", "python"),
        ("rules.mk", "make"),
        ("Dockerfile", "dockerfile"),
        ("Dockerfile.prod", "dockerfile"),
        ("Dockerfile-dev", "dockerfile"),
        ("api.Dockerfile", "dockerfile"),
        ("Containerfile", "dockerfile"),
        ("Dockerfile.dockerignore", "ignore"),
        (".dockerignore", "ignore"),
        ("Jenkinsfile", None),
        ("BUILD", "starlark"),
        ("BUILD.bazel", "starlark"),
        ("WORKSPACE", "starlark"),
        ("defs.bzl", "starlark"),
        (".bashrc", "bash"),
        (".envrc", "bash"),
        (".gitignore", "ignore"),
        ("Gemfile", "ruby"),
        ("cpanfile", "perl"),
        ("Cargo.lock", "toml"),
        ("main.tf", "hcl"),
        ("prod.tfvars", "hcl"),
        ("notes.ipynb", "notebook"),
        ("shapes.mli", "ocaml_interface"),
        ("index.html.erb", "html"),
        ("part.erb", None),
        ("guide.Rmd", "markdown"),
        ("analysis.R", "r"),
        ("README", None),
        ("LICENSE", None),
        ("data.unknown", None),
    ],
)
def test_by_name(path: str, language: str | None) -> None:
    assert detected(path) == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("#!/bin/sh", "bash"),
        ("#! /bin/bash -e", "bash"),
        ("#!/usr/bin/env python3.12", "python"),
        ("#!/usr/bin/env -S uv run --script", "python"),
        ("#!/usr/bin/env -S PATH=/bin node --no-warnings", "javascript"),
        ("#!/usr/bin/perl -w", "perl"),
        ("#!/usr/bin/env julia", "julia"),
        ("#!/usr/bin/Rscript --vanilla", "r"),
        ("#!/usr/bin/make -f", "make"),
        ("#!/usr/bin/env ocaml", "ocaml"),
        ("#!/usr/bin/env unheard-of", None),
        ("plain text", None),
    ],
)
def test_by_first_line(line: str, language: str | None) -> None:
    assert detected("bin/tool", f"{line}\nrest\n") == language
    assert detected("bin/tool.unknown", f"{line}\nrest\n") == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("# -*- mode: ruby -*-", "ruby"),
        ("/* -*- C++ -*- */", "cpp"),
        ("# -*- mode: python; coding: utf-8 -*-", "python"),
        ("# vim: set ft=perl :", "perl"),
        ("-- vim: ts=4 syntax=lua", "lua"),
        ("# -*- coding: utf-8 -*-", None),
    ],
)
def test_by_modeline(line: str, language: str | None) -> None:
    assert detected("tool", f"{line}\n") == language


C_HEADER = """/*
 * Copyright, of a class of its own.
   using the template above
 */
#ifndef LIST_H
#define LIST_H
#include <stdlib.h>
#ifdef __cplusplus
extern "C" {
#endif
struct list { int size; };
int list_add(struct list *list, int value); // std::vector does more
#ifdef __cplusplus
}
#endif
#endif
"""


@pytest.mark.parametrize(
    "sign",
    [
        "namespace shapes {",
        "class Shape;",
        "template <typename T>",
        "#include <vector>",
        "#  include <type_traits>",
        "using Name = std::string;",
        "enum class Fill { kNone };",
        "std::string name();",
        "ABSL_NAMESPACE_BEGIN",
    ],
)
def test_a_header_is_c_unless_it_says_otherwise(sign: str) -> None:
    assert detected("include/list.h", C_HEADER) == "c"
    assert detected("include/list.h", f"{C_HEADER}{sign}\n") == "cpp"


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("page.inc", "<?php echo 1;", "php"),
        ("impl.inc", "#include <string>\n", "cpp"),
        ("rules.inc", "anything\n", None),
        ("01-load.t", "use strict;\nuse Test::More;\n", "perl"),
        ("table.t", "anything\n", None),
    ],
)
def test_endings_that_many_share(path: str, head: str, language: str | None) -> None:
    assert detected(path, head) == language


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("ts", "typescript"),
        ("TypeScript", "typescript"),
        ("js", "javascript"),
        ("text/javascript", "javascript"),
        ("text/x-scss", "scss"),
        ("python3", None),
        ("c++", "cpp"),
        ("", None),
    ],
)
def test_called(name: str, language: str | None) -> None:
    found = load_languages().called(name)
    assert (None if found is None else found.name) == language
