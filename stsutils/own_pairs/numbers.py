"""From the cosines of all trainings to the numbers of the comparison, ready for JSON."""

import math

import numpy as np
import pandas as pd

from stsutils.data import label_column
from stsutils.data.label_kinds import Labels
from stsutils.data.rows import place
from stsutils.evaluation.decision import best_threshold, decisions, f1_interval, worst_errors
from stsutils.statistics import bootstrap_spearman, contrast, estimate, spearman

UNTRAINED = "untrained"


class Candidate:
    """One way to get cosines: a loss with its trainings, one a seed, or the untrained encoder."""

    def __init__(self, name: str, records: list[dict], parts: dict, key: str, groups=None):
        """``records`` hold the cosines, seed by seed; ``key`` names the test set's resamples.

        ``groups`` are numbers of test pairs that are drawn together (`groups_of`).
        """
        gold = {p: parts[p][label_column(parts[p])].to_numpy() for p in ("validation", "test")}
        self.name, self.records, self.key, self.groups = name, records, key, groups
        self.cosines = {p: [np.array(r["cosines"][p]) for r in records] for p in gold}
        self.validation = [spearman(c, gold["validation"]) for c in self.cosines["validation"]]
        self.test = [spearman(c, gold["test"]) for c in self.cosines["test"]]
        # the untrained encoder is one record for all seeds: drawn once
        once = {id(c): c for c in (r["cosines"]["test"] for r in records)}
        drawn = {
            place: bootstrap_spearman(c, gold["test"], key, groups=groups)
            for place, c in once.items()
        }
        self.draws = np.stack([drawn[id(r["cosines"]["test"])] for r in records])
        self.best = int(np.argmax(self.validation))  # the seed whose model is saved

    def numbers(self) -> dict:
        """Spearman on both sides, with the interval over seeds and test pairs."""
        found = estimate(self.test, self.draws)
        low, high = found.interval()
        if self.name == UNTRAINED:  # no seed changes it, so the test pairs are all its chance
            low, high = map(float, np.quantile(self.draws[0], [0.025, 0.975]))
        return {
            "name": self.name,
            "validation": self.validation,
            "validation_mean": float(np.mean(self.validation)),
            "test": self.test,
            "value": found.value,
            # an interval may stick out of what a correlation can be
            "low": max(-1.0, low) if math.isfinite(low) else None,
            "high": min(1.0, high) if math.isfinite(high) else None,
        }


def difference(a: Candidate, b: Candidate) -> dict:
    """a − b on the test pairs, paired by seed and by resample, and what makes it uncertain.

    ``se**2 = se_pairs**2 + (sd_seeds**2 + sd_both**2) / seeds``: the test pairs, the seeds, and
    what a seed does on these very pairs. More pairs shrink the first and the last, more seeds the
    last two.
    """
    found = contrast(a.test, b.test, a.draws, b.draws)
    draws, seeds = a.draws - b.draws, len(a.test)
    between = both = 0.0
    if seeds > 1:
        between = float(np.var(np.subtract(a.test, b.test), ddof=1))
        both = float((draws - draws.mean(axis=0)).var(axis=1).mean()) * seeds / (seeds - 1)
        both = min(both, between)
    return {
        "a": a.name,
        "b": b.name,
        "value": found.value,
        "se": found.se,
        "df": found.df,
        "se_pairs": found.se_pairs,
        "sd_seeds": math.sqrt(between - both),
        "sd_both": math.sqrt(both),
        "detectable": finite(found.detectable()),
    }


def decide(candidate: Candidate, parts: dict, labels: Labels) -> dict | None:
    """The threshold of the saved model, chosen on validation, and what it does on test."""
    positive = {p: (parts[p][labels.column] > labels.middle).to_numpy() for p in parts}
    cosines = {p: candidate.cosines[p][candidate.best] for p in ("validation", "test")}
    threshold = best_threshold(cosines["validation"], positive["validation"])
    if threshold is None:
        return None
    share = float(positive["test"].mean())
    found = {"threshold": threshold} | decisions(cosines["test"], positive["test"], threshold)
    low, high = f1_interval(
        cosines["test"], positive["test"], threshold, candidate.key, groups=candidate.groups
    )
    # what a model that calls every pair positive would get
    return found | {"f1_low": low, "f1_high": high, "f1_of_always": 2 * share / (1 + share)}


def errors(candidate: Candidate, test: pd.DataFrame) -> dict[str, list[dict]]:
    """The test pairs ranked most wrongly by the saved model, with their place in the file."""
    column, cosines = label_column(test), candidate.cosines["test"][candidate.best]
    sides = worst_errors(cosines, test[column].to_numpy())
    found = {}
    for side, lines in zip(("too_similar", "too_different"), sides, strict=True):
        found[side] = []
        for row, by_cosine, by_label in lines:
            one = test.iloc[row]
            lines = {one["row"]: one["line"]} if "line" in test else None
            where = place("", one["row"], lines)
            found[side].append(
                {
                    "where": where.removeprefix(", "),
                    "sentence1": one["sentence1"],
                    "sentence2": one["sentence2"],
                    "label": float(one[column]),
                    "cosine": float(cosines[row]),
                    "rank_by_cosine": by_cosine,
                    "rank_by_label": by_label,
                }
            )
    return found


def finite(number: float) -> float | None:
    """None for what JSON has no number for."""
    return float(number) if math.isfinite(number) else None
