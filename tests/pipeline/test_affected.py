"""After an edit, whatever is not said to be concerned means what it meant before, and means it in a fresh index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pyarrow as pa
import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from codeqa.index.definitions import definitions_of
from codeqa.index.parse import Syntax
from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.references import references_of
from codeqa.index.resolve import Link, Resolver
from codeqa.languages.registry import load_languages
from codeqa.model import FileFacts, SourceFile
from codeqa.pipeline.affected import changed, concerned, given, reached
from codeqa.pipeline.keys import definition_keys, reference_keys
from codeqa.store.schema import REFERENCES, rows_of

Files = Mapping[str, str]


@cache
def facts_of(path: str, text: str) -> FileFacts:
    language = load_languages().detect(path, text)
    assert language is not None
    syntax, lines = Syntax(language, text), text.split("\n")
    located = definitions_of(path, syntax, lines)
    return FileFacts(
        SourceFile(path, language.name, len(text), 0, "", len(lines)),
        tuple(one.definition for one in located),
        tuple(references_of(path, syntax, lines, located)),
    )


class Codebase:
    """A codebase's definitions and references, in memory."""

    def __init__(self, files: Files) -> None:
        rows = rows_of([facts_of(path, text) for path, text in sorted(files.items())])
        self.definitions = definition_keys(pa.Table.from_batches([rows.definitions]))
        self.rows = pa.Table.from_batches([rows.references], REFERENCES)
        self.references = list(reference_keys(self.rows))
        self.fact_rows = self.rows.filter(pa.array([one.is_fact for one in self.references], pa.bool_()))
        self.facts = [one for one in self.references if one.is_fact]

    def links(self, references: Sequence[ReferenceKey]) -> list[Link]:
        return list(Resolver(self.definitions, self.facts).resolve(references))

    def of(self, paths: set[str]) -> tuple[list[DefinitionKey], list[ReferenceKey]]:
        return [one for one in self.definitions if one.path in paths], [one for one in self.facts if one.path in paths]


def to_resolve(before: Files, after: Files) -> list[ReferenceKey] | None:
    """The references that have to be resolved anew after an edit; None for all."""
    edited = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    old, new = Codebase(before), Codebase(after)
    others = {one.path for one in (*new.definitions, *new.facts)} - edited
    edit = changed(given(*old.of(edited)), given(*new.of(edited)), others, new.definitions)
    if edit is None:
        return None
    by_id = {one.id: one for one in new.definitions}
    what = reached(edit, by_id, new.fact_rows)
    if what is None:
        return None
    if what.is_local:
        return [one for one in new.references if one.path in edited]
    mask = concerned(what, by_id, new.rows)
    return [one for one, found in zip(new.references, mask.to_pylist(), strict=True) if found or one.path in edited]


def check(before: Files, after: Files) -> None:
    """Resolving what the edit concerns gives the links of a fresh index."""
    new = Codebase(after)
    fresh = {(link.path, link.ordinal): link for link in new.links(new.references)}
    again = to_resolve(before, after)
    if again is None:
        return
    old = Codebase(before)
    updated = {(link.path, link.ordinal): link for link in old.links(old.references)}
    updated |= {(link.path, link.ordinal): link for link in new.links(again)}
    updated = {key: link for key, link in updated.items() if key in fresh}
    assert updated == fresh


PYTHON = {
    "lib/make.py": "from lib.part import Part\n\n\ndef make() -> Part:\n    return Part()\n",
    "lib/part.py": "from lib.base import Base\n\n\nclass Part(Base):\n    def go(self):\n        return self.stop()\n",
    "lib/base.py": "class Base:\n    def stop(self):\n        pass\n",
    "use.py": "from lib.make import make as build\n\nthing = build()\nthing.stop()\nthing.go()\n",
    "far.py": "from use import thing\n\n\ndef run():\n    thing.stop()\n\n\ndef other():\n    print(len([]))\n",
}


def names_resolved(after: Files) -> set[tuple[str, str]] | None:
    found = to_resolve(PYTHON, after)
    return None if found is None else {(one.path, one.name) for one in found}


def test_an_edit_inside_a_function_concerns_its_own_file_alone() -> None:
    after = {**PYTHON, "far.py": PYTHON["far.py"].replace("len([])", "len([1])")}
    assert {path for path, _ in names_resolved(after) or ()} == {"far.py"}
    check(PYTHON, after)


