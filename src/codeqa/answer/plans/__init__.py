"""One plan for each kind of question: what to look up, and how to lay it out for a person."""
