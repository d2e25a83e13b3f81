"""Whether the trainings of a line have learned anything: their mean test score above their start.

Where every training of a line ends at or below the encoder that it started from, the line compares
accidents and is not tested. A training against an encoder that was not trained always counts. The
start is looked up by settings, whichever table has had it made.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from stsutils.experiments import Cell, Derived, Tuned, is_untrained, parts_of, resolve
from stsutils.experiments.common.sets import MISLED
from stsutils.ledger import Ledger
from stsutils.report.chance import FOLDS
from stsutils.report.measured import Measured, Whole, deterministic

#: Recipes that train an encoder and test it on pairs or triplets, as its start can be tested.
TRAININGS = ("finetune-1", "interaction-1", "transfer-1", "siamese-1")
TRAININGS += ("rank-vectors-1", "surrogate-1")
#: Recipes that can test an encoder as it is, on pairs.
AS_THEY_ARE = ("raw-1", "rank-vectors-1", "surrogate-1")


@dataclass(frozen=True)
class Learned:
    """Whether a cell is that of a training, and its mean ``gain``: None while a run is missing."""

    trained: bool
    gain: float | None = None


def is_tested(a: Learned, b: Learned) -> bool | None:
    """Whether a line of these two cells tells anything; None while a start is to be run."""
    trainings = [cell for cell in (a, b) if cell.trained]
    if len(trainings) < 2 or any((cell.gain or 0) > 0 for cell in trainings):
        return True
    return None if any(cell.gain is None for cell in trainings) else False


def is_misled(cell: Whole) -> bool:
    """Whether a training behind a cell has a rate chosen on pairs that mislead (`MISLED`)."""
    chosen = (part.candidates[0] for part in parts_of(cell) if isinstance(part, Tuned))
    return any(settings.get("train", "").startswith(MISLED) for settings in chosen)


@functools.lru_cache(maxsize=8)
def learning(measure: Callable[[Whole], Measured]) -> Callable[[Whole], Learned]:
    """A function from a cell to what its training has gained, by numbers that ``measure`` reads.

    The gain is that in the test score that the cell's own number is about: of an average the gain
    of the average, of a number read off a curve that of the training, the first of the two that a
    share of steps compares. An interaction model has to beat the cosine of the untrained encoder by
    mean pooling. What has no start that could be tested (a head that names classes, a distance to
    harvested similarities) counts as no training: it is compared as it is.
    """
    starts = functools.cache(_starts)
    return functools.cache(lambda cell: _learned(cell, measure, starts))


def _learned(cell: Whole, measure: Callable, starts: Callable) -> Learned:
    # the trainings behind the cell; of a number read off curves the first alone
    average = getattr(cell, "how", "mean") in ("mean", "gain")
    parts = parts_of(cell) if average else parts_of(cell)[:1]
    trainings = [p for p in parts if p.recipe in TRAININGS and not deterministic(p)]
    settled = [resolve(part, Ledger()) for part in trainings]
    if None in settled:
        return Learned(True)
    scored = [_scored(part) for part in settled]
    if not trainings or None in scored:
        return Learned(False)

    # their scores beside those of no training
    before = [_before(part, starts) for part in scored]
    if None in before:
        return Learned(True)
    score, start = (measure(Derived("mean", tuple(own))) for own in (scored, before))
    return Learned(True, score.mean - start.mean if score.values and start.values else None)


def _scored(settled: Cell) -> Cell | None:
    """The test score of the training behind a cell; None where its start cannot be tested."""
    settings, metric = settled.settings, settled.metric
    if settled.recipe == "transfer-1":
        return settled
    if metric.startswith(FOLDS):
        return replace(settled, metric=FOLDS)
    tests = [*settings.get("test", ()), *settings.get("triplets", ())]
    named = [test for test in tests if metric == test or metric.startswith(test + " ")]
    if not tests or (not named and metric.endswith(" accuracy")) or metric == "L2":
        return None
    return replace(settled, metric=max(named, key=len, default=tests[0]))


def _before(trained: Cell, starts: Callable) -> Cell | None:
    """No training with the same encoder and pooling, on the same rows; None where not run.

    What starts from a training of its own (``before``) is to beat that one.
    """
    settings = trained.settings
    if trained.recipe == "transfer-1":
        return replace(trained, settings={**settings, "training": None})
    if before := settings.get("before"):
        around = {key: settings[key] for key in ("encoder", "pooling", "test")}
        return replace(trained, settings={**before, **around})
    metric = settings["folds"]["train"] if trained.metric == FOLDS else trained.metric
    for record in starts().get(_start(settings), ()):
        if metric in record.metrics:
            return Cell(record.run.settings, metric, record.run.recipe)
    return None


def _starts() -> dict[tuple, list]:
    """The records of untrained encoders, by encoder, layers, pooling and length."""
    records: dict[tuple, list] = {}
    for recipe in AS_THEY_ARE:
        for record in Ledger().records(recipe):
            if is_untrained(recipe, record.run.settings):
                records.setdefault(_start(record.run.settings), []).append(record)
    return records


def _start(settings) -> tuple:
    pooling = settings.get("pooling", "mean")  # an interaction model has none
    return settings["encoder"], settings.get("layers"), pooling, settings.get("max_length", 128)
