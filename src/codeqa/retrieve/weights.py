"""What each signal counts. Every number has its reason; none was fitted to the third decimal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Signals of ranking. Setting one to 0 (or 1, for factors) turns it off, which is how ablations are made."""

    names: float = 1.0
    """BM25 of a chunk's names (path, symbol, signature) beside that of its text, which counts 1."""
    vector: float = 1.0
    """Similarity of vectors beside BM25: the two legs find different things about equally often."""
    vector_symbol: float = 0.3
    """The same for a bare name: it is to be found as it is written."""
    vector_long: float = 0.4
    """The same for a long question, whose vector is the mean of too much."""
    defines: float = 0.6
    """The chunk defines what the query names."""
    defines_symbol: float = 1.5
    """The same for a bare name, which asks for nothing else."""
    named_after: float = 0.3
    """The file is named after what it defines, too."""
    path: float = 0.3
    """Share of the query's tokens that are in the path."""
    file: float = 0.5
    """The file's other good chunks: half of what they have above half of the best."""
    test: float = 0.3
    aside: float = 0.6
    """Factor for examples, vendored and generated files."""
    prose: float = 0.6
    """Factor for documentation and configuration, unless prose is asked for: people ask about code."""
    prose_wanted: float = 1.2


DEFAULT_WEIGHTS = Weights()
