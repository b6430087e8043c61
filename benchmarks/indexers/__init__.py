"""Independent indexers, and what they say a name in the code means. Needed by benchmarks alone."""
