"""Sets with more rows in place of a short cut: which of them a table still waits for.

The lab's tables began with 1,000 pairs of each set and mini-2, which left most claims undecided. A
set with more rows has all local ones, or 6,000, for two epochs, mini-3, whole tests or 5,000 pairs
of them, and for each loss a rate of its own by its validation pairs (`sets.rated`). Where a set has
no training rows here, its validation split is cut in two that share no sentence: one part trains,
the other chooses.

At 5,749 pairs of STS-B the seeds' standard deviation was 0.18 points in a trial, so with five seeds
the error of a difference comes from the test pairs. All sets were declared before their runs (but
for ATEC's rates), and each takes the short cut's place when all its seeds are there; until then no
verdict reads them. Claims and margins are older and stay.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.sets import MORE


def rest(
    experiment: Experiment,
    table: Callable[[str, Sequence[str]], dict],
    columns: Sequence[str],
    made: Sequence[str],
) -> Experiment:
    """The columns with more rows that are still to be run, as a table of the lab.

    ``table(tier, columns)`` has the cells of these columns, ``made`` are those that are run.
    """
    more = tuple(column + MORE for column in columns if column not in made)
    return replace(
        experiment,
        name=f"{experiment.name}-rest",
        title=f"{experiment.title}, more rows",
        cells=lambda tier: table(tier, more) if tier == "lab" else {},
        claims=(),
    )
