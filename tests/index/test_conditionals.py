"""Which branches of conditionals are parsed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from codeqa.index.conditionals import first_branches
from codeqa.index.parse import Syntax
from codeqa.languages.registry import load_languages

C = load_languages().named("c")

SPLIT = """int read(int a)
{
#ifdef FAST
  if(a) {
#else
  if(!a) {
#endif
    go();
  }
  return 1;
}
"""
ALTERNATIVES = """#ifdef FAST
int read(int a) { return go(a); }
#else
int read(int a) { return a; }
#endif
int broken( { ;
"""
SPLIT_HEAD = """#if defined(FAST) && \\
    !defined(SLOW)
int read(int a) {
#elif defined(OLD)
int read(a) {
#else
int read(void) {
#endif
  return go();
}
"""


def test_a_branch_that_opens_what_another_closes_is_parsed_alone() -> None:
    kept = first_branches(SPLIT.encode(), set()).decode().split("\n")
    assert [line.strip() for line in kept if line.strip()] == [
        *("int read(int a)", "{", "if(a) {", "go();", "}", "return 1;", "}")
    ]
    assert Syntax(C, SPLIT).broken_lines() == 0


def test_a_function_with_several_heads_has_the_first() -> None:
    kept = first_branches(SPLIT_HEAD.encode(), set()).decode()
    assert kept.split() == "int read(int a) { return go(); }".split()


def test_whole_definitions_are_kept_in_all_branches() -> None:
    assert first_branches(ALTERNATIVES.encode(), {5}) == ALTERNATIVES.encode()


def test_an_outer_conditional_is_not_taken_for_what_an_inner_one_breaks() -> None:
    inner = "\n".join(f"  {line}" for line in SPLIT.split("\n"))
    both = f"#if A\n{inner}\n#else\nint other;\n#endif\n"
    assert "int other;" in first_branches(both.encode(), set()).decode()


def test_what_is_not_closed_is_left_alone() -> None:
    assert first_branches(b"#if A\n{\n#else\n", {1}) == b"#if A\n{\n#else\n"
    assert first_branches(b"#endif\n#else\n", {0}) == b"#endif\n#else\n"


def test_depth_costs_nothing() -> None:
    deep = b"#if A\n{\n" * 3000 + b"#else\n#endif\n" * 3000
    assert len(first_branches(deep, {1})) == len(deep)


@given(
    st.lists(st.sampled_from(["#if A", "#else", "#elif B", "#endif", "{", "}", "int a;", " #define X {", "\\"])),
    st.sets(st.integers(0, 20)),
)
def test_places_stay_the_same(lines: list[str], broken: set[int]) -> None:
    source = "\n".join(lines).encode()
    kept = first_branches(source, broken)
    assert len(kept) == len(source)
    assert all(new in (old, 32) for old, new in zip(source, kept, strict=True))
