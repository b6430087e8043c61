"""The embedders, behind one interface."""

from __future__ import annotations

from codeqa.embed.base import Embedder, Vectors
from codeqa.embed.load import DEFAULT_EMBEDDER, load_embedder

__all__ = ["DEFAULT_EMBEDDER", "Embedder", "Vectors", "load_embedder"]
