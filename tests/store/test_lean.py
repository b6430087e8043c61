"""LanceDB without the client that it loads for services elsewhere, which is there as soon as it is used."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from codeqa.store.lean import CLIENT, import_lancedb

lancedb = import_lancedb()
assert CLIENT not in sys.modules
import lance_namespace
assert lance_namespace.LanceNamespace.__module__.startswith("lance_namespace")
late = lance_namespace.CreateTableRequest
assert not isinstance(3, late) and CLIENT not in sys.modules
request = late(id=["a", "b"])
assert request.id == ["a", "b"] and CLIENT in sys.modules
from lance_namespace_urllib3_client.models import CreateTableRequest
assert type(request) is CreateTableRequest and isinstance(request, late)
assert late.from_dict({"id": ["a"]}).id == ["a"]
assert import_lancedb() is lancedb is sys.modules["lancedb"]
print("done")
"""


def test_the_client_is_loaded_when_it_is_used() -> None:
    # In a process of its own: others here have loaded LanceDB already.
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert run.stdout == "done\n", run.stderr


def test_lancedb_loaded_by_somebody_else_is_taken_as_it_is() -> None:
    program = "import lancedb\nfrom codeqa.store.lean import import_lancedb\nassert import_lancedb() is lancedb"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0
