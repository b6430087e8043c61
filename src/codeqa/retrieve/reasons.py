"""Says in words why a chunk was found."""

from __future__ import annotations

from codeqa.retrieve.corpus import Corpus
from codeqa.retrieve.rank import Ranked

STRONG = 0.5
"""A signal is named when it reaches half of what it can be."""


def reasons_for(place: int, corpus: Corpus, ranked: Ranked) -> tuple[str, ...]:
    """The reasons, the strongest kind first.

    Args:
        place: the chunk's place in the corpus.
        corpus: the chunks.
        ranked: their scores.
    """
    file = int(corpus.file_of[place])
    of_file = {name: float(values[file]) for name, values in ranked.file_signals.items()}
    reasons = []
    if ranked.named[place] > 0:
        reasons.append("the query names this place")
    if place in ranked.definitions:
        reasons.append(f"defines {ranked.definitions[place][1]}")
    if ranked.chunks.text[place] >= STRONG:
        reasons.append("the words of the query")
    if ranked.chunks.vector[place] >= STRONG:
        reasons.append("similar in meaning")
    if of_file["named_after"] > 0:
        reasons.append("the file is named so")
    if of_file["defined"] >= STRONG:
        reasons.append("its file defines such names")
    if of_file["path_vector"] >= STRONG:
        reasons.append("the path is similar in meaning")
    if of_file["others"] >= 2 * STRONG:
        reasons.append("its file has more such places")
    return tuple(reasons) or ("nearest of what there is",)
