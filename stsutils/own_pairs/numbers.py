"""From the records of all trainings to the numbers of the comparison, ready for JSON."""

import math

import numpy as np
import pandas as pd

from stsutils import claims
from stsutils.data.rows import place
from stsutils.errors import Diverged, UserError
from stsutils.evaluation.decision import (
    best_threshold,
    decisions,
    f1_interval,
    trade_off,
    worst_errors,
)
from stsutils.experiments import Cell, Experiment
from stsutils.ledger import Record, Run
from stsutils.own_pairs.cut import groups_of
from stsutils.own_pairs.trainings import UNTRAINED, Trainings
from stsutils.report.measured import Measured, difference
from stsutils.statistics import decide_together, tie_ceiling


class Candidate:
    """One way to get cosines: a loss with its trainings, one a seed, or the untrained encoder."""

    def __init__(self, name: str, records: list[Record], seeds: int, this_one: bool = False):
        """``records`` are seed by seed; the one of the untrained encoder stands for every seed.

        With ``this_one`` a single training is taken as it is: no other seed is asked about.
        """
        self.name, fixed = name, this_one or name == UNTRAINED
        self.records = records * max(seeds, 1 + this_one) if fixed else records
        self.shown = 1 if this_one else len(self.records)
        self.lr = records[0].run.settings.get("lr")
        self.validation = [record.metrics["validation"] for record in self.records]
        self.best = int(np.argmax(self.validation))  # the seed whose model is kept
        self.cosines = self.records[self.best].predictions
        values = {seed: one.metrics["test"] for seed, one in enumerate(self.records)}
        draws = {seed: one.draws["test"] for seed, one in enumerate(self.records)}
        self.test = Measured(values, draws, fixed)

    def numbers(self) -> dict:
        """Spearman on both sides, with the interval over seeds and test pairs."""
        # no seed changes the untrained encoder: its only variance is the sample of test pairs
        estimate = self.test.over(range(max(2, len(self.records)))).estimate()
        low, high = estimate.interval()
        return {
            "name": self.name,
            "lr": self.lr,
            "validation": self.validation[: self.shown],
            "validation_mean": float(np.mean(self.validation)),
            "test": list(self.test.values.values())[: self.shown],
            "recall": self.recall(),
            "value": estimate.value,
            # an interval may stick out of what a correlation can be
            "low": max(-1.0, low) if math.isfinite(low) else None,
            "high": min(1.0, high) if math.isfinite(high) else None,
        }

    def recall(self) -> dict[str, float]:
        """``recall@k`` on the test pairs, mean over the seeds."""
        names = [name for name in self.records[0].metrics if name.startswith("recall@")]
        return {n: float(np.mean([one.metrics[n] for one in self.records])) for n in names}


def results(
    trainings: Trainings,
    raw: Experiment,
    trained: Experiment,
    key: str,
    one_loss: bool = False,
) -> dict:
    """Every number that the records give; ``key`` names the resamples of the test pairs.

    A loss is chosen if it is the best on validation and shown to be better than no training; with
    ``one_loss`` the one that was trained is chosen, whatever is shown.
    """
    candidates, diverged, this_one = [], [], one_loss and trained.seeds == 1
    for experiment in (raw, trained):
        for (name, _), cell in experiment.at("lab").items():
            records = records_of(cell, experiment.seeds, trainings)
            if any(record.diverged for record in records):
                diverged.append(name)
            else:
                candidates.append(Candidate(name, records, trained.seeds, this_one))
    if one_loss and len(candidates) < 2:
        raise Diverged(f"{diverged[0]} diverged: its loss is no number. Try a lower --lr")
    # on a tie the earlier one, so the untrained encoder where nothing was learned
    best = candidates[1] if one_loss else max(candidates, key=lambda c: np.mean(c.validation))
    numbers = [c.numbers() | {"decision": decision(c, trainings, key)} for c in candidates]
    floor = claims.at_floor([n["low"] for n in numbers if n["low"] is not None])
    apart = differences(best, [c for c in candidates if c is not best], floor)
    shown = any(d["b"] == UNTRAINED and d["outcome"] == claims.HOLDS for d in apart)
    chosen = best if shown or one_loss else candidates[0]
    test, column = trainings.parts["test"], trainings.labels.column
    return {
        "best": best.name,
        "chosen": {"name": chosen.name, "seed": chosen.best, "lr": chosen.lr},
        "ceiling": tie_ceiling(test[column].to_numpy()),
        "candidates": numbers,
        "diverged": diverged,
        "at_floor": floor,
        "differences": apart,
        "errors": errors(chosen, test, column),
        "test": {
            "labels": test[column].tolist(),
            "cosines": {c.name: c.cosines["test"].round(5).tolist() for c in candidates},
        },
    }


