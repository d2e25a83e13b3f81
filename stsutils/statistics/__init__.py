"""Rank correlation with its ceiling, and intervals over test pairs and seeds: numpy, no model."""

from stsutils.statistics.correlation import (
    DRAWS,
    bootstrap_copies,
    bootstrap_indices,
    bootstrap_spearman,
    spearman,
    tie_ceiling,
)
from stsutils.statistics.decisions import Decision, decide_together, holm_levels
from stsutils.statistics.intervals import Estimate, contrast, estimate
from stsutils.statistics.pooling import Pooled, pool
