"""Numbers made of several records, or of a training's curve, for cells that no run holds alone."""

import math
from collections.abc import Mapping

import numpy as np

from stsutils.claims import FLOOR
from stsutils.errors import UserError
from stsutils.ledger import Record
from stsutils.report.chance import draws_of


def derive(
    how: str, parts: list[tuple[str, Record]], factors: Mapping[str, float] | None = None
) -> tuple[float, np.ndarray | None]:
    """The number, and its bootstrap draws where it has any, from (metric, record) of one seed.

    ``factors`` spread the draws of older records (`stsutils.report.chance.widenings`).
    The ways are those of `stsutils.experiments.Derived`. Draws of a mean over several test sets
    are the means of their draws: the sets are drawn independently. NaN where a training diverged.
    """
    if any(record.diverged for _, record in parts):
        return math.nan, None
    if how == "mean":
        return _mean(parts, factors)
    if how == "gain":
        half = len(parts) // 2
        trained, draws = _mean(parts[:half], factors)
        start, draws_before = _mean(parts[half:], factors)
        known = draws is not None and draws_before is not None
        return trained - start, draws - draws_before if known else None
    if how == "first epoch":
        return _first_epoch(parts[0][1]), None
    curves = [_curve(record) for _, record in parts]
    scores = curves[0][1]
    of_curve = {"whole training": scores.mean(), "best": scores.max(), "last": scores[-1]}
    if how in of_curve:
        return float(of_curve[how]), None
    return steps_share(*curves, 0.95 if how == "steps to 95 %" else 1.0), None


def _mean(parts, factors) -> tuple[float, np.ndarray | None]:
    mean = float(np.mean([record.number(metric) for metric, record in parts]))
    draws = [draws_of(record, metric, factors or {}) for metric, record in parts]
    return mean, None if any(d is None for d in draws) else np.mean(draws, axis=0)


def looks(record: Record) -> list[dict]:
    """The lines of a training's curve that have a validation score."""
    return [line for line in record.curve if line.get("validation") is not None]


def _curve(record: Record) -> np.ndarray:
    """Steps and validation scores of a training."""
    if not looks(record):
        raise UserError(f"record {record.run.id} has no training curve with validation scores")
    return np.array([(line["step"], line["validation"]) for line in looks(record)], float).T


def _first_epoch(record: Record) -> float:
    for line in looks(record):
        if line.get("epoch") == 1:
            return float(line["validation"])
    raise UserError(f"record {record.run.id}: its curve has no line at the end of epoch 1")


def steps_share(a: tuple, b: tuple, share: float) -> float:
    """Steps in which a reaches b's goal over the steps that b takes, crossings interpolated.

    Where b never learned the task (best score below the floor) there is no goal: NaN. Where a
    never arrives, its whole training counts: fewer steps than it needs, so this flatters a.
    """
    goal = share * b[1].max()
    if b[1].max() <= FLOOR:
        return float("nan")
    return _crossing(a, goal) / _crossing(b, goal)


def _crossing(curve: tuple, goal: float) -> float:
    """The step at which a curve reaches the goal, between two looks; its last step if never."""
    steps, scores = curve
    above = np.flatnonzero(scores >= goal)
    if not len(above):
        return float(steps[-1])
    before = slice(max(above[0] - 1, 0), above[0] + 1)
    return float(np.interp(goal, scores[before], steps[before]))
