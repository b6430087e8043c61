"""What models want to read before a text: they were trained with different words before questions and documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Instruction:
    """Prefixes of documents and of questions."""

    document: str = ""
    query: str = ""


NONE: Final = Instruction()

_PASSAGES: Final = Instruction(query="Represent this sentence for searching relevant passages: ")
_TASK: Final = "Given a question about a codebase, retrieve the code that answers it"

INSTRUCTIONS: Final[tuple[tuple[str, Instruction], ...]] = (
    # A part of the model's name, lower-cased, and what its model card asks for. The first that fits counts.
    ("nomic-embed-text", Instruction("search_document: ", "search_query: ")),
    ("nomic-embed-code", Instruction(query="Represent this query for searching relevant code: ")),
    ("coderankembed", Instruction(query="Represent this query for searching relevant code: ")),
    (
        "jina-code-embeddings",
        Instruction(
            "Candidate code snippet:\n",
            "Find the most relevant code snippet given the following query:\n",
        ),
    ),
    ("qwen3-embedding", Instruction(query=f"Instruct: {_TASK}\nQuery:")),
    ("embeddinggemma", Instruction("title: none | text: ", "task: code retrieval | query: ")),
    ("arctic-embed2", Instruction(query="query: ")),
    ("arctic-embed-m-v2", Instruction(query="query: ")),
    ("arctic-embed-l-v2", Instruction(query="query: ")),
    ("arctic-embed", _PASSAGES),
    ("mxbai-embed", _PASSAGES),
    ("bge-small-en", _PASSAGES),
    ("bge-base-en", _PASSAGES),
    ("bge-large-en", _PASSAGES),
    ("e5-mistral", Instruction(query=f"Instruct: {_TASK}\nQuery: ")),
    ("multilingual-e5-large-instruct", Instruction(query=f"Instruct: {_TASK}\nQuery: ")),
    ("e5-", Instruction("passage: ", "query: ")),
)


def instruction_of(model: str) -> Instruction:
    """The prefixes for a model, by its name or path; empty ones where none are known.

    >>> instruction_of("nomic-embed-text:latest").query
    'search_query: '
    """
    name = model.lower()
    return next((instruction for part, instruction in INSTRUCTIONS if part in name), NONE)
