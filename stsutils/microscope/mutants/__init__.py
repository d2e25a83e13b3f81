"""Mutants: one small mistake each, put into a loss's own source. The checks must notice them all.

A mutant that lives shows a check that is missing. A mutant whose old text is gone from the source
is an error, so that the list follows the code.
"""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

import pandas as pd

from stsutils.microscope.checks import each_check
from stsutils.microscope.mutants.on_cosines import ON_COSINES
from stsutils.microscope.mutants.on_embeddings import ON_EMBEDDINGS
from stsutils.microscope.mutants.on_predictions import ON_PREDICTIONS
from stsutils.microscope.mutants.on_rows import ON_ROWS


@dataclass(frozen=True)
class Mutant:
    """Replace `old`, which stands exactly once in the loss's module, by `new`."""

    loss: str
    name: str
    old: str
    new: str


MUTANTS = tuple(
    Mutant(loss, *change)
    for loss, changes in (ON_COSINES | ON_EMBEDDINGS | ON_PREDICTIONS | ON_ROWS).items()
    for change in changes
)


def build(mutant: Mutant) -> Callable:
    """Return the loss function with the mutant's mistake in it.

    Raises ValueError if the old text does not stand exactly once in the loss's source.
    """
    source = inspect.getsource(importlib.import_module(f"stsutils.losses.{mutant.loss}"))
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
    candidate = build(mutant)
    results = each_check(candidate, mutant.loss)
    return next((result.name for result in results if not result.passed), None)


def killed(loss: str | None = None) -> pd.DataFrame:
    """Return the table of mutants (of one loss, or all): loss, mutant, killed_by."""
    chosen = [mutant for mutant in MUTANTS if loss in (None, mutant.loss)]
    rows = [(mutant.loss, mutant.name, kill(mutant)) for mutant in chosen]
    return pd.DataFrame(rows, columns=["loss", "mutant", "killed_by"])
