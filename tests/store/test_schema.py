from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace

import pyarrow as pa
import pytest
from store_samples import facts_of

from codeqa.model import Chunk, FileFacts, Kind, Reference, ReferenceKind, Skipped, SourceFile, Trait
from codeqa.store.records import chunks_of, definitions_of, files_of, skipped_of
from codeqa.store.schema import (
    CHUNK_ROWS,
    DEFINITIONS,
    FILES,
    REFERENCES,
    Table,
    mask_of,
    rows_of,
    schema_of,
    skipped_table,
    traits_of_mask,
)

FACTS = [
    facts_of("src/a.py", "read", "write", traits=[Trait.TEST, Trait.GENERATED]),
    FileFacts(SourceFile("README.md", None, 0, 0, "", 0, note="a parser that gave up")),
    facts_of("src/ünï code.py", "grüßen", text="漢字 🙂 'quoted'"),
]


def tables() -> tuple[pa.Table, pa.Table, pa.Table, pa.Table]:
    rows = rows_of(FACTS)
    return tuple(pa.Table.from_batches([one]) for one in (rows.files, rows.chunks, rows.definitions, rows.references))  # type: ignore[return-value]


def test_records_come_back_as_they_were() -> None:
    files, chunks, definitions, references = tables()
    assert files_of(files) == [one.file for one in FACTS]
    assert chunks_of(chunks) == [chunk for one in FACTS for chunk in one.chunks]
    assert definitions_of(definitions) == [definition for one in FACTS for definition in one.definitions]
    for row, reference in zip(
        references.to_pylist(), [reference for one in FACTS for reference in one.references], strict=True
    ):
        assert Reference(**{k: v for k, v in row.items() if k not in ("ordinal", "language")}) == reference


def test_rows_have_the_tables_columns_even_without_a_record() -> None:
    for rows in (rows_of(FACTS), rows_of([]), rows_of(FACTS[1:2])):
        assert rows.files.schema == FILES
        assert rows.chunks.schema == CHUNK_ROWS
        assert rows.definitions.schema == DEFINITIONS
        assert rows.references.schema == REFERENCES


def test_each_file_counts_its_own_and_numbers_its_references() -> None:
    files, _, definitions, references = tables()
    assert files["chunks"].to_pylist() == [2, 0, 1]
    assert files["definitions"].to_pylist() == [2, 0, 1]
    assert files["references"].to_pylist() == [2, 0, 1]
    assert references["ordinal"].to_pylist() == [0, 1, 0]
    assert references["language"].to_pylist() == ["python"] * 3
    assert definitions["id"].to_pylist() == [d.id for one in FACTS for d in one.definitions]


def test_names_and_bodies_are_kept_as_tokens() -> None:
    chunk = Chunk(
        path="src/http/url_parser.py",
        start_line=1,
        end_line=1,
        kind=Kind.FUNCTION,
        text="return rawValue",
        name="parseURL",
        symbol="Parser.parseURL",
        signature="def parseURL(self, text)",
        doc="Splits addresses.",
    )
    facts = replace(facts_of("src/http/url_parser.py"), chunks=(chunk,))
    row = pa.Table.from_batches([rows_of([facts]).chunks]).to_pylist()[0]
    assert {"http", "parser", "parseurl", "self"} <= set(row["names_tokens"].split(" "))
    assert "raw" not in row["names_tokens"].split(" ")
    assert {"rawvalu", "raw", "address"} <= set(row["body_tokens"].split(" "))
    assert "http" not in row["body_tokens"].split(" ")


@pytest.mark.parametrize("traits", [frozenset(), frozenset(Trait), frozenset({Trait.VENDORED, Trait.TEST})])
def test_traits_survive_as_a_mask(traits: frozenset[Trait]) -> None:
    assert traits_of_mask(mask_of(traits)) == traits


def test_a_chunk_carries_its_files_traits() -> None:
    chunks = tables()[1]
    assert [traits_of_mask(mask) for mask in chunks["traits"].to_pylist()] == [
        {Trait.TEST, Trait.GENERATED},
        {Trait.TEST, Trait.GENERATED},
        frozenset(),
    ]


def test_rows_can_be_sent_between_processes() -> None:
    rows = rows_of(FACTS)
    assert pickle.loads(pickle.dumps(rows)) == rows


def test_skipped_files_come_back_by_path() -> None:
    skipped = [Skipped("z.bin", "binary"), Skipped("a.min.js", "minified")]
    assert skipped_of(skipped_table(skipped, {})) == skipped[::-1]
    assert skipped_of(skipped_table([], {})) == []


def test_every_table_has_columns() -> None:
    assert all(len(schema_of(table, 4)) > 1 for table in Table)
    assert schema_of(Table.CHUNKS, 4).field("vector").type == pa.list_(pa.float32(), 4)
    assert {kind.value for kind in ReferenceKind}  # kinds are stored by their values


def test_making_rows_does_not_load_lancedb() -> None:
    code = (
        "import sys, codeqa.store.schema, codeqa.store.reader, codeqa.store.writer; sys.exit('lancedb' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}).returncode == 0
