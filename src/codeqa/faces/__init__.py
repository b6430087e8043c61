"""The faces: each parses what a person or program asks, calls `Codebase`, and shows what it gives."""
