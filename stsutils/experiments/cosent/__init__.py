"""The tables and figures of the CoSENT paper."""
