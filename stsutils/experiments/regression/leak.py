"""Appendix A: the leak filter, by test set, and what the leak is worth.

A training pair is removed if its two sentences stand together in one of the seven test sets, in
either order (Table 7 has two cases from SICK). The counts are rows of their own, without interval.
The filter takes five of six pairs of STS-B away, because STS-B was made from STS12 to STS16.

What is the leak worth? Smooth K2 in two stages and CoSENT are trained on the filtered pairs, and on
as many pairs drawn from all. More pairs of STS-B help on tests like STS-B even where nothing leaks:
so the test pairs of STS12 to STS16 are split into those that stand in the training rows before the
filter ("leaked") and the rest ("unseen"). Memory lifts the first alone; the unseen ones tell what
better rows are worth. STS-B's and SICK's tests share too few pairs with training to be split.
"""

from stsutils.experiments.common.declare import Cell, Derived, Experiment
from stsutils.experiments.common.nli import SEVEN, STS12_TO_16, seven
from stsutils.experiments.common.sets import AVERAGE, UNTRAINED
from stsutils.experiments.common.trainings import grid, start
from stsutils.experiments.regression import nli
from stsutils.experiments.regression.two_stages import COSENT, RATES, TWO_STAGES, settings, tests

SOURCES = {"STS-B train": "stsb:train", "SICK train": "sick_r:train"}
#: Pairs before the filter, and how many the filter leaves.
ALL_PAIRS, KEPT = "stsb_sick:all", 5395
ROWS = {"filtered": {}, "not filtered, as many pairs": {"train": ALL_PAIRS, "rows": KEPT}}
#: What the rows' names begin with, by way to train.
WAYS = {TWO_STAGES: "", COSENT: f"{COSENT}, "}


def counts(tier: str) -> dict:
    """What each training set shares with each test set, and with all seven."""
    tests = {column: [name] for column, name in seven().items()}
    tests["all seven"] = [*seven().values()]
    return {
        (f"{source}, {test}", column): Cell({"leak": [name, *names]}, column, "audit-1")
        for source, name in SOURCES.items()
        for test, names in tests.items()
        for column in ("shared", "removed", "kept")
    }


def row(way: str, tier: str, changes: dict) -> dict:
    """Column → cell of training one way: averages over all, leaked and unseen test pairs."""
    every = tests(tier)
    split = [every[column] for column in STS12_TO_16]
    run = settings(way, tier) | {"apart": {"from": ALL_PAIRS, "tests": split}} | changes
    metrics = {
        AVERAGE: [every[column] for column in SEVEN],
        "leaked pairs": [f"{name} leaked" for name in split],
        "unseen pairs": [f"{name} unseen" for name in split],
    }
    return {
        column: Derived("mean", tuple(nli.choose(run, name, RATES[tier]) for name in names))
        for column, names in metrics.items()
    }


def cells(tier: str) -> dict:
    """Two trainings each way, and the encoder before them."""
    cells = {(UNTRAINED, AVERAGE): Derived("mean", tuple(start("minilm", tests(tier)).values()))}
    for way, prefix in WAYS.items():
        rows = {name: row(way, tier, changes) for name, changes in ROWS.items()}
        cells |= grid(rows, prefix)
    return cells


FILTER = Experiment(
    "regression-filter", "What the leak filter removes", counts, metric="pairs", seeds=1, times=1.0
)
LEAK = Experiment("regression-leak", "What the leak is worth", cells, seeds=3)