def test_a_new_name_concerns_whoever_mentions_it() -> None:
    after = {**PYTHON, "lib/base.py": PYTHON["lib/base.py"] + "\n\ndef len(items):\n    return 0\n"}
    assert ("far.py", "len") in (names_resolved(after) or ())
    assert ("far.py", "print") not in (names_resolved(after) or ())
    check(PYTHON, after)


def test_an_edit_spreads_along_bases_annotations_assignments_and_imports() -> None:
    after = {**PYTHON, "lib/part.py": PYTHON["lib/part.py"].replace("Part(Base)", "Part")}
    assert {("use.py", "stop"), ("far.py", "stop"), ("lib/part.py", "stop")} <= (names_resolved(after) or set())
    check(PYTHON, after)


def test_an_import_is_known_in_its_file_and_where_that_is_imported() -> None:
    after = {**PYTHON, "lib/base.py": "from lib.make import make\n\n\n" + PYTHON["lib/base.py"]}
    resolved = names_resolved(after) or set()
    assert ("use.py", "make") not in resolved
    check(PYTHON, after)


def test_a_new_file_concerns_those_who_import_its_name() -> None:
    after = {**PYTHON, "tools/make.py": "def make():\n    pass\n"}
    assert ("use.py", "make") in (names_resolved(after) or ())
    check(PYTHON, after)


def test_a_module_of_its_folder_may_concern_everything() -> None:
    assert to_resolve(PYTHON, {**PYTHON, "lib/__init__.py": "from lib.make import make\n"}) is None


def test_what_lies_in_a_function_that_becomes_a_class_is_seen_from_outside() -> None:
    before = {"a.py": "def outer():\n    def inner():\n        pass\n", "b.py": "def run(x):\n    x.inner()\n"}
    after = {**before, "a.py": "class outer:\n    def inner():\n        pass\n"}
    check(before, after)
    assert ("b.py", "inner") in {(one.path, one.name) for one in to_resolve(before, after) or ()}


def test_nothing_to_resolve_when_only_lines_move() -> None:
    after = {**PYTHON, "lib/base.py": "\n\n" + PYTHON["lib/base.py"]}
    assert {path for path, _ in names_resolved(after) or ()} <= {"lib/base.py"}
    check(PYTHON, after)


