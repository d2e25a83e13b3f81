"""Training: one loop for every loss, on one process or on many."""

from stsutils.training.loop import fit
from stsutils.training.optimizer import decay_groups
