"""`check(loss)`: does this function compute the loss it says it computes?

The candidate may be the package's own loss, a student's, or a mutant of it (see `mutants`); what
is checked stands in `properties`.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass

import pandas as pd

from stsutils.microscope.properties import checks_of
from stsutils.microscope.subject import Subject
from stsutils.microscope.subjects import subject


@dataclass(frozen=True)
class CheckResult:
    """One line of the report: the check's name, whether it passed, and what it saw."""

    name: str
    passed: bool
    detail: str


def check(
    loss: str | Callable, name: str | None = None, *, candidate: Callable | None = None
) -> list[CheckResult]:
    """Run every check on a loss and return one result a check.

    Args:
        loss: the name of a loss ("cosent"), or a function with its arguments.
        name: which loss the function is meant to be; by default its own name.
        candidate: the function to check, where `loss` is a name; by default the package's.

    Returns:
        A list of `CheckResult`; `as_frame` shows it as a table. A check that raises has failed.

    Example:
        >>> from stsutils.losses import cosine_mse
        >>> all(result.passed for result in check(cosine_mse))
        True
        >>> half = lambda cosines, labels: ((cosines - labels) ** 2).mean() / 2
        >>> [r.name for r in check(half, "cosine_mse") if not r.passed][0]
        'known angles'
    """
    if callable(loss):
        candidate, name = loss, name or loss.__name__
    one = subject(name or loss)
    return [one_check(title, candidate or one.function, one) for title in checks_of(one)]


def one_check(title: str, candidate: Callable, one: Subject) -> CheckResult:
    """Run one check; whatever a student's loss raises is a failed check."""
    try:
        return CheckResult(title, True, checks_of(one)[title](candidate, one))
    except Exception as error:
        said = str(error).strip().splitlines()
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        return CheckResult(title, False, kind + (said[0] if said else "no message"))


def as_frame(results: list[CheckResult]) -> pd.DataFrame:
    """Return the results as a table with the columns name, passed and detail."""
    return pd.DataFrame([asdict(result) for result in results])
