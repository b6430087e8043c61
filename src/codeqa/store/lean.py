"""LanceDB without the half second that it spends on a client for services elsewhere.

`import lancedb` loads, through `lance_namespace`, an HTTP client with a hundred generated models, which is most of the
time it takes and which a database in a folder never uses. Until somebody does use one of these models, a stand-in of
its name does; the first use loads the client itself, and nothing but the moment of loading differs.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

CLIENT: Final = "lance_namespace_urllib3_client"

_loading = threading.RLock()


def import_lancedb() -> ModuleType:
    """LanceDB, with that client loaded when it is first used."""
    loaded = sys.modules.get("lancedb")
    if loaded is not None:
        return loaded
    with _loading:
        if CLIENT in sys.modules or find_spec(CLIENT) is None:
            return importlib.import_module("lancedb")
        finder = _Finder()
        sys.meta_path.insert(0, finder)
        try:
            return importlib.import_module("lancedb")
        finally:
            sys.meta_path.remove(finder)
            _forget()


def _forget() -> None:
    """Takes the stand-ins' modules away, so that whoever imports the client from now on gets the client."""
    for name in [one for one in sys.modules if one == CLIENT or one.startswith(f"{CLIENT}.")]:
        if isinstance(sys.modules[name], _Module):
            del sys.modules[name]


class _Finder(MetaPathFinder, Loader):
    """Finds the client's modules, whatever they are called."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        is_ours = fullname == CLIENT or fullname.startswith(f"{CLIENT}.")
        return ModuleSpec(fullname, self, is_package=True) if is_ours else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


class _Module(ModuleType):
    """A module that has whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = _StandIn(name, (), {"_module": self.__name__})
        setattr(self, name, found)
        return found


class _StandIn(type):
    """A class of the client's until it is used: called, asked for an attribute or whether something is one of it."""

    def _real(cls) -> Any:
        return getattr(importlib.import_module(cls.__dict__["_module"]), cls.__name__)

    def __call__(cls, *arguments: Any, **keywords: Any) -> Any:
        return cls._real()(*arguments, **keywords)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):  # asked by Python itself and by whoever looks at annotations
            raise AttributeError(name)
        return getattr(cls._real(), name)

    def __instancecheck__(cls, instance: Any) -> bool:
        return CLIENT in sys.modules and isinstance(instance, cls._real())

    def __subclasscheck__(cls, subclass: type) -> bool:
        return CLIENT in sys.modules and issubclass(subclass, cls._real())
