"""One file a loss: a pure function with its formula, and its `ENTRY` for the index."""
