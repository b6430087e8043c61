"""Finding evidence: queries read, candidates ranked, the reference graph walked."""
