"""From the records of all trainings to the numbers of the comparison, ready for JSON."""

import math
from dataclasses import asdict

import numpy as np
import pandas as pd

from stsutils import claims
from stsutils.data.rows import place
from stsutils.errors import Diverged
from stsutils.evaluation import decision
from stsutils.evaluation.separation import found_first
from stsutils.ledger import Record
from stsutils.own_pairs.cut import GROUP, groups_of, positive
from stsutils.own_pairs.trained_on import UNTRAINED
from stsutils.own_pairs.trainings import Trainings, cosines_of
from stsutils.report.measured import Measured, difference
from stsutils.statistics import bootstrap_copies, decide_together, tie_ceiling

SHOWN = 5  # of the worst errors on either side


class Candidate:
    """One way to get cosines: a loss with its trainings, one a seed, or the untrained encoder."""

    def __init__(self, name: str, records: list[Record], trainings: Trainings):
        """``records`` are seed by seed; a single one is taken as it is, no other seed is asked."""
        self.name, self.records = name, records
        self.lr = records[0].run.settings.get("lr")
        self.validation = [record.metrics["validation"] for record in records]
        self.best = int(np.argmax(self.validation))  # the seed whose model is kept
        parts = ("validation", "test")
        self.cosines = {part: cosines_of(records[self.best], part) for part in parts}
        self.test = _on_test(records)
        self.kept = _on_test([records[self.best]])
        self.trainings = trainings

    def numbers(self) -> dict:
        """Spearman on both sides, with the interval over test pairs and, where there are, seeds.

        ``value`` is the mean over the seeds, ``best_model`` the test score of the model that is
        kept, which alone is compared with no training.
        """
        estimate = self.test.estimate()
        low, high = estimate.interval()
        return {
            "name": self.name,
            "lr": self.lr,
            "validation": self.validation,
            "validation_mean": float(np.mean(self.validation)),
            "test": [record.metrics["test"] for record in self.records],
            "best_model": self.records[self.best].metrics["test"],
            # on the test pairs, mean over the seeds
            "recall": {
                name: float(np.mean([one.metrics[name] for one in self.records]))
                for name in self.records[0].metrics
                if name.startswith("recall@")
            },
            "value": estimate.value,
            # an interval may stick out of what a correlation can be
            "low": max(-1.0, low),
            "high": min(1.0, high),
            "constant": bool(np.ptp(self.cosines["test"]) == 0),
            "decision": at_threshold(self.cosines, self.trainings),
            "hits": hits(self.cosines["test"], self.trainings),
        }


def _on_test(records: list[Record]) -> Measured:
    """The test scores of these trainings; a single one stands for itself, not for other seeds."""
    values = {seed: one.metrics["test"] for seed, one in enumerate(records)}
    draws = {seed: one.draws["test"] for seed, one in enumerate(records)}
    # from two seeds on there is an interval
    return Measured(values, draws, fixed=len(records) == 1).over((0, 1))


def results(
    trainings: Trainings, raw: Record, records: dict[str, list[Record]], one_loss: bool = False
) -> dict:
    """Every number that the records give, of no training and of each loss.

    A loss is chosen if it is the best on validation and its model is shown to be better than no
    training; with ``one_loss`` the one that was trained is chosen, whatever is shown.
    """
    diverged = [name for name, own in records.items() if any(one.diverged for one in own)]
    sound = {name: own for name, own in records.items() if name not in diverged}
    if one_loss and not sound:
        raise Diverged(f"{diverged[0]} diverged: its loss is no number. Try a lower --lr")
    rows = {UNTRAINED: [raw]} | sound
    candidates = [Candidate(name, own, trainings) for name, own in rows.items()]
    # on a tie the earlier one, so the untrained encoder where nothing was learned
    best = candidates[1] if one_loss else max(candidates, key=lambda c: np.mean(c.validation))
    numbers = [candidate.numbers() for candidate in candidates]
    test, column = trainings.parts["test"], trainings.labels.column
    ceiling = tie_ceiling(test[column].to_numpy())
    # of rare positives even the best ranking has a low Spearman: the floor sinks with the ceiling
    floor = claims.at_floor([n["low"] for n in numbers], claims.FLOOR * ceiling)
    apart = differences(best, [c for c in candidates if c is not best], floor)
    shown = any(d["b"] == UNTRAINED and d["outcome"] == claims.HOLDS for d in apart)
    chosen = best if shown or one_loss else candidates[0]
    return {
        "best": best.name,
        "chosen": {"name": chosen.name, "seed": chosen.best, "lr": chosen.lr},
        "settings": chosen.records[0].run.settings,
        "one_loss": one_loss,
        "ceiling": ceiling,
        "floor": claims.FLOOR * ceiling,
        "candidates": numbers,
        "diverged": diverged,
        "at_floor": floor,
        "differences": apart,
        "errors": errors(chosen, test, column),
        "computed": {"seconds": trainings.spent, "clock": trainings.waited},
        "test": {
            "labels": test[column].tolist(),
            "cosines": {c.name: c.cosines["test"].round(5).tolist() for c in candidates},
        },
    }


