"""Rank correlation with its ceiling, and intervals over test pairs and seeds: numpy, no model."""

from stsutils.statistics.correlation import (
    DRAWS,
    bootstrap_copies,
    bootstrap_indices,
    bootstrap_spearman,
    spearman,
    tie_ceiling,
)
from stsutils.statistics.intervals import (
    Decision,
    Estimate,
    contrast,
    decide_together,
    estimate,
    holm_levels,
)

__all__ = [
    "DRAWS",
    "Decision",
    "Estimate",
    "bootstrap_copies",
    "bootstrap_indices",
    "bootstrap_spearman",
    "contrast",
    "decide_together",
    "estimate",
    "holm_levels",
    "spearman",
    "tie_ceiling",
]
