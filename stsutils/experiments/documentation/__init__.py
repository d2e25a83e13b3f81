"""What the documentation of sentence-transformers says, and what in CoSENT does it."""
