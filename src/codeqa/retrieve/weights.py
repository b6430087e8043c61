"""What each signal counts. Every number has its reason, given with it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Signals of ranking files for a query. Setting one to 0 turns it off, which is how ablations are made.

    A file's score is a weighted sum of signals between 0 and 1, so that all weights are on one scale: what a signal at
    its fullest adds. They were fitted by a listwise logistic regression over the public queries of 28 repositories,
    cross-validated over repositories, and then rounded to halves.
    """

    best: float = 1.5
    """The file's best chunk by text and vector together: the thing itself."""
    others: float = 1.5
    """Its second and third best chunk: a file about the subject has more than one place that speaks of it."""
    text: float = 1.5
    """Its best chunk by text alone: words that meet literally are the surest sign."""
    file_vector: float = 1.0
    """The file's mean vector: what it is about as a whole."""
    path_vector: float = 1.0
    """The path's words by meaning: "folder" finds directory.rb."""
    defined: float = 1.5
    """Share of the query's words, by rarity, in names that the file defines."""
    named_after: float = 1.5
    """The file is named as a word of the query is."""
    words: float = 0.5
    """Share of the query's words, by rarity, anywhere in the file."""
    size: float = 1.5
    """Larger files are meant more often; logarithm of the chunks, 1 at about 150."""
    test: float = -2.0
    """Tests, unless asked for: they speak of everything and explain nothing."""
    aside: float = -1.0
    """Examples, vendored and generated files."""
    prose: float = -1.5
    """Files without code, unless prose is asked for: people ask about code, and find README.md by themselves."""
    definition: float = 3.0
    """A bare name's definition, whatever else a file has to say about the name."""
    place: float = 6.0
    """Lines that the query names itself, as a pasted traceback does: surer than any likeness."""


DEFAULT_WEIGHTS = Weights()
