"""A table's rows at each rate that is as good by validation: ``max at rate 0.0002``."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import replace

from stsutils.experiments import Cell, Derived, Experiment, Tuned, choice, parts_of
from stsutils.ledger import Ledger
from stsutils.report.views.rates import rate_of

#: What stands between a row and its learning rate.
AT = " at rate "


def at_rates(table: Experiment) -> Experiment:
    """The table with a further row for each learning rate that its cells' choices find as good.

    A mean over sets has one where all of its trainings have it.
    """
    return replace(table, cells=_rated(table.cells, Ledger().state()))


@functools.lru_cache(maxsize=64)  # a page asks for its table link by link
def _rated(cells: Callable[[str], Mapping], state: tuple) -> Callable[[str], Mapping]:
    """The cells and those at a rate, while ``state`` is the ledger's."""

    def rated(tier: str) -> dict:
        found = dict(cells(tier))
        for (row, column), cell in list(found.items()):
            parts = [_by_rate(part) if isinstance(part, Tuned) else part for part in parts_of(cell)]
            tuned = [part for part in parts if isinstance(part, dict)]
            for rate in set.intersection(*map(set, tuned)) if tuned else ():
                fixed = tuple(part[rate] if isinstance(part, dict) else part for part in parts)
                own = replace(cell, parts=fixed) if isinstance(cell, Derived) else fixed[0]
                found[f"{row}{AT}{rate:.7f}".rstrip("0"), column] = own
        return found

    return rated


def _by_rate(part: Tuned) -> dict[float, Cell]:
    """By rate: the chosen settings and those as good; of two with one rate the chosen or first."""
    chosen = choice(part, Ledger())
    alike = (*chosen.near[::-1], chosen.best) if chosen else ()
    return {rate_of(cell.settings)[0]: cell for cell in alike}
