"""Whether resolving stays linear where names lead to one another in circles, in as many ways as code has.

    python benchmarks/circles.py [--sizes 10 100 1000 10000]

Programs of each kind are made at each size and resolved. A row gives the seconds, what each reference took, and how
often something was found out for each question that came up: neither of the last two may grow with the size.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from codeqa.index.definitions import definitions_of
from codeqa.index.parse import Syntax
from codeqa.index.program import DefinitionKey, ReferenceKey
from codeqa.index.references import references_of
from codeqa.index.resolve import Resolver
from codeqa.languages.registry import load_languages
from data import table

Sources = Mapping[str, str]
"""Texts by path."""


def attributes(size: int) -> Sources:
    """Objects whose attributes are bound to attributes of the next."""
    classes = (
        f"class C{one}:\n"
        f"    def __init__(self, other: 'C{(one + 1) % size}'):\n"
        f"        self.near = other.far()\n"
        f"        self.far = other.near.part()\n"
        f"    def use(self):\n"
        f"        self.near.far.use()\n\n"
        for one in range(size)
    )
    return {"circle.py": "".join(classes)}


def calls(size: int) -> Sources:
    """Functions that return what the next returns, and names bound to calls on names."""
    functions = (
        f"def f{one}():\n    x = f{(one + 1) % size}()\n    x.run()\n    return x\n\n"
        f"y{one} = y{(one + 1) % size}.part()\ny{one}.run()\n"
        for one in range(size)
    )
    return {"circle.py": "".join(functions)}


def defaults(size: int) -> Sources:
    """Methods whose parameters and attributes hold what the next class's hold."""
    classes = (
        f"class P{one}:\n"
        f"    def run(self, given=None):\n"
        f"        given = P{(one + 1) % size}().kept.given\n"
        f"        self.kept = given.kept()\n"
        f"        self.given = self.kept.given()\n"
        f"        given.run()\n\n"
        for one in range(size)
    )
    return {"circle.py": "".join(classes)}


def bases(size: int) -> Sources:
    """Classes that inherit from classes nested in others, whose bases are named through their own."""
    classes = (
        f"class B{one} extends B{(one + 1) % size}.Inner{(one + 1) % size} {{\n"
        f"  class Inner{one} extends Inner{(one + 3) % size} {{ void run{one}() {{ run{(one + 7) % size}(); }} }}\n}}\n"
        for one in range(size)
    )
    return {"Circle.java": "".join(classes)}


def stars(size: int) -> Sources:
    """Modules that import everything from two others, each with a name that a third uses."""
    return {
        f"m{one}.py": (
            f"from m{(one + 1) % size} import *\nfrom m{(one * 7 + 3) % size} import *\n"
            f"class K{one}:\n    def run(self): ...\n\n"
            f"k = K{(one + size // 2) % size}()\nk.run()\nlost{one}()\n"
        )
        for one in range(size)
    }


def modules(size: int) -> Sources:
    """Modules that import names from one another which the others have imported too."""
    return {
        f"m{one}.py": (
            f"from m{(one + 1) % size} import shared, other as mine\nfrom m{(one + 2) % size} import mine as other\n"
            f"shared.run()\nmine()\nother.part.run()\n"
        )
        for one in range(size)
    }


CIRCLES: Mapping[str, Callable[[int], Sources]] = {
    one.__name__: one for one in (attributes, calls, defaults, bases, stars, modules)
}


def facts_of(sources: Sources) -> tuple[list[DefinitionKey], list[ReferenceKey]]:
    """All definitions and references in some files."""
    definitions: list[DefinitionKey] = []
    references: list[ReferenceKey] = []
    for path, source in sources.items():
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
    return definitions, references


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1_000, 10_000])
    parser.add_argument("--kinds", nargs="+", default=list(CIRCLES), choices=list(CIRCLES))
    arguments = parser.parse_args()
    rows: list[Sequence[object]] = []
    records = []
    for kind in arguments.kinds:
        for size in arguments.sizes:
            definitions, references = facts_of(CIRCLES[kind](size))
            started = time.process_time()
            resolver = Resolver(definitions, [one for one in references if one.is_fact])
            links = sum(1 for _ in resolver.resolve(references))
            seconds = time.process_time() - started
            each = 1e6 * seconds / links
            work = resolver.found / max(resolver.questions, 1)
            rows.append((kind, size, links, f"{seconds:.2f}", f"{each:.0f}", f"{work:.2f}", resolver.given_up))
            records.append({"kind": kind, "size": size, "references": links, "seconds": seconds, "work": work})
            print(f"{kind} {size}: {seconds:.2f} s", flush=True)
    header = ("circle", "size", "references", "seconds", "µs a reference", "found out a question", "given up")
    print(table(header, rows))
    results = Path(__file__).parent / "results"
    results.mkdir(exist_ok=True)
    (results / "circles.json").write_text(json.dumps(records, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