def differences(best: Candidate, others: list[Candidate], floor: bool) -> list[dict]:
    """best − other on the test pairs, paired by seed and by resample, with Holm's levels.

    Two losses are compared over all their seeds: which one to train with. Against no training
    stands the one model that is kept: whether to use it. Two seeds tell nearly nothing of a third
    one, and need not: a model is what it is.

    Outcomes: ``holds`` (the best one of validation is better), ``fails`` (the other one is),
    ``open``; at the floor, where no candidate ranks these pairs at all, all are open.
    ``se**2 = se_pairs**2 + (sd_seeds**2 + sd_both**2) / seeds``: the test pairs, the seeds, and the
    interaction of both. More pairs shrink the first and the last, more seeds the last two.
    ``detectable`` is at the level of the interval that stands beside it. One training stands for
    itself: nothing is said of other seeds.
    """
    sides = [
        (best.kept, other.kept) if UNTRAINED in (best.name, other.name) else (best.test, other.test)
        for other in others
    ]
    estimates = [difference(a, b) for a, b in sides]
    decided = decide_together([(e, 0.0, "greater") for e in estimates])
    return [
        {
            "a": best.name,
            "b": other.name,
            **asdict(e),
            **_spread(a, b),
            "detectable": e.detectable(one.level),
            "outcome": claims.OPEN if floor else one.outcome,
            "level": one.level,
            # two correlations are never further apart than 2
            "low": max(one.low, -2.0),
            "high": min(one.high, 2.0),
        }
        for other, (a, b), e, one in zip(others, sides, estimates, decided, strict=True)
    ]


def _spread(a: Measured, b: Measured) -> dict[str, float]:
    """Deviations of a − b: over the seeds, and by the interaction of seeds and test pairs."""
    a, b = a.over(b.values), b.over(a.values)
    seeds = sorted(a.values.keys() & b.values.keys())  # two or more: a single training stands twice
    between = float(np.var([a.values[s] - b.values[s] for s in seeds], ddof=1))
    draws = np.stack([a.draws[s] - b.draws[s] for s in seeds])
    both = float((draws - draws.mean(axis=0)).var(axis=1).mean()) * len(seeds) / (len(seeds) - 1)
    both = min(both, between)
    return {"sd_seeds": math.sqrt(between - both), "sd_both": math.sqrt(both)}


def at_threshold(cosines: dict[str, np.ndarray], trainings: Trainings) -> dict | None:
    """The threshold of a model, chosen on validation; on test what it does, AUC and more.

    In ``trade_off``, others: each the lowest with an ``aim``, its precision on validation.
    """
    test = trainings.parts["test"]
    right = {p: positive(trainings.parts[p], trainings.labels) for p in ("validation", "test")}

    def at(threshold: float, part: str = "test") -> dict[str, float]:
        return decision.decisions(cosines[part], right[part], threshold)

    chosen_by, true = cosines["validation"], right["test"]
    threshold = decision.best_threshold(chosen_by, right["validation"])
    if threshold is None:
        return None
    groups, cuts = groups_of(test)[0], decision.trade_off(chosen_by, right["validation"])
    low, high = decision.f1_interval(cosines["test"], true, threshold, "test", groups=groups)
    share = float(true.mean())  # what a model that calls every pair positive would get
    aims = [{"threshold": c, "aim": at(c, "validation")["precision"]} | at(c) for c in cuts]
    found = {"threshold": threshold} | at(threshold) | found_first(cosines["test"], true)
    found |= {"f1_low": low, "f1_high": high, "f1_of_always": 2 * share / (1 + share)}
    return found | {"trade_off": aims}


def hits(cosines: np.ndarray, trainings: Trainings) -> dict | None:
    """hit@1: of the test's groups, how many have a positive pair on top; None without groups.

    Asked of groups that hold positive and other pairs. ``chance`` is what a random order gets. The
    interval is over the groups.
    """
    test, labels = trainings.parts["test"], trainings.labels
    if GROUP not in test:
        return None
    right = positive(test, labels)
    top, shares = [], []
    for rows in test.groupby(GROUP).indices.values():
        if 0 < right[rows].mean() < 1:
            others = cosines[rows][~right[rows]].max()  # as near as the right one is nearer
            top.append(bool(cosines[rows][right[rows]].max() > others))
            shares.append(float(right[rows].mean()))
    if len(top) < 2:
        return None
    copies = bootstrap_copies("hits", len(top))
    low, high = np.quantile(copies @ np.array(top) / len(top), [0.025, 0.975])
    found = {"value": float(np.mean(top)), "low": float(low), "high": float(high)}
    return found | {"groups": len(top), "chance": float(np.mean(shares))}


def errors(candidate: Candidate, test: pd.DataFrame, column: str) -> dict[str, list[dict]]:
    """The test pairs ranked most wrongly by the kept model, with their place in the file."""
    found = decision.disagreements(test.assign(cosine=candidate.cosines["test"]), column)
    lines = dict(zip(test["row"], test["line"], strict=True)) if "line" in test else None
    sides = {"too_similar": found["disagreement"] > 0, "too_different": found["disagreement"] < 0}
    told = ["sentence1", "sentence2", "label", "cosine", "rank_by_cosine", "rank_by_label"]
    worst = {}
    for name, side in sides.items():
        few = found[side].head(SHOWN).rename(columns={column: "label"})
        where = [place("", row, lines) for row in few["row"]]
        worst[name] = few[told].assign(where=where).to_dict("records")
    return worst
