"""Invented facts for the store's tests."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from codeqa.model import Chunk, Definition, FileFacts, Kind, Reference, ReferenceKind, SourceFile, Trait, definition_id
from codeqa.store.schema import LINKS, rows_of
from codeqa.store.writer import IndexWriter

DIMENSION = 8
EMBEDDER = "tests/hashed"


def facts_of(
    path: str, *names: str, text: str = "", language: str = "python", traits: Sequence[Trait] = ()
) -> FileFacts:
    """A file with a function of two lines for each name; each function calls the next one."""
    chunks, definitions, references = [], [], []
    for place, name in enumerate(names):
        line = 2 * place + 1
        called = names[(place + 1) % len(names)]
        lines = [f"def {name}(value):", f"    return {called}(value)  # {text}"]
        definitions.append(
            Definition(
                path=path,
                name=name,
                qualified_name=f"top.{name}",
                kind=Kind.FUNCTION,
                start_line=line,
                end_line=line + 1,
                line=line,
                column=5,
                signature=lines[0],
                doc=f"Does {name}.",
                language=language,
                parent="top",
            )
        )
        references.append(
            Reference(
                path=path,
                line=line + 1,
                column=12,
                text=lines[1].strip(),
                kind=ReferenceKind.CALL,
                name=called,
                arguments=1,
                enclosing=f"top.{name}",
                enclosing_id=definition_id(path, f"top.{name}"),
            )
        )
        chunks.append(
            Chunk(
                path=path,
                start_line=line,
                end_line=line + 1,
                kind=Kind.FUNCTION,
                text="\n".join(lines),
                language=language,
                name=name,
                symbol=f"top.{name}",
                signature=lines[0],
                doc=f"Does {name}.",
                context="module top",
            )
        )
    content = f"{path}{names}{text}".encode()
    file = SourceFile(
        path=path,
        language=language,
        size=len(content),
        mtime_ns=1_700_000_000_000_000_000,
        digest=hashlib.blake2b(content, digest_size=16).hexdigest(),
        lines=2 * len(names),
        traits=frozenset(traits),
    )
    return FileFacts(file, tuple(definitions), tuple(references), tuple(chunks))


def vector_of(text: str) -> NDArray[np.float32]:
    """A text's vector: of length 1, the same for the same text, and unlike others'."""
    seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
    vector = np.random.default_rng(seed).standard_normal(DIMENSION)
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def vectors_of(facts: Sequence[FileFacts]) -> NDArray[np.float32]:
    chunks = [chunk for one in facts for chunk in one.chunks]
    return np.stack([vector_of(one.text) for one in chunks]) if chunks else np.empty((0, DIMENSION), dtype=np.float32)


def links_of(facts: Sequence[FileFacts], targets: Mapping[str, str]) -> pa.Table:
    """A link for each reference: certain where the name has a target, else undecided between two."""
    rows = [
        {
            "path": reference.path,
            "ordinal": ordinal,
            "line": reference.line,
            "name": reference.name,
            "kind": reference.kind,
            "source_id": reference.enclosing_id,
            "target_id": targets.get(reference.name),
            "confidence": 0.9 if reference.name in targets else 0.25,
            "candidates": [] if reference.name in targets else ["x.py::one", "x.py::two"],
        }
        for one in facts
        for ordinal, reference in enumerate(one.references)
    ]
    return pa.Table.from_pylist(rows, schema=LINKS)


def open_writer(index_dir: Path, **arguments: object) -> IndexWriter:
    return IndexWriter.open(index_dir, EMBEDDER, DIMENSION, **arguments)  # type: ignore[arg-type]


def put(writer: IndexWriter, *facts: FileFacts) -> None:
    writer.replace(rows_of(facts), vectors_of(facts))


def build(index_dir: Path, *facts: FileFacts, targets: Mapping[str, str] | None = None) -> None:
    """A complete index of the files; with targets, their links too."""
    with open_writer(index_dir) as writer:
        put(writer, *facts)
        if targets is not None:
            writer.replace_links(links_of(facts, targets))
        writer.finish()
