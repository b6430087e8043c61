"""From a folder to facts: walk, read, classify, parse, chunk, resolve."""
