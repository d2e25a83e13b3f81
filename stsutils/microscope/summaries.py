"""What the microscope found, in one line: chapters print it, and the tables stand in one place."""

from stsutils.microscope.checks import check
from stsutils.microscope.mutants import killed


def summary(*losses: str) -> str:
    """``11 of 11 checks pass, 20 of 20 mutants are killed``, counted over these losses.

    Example:
        >>> summary("cosine_mse")
        'cosine_mse: 11 of 11 checks pass, 17 of 17 mutants are killed'
    """
    passed = [result.passed for loss in losses for result in check(loss)]
    dead = [one for loss in losses for one in killed(loss).killed_by.notna()]
    return (
        f"{', '.join(losses)}: {sum(passed)} of {len(passed)} checks pass, "
        f"{sum(dead)} of {len(dead)} mutants are killed"
    )
