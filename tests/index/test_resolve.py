from __future__ import annotations

from codeqa.index.resolve import DefinitionKey, Link, ReferenceKey, Resolver
from codeqa.model import Kind, ReferenceKind


def definition(path: str, name: str, kind: Kind = Kind.FUNCTION, parent: str | None = None) -> DefinitionKey:
    qualified = f"{parent}.{name}" if parent else name
    return DefinitionKey(f"{path}::{qualified}", path, name, kind, "python", parent)


def reference(
    path: str,
    name: str,
    kind: ReferenceKind = ReferenceKind.CALL,
    receiver: str | None = None,
    alias: str | None = None,
    enclosing: str | None = None,
) -> ReferenceKey:
    return ReferenceKey(
        path, 0, name, kind, receiver, alias, f"{path}::{enclosing}" if enclosing else None, 1, "python"
    )


def resolve(definitions: list[DefinitionKey], one: ReferenceKey, imports: list[ReferenceKey] | None = None) -> Link:
    return next(Resolver(definitions, imports or []).resolve([one]))


def test_the_same_file_comes_before_other_files() -> None:
    link = resolve([definition("a.py", "run"), definition("b.py", "run")], reference("b.py", "run"))
    assert link.target_id == "b.py::run"


def test_an_import_decides_between_files() -> None:
    imported = reference("main.py", "run", ReferenceKind.IMPORT, receiver="pkg.b")
    definitions = [definition("pkg/a.py", "run"), definition("pkg/b.py", "run")]
    link = resolve(definitions, reference("main.py", "run"), [imported])
    assert link.target_id == "pkg/b.py::run"
    assert link.confidence > 0.9


def test_an_alias_stands_for_the_imported_name() -> None:
    imported = reference("main.py", "run", ReferenceKind.IMPORT, receiver="pkg.b", alias="go")
    link = resolve([definition("pkg/b.py", "run")], reference("main.py", "go"), [imported])
    assert link.target_id == "pkg/b.py::run"


def test_self_means_the_enclosing_class() -> None:
    definitions = [
        definition("a.py", "run", Kind.METHOD, "One"),
        definition("a.py", "run", Kind.METHOD, "Two"),
    ]
    link = resolve(definitions, reference("a.py", "run", receiver="self", enclosing="Two.start"))
    assert link.target_id == "a.py::Two.run"


def test_a_called_class_is_an_instantiation() -> None:
    link = resolve([definition("a.py", "config", Kind.CLASS)], reference("a.py", "config"))
    assert link.kind is ReferenceKind.INSTANTIATION


def test_an_ambiguous_name_keeps_its_candidates_and_no_target() -> None:
    definitions = [definition("a.py", "get", Kind.METHOD, "One"), definition("b.py", "get", Kind.METHOD, "Two")]
    link = resolve(definitions, reference("c.py", "get", receiver="thing"))
    assert link.target_id is None
    assert link.candidates == ("a.py::One.get", "b.py::Two.get")
    assert 0 < link.confidence < 0.5


def test_a_name_from_outside_has_no_target_and_no_confidence() -> None:
    link = resolve([definition("a.py", "run")], reference("a.py", "print"))
    assert (link.target_id, link.confidence, link.candidates) == (None, 0.0, ())


def test_a_type_is_not_a_function() -> None:
    link = resolve([definition("a.py", "thing")], reference("a.py", "thing", ReferenceKind.TYPE))
    assert link.target_id is None
