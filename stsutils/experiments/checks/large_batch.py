"""Batches beyond the memory: CoSENT with 16 to 256 pairs a batch, gradients cached or not.

CoSENT compares every pair of a batch with every other, so a larger batch is another loss, with
fewer steps for the same rows. Gradient caching makes large batches fit; with it a batch of 64 gives
the same training up to rounding and dropout masks, which one row shows. Each batch size chooses its
rate; both rows of 64 have that of the plain one. A batch of 16 is Table IV's run.
"""

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import COSENT, LOWER_RATES, UNTRAINED, metric
from stsutils.experiments.common.trainings import choose, settings, untrained

COLUMN = "STS-B"
#: A larger batch takes fewer steps, so its rates go one step higher.
LARGE_RATES = (1.5e-4, 3e-4, 6e-4, 1.2e-3)
CHUNK = 1024
#: Row → (batch size, tokens in work at once, rates).
ROWS = {
    "batch of 16": (16, None, LOWER_RATES),
    "batch of 64": (64, None, LARGE_RATES),
    "batch of 64, cached": (64, CHUNK, LARGE_RATES),
    "batch of 256, cached": (256, CHUNK, (*LARGE_RATES, 2.4e-3)),
}


def cells(tier: str) -> dict:
    """Four ways through the same pairs, and no training."""
    cells = {(UNTRAINED, COLUMN): untrained(COLUMN, tier)}
    for row, (size, chunk, rates) in ROWS.items():
        run = settings(COSENT, COLUMN, tier, batch_size=size, chunk=chunk)
        judge = run | {"chunk": None} if size == 64 else run
        own = rates if tier == "lab" else None
        cells[row, COLUMN] = choose(run, metric(COLUMN, tier), own, judge)
    return cells


EXPERIMENT = Experiment("large-batch", "CoSENT by batch size, with gradient caching", cells)
