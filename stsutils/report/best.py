"""The best of a column, and what is tied with it: a table's largest number alone says too much."""

from collections.abc import Iterable, Mapping

from stsutils.claims import CellName
from stsutils.experiments import Experiment
from stsutils.report.measured import Measured, difference

#: Marks behind a number, and what stands below a table that has them.
BEST, TIED = " ▲", " △"
KEY = (
    "▲ highest mean of its column; △ tied with it: the 95 % interval of their difference, paired "
    "by seed and test pair, holds 0"
)


def higher_is_better(experiment: Experiment) -> bool:
    """Whether all numbers of a table are correlations, of which the larger is the better one."""
    return experiment.floor is not None and experiment.metric.startswith("Spearman's ρ × 100")


def marks(
    found: Mapping[CellName, Measured], rows: Iterable[str], column: str
) -> dict[CellName, str]:
    """Cell → `BEST` or `TIED`, of a column's ``rows``.

    Empty where no two rows have an interval: of single numbers nobody knows which is ahead.
    """
    numbers = {(row, column): found[row, column] for row in rows if (row, column) in found}
    known = {name: one for name, one in numbers.items() if 0 < one.estimate().se < float("inf")}
    known = {name: one for name, one in known.items() if one.fixed or len(one.values) > 1}
    if len(known) < 2:
        return {}
    best = max(known, key=lambda name: known[name].estimate().value)
    marked = {best: BEST}
    for name, one in known.items():
        gap = difference(known[best], one)
        if name != best and gap is not None and gap.interval()[0] <= 0:
            marked[name] = TIED
    return marked
