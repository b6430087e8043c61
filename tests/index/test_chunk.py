from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

import pytest
from chunk_checks import SMALL, check, outline
from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.chunk import chunk_file, chunk_head
from codeqa.index.definitions import definitions_of
from codeqa.index.parse import Syntax
from codeqa.index.sizes import DEFAULT_SIZES, ChunkSizes
from codeqa.languages.registry import load_languages
from codeqa.model import Chunk, Definition, Kind


def chunks_of(path: str, source: str, sizes: ChunkSizes = SMALL) -> list[Chunk]:
    """The chunks of real source, parsed."""
    text = dedent(source).lstrip("\n")
    lines = text.removesuffix("\n").split("\n")
    language = load_languages().detect(path, text)
    assert language is not None
    syntax = Syntax(language, text)
    definitions = [one.definition for one in definitions_of(path, syntax, lines)]
    chunks = chunk_file(path, language.name, lines, definitions, syntax.borders, sizes)
    check(chunks, lines, sizes)
    return chunks


def definition(
    name: str, start: int, end: int, kind: Kind = Kind.FUNCTION, parent: str | None = None, doc: str = ""
) -> Definition:
    return Definition(
        path="a.x",
        name=name,
        qualified_name=f"{parent}.{name}" if parent else name,
        kind=kind,
        start_line=start,
        end_line=end,
        line=start,
        column=1,
        signature=f"{kind} {name}()",
        doc=doc,
        parent=parent,
    )


def no_borders(start: int, end: int) -> list[tuple[int, int]]:
    return []


def test_a_small_class_is_one_chunk() -> None:
    chunks = chunks_of(
        "queue.py",
        """
        class Queue:
            \"\"\"Waits.\"\"\"

            def put(self, item): self.items.append(item)

            def take(self): return self.items.pop(0)
        """,
    )
    assert outline(chunks) == ["1-6 class Queue"]
    assert chunks[0].doc == "Waits."
    assert chunks[0].context == ""


LARGE_CLASS = """
    import time

    class Queue:
        \"\"\"Holds what waits.\"\"\"

        limit = 10

        def put(self, item):
            \"\"\"Adds one.\"\"\"
            while len(self.items) >= self.limit:
                time.sleep(1)
            self.items.append(item)

        @property
        def first(self):
            if not self.items:
                raise LookupError("nothing waits")
            return self.items[0]

        class Empty(Exception):
            \"\"\"Nothing waits, and nothing will come before the time is up.\"\"\"
"""


def test_a_large_class_is_a_header_and_its_members() -> None:
    chunks = chunks_of("queue.py", LARGE_CLASS)
    assert outline(chunks) == [
        "1-2 code -",
        "3-7 class Queue",
        "8-13 method Queue.put",
        "14-19 method Queue.first",
        "20-21 class Queue.Empty",
    ]
    header, put = chunks[1], chunks[2]
    assert header.context.split("\n") == ["def put(self, item)", "def first(self)", "class Empty(Exception)"]
    assert header.doc == "Holds what waits."
    assert (put.name, put.signature, put.context) == ("put", "def put(self, item)", "class Queue")


def test_nested_types_are_taken_apart_in_turn() -> None:
    chunks = chunks_of(
        "Outer.java",
        """
        class Outer {
            static class Inner {
                int reach(int first, int second) {
                    return Math.abs(first - second) * factor;
                }
                int widen(int first, int second) {
                    return Math.max(first, second) * factor + 1;
                }
            }
        }
        """,
    )
    assert outline(chunks) == [
        "1-1 class Outer",
        "2-2 class Outer.Inner",
        "3-5 method Outer.Inner.reach",
        "6-10 method Outer.Inner.widen",
    ]
    assert chunks[3].context == "class Outer\nstatic class Inner"


def test_a_long_function_is_split_between_statements() -> None:
    chunks = chunks_of(
        "report.py",
        """
        class Report:
            def totals(self, orders, taxes):
                \"\"\"Sums up.\"\"\"
                sums = {}
                for order in orders:
                    sums.add(order.key, order.price)

                for key in list(sums):
                    rate = taxes.get(key, 0)
                    sums[key] += sums[key] * rate

                if not sums:
                    raise ValueError("no orders")
                return sums
        """,
        ChunkSizes(largest=60, piece=50, tiny=6, detail=10, context=20),
    )
    assert outline(chunks) == [
        "1-1 class Report",
        "2-7 method Report.totals part 1",
        "8-14 method Report.totals part 2",
    ]
    assert [one.context for one in chunks[1:]] == [
        "class Report",
        "class Report\ndef totals(self, orders, taxes)",
    ]
    assert [one.doc for one in chunks[1:]] == ["Sums up.", ""]
    assert {one.signature for one in chunks[1:]} == {"def totals(self, orders, taxes)"}


