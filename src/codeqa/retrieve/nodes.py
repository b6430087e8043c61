"""The definitions of an index as numbered nodes of its graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from codeqa.model import CONTAINERS, Definition, Kind, definition_id, path_of
from codeqa.retrieve.adjacency import Numbers

CLASS_LIKE = CONTAINERS | {Kind.MODULE}
"""Kinds that can have members and bases."""

NO_NODE = -1


@dataclass(frozen=True, eq=False)
class Nodes:
    """Definitions by path and line, then for each file whose code outside definitions refers to something a node.

    Attributes:
        table: the definitions' id, path, name, qualified_name, kind, parent, language, line.
        modules: paths of the files that have a node of their own.
        aside: True for nodes in tests, examples, vendored and generated files.
    """

    table: pa.Table
    modules: tuple[str, ...]
    aside: NDArray[np.bool_]

    @classmethod
    def of(cls, definitions: pa.Table, modules: Iterable[str], aside: Collection[str]) -> Nodes:
        """Numbers the nodes.

        Args:
            definitions: with the columns of ``table``.
            modules: paths of files that refer to something outside definitions.
            aside: paths of tests, examples, vendored and generated files.
        """
        table = definitions.sort_by([("path", "ascending"), ("line", "ascending"), ("id", "ascending")])
        table = table.combine_chunks()
        own = tuple(sorted(set(modules)))
        paths = pa.chunked_array([*table["path"].chunks, pa.array(own, pa.string())], pa.string())
        is_aside = pc.is_in(paths, value_set=pa.array(sorted(aside), pa.string())).to_numpy()
        return cls(table, own, is_aside)

    def __len__(self) -> int:
        return self.defined + len(self.modules)

    @property
    def defined(self) -> int:
        """How many nodes are definitions: the first ones."""
        return int(self.table.num_rows)

    def id(self, node: int) -> str:
        """A node's definition's id; for code outside definitions its path in the place of a name."""
        if node < self.defined:
            return str(self.table["id"][node].as_py())
        path = self.modules[node - self.defined]
        return definition_id(path, path)

    def path(self, node: int) -> str:
        """The file that a node lies in."""
        return path_of(self.id(node))

    def name(self, node: int) -> str:
        """A definition's qualified name; a file's path."""
        if node < self.defined:
            return str(self.table["qualified_name"][node].as_py())
        return self.modules[node - self.defined]

    def line(self, node: int) -> int:
        """The line of a definition's name; 1 for a file."""
        return int(self.table["line"][node].as_py()) if node < self.defined else 1

    def module(self, id: str) -> Definition | None:
        """A file's code outside definitions as something that has a place and a name; None for other ids."""
        path = path_of(id)
        if id != definition_id(path, path) or path not in self._module_numbers:
            return None
        return Definition(path, path.rpartition("/")[2], path, Kind.CODE, 1, 1, 1, 1, "")

    def numbers(self, ids: Iterable[str]) -> Numbers:
        """The nodes of ids; those that are not known are passed over."""
        found = (self._number_of.get(one, NO_NODE) for one in ids)
        return np.array([one for one in found if one != NO_NODE], dtype=np.int32)

    def rows(self, ids: pa.ChunkedArray | pa.Array) -> NDArray[np.int32]:
        """The node of each id, NO_NODE for null and for what is not known."""
        return _filled(pc.index_in(ids, value_set=self.table["id"].combine_chunks()))

    def module_rows(self, paths: pa.ChunkedArray | pa.Array) -> NDArray[np.int32]:
        """The node of the code outside definitions of each file, NO_NODE for files without one."""
        rows = _filled(pc.index_in(paths, value_set=pa.array(self.modules, pa.string())))
        return np.where(rows == NO_NODE, NO_NODE, rows + self.table.num_rows).astype(np.int32)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The files that nodes lie in, in order."""
        return tuple(sorted({*pc.unique(self.table["path"]).to_pylist(), *self.modules}))

    @cached_property
    def path_numbers(self) -> Numbers:
        """For each node the place of its file in ``paths``."""
        each = pa.chunked_array([*self.table["path"].chunks, pa.array(self.modules, pa.string())], pa.string())
        return _filled(pc.index_in(each, value_set=pa.array(self.paths, pa.string())))

    @cached_property
    def owners(self) -> Numbers:
        """For each node the class it is a member of, or the definition it lies in; NO_NODE at the top.

        A class is the first definition of its name in its file: parts and impl blocks add to it. A member that stands
        in another file than its class (Go, C++) belongs to the one of that name in the same folder, else to the only
        one.
        """
        owners = np.full(len(self), NO_NODE, dtype=np.int32)
        paths, parents = self.table["path"].to_pylist(), self.table["parent"].to_pylist()
        languages = self.table["language"].to_pylist()
        for node, parent in enumerate(parents):
            if parent is None:
                continue
            owner = self._number_of.get(definition_id(paths[node], parent), NO_NODE)
            owners[node] = owner if owner != NO_NODE else self._class_elsewhere(paths[node], languages[node], parent)
        return np.where(owners == NO_NODE, NO_NODE, self.classes[owners]).astype(np.int32)

    @cached_property
    def classes(self) -> Numbers:
        """For each node itself, but for parts and impl blocks the first definition of their class in the file."""
        itself = np.arange(len(self), dtype=np.int32)
        kinds = self.table["kind"].to_pylist()
        paths, names = self.table["path"].to_pylist(), self.table["qualified_name"].to_pylist()
        for node, kind in enumerate(kinds):
            if kind in CLASS_LIKE:
                first = self._number_of.get(definition_id(paths[node], names[node]), node)
                elsewhere = NO_NODE
                if kind == Kind.IMPL and kinds[first] == Kind.IMPL:
                    elsewhere = self._class_elsewhere(paths[node], self.table["language"][node].as_py(), names[node])
                itself[node] = first if elsewhere == NO_NODE else elsewhere
        return itself

    def of_kinds(self, kinds: Collection[Kind]) -> NDArray[np.bool_]:
        """True for the nodes of some kinds."""
        mask = pc.is_in(self.table["kind"], value_set=pa.array(sorted(kinds), pa.string())).to_numpy()
        return np.concatenate([mask, np.zeros(len(self.modules), dtype=np.bool_)])

    def _class_elsewhere(self, path: str, language: str, name: str) -> int:
        found = self._classes_by_name.get((language, name), ())
        near = [node for node in found if dirname(self.path(node)) == dirname(path)]
        return near[0] if near else found[0] if len(found) == 1 else NO_NODE

    @cached_property
    def _classes_by_name(self) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = defaultdict(list)
        is_class = np.flatnonzero(self.of_kinds(CLASS_LIKE - {Kind.IMPL}))
        some = self.table.take(pa.array(is_class))
        names, languages = some["qualified_name"].to_pylist(), some["language"].to_pylist()
        for node, name, language in zip(is_class.tolist(), names, languages, strict=True):
            found[language, name].append(node)
        return found

    @cached_property
    def _number_of(self) -> dict[str, int]:
        ids = {one: node for node, one in enumerate(self.table["id"].to_pylist())}
        return ids | {definition_id(path, path): self.table.num_rows + at for at, path in enumerate(self.modules)}

    @cached_property
    def _module_numbers(self) -> frozenset[str]:
        return frozenset(self.modules)


def _filled(rows: pa.Array | pa.ChunkedArray) -> NDArray[np.int32]:
    return np.asarray(pc.fill_null(rows, NO_NODE).to_numpy(), dtype=np.int32)
