"""The vectors of chunks."""

from __future__ import annotations

from collections.abc import Sequence

from codeqa.embed.base import Embedder, Vectors, unit_rows
from codeqa.index.chunk import chunk_head
from codeqa.model import Chunk


def chunk_vectors(embedder: Embedder, chunks: Sequence[Chunk]) -> Vectors:
    """One vector a chunk, made of its head (path, enclosing names, name, signature, first comment) and its lines.

    Where the embedder says so, head and body are embedded each on its own and added, each of length 1, so that the
    head's few words weigh as much as the body's many. Other embedders read both as one text.

    Returns:
        Shape (number of chunks, dimension), rows of length 1; zeros for a chunk without any word.

    Raises:
        EmbedderError: the model or its service failed.
    """
    heads = [chunk_head(chunk) for chunk in chunks]
    if not embedder.separate_head:
        return embedder.embed_documents([f"{head}\n{chunk.text}" for head, chunk in zip(heads, chunks, strict=True)])
    vectors = embedder.embed_documents(heads)
    vectors += embedder.embed_documents([chunk.text for chunk in chunks])
    return unit_rows(vectors)