def test_a_piece_inside_a_block_says_which() -> None:
    body = "\n".join(f"        total += weigh(item, {number})" for number in range(12))
    chunks = chunks_of("loop.py", f"def run(items):\n    for item in items:\n{body}\n    return total\n")
    assert len(chunks) > 3
    assert chunks[2].context == "def run(items)\n    for item in items:"


def test_a_function_with_small_nested_ones_is_whole() -> None:
    chunks = chunks_of("near.py", "def outer():\n    def inner():\n        return 1\n\n    return inner\n")
    assert outline(chunks) == ["1-5 function outer"]


def test_a_factory_is_taken_apart_along_what_it_makes() -> None:
    inner = "\n".join(f"        print('line {number} of it')" for number in range(4))
    chunks = chunks_of(
        "factory.py", f"def make(name):\n    def first():\n{inner}\n\n    def second():\n{inner}\n\n    return first\n"
    )
    assert outline(chunks) == [
        "1-1 function make",
        "2-7 function make.first",
        "8-14 function make.second",
    ]


def test_tiny_neighbours_share_a_chunk() -> None:
    chunks = chunks_of(
        "Names.java", "interface Names {\n" + "".join(f"    int name{n}();\n" for n in range(12)) + "}\n"
    )
    assert chunks[0].kind is Kind.INTERFACE
    assert len(chunks) < 6
    assert chunks[1].kind is Kind.METHOD
    assert (chunks[1].name, chunks[1].symbol) == (None, "Names")
    assert chunks[1].signature.startswith("name0, name1, ")
    assert chunks[1].context == "interface Names"


def test_constants_join_the_code_they_follow() -> None:
    chunks = chunks_of(
        "settings.py",
        "import os\n\nHOST = 'a'\nPORT = 1\n\n\ndef connect():\n    return open(HOST, PORT, os.environ)\n",
    )
    assert outline(chunks) == ["1-6 code -", "7-8 function connect"]
    assert chunks[0].signature == "HOST, PORT"


def test_fields_join_the_header() -> None:
    source = (
        "class Point {\n    int x;\n    int y;\n\n" + "    int run() { return compute(x, y, 1000000); }\n" * 4 + "}\n"
    )
    chunks = chunks_of("Point.java", source)
    assert outline(chunks)[0] == "1-4 class Point"


def test_a_huge_literal_is_cut_by_lines() -> None:
    lines = ["DATA = '''", *["0123456789" * 3] * 50, "'''"]
    chunks = chunks_of("data.py", "\n".join(lines) + "\n")
    assert len(chunks) > 10
    assert {one.name for one in chunks} == {"DATA"}
    assert [one.part for one in chunks] == list(range(1, len(chunks) + 1))


def test_a_long_line_stands_alone() -> None:
    chunks = chunks_of("long.py", f"A = 1\nB = '{'x' * 400}'\nC = 2\n")
    assert [(one.start_line, one.end_line) for one in chunks] == [(1, 1), (2, 2), (3, 3)]


def test_a_callback_does_not_tear_its_statement_apart() -> None:
    chunks = chunks_of(
        "server.test.js",
        """
        describe("server", () => {
          it("answers", async () => {
            await get({
              retries: 1,
              check: function () {
                return true;
              },
              url: "/",
            });
          });
        });
        """,
        ChunkSizes(),
    )
    assert outline(chunks) == ["1-11 code -"]


def test_statements_of_a_large_block_name_the_block() -> None:
    tests = "".join(f'  it("counts {n}", () => {{\n    expect(count({n})).toBe({n});\n  }});\n' for n in range(9))
    chunks = chunks_of("count.test.js", f'describe("count", () => {{\n{tests}}});\n')
    assert len(chunks) > 3
    assert all(one.context == 'describe("count", () => {' for one in chunks[1:])
    assert [one.part for one in chunks] == list(range(1, len(chunks) + 1))


def test_a_comment_apart_stays_with_what_follows() -> None:
    chunks = chunks_of(
        "app.js",
        """
        const app = require("app-with-a-long-name").createApplicationObject();

        /**
         * Answers a request with a page.
         */

        app.answer = function (request) {
          return pages.find(request.path) || missing;
        };
        """,
    )
    assert outline(chunks) == ["1-2 constant app", "3-9 method app.answer"]


def test_a_licence_is_no_comment_on_the_first_function() -> None:
    source = (
        "// Use it as you like, but keep this line.\n// There is no warranty whatsoever.\n\n"
        "function run() {\n  return 'nothing to be seen here';\n}\n"
    )
    assert outline(chunks_of("run.js", source)) == ["1-3 code -", "4-6 function run"]


