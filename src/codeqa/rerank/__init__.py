"""Rerankers, one interface."""

from codeqa.rerank.base import Reranker, Scores
from codeqa.rerank.load import DEFAULT_RERANKER, load_reranker

__all__ = ["DEFAULT_RERANKER", "Reranker", "Scores", "load_reranker"]
