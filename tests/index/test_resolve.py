"""Resolving, on small codebases: the sources of some files, and what each reference must mean."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codeqa.index.definitions import definitions_of
from codeqa.index.parse import Syntax
from codeqa.index.references import references_of
from codeqa.index.resolve import DefinitionKey, Link, ReferenceKey, Resolver
from codeqa.languages.registry import load_languages
from codeqa.model import ReferenceKind


def links(files: Mapping[str, str]) -> list[Link]:
    definitions: list[DefinitionKey] = []
    references: list[ReferenceKey] = []
    for path, source in files.items():
        language = load_languages().detect(path, source)
        assert language is not None
        syntax, lines = Syntax(language, source), source.split("\n")
        located = definitions_of(path, syntax, lines)
        definitions += [
            DefinitionKey(d.id, path, d.name, d.qualified_name, d.kind, d.language, d.parent, d.signature)
            for d in (one.definition for one in located)
        ]
        references += [
            ReferenceKey(
                path, at, r.name, r.kind, r.receiver, r.alias, r.enclosing_id, r.line, language.name, r.arguments
            )
            for at, r in enumerate(references_of(path, syntax, lines, located))
        ]
    return list(Resolver(definitions, [one for one in references if one.is_fact]).resolve(references))


def meant(files: Mapping[str, str], name: str, path: str) -> Link:
    """The last reference of that name in a file."""
    return [one for one in links(files) if one.name == name and one.path == path][-1]


PYTHON = {
    "pkg/__init__.py": "from .shapes import Shape as Figure\n",
    "pkg/shapes.py": (
        "class Base:\n    def area(self): ...\n\n"
        "class Shape(Base):\n"
        "    def __init__(self, pen):\n        self.pen = Pen()\n"
        "    def draw(self) -> 'None':\n        self.area()\n        self.pen.stroke()\n\n"
        "class Pen:\n    def stroke(self): ...\n\n"
        "def make() -> Shape:\n    return Shape(1)\n"
    ),
    "pkg/other.py": "class Other:\n    def draw(self): ...\n    def stroke(self): ...\n    def area(self): ...\n",
}


@pytest.mark.parametrize(
    ("source", "name", "target"),
    [
        ("from pkg.shapes import make\nmake()\n", "make", "pkg/shapes.py::make"),
        ("from pkg import Figure\nFigure(1)\n", "Figure", "pkg/shapes.py::Shape"),
        ("import pkg.shapes\npkg.shapes.make()\n", "make", "pkg/shapes.py::make"),
        ("from pkg import shapes as s\ns.make()\n", "make", "pkg/shapes.py::make"),
        ("from pkg.shapes import *\nmake()\n", "make", "pkg/shapes.py::make"),
        ("from pkg.shapes import make\nx = make()\nx.draw()\n", "draw", "pkg/shapes.py::Shape.draw"),
        ("from pkg.shapes import make\ndef f():\n    x = make()\n    x.draw()\n", "draw", "pkg/shapes.py::Shape.draw"),
        ("from pkg import Figure\ndef f(x: Figure):\n    x.area()\n", "area", "pkg/shapes.py::Base.area"),
        ("from pkg import Figure\nFigure(1).draw()\n", "draw", "pkg/shapes.py::Shape.draw"),
        ("from pkg import Figure\ndef f(x: Figure):\n    x.pen.stroke()\n", "stroke", "pkg/shapes.py::Pen.stroke"),
        ("from pkg.shapes import make\ndef f(make):\n    make()\n", "make", None),
        ("def make(): ...\ndef g():\n    make()\n", "make", "main.py::make"),
        ("print(1)\n", "print", None),
        ("from os import make\nmake()\n", "make", None),
    ],
)
def test_python(source: str, name: str, target: str | None) -> None:
    link = meant({**PYTHON, "main.py": source}, name, "main.py")
    if target is None:
        assert link.target_id is None or link.confidence < 0.9
    else:
        assert (link.target_id, link.confidence >= 0.9) == (target, True)


def test_self_reaches_bases_and_attributes() -> None:
    assert meant(PYTHON, "area", "pkg/shapes.py").target_id == "pkg/shapes.py::Base.area"
    assert meant(PYTHON, "stroke", "pkg/shapes.py").target_id == "pkg/shapes.py::Pen.stroke"


def test_java_picks_overloads_and_sees_its_package() -> None:
    files = {
        "src/org/a/Shape.java": (
            "package org.a;\npublic class Shape extends Base {\n  Pen pen;\n"
            "  void draw(int x) {}\n  void draw(int x, int y) {}\n"
            "  void run() { draw(1, 2); base(); pen.stroke(); }\n}\n"
        ),
        "src/org/a/Base.java": "package org.a;\nclass Base { void base() {} }\n",
        "src/org/a/Pen.java": "package org.a;\nclass Pen { void stroke() {} }\n",
        "src/org/b/Pen.java": "package org.b;\nclass Pen { void stroke() {} }\n",
    }
    shape = "src/org/a/Shape.java"
    assert meant(files, "draw", shape).target_id == f"{shape}::Shape.draw~2"
    assert meant(files, "base", shape).target_id == "src/org/a/Base.java::Base.base"
    assert meant(files, "stroke", shape).target_id == "src/org/a/Pen.java::Pen.stroke"


def test_rust_follows_use_and_impl() -> None:
    files = {
        "src/lib.rs": "mod shapes;\nuse crate::shapes::Shape;\nfn main() { let s = Shape::new(); s.draw(); }\n",
        "src/shapes.rs": (
            "pub struct Shape {}\nimpl Shape {\n    pub fn new() -> Self { Shape {} }\n    pub fn draw(&self) {}\n}\n"
        ),
        "src/other.rs": "pub struct Other {}\nimpl Other { pub fn draw(&self) {} pub fn new() -> Self { Other {} } }\n",
    }
    assert meant(files, "new", "src/lib.rs").target_id == "src/shapes.rs::Shape::new"
    assert meant(files, "draw", "src/lib.rs").target_id == "src/shapes.rs::Shape::draw"


def test_javascript_follows_imports_requires_and_defaults() -> None:
    files = {
        "lib/app.js": "export default class App { run() {} }\nexport function helper() {}\n",
        "lib/index.js": "export { helper as assist } from './app'\n",
        "main.js": "import App from './lib/app'\nimport { assist } from './lib'\nassist()\nconst a = new App()\n",
        "old.js": "const app = require('./lib/app')\napp.helper()\n",
    }
    assert meant(files, "assist", "main.js").target_id == "lib/app.js::helper"
    assert meant(files, "App", "main.js").target_id == "lib/app.js::App"
    assert meant(files, "helper", "old.js").target_id == "lib/app.js::helper"


def test_files_that_include_one_another_are_looked_into_once() -> None:
    # Without that, the ways through n barrels that all re-export one another are n to the depth of the search.
    barrels = {
        f"m{one}.js": "".join(f"export * from './m{other}'\n" for other in range(40) if other != one)
        for one in range(40)
    }
    files = {**barrels, "m39.js": "export function found() {}\n", "main.js": "import { found, lost } from './m0'\n"}
    assert meant(files, "found", "main.js").target_id == "m39.js::found"
    assert meant(files, "lost", "main.js").target_id is None


def test_a_called_class_is_an_instantiation() -> None:
    link = meant({"a.py": "class config: ...\nconfig()\n"}, "config", "a.py")
    assert link.kind is ReferenceKind.INSTANTIATION


def test_an_ambiguous_member_keeps_its_candidates_and_no_target() -> None:
    link = meant({**PYTHON, "main.py": "def f(thing):\n    thing.draw()\n"}, "draw", "main.py")
    assert link.target_id is None
    assert set(link.candidates) == {"pkg/shapes.py::Shape.draw", "pkg/other.py::Other.draw"}
    assert 0 < link.confidence < 0.5
