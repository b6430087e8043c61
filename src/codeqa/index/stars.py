"""Imports of everything in a module, which may import everything in others: which files lead to which."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

Paths = tuple[str, ...]


class StarImports:
    """The files that give a file all their names.

    Headers and barrels include one another in circles and by the thousand, so what can be reached through a module is
    worked out once for all modules of a circle, and kept as a bit for each file.

    Args:
        modules: for each file, the files of each module that it imports everything from, in its order.
    """

    def __init__(self, modules: Mapping[str, Sequence[Paths]]) -> None:
        self._modules = modules
        given = dict.fromkeys(path for every in modules.values() for paths in every for path in paths)
        self._bits = {path: at for at, path in enumerate(given)}
        self._reached = self._all_reached()

    def nearest(self, path: str, candidates: Collection[str]) -> list[str]:
        """Those of some files that a file gets all names of, directly or through others; the nearest first."""
        reached = [self._reached[paths] for paths in self._modules.get(path, ())]
        bits = ((one, self._bits.get(one)) for one in candidates)
        found = {
            one for one, bit in bits if bit is not None and any(each[bit >> 3] >> (bit & 7) & 1 for each in reached)
        }
        if len(found) < 2:
            return list(found)
        ordered: list[str] = []
        for one in self._outwards(path):
            if one in found:
                ordered.append(one)
                if len(ordered) == len(found):
                    break
        return ordered

    def _outwards(self, path: str) -> Iterator[str]:
        """All files that can be reached, each once, breadth first."""
        seen: set[str] = set()
        opened: set[Paths] = set()
        queue = [path]
        for one in queue:
            for paths in self._modules.get(one, ()):
                if paths in opened:
                    continue
                opened.add(paths)
                for target in paths:
                    if target not in seen:
                        seen.add(target)
                        queue.append(target)
                        yield target

    def _all_reached(self) -> dict[Paths, bytes]:
        """For each module a bit for each file that is reached through it, its own among them."""
        import rustworkx  # here, as workers that only parse need none of it

        # Modules of many files are nodes of their own: a thousand files that import such a one are no million edges.
        modules = dict.fromkeys(paths for every in self._modules.values() for paths in every)
        graph = rustworkx.PyDiGraph()
        nodes = {one: graph.add_node(one) for one in (*modules, *self._bits)}
        graph.add_edges_from_no_data([(nodes[paths], nodes[path]) for paths in modules for path in paths])
        graph.add_edges_from_no_data(
            [(nodes[path], nodes[paths]) for path in self._bits for paths in self._modules.get(path, ())]
        )
        size = len(self._bits) // 8 + 1
        masks: dict[int, int] = {}
        reached: dict[Paths, bytes] = {}
        for circle in rustworkx.strongly_connected_components(graph):  # each after those that it leads to
            ones = {graph[node] for node in circle}
            mask = sum(1 << self._bits[one] for one in ones if isinstance(one, str))
            for node in circle:
                for following in graph.successor_indices(node):
                    mask |= masks.get(following, 0)
            masks.update(dict.fromkeys(circle, mask))
            as_bytes = mask.to_bytes(size, "little")
            reached.update({one: as_bytes for one in ones if isinstance(one, tuple)})
        return reached
