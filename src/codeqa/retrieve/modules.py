"""A repository from afar: its folders, and how much the code of one refers to another's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from codeqa.model import Module, ModuleEdge, ModuleGraph, SourceFile

FEW_FILES = 30
"""A repository with at most this many files is drawn file by file."""


def module_graph(
    files: Sequence[SourceFile],
    links: Mapping[tuple[str, str], int],
    ranks: Mapping[str, float],
    limit: int,
) -> ModuleGraph:
    """Folders and the references between them; small and unimportant folders are merged into those around them.

    Args:
        files: the files to draw.
        links: how many references go from one file to another, by their paths.
        ranks: each file's share of the PageRank.
        limit: how many modules at most.
    """
    paths = {one.path for one in files}
    module_of = (
        {path: path for path in paths}
        if len(paths) <= min(FEW_FILES, limit)
        else _folded({path: path.rpartition("/")[0] or "." for path in paths}, ranks, limit)
    )
    counts: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    rank: dict[str, float] = {}
    for file in files:
        module = module_of[file.path]
        counts[module] += 1
        lines[module] += file.lines
        rank[module] = rank.get(module, 0.0) + ranks.get(file.path, 0.0)
    nodes = [Module(module, counts[module], lines[module], rank[module]) for module in counts]
    between: Counter[tuple[str, str]] = Counter()
    for (source, target), number in links.items():
        if source in paths and target in paths and module_of[source] != module_of[target]:
            between[module_of[source], module_of[target]] += number
    edges = [ModuleEdge(source, target, number) for (source, target), number in between.items()]
    return ModuleGraph(
        tuple(sorted(nodes, key=lambda one: (-one.rank, one.path))),
        tuple(sorted(edges, key=lambda one: (-one.references, one.source, one.target))),
    )


def _folded(folder_of: dict[str, str], ranks: Mapping[str, float], limit: int) -> dict[str, str]:
    """Merges the least important of the deepest folders into those around them until few enough are left."""
    module_of = dict(folder_of)
    while len(modules := set(module_of.values())) > limit:
        deepest = max(_depth(module) for module in modules)
        if deepest == 0:
            break
        weight: dict[str, float] = dict.fromkeys((one for one in modules if _depth(one) == deepest), 0.0)
        for path, module in module_of.items():
            if module in weight:
                weight[module] += ranks.get(path, 0.0)
        merged = _first(weight, len(modules) - limit)
        module_of = {
            path: (module.rpartition("/")[0] or ".") if module in merged else module
            for path, module in module_of.items()
        }
    return module_of


def _first(weight: Mapping[str, float], count: int) -> Collection[str]:
    return set(sorted(weight, key=lambda one: (weight[one], one))[:count])


def _depth(module: str) -> int:
    return 0 if module == "." else module.count("/") + 1
