"""Sentence similarity based on contexts (Sun et al. 2022): its tables and ablations."""
