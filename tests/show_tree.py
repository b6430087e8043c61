"""Prints a file's syntax tree as its grammar sees it, to write queries by: ``python tests/show_tree.py FILE``.

Each line has a node's field, its type, its first line and, where it has no children, its text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import tree_sitter

from codeqa.index.parse import Syntax
from codeqa.index.read import HEAD_CHARACTERS, read_source
from codeqa.languages.registry import load_languages

LONGEST_TEXT = 60


def tree_lines(node: tree_sitter.Node, depth: int = 0, field: str | None = None) -> Iterator[str]:
    """The tree under a node. Tokens without a name (``"{"``) are in quotes, as a query names them."""
    label = node.type if node.is_named else f'"{node.type}"'
    text = ""
    if node.is_named and not node.child_count and node.text is not None:
        text = f"  {node.text.decode('utf-8', 'replace')[:LONGEST_TEXT]!r}"
    yield f"{'  ' * depth}{f'{field}: ' if field else ''}{label}  {node.start_point.row + 1}{text}"
    for index, child in enumerate(node.children):
        yield from tree_lines(child, depth + 1, node.field_name_for_child(index))


def main(path: Path) -> None:
    text = read_source(path).text
    language = load_languages().detect(path.name, text[:HEAD_CHARACTERS])
    if language is None or not language.is_code:
        sys.exit(f"{path}: no language with a grammar.")
    print("\n".join(tree_lines(Syntax(language, text).root)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
