"""Asks semble, for peers.py. Runs in an environment that has ``semble`` and ``wordllama``."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path


def main() -> None:
    job = json.loads(sys.stdin.read())
    from semble import ContentType, SembleIndex

    with tempfile.TemporaryDirectory() as folder:
        model(Path(folder))
        started = time.perf_counter()
        index = SembleIndex.from_path(job["root"], content=(ContentType.CODE, ContentType.DOCS), model_path=folder)
        indexing = time.perf_counter() - started
        found, seconds = [], []
        for query in job["queries"]:
            started = time.perf_counter()
            results = index.search(query, top_k=job["depth"])
            seconds.append(time.perf_counter() - started)
            chunks = [one.chunk for one in results]
            found.append([[one.file_path, one.start_line, one.end_line, len(one.content)] for one in chunks])
    print(json.dumps({"indexing": indexing, "found": found, "seconds": seconds}))


def model(folder: Path) -> None:
    """Writes wordllama's vectors as a model2vec model."""
    from importlib.util import find_spec

    from model2vec import StaticModel
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    spec = find_spec("wordllama")
    if spec is None or spec.origin is None:
        sys.exit("wordllama is not installed beside semble.")
    package = Path(spec.origin).parent
    weights = next(package.glob("weights/*_256.safetensors"))
    vectors = load_file(weights)["embedding.weight"]
    tokenizer = Tokenizer.from_file(str(next(package.glob("tokenizers/*_config.json"))))
    StaticModel(vectors=vectors.astype("float32"), tokenizer=tokenizer).save_pretrained(folder)


if __name__ == "__main__":
    main()
