"""Languages as data: one folder each, with a small table and tree-sitter queries. No language has code of its own."""
