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
    means = {}
    for name in ((row, column) for row in rows):
        number = found[name].estimate() if name in found else None
        if number is not None and 0 < number.half_width() < float("inf"):
            means[name] = number.value
    if len(means) < 2:
        return {}
    best = max(means, key=means.get)
    marked = {best: BEST}
    for name in means.keys() - {best}:
        gap = difference(found[best], found[name])
        if gap is not None and gap.interval()[0] <= 0:
            marked[name] = TIED
    return marked
