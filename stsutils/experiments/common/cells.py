"""A table's cells: one run's number, a choice among runs, or a number made of several."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from stsutils.errors import UserError
from stsutils.ledger import Run


@dataclass(frozen=True)
class Cell:
    """One number of a table: ``metric`` of the run ``recipe(settings, seed)``."""

    settings: dict
    metric: str
    recipe: str = "finetune-1"


@dataclass(frozen=True)
class Tuned:
    """A cell whose settings are chosen among ``candidates``, the same number for every method.

    The candidate with the highest mean of the metric ``choose_by`` over the tuning ``seeds`` wins;
    the first of equals. ``choose_by`` is a validation number, never the table's ``metric``.
    ``judges`` are the runs that are looked at, one a candidate: the candidates themselves, unless
    a choice made once, such as a loss' learning rate, serves many tables.
    """

    candidates: tuple[dict, ...]
    metric: str
    choose_by: str = "validation"
    seeds: tuple[int, ...] = (0, 1)
    recipe: str = "finetune-1"
    judges: tuple[dict, ...] = ()
    judge_recipe: str = "finetune-1"

    def __post_init__(self):
        """Refuse a choice that is none, or that looks at the test number."""
        if not self.candidates or not self.seeds:
            raise UserError("a tuned cell needs a candidate and a tuning seed at least")
        if self.choose_by == self.metric:
            raise UserError(f"a tuned cell is chosen by {self.choose_by!r}, its own test metric")
        if self.judges and len(self.judges) != len(self.candidates):
            raise UserError(
                f"{len(self.judges)} judges for {len(self.candidates)} candidates: one each"
            )

    def tuning(self) -> list[Run]:
        """The runs that decide, seed by seed; none for a single candidate."""
        if len(self.candidates) == 1:
            return []
        recipe = self.judge_recipe if self.judges else self.recipe
        judges = self.judges or self.candidates
        return [Run(recipe, seed, settings) for seed in self.seeds for settings in judges]


@dataclass(frozen=True)
class Derived:
    """A number that no run holds alone, made seed by seed from the records of its ``parts``.

    ===================  =====================================================================
    ``how``              the number
    ===================  =====================================================================
    ``mean``             mean of the parts' metrics, such as a table's column Avg.
    ``gain``             mean of the first half of the parts less that of the second half: scores of
                         trained encoders, and those of no training in the same order
    ``first epoch``      validation score after one epoch
    ``whole training``   mean of the validation scores of the whole training
    ``best``, ``last``   the best validation score, and the last one
    ``steps to best``    parts a, b: steps in which a reaches b's best validation score, as a share
                         of the steps that b takes; 1 where a is b
    ``steps to 95 %``    the same for 95 % of b's best score
    ===================  =====================================================================
    """

    how: str
    parts: tuple[Cell | Tuned, ...]

    def __post_init__(self):
        """Refuse a way that does not exist, or the wrong number of parts."""
        wanted = {
            "mean": None,
            "gain": None,
            "first epoch": 1,
            "whole training": 1,
            "best": 1,
            "last": 1,
        }
        wanted |= {"steps to best": 2, "steps to 95 %": 2}
        if self.how not in wanted:
            raise UserError(f"derived: no way called {self.how!r}; there are {', '.join(wanted)}")
        odd = self.how == "gain" and len(self.parts) % 2
        if not self.parts or odd or wanted[self.how] not in (None, len(self.parts)):
            raise UserError(f"derived: {self.how!r} is not made of {len(self.parts)} parts")


def parts_of(cell: "Cell | Tuned | Derived") -> tuple[Cell | Tuned, ...]:
    """The cells whose runs make this one."""
    return cell.parts if isinstance(cell, Derived) else (cell,)


def resolve(cell: Cell | Tuned, ledger) -> Cell | None:
    """The cell with its settings chosen, from the ledger's records alone.

    ``ledger`` is a :class:`stsutils.ledger.Ledger`. None while a tuning run is missing. A run that
    diverged counts as the worst; one candidate needs no tuning.
    """
    if isinstance(cell, Cell):
        return cell
    best, best_mean = cell.candidates[0], -math.inf
    runs = [ledger.read(run) for run in cell.tuning()]
    if None in runs:
        return None
    for number, settings in enumerate(cell.candidates if runs else ()):
        records = runs[number :: len(cell.candidates)]
        for record in records:
            if cell.choose_by not in record.metrics:
                raise UserError(
                    f"record {record.run.id} has no metric {cell.choose_by!r} to choose by; "
                    f"it has {', '.join(sorted(record.metrics))}"
                )
        mean = sum(record.metrics[cell.choose_by] for record in records) / len(records)
        if mean > best_mean:  # False for NaN: a diverged run never wins
            best, best_mean = settings, mean
    return Cell(best, cell.metric, cell.recipe)


def is_untrained(recipe: str, settings: Mapping) -> bool:
    """Whether a run of these settings tests an encoder as it is."""
    if recipe == "surrogate-1":
        asis = settings.get("start", "pre-trained"), settings.get("structure", "siamese")
        learns = any(settings.get(key) for key in ("harvest", "then", "folds"))
        return asis == ("pre-trained", "siamese") and not learns
    without = recipe in ("transfer-1", "rank-vectors-1") and settings.get("training") is None
    return without or recipe == "raw-1"


def seedless(cell: Cell) -> bool:
    """Whether nothing in its recipe is random: one run, with seed 0, stands for every seed."""
    return is_untrained(cell.recipe, cell.settings) or cell.recipe in ("audit-1", "memory-1")
