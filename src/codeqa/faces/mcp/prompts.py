"""Prompts: what people ask about codebases most, as ways through the tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codeqa.faces.mcp.server import CodeQAServer


def add_prompts(server: CodeQAServer) -> None:
    """Adds the prompts."""

    @server.prompt(title="Explain this codebase")
    def explain_codebase() -> str:
        """What the codebase does, how it is built and where to start reading."""
        return (
            "Explain this codebase to a developer who is new to it. Call ask_codebase with 'what is this repository "
            "about?' and outline without a path; then get_context for its two or three main flows. Say what it does, "
            "which parts it is made of and how they depend on each other, what happens from the entry point on in the "
            "main flow, and in which files to start reading. Name path:line for every statement; say what you could "
            "not find."
        )

    @server.prompt(title="Impact of a change")
    def impact_of_change(name: str) -> str:
        """What a change to a function, method or class would affect."""
        return (
            f"What would a change to `{name}` affect? Call find_definition for it with detail 'full'; find_references "
            "for all its uses; call_graph with direction 'callers' and depth 3. Group what you find: callers that "
            "would break at once, indirect ones, subclasses and overrides, tests that cover it, documentation. Say "
            "which places are uncertain ('likely', 'maybe') and in which order to make the change. Name path:line for "
            "each."
        )

    @server.prompt(title="Explain a symbol")
    def explain_symbol(name: str) -> str:
        """What a function, method or class does, how, and who uses it."""
        return (
            f"Explain `{name}`. Call find_definition for it with detail 'full', call_graph with direction 'callees', "
            "and find_references with a small limit. Say what it is for, how it works step by step, what it expects "
            "and gives back, which errors it raises, and who uses it for what. Name path:line for every statement."
        )

    @server.prompt(title="How two things are connected")
    def trace_route(start: str, end: str) -> str:
        """The way from one function, method or class to another."""
        return (
            f"How does `{start}` lead to `{end}`? Call call_graph for '{start}' with direction 'route' and to "
            f"'{end}'; read each step with read_source. Tell the way step by step, with what is handed on and under "
            "which conditions, and path:line for each step. Where there is no route, look at both names' callers and "
            "callees and say so."
        )

    @server.prompt(title="Where to make a change")
    def plan_change(task: str) -> str:
        """Which files a task concerns, and what in them."""
        return (
            f"Plan this change: {task}\nCall get_context with it, search_code for code that does something alike, and "
            "find_references for what you would touch. List the files and functions to change, in order, with what "
            "to do in each; what calls them and must stay working; the tests to extend. Name path:line for each. Do "
            "not change anything yet."
        )