def test_a_single_statement_between_functions_is_no_chunk_of_its_own() -> None:
    body = "    return 'a text of some length, so that it is not tiny'\n"
    chunks = chunks_of("two.py", f"def a():\n{body}\n\nx.y = a\n\n\ndef b():\n{body}")
    assert outline(chunks) == ["1-7 function a", "8-9 function b"]


def test_two_definitions_on_one_line() -> None:
    chunks = chunks_of("min.js", "function a(){return 1} function b(){return 2}\n")
    assert outline(chunks) == ["1-1 function -"]
    assert chunks[0].signature == "a, b"


def test_an_empty_file_has_no_chunks() -> None:
    assert chunk_file("a.py", "python", [], [], no_borders) == []


def test_blank_lines_alone_are_covered() -> None:
    chunks = chunk_file("a.py", "python", ["", "", ""], [], no_borders)
    assert outline(chunks) == ["1-3 code -"]


def test_ranges_that_overlap_wrongly() -> None:
    lines = ["x" * 60] * 12
    definitions = [definition("a", 1, 6), definition("b", 4, 9), definition("c", 5, 20), definition("d", 0, 1)]
    chunks = chunk_file("a.c", "c", lines, definitions, no_borders, SMALL)
    check(chunks, lines, SMALL)
    assert {"a", "b", "c"} <= {one.symbol for one in chunks}


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    depth = 3000
    lines = ["{" * 20] * depth + ["}" * 20] * depth
    definitions = [definition(f"n{level}", level + 1, 2 * depth - level, Kind.CLASS) for level in range(depth)]
    check(chunk_file("a.x", "x", lines, definitions, no_borders, SMALL), lines, SMALL)


def test_the_head_of_a_method() -> None:
    chunk = Chunk(
        path="src/flask_app/jsonProvider.py",
        start_line=1,
        end_line=2,
        kind=Kind.METHOD,
        text="…",
        name="dumps",
        symbol="Provider.dumps",
        signature="def dumps(self, value)",
        doc="Writes a value\nas text.\n\nMore about it.",
    )
    assert chunk_head(chunk).split("\n") == [
        "json Provider",
        "src flask app json Provider",
        "Provider.dumps",
        "def dumps(self, value)",
        "Writes a value as text.",
    ]


def test_the_head_of_code_names_its_block() -> None:
    chunk = Chunk(
        path="a.test.js", start_line=1, end_line=1, kind=Kind.CODE, text="…", context="describe('count', () => {"
    )
    assert chunk_head(chunk) == "a test\na test\ndescribe('count', () => {"


LINE = st.sampled_from(["", "  ", "}", "    end", "# note", "x = 1", "    call(first, second, third)", "y" * 200])
SIZES = st.sampled_from([SMALL, DEFAULT_SIZES, ChunkSizes(largest=1, piece=1, tiny=0, detail=0, context=0)])


@st.composite
def files(draw: st.DrawFn) -> tuple[list[str], list[Definition], list[tuple[int, int]]]:
    lines = draw(st.lists(LINE, max_size=60))
    place = st.integers(0, len(lines) + 2)
    definitions: list[Definition] = []
    for number in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from([None, *(one.qualified_name for one in definitions)]))
        kind = draw(st.sampled_from([Kind.CLASS, Kind.MODULE, Kind.FUNCTION, Kind.METHOD, Kind.FIELD, Kind.CONSTANT]))
        definitions.append(definition(f"d{number}", draw(place), draw(place), kind, parent, doc="About it."))
    starts = sorted(draw(st.sets(st.integers(1, max(1, len(lines))))) if lines else ())
    return lines, definitions, [(line, draw(st.integers(0, 4))) for line in starts]


@given(files(), SIZES)
def test_every_line_is_in_exactly_one_chunk(
    file: tuple[list[str], list[Definition], list[tuple[int, int]]], sizes: ChunkSizes
) -> None:
    lines, definitions, all_borders = file

    def borders(start: int, end: int) -> Sequence[tuple[int, int]]:
        return [(line, depth) for line, depth in all_borders if start < line <= end]

    chunks = chunk_file("a.x", "x", lines, definitions, borders, sizes)
    check(chunks, lines, sizes)
    assert chunks == chunk_file("a.x", "x", lines, definitions, borders, sizes)
    assert {one.symbol for one in chunks} <= {None, *(one.qualified_name for one in definitions)}


@pytest.mark.parametrize("name", ["shapes.py", "Parser.java", "matcher.rs", "app.jsx", "list.c", "module.ex"])
def test_real_languages(name: str) -> None:
    from pathlib import Path

    source = next((Path(__file__).parent.parent / "corpus").rglob(name))
    chunks_of(name, source.read_text(encoding="utf-8"))
