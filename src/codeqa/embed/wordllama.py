"""The default word vectors: those that the package wordllama carries. They load with no network.

The files are read without importing the package, whose import takes 0.2 s and sets up the program's root logger.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from codeqa.embed.base import Vectors
from codeqa.embed.static import StaticEmbedder
from codeqa.errors import EmbedderError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL: Final = "l2_supercat_256"
WEIGHTS: Final = "weights/l2_supercat_256.safetensors"
TOKENIZER: Final = "tokenizers/l2_supercat_tokenizer_config.json"
TENSOR: Final = "embedding.weight"


@cache
def load_wordllama() -> StaticEmbedder:
    """The default embedder, the same object each time.

    Raises:
        EmbedderError: the package or a file of it is missing or damaged.
    """
    return StaticEmbedder(PieceVectors.load(f"wordllama/{MODEL}", _package_folder()))


class PieceVectors:
    """A table of vectors for the pieces that a tokenizer cuts words into."""

    def __init__(self, name: str, tokenizer: Tokenizer, table: NDArray[np.floating]) -> None:
        self.name: Final = name
        self._tokenizer = tokenizer
        self._table = table

    @classmethod
    def load(cls, name: str, folder: Path) -> PieceVectors:
        """Read table and tokenizer. Their digest becomes part of the name.

        Raises:
            EmbedderError: a file is missing or damaged.
        """
        from safetensors import SafetensorError
        from safetensors.numpy import load
        from tokenizers import Tokenizer

        try:
            weights = (folder / WEIGHTS).read_bytes()
            tokenizer = (folder / TOKENIZER).read_bytes()
            table = load(weights)[TENSOR]
            pieces = Tokenizer.from_buffer(tokenizer)
        except (OSError, SafetensorError, KeyError, ValueError) as error:
            raise EmbedderError(
                f"The default word vectors cannot be read from {folder}: {error}. "
                'Install them again with: pip install --force-reinstall "wordllama>=0.4,<0.5"'
            ) from error
        digest = hashlib.blake2b(weights + tokenizer, digest_size=6).hexdigest()
        return cls(f"{name}@{digest}", pieces, table)

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        return int(self._table.shape[1])

    def sums(self, words: Sequence[str]) -> Vectors:
        """The sums of the vectors of the words' pieces, see ``WordVectors.sums``."""
        result = np.empty((len(words), self.dimension), dtype=np.float32)
        encode = self._tokenizer.encode
        for index, word in enumerate(words):
            # One at a time is faster here than encode_batch, and starts no threads that forked workers trip over.
            pieces = encode(word, add_special_tokens=False).ids
            result[index] = self._table[pieces].sum(axis=0, dtype=np.float32)
        return result


def _package_folder() -> Path:
    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise EmbedderError('The package wordllama is missing. Install it with: pip install "wordllama>=0.4,<0.5"')
    return Path(found.origin).parent
