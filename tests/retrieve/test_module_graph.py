"""A repository from afar."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codeqa.model import SourceFile
from codeqa.retrieve.modules import module_graph


def file(path: str, lines: int = 10) -> SourceFile:
    return SourceFile(path, "python", 1, 1, "", lines)


def test_a_small_repository_is_drawn_file_by_file() -> None:
    graph = module_graph(
        [file("a.py"), file("b/c.py")], {("a.py", "b/c.py"): 3, ("a.py", "x.py"): 1}, {"b/c.py": 0.9}, 9
    )
    assert [one.path for one in graph.nodes] == ["b/c.py", "a.py"]
    assert [(one.source, one.target, one.references) for one in graph.edges] == [("a.py", "b/c.py", 3)]


def test_folders_that_matter_little_are_merged_into_those_around_them() -> None:
    files = [file(f"src/{folder}/{n}.py") for folder in ("core", "extra", "other") for n in range(20)]
    links = {("src/core/1.py", "src/other/1.py"): 2, ("src/extra/1.py", "src/other/1.py"): 5}
    graph = module_graph(files, links, {"src/core/1.py": 0.5, "src/other/1.py": 0.4}, 3)
    assert {(one.path, one.files) for one in graph.nodes} == {("src/core", 20), ("src/other", 20), ("src/extra", 20)}
    graph = module_graph(files, links, {"src/core/1.py": 0.5, "src/other/1.py": 0.4}, 2)
    assert {(one.path, one.files) for one in graph.nodes} == {("src/core", 20), ("src", 40)}
    assert [(one.source, one.target, one.references) for one in graph.edges] == [("src/core", "src", 2)]


@given(
    st.sets(st.lists(st.sampled_from("abc"), min_size=1, max_size=5).map(lambda parts: "/".join(parts) + ".py")),
    st.integers(1, 10),
)
def test_every_file_is_in_one_module_and_there_are_few_enough(paths: set[str], limit: int) -> None:
    graph = module_graph([file(path) for path in sorted(paths)], {}, {}, limit)
    assert sum(one.files for one in graph.nodes) == len(paths)
    assert len(graph.nodes) <= limit