CLASSES, MEMBERS, FUNCTIONS, VARIABLES = ("Part", "Whole", "Tool"), ("go", "stop", "own"), ("make", "find"), ("x", "y")
PATHS = {
    "python": ("part.py", "whole.py", "lib/tool.py", "lib/__init__.py", "tests/part.py"),
    "javascript": ("part.js", "whole.js", "lib/tool.js", "lib/index.js"),
    "java": ("a/Part.java", "a/Whole.java", "b/Tool.java"),
    "rust": ("src/lib.rs", "src/part.rs", "src/whole.rs", "src/tool/mod.rs"),
    "csharp": ("Part.cs", "Whole.cs", "Tool.cs"),
}
PIECES = {
    "python": (
        "from {module} import {C}, {f}",
        "from {module} import {f} as {g}",
        "from {module} import *",
        "import {module}",
        "from . import {module}",
        "class {C}({D}):\n    def {m}(self):\n        return self.{n}().{m}()",
        "class {C}:\n    def __init__(self, {x}: {D}):\n        self.{m} = {D}()\n        {x}.{n}().{m}.{n}()",
        "class {C}({D}):\n    def {m}(self):\n        {x} = self.{n}\n        self.{n} = {x}.{f}()",
        "def {f}() -> {C}:\n    {x} = {g}()\n    {x}.{m}()\n    return {x}",
        "{x} = {f}()\n{x}.{m}()",
        "{x}: {C} = {y}.{m}()\n{x}.{n}.{m}()",
        "{module}.{f}().{m}()",
        "{C}.{m}().{n}()",
        "class {C}:\n    def __call__(self) -> {D}:\n        return self.{m}\n"
        "    def __init__(self, {x}: {D}):\n        self.{m} = {x}",
        "class {C}({D}):\n    @property\n    def {m}(self) -> {D}:\n        {x} = self.{n}\n        return {x}.{m}",
        "{x} = {C}()()\n{y} = {x}.{m}.{n}\n{f}({y}, {g}, {C}.{m})",
        "import lib.tool\nlib.tool.{f}().{m}\nlib.{g}",
    ),
    "javascript": (
        "import {{ {C}, {f} as {g} }} from './{module}';",
        "import {x} from './{module}';",
        "const {{ {f} }} = require('../{module}');",
        "export class {C} extends {D} {{ {m}() {{ this.{n}(); super.{m}(); }} }}",
        "export default class {C} {{ constructor() {{ this.{m} = new {D}(); }} {n}() {{ this.{m}.{n}(); }} }}",
        "export function {f}() {{ const {x} = new {C}(); {x}.{m}(); return {g}(); }}",
        "const {x} = {f}();\n{x}.{m}();",
        "module.exports = {C};",
        "export default {f};",
        "class {C} {{ get {m}() {{ return this.{n}; }} constructor({x}) {{ this.{n} = {x}; }} }}",
        "const {x} = new {C}({f}).{m};\n{x}.{n}.{m};",
        "import {x}, {{ {C} }} from '@own/lib/{module}';\n{x}.{m}({f}());",
    ),
    "java": (
        "import a.{C};",
        "class {C} extends {D} {{ {D} {x}; {C} {m}() {{ {n}(); {x}.{m}(); return {f}(); }} }}",
        "class {C} {{ {C}({D} {x}) {{ {x}.{m}(); }} static {D} {f}() {{ return new {D}(null); }} }}",
        "class {C} {{ void {m}() {{ {D} {x} = {C}.{f}(); {x}.{n}(); super.{m}(); }} }}",
        "import static a.{C}.{f};",
        "class {C} {{ {D} {m}; {D} {f}({C} {x}) {{ {C}.this.{m}.{n}(); return (({D}) {x}).{m}; }} }}",
    ),
    "rust": (
        "use crate::{module}::{C};",
        "use super::{module}::{{ {f}, {C} as {D} }};",
        "pub struct {C} {{ {m}: {D} }}",
        "impl {C} {{ pub fn {f}() -> {D} {{ {D}::{g}() }} pub fn {n}(&self) {{ self.{m}.{n}(); self.{n}(); }} }}",
        "pub fn {f}() -> {C} {{ let {x} = {C}::{g}(); {x}.{m}(); {x} }}",
        "mod {module};",
    ),
    "csharp": (
        "namespace {C}s {{ class {C} : {D} {{ {D} {m}() {{ var {x} = new {D}(); {x}.{n}(); return {n}(); }} }} }}",
        "class {C} {{ {D} {x}; void {m}() {{ {x}.{n}(); {D}.{f}(); }} }}",
        "using {C}s;",
    ),
}
MODULES = ("part", "whole", "tool", "lib", "lib.tool")


@st.composite
def texts(draw: st.DrawFn, language: str) -> str:
    """A file of the language made of a few pieces that use each other's names."""
    names = {
        "C": st.sampled_from(CLASSES),
        "D": st.sampled_from(CLASSES),
        "m": st.sampled_from(MEMBERS),
        "n": st.sampled_from(MEMBERS),
        "f": st.sampled_from(FUNCTIONS),
        "g": st.sampled_from(FUNCTIONS),
        "x": st.sampled_from(VARIABLES),
        "y": st.sampled_from(VARIABLES),
        "module": st.sampled_from(MODULES),
    }
    pieces = draw(st.lists(st.sampled_from(PIECES[language]), max_size=4))
    return "\n".join(piece.format(**{key: draw(one) for key, one in names.items()}) for piece in pieces) + "\n"


@st.composite
def edits(draw: st.DrawFn, language: str) -> tuple[Files, Files]:
    """A codebase before and after one or two of its files were added, changed or removed."""
    paths = PATHS[language]
    before = {path: draw(texts(language)) for path in draw(st.sets(st.sampled_from(paths), min_size=2))}
    after = dict(before)
    for path in draw(st.sets(st.sampled_from(paths), min_size=1, max_size=2)):
        if path in after and draw(st.integers(0, 4)) == 0:
            del after[path]
        else:
            after[path] = draw(texts(language))
    return before, after


@pytest.mark.parametrize("language", sorted(PIECES))
@settings(max_examples=60, deadline=None)
@over(data=st.data())
def test_what_a_reference_means_does_not_depend_on_which_was_resolved_before(
    language: str, data: st.DataObject
) -> None:
    codebase = Codebase({path: data.draw(texts(language)) for path in PATHS[language]})
    links = codebase.links(codebase.references)
    assert codebase.links(codebase.references[::-1]) == links[::-1]


@pytest.mark.parametrize("language", sorted(PIECES))
@settings(max_examples=60, deadline=None)
@over(data=st.data())
def test_resolving_what_an_edit_concerns_equals_resolving_all(language: str, data: st.DataObject) -> None:
    check(*data.draw(edits(language)))
