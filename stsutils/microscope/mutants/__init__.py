"""Mutants: one mistake each, put into a loss on purpose. The checks must notice them all.

Most are mistakes that any loss can have (`operators`), so that a new loss has its mutants by
itself; a few are put into a loss's own source (``by_hand.toml``). Each names the check that must
notice it; a check that no mutant names has no place. A mutant whose old text is gone from the
source is an error, so that the list follows the code.
"""

import importlib
import inspect
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pandas as pd

from stsutils.microscope.checks import check, one_check
from stsutils.microscope.mutants.operators import BATCHES, mistakes
from stsutils.microscope.properties import checks_of
from stsutils.microscope.subjects import SUBJECTS, subject


@dataclass(frozen=True)
class Mutant:
    """A loss with a mistake that `check` must notice.

    Either `change` makes it from the loss, or `old`, which stands exactly once in the loss's
    module, is replaced by `new`.
    """

    loss: str
    name: str
    check: str
    old: str = ""
    new: str = ""
    change: Callable[[Callable], Callable] | None = None


BY_HAND = tomllib.loads(Path(__file__).with_name("by_hand.toml").read_text(encoding="utf-8"))


def _mutants(loss: str) -> list[Mutant]:
    found = [Mutant(loss, **{"check": BATCHES, **facts}) for facts in BY_HAND.get(loss, ())]
    return found + [Mutant(loss, *facts, change=c) for *facts, c in mistakes(SUBJECTS[loss])]


MUTANTS = tuple(mutant for loss in SUBJECTS for mutant in _mutants(loss))


def build(mutant: Mutant) -> Callable:
    """Return the loss function with the mutant's mistake in it.

    Raises ValueError if the old text does not stand exactly once in the loss's source.
    """
    function = SUBJECTS[mutant.loss].function
    if mutant.change:
        return mutant.change(function)
    source = inspect.getsource(importlib.import_module(function.__module__))
    found = source.count(mutant.old)
    if found != 1:
        raise ValueError(
            f"Mutant {mutant.name!r} of {mutant.loss}: its old text {mutant.old!r} stands {found} "
            "times in the source, not once. Bring the mutant up to date."
        )
    module = ModuleType(f"mutant_{mutant.loss}")
    exec(compile(source.replace(mutant.old, mutant.new), module.__name__, "exec"), vars(module))
    return getattr(module, mutant.loss)


def kill(mutant: Mutant) -> str | None:
    """Return the name of the first check that fails on the mutant; None if it lives."""
    candidate, one = build(mutant), SUBJECTS[mutant.loss]
    results = (one_check(title, candidate, one) for title in checks_of(one))
    return next((result.name for result in results if not result.passed), None)


def killed(loss: str) -> pd.DataFrame:
    """Return the table of a loss's mutants: loss, mutant, killed_by."""
    subject(loss)  # refuses a name that is none
    rows = [(loss, mutant.name, kill(mutant)) for mutant in MUTANTS if mutant.loss == loss]
    return pd.DataFrame(rows, columns=["loss", "mutant", "killed_by"])


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
