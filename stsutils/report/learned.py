"""Whether a training behind a cell has learned anything: its test score against no training.

A comparison of two trainings of which neither is better than the untrained encoder compares
accidents of the start. So a contrast counts only where one of its methods beats *no training* with
the same encoder and pooling on the same test rows. The untrained number is looked up by settings,
whichever table has had it made.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from stsutils.claims import Contrast, at_floor
from stsutils.experiments import Cell, Derived, Tuned, is_untrained, parts_of, resolve, seedless
from stsutils.ledger import Ledger
from stsutils.report.measured import Measured, difference, measuring
from stsutils.statistics import Estimate

#: Trainings of these recipes are judged by the same training's record of another: its test score.
SCORED_BY = {"cases-1": "finetune-1"}
TRAININGS = ("finetune-1", "cases-1", "interaction-1", "transfer-1", "siamese-1")
TRAININGS += ("rank-vectors-1", "surrogate-1")
#: Recipes that can test an encoder as it is, on pairs.
AS_THEY_ARE = ("raw-1", "rank-vectors-1", "surrogate-1")
#: What naming NLI's classes by chance scores; the three are about equally frequent in these sets.
CHANCE = {"snli": 1 / 3, "all_nli": 1 / 3, "demo_nli": 1 / 3}
#: A surrogate's distance to what it was harvested from, and the spread of that: a constant has its
#: square.
DISTANCE, SPREAD = "L2", "sd"
#: The score of a training in folds, which is tested on the rows that it was trained on in part.
FOLDS = "folds"


@dataclass(frozen=True)
class Learned:
    """What a cell's training has ``gained`` over no training; None while either is not run.

    ``score`` is the test score itself. ``trained`` is False for a cell without a training of an
    encoder.
    """

    trained: bool
    gained: Estimate | None = None
    score: Estimate | None = None

    def shown(self, level: float) -> bool:
        """Whether the gain's interval lies above 0, and the score's above the floor.

        An encoder may start below 0 where negative pairs share more words than positive ones; a
        training that ends at 0 has not learned the task.
        """
        if self.gained is None or self.score is None:
            return False
        return self.gained.interval(level)[0] > 0 and not at_floor([self.score.interval(level)[0]])


def is_testable(contrast: Contrast, a: Learned, b: Learned, level: float) -> bool | None:
    """Whether a contrast can say anything; None while an untrained number is to be run.

    That no training is better than a training (``a`` untrained, ``b`` trained) always can: that is
    no comparison of methods. Nor is one of two untrained encoders.
    """
    trained = [method for method in (a, b) if method.trained]
    if not trained or (contrast.kind == "greater" and not a.trained):
        return True
    if any(method.shown(level) for method in trained):
        return True
    return None if any(method.gained is None for method in trained) else False


def learning(seeds: int) -> Callable[[Cell | Tuned | Derived], Learned]:
    """A function from a cell to what its training has gained, over the first ``seeds`` seeds.

    Of an average that is the gain of the average; of a number read off a curve, the gain in the
    test score at the end of that training, the first of the two that a share of steps compares. An
    interaction model's own start is a head of random numbers, whose Spearman is 0 on average. To
    leave that is little: like any other training it has to beat the cosine of the untrained
    encoder, by mean pooling. A head that names the classes of NLI has learned where it names more
    than `CHANCE`. A distance to harvested similarities is no test score: what gave it has learned
    where it is nearer to them than a constant, by 1 - distance / variance.
    """
    measure, untrained = measuring(seeds), _Untrained()
    known: dict[str, Learned] = {}

    def learned(cell: Cell | Tuned | Derived) -> Learned:
        if (key := repr(cell)) not in known:
            known[key] = _learned(cell, measure, untrained)
        return known[key]

    return learned


def _learned(cell, measure, untrained: "_Untrained") -> Learned:
    # the trainings behind the cell; of a number read off curves the first alone
    average = getattr(cell, "how", "mean") in ("mean", "gain")
    parts = [part for part in parts_of(cell)[: None if average else 1] if _trains(part)]
    if not parts:
        return Learned(False)

    # those that are no test of similarity have a start that is known without a run
    chance = [CHANCE.get(part.metric.partition(":")[0]) for part in parts]
    if None not in chance and all(part.metric.endswith(" accuracy") for part in parts):
        return _above(measure(cell), chance[0])
    if all(part.metric == DISTANCE for part in parts):
        distance, spread = measure(cell), measure(replace(parts[0], metric=SPREAD))
        explained = {s: 1 - d / spread.values[s] ** 2 for s, d in distance.values.items()}
        return _above(Measured(explained, {}), 0.0)

    # all others: the mean of their test scores beside that of no training
    scored = [_scored(part) for part in parts]
    starts = [untrained.cell(part) for part in scored] if None not in scored else [None]
    if None in starts:
        return Learned(True)
    score = measure(Derived("mean", tuple(scored)))
    start = measure(Derived("mean", tuple(starts)))
    gained = difference(score, start) if score.values and start.values else None
    return Learned(True, gained, score.estimate())


def _above(score: Measured, start: float) -> Learned:
    """What was learned by a training whose start is a number that is known without a run."""
    draws = {seed: np.full_like(d, start) for seed, d in score.draws.items()}
    known = Measured(dict.fromkeys(score.values, start), draws)
    return Learned(True, difference(score, known), score.estimate())


def _trains(part: Cell | Tuned) -> bool:
    return part.recipe in TRAININGS and not (isinstance(part, Cell) and seedless(part))


def _scored(part: Cell | Tuned) -> Cell | None:
    """The test score of the training behind a cell; None where its settings are not chosen yet."""
    settled = resolve(part, Ledger())
    if settled is None or settled.recipe == "transfer-1":
        return settled
    settings, metric = dict(settled.settings), settled.metric
    if metric.startswith(FOLDS):
        return Cell(settings, FOLDS, settled.recipe)
    tests = settings.get("test") or settings.get("triplets") or []
    if not tests:
        return None
    named = [test for test in tests if metric == test or metric.startswith(test + " ")]
    recipe = SCORED_BY.get(settled.recipe, settled.recipe)
    if recipe != settled.recipe:
        settings = {k: v for k, v in settings.items() if k not in ("cases", "groups")}
        with_classes = settings | {"distributions": True}
        settings = with_classes if Ledger().seeds(recipe, with_classes) else settings
    return Cell(settings, max(named, key=len, default=tests[0]), recipe)


class _Untrained:
    """The untrained encoders of the ledger, by encoder, pooling and length."""

    def cell(self, trained: Cell) -> Cell | None:
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
        for record in self._records.get(_start(settings), ()):
            if metric in record.metrics:
                return Cell(record.run.settings, metric, record.run.recipe)
        return None

    @functools.cached_property
    def _records(self) -> dict[tuple, list]:
        records: dict[tuple, list] = {}
        for recipe in AS_THEY_ARE:
            for record in Ledger().records(recipe):
                if is_untrained(recipe, record.run.settings):
                    records.setdefault(_start(record.run.settings), []).append(record)
        return records


def _start(settings) -> tuple:
    pooling = settings.get("pooling", "mean")  # an interaction model has none
    return settings["encoder"], pooling, settings.get("max_length", 128)