def differences(best: Candidate, others: list[Candidate], floor: bool) -> list[dict]:
    """best − other on the test pairs, paired by seed and by resample, with Holm's levels.

    Outcomes: ``holds`` (the best one of validation is better), ``fails`` (the other one is),
    ``open``; at the floor, where no candidate ranks these pairs at all, all are open.
    ``se**2 = se_pairs**2 + (sd_seeds**2 + sd_both**2) / seeds``: the test pairs, the seeds, and the
    interaction of both. More pairs shrink the first and the last, more seeds the last two. An
    interval that has no ends is None to None. ``detectable`` is at the level of the interval that
    stands beside it.
    """
    estimates = [difference(best.test, other.test) for other in others]
    decided = decide_together([(e, 0.0, "greater") for e in estimates])
    lines = []
    for other, e, one in zip(others, estimates, decided, strict=True):
        between, both = _spread(best.test, other.test)
        bounded = math.isfinite(one.low)
        lines.append(
            {
                "a": best.name,
                "b": other.name,
                "value": e.value,
                "se": e.se,
                "df": e.df,
                "se_pairs": e.se_pairs,
                "sd_seeds": math.sqrt(between - both),
                "sd_both": math.sqrt(both),
                "detectable": e.detectable(one.level) if bounded else None,
                "outcome": claims.OPEN if floor else one.outcome,
                "level": one.level,
                # two correlations are never further apart than 2
                "low": max(one.low, -2.0) if bounded else None,
                "high": min(one.high, 2.0) if bounded else None,
            }
        )
    return lines


def _spread(a: Measured, b: Measured) -> tuple[float, float]:
    """Variance of a − b over the seeds, and its part that is the seed × test-pair interaction."""
    seeds = len(a.values)
    if seeds < 2:
        return 0.0, 0.0
    between = float(np.var([a.values[s] - b.values[s] for s in a.values], ddof=1))
    draws = np.stack([a.draws[s] - b.draws[s] for s in a.draws])
    both = float((draws - draws.mean(axis=0)).var(axis=1).mean()) * seeds / (seeds - 1)
    return between, min(both, between)


def decision(candidate: Candidate, trainings: Trainings, key: str) -> dict | None:
    """The threshold of the kept model, chosen on validation, and what it does on test.

    In ``trade_off``, others: each the lowest with an ``aim``, its precision on validation.
    """
    column, middle = trainings.labels.column, trainings.labels.middle
    positive = {p: (rows[column] > middle).to_numpy() for p, rows in trainings.parts.items()}
    cosines, true = candidate.cosines, positive["test"]
    threshold = best_threshold(cosines["validation"], positive["validation"])
    if threshold is None:
        return None
    groups = groups_of(trainings.parts["test"])[0]
    low, high = f1_interval(cosines["test"], true, threshold, key, groups=groups)
    share = float(true.mean())  # what a model that calls every pair positive would get
    return {
        "threshold": threshold,
        **decisions(cosines["test"], true, threshold),
        "f1_low": low,
        "f1_high": high,
        "f1_of_always": 2 * share / (1 + share),
        "trade_off": [
            {
                "threshold": cut,
                "aim": decisions(cosines["validation"], positive["validation"], cut)["precision"],
                **decisions(cosines["test"], true, cut),
            }
            for cut in trade_off(cosines["validation"], positive["validation"])
        ],
    }


def errors(candidate: Candidate, test: pd.DataFrame, column: str) -> dict[str, list[dict]]:
    """The test pairs ranked most wrongly by the kept model, with their place in the file."""
    cosines = candidate.cosines["test"]

    def told(row: int, by_cosine: float, by_label: float) -> dict:
        pair = test.iloc[row]
        lines = {pair["row"]: pair["line"]} if "line" in test else None
        return {
            "where": place("", pair["row"], lines).removeprefix(", "),
            "sentence1": pair["sentence1"],
            "sentence2": pair["sentence2"],
            "label": float(pair[column]),
            "cosine": float(cosines[row]),
            "rank_by_cosine": by_cosine,
            "rank_by_label": by_label,
        }

    sides = worst_errors(cosines, test[column].to_numpy())
    names = ("too_similar", "too_different")
    return {name: [told(*one) for one in side] for name, side in zip(names, sides, strict=True)}


def records_of(cell: Cell, seeds: int, trainings: Trainings) -> list[Record]:
    """The records of a cell, seed by seed; a UserError for one that is lost or not whole."""
    records = []
    for seed in range(seeds):
        run = Run(cell.recipe, seed, cell.settings)
        record = trainings.ledger.read(run)
        if record is None or not (record.diverged or _whole(record, trainings)):
            path = trainings.ledger.path(run)
            raise UserError(f"{path}: lost or not whole. Delete it and go on")
        records.append(record)
    return records


def _whole(record: Record, trainings: Trainings) -> bool:
    """Whether a record holds what the report needs: both scores, draws, and all cosines."""
    sides = ("validation", "test")
    scored = all(math.isfinite(record.metrics.get(p, math.nan)) for p in sides)
    sizes = {p: len(cosines) for p, cosines in record.predictions.items()}
    wanted = {p: len(trainings.parts[p]) for p in sides}
    return scored and "test" in record.draws and sizes == wanted
