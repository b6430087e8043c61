"""From a question to an answer that shows its sources."""
