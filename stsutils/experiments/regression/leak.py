"""Appendix A: the leak filter, by test set, and what the leak is worth.

A training pair is removed if its two sentences stand together in one of the seven test sets, in
either order (Table 7 has two cases from SICK). The counts are rows of their own, without interval.
The filter takes five of six pairs of STS-B away, because STS-B was made from STS12 to STS16.

What is the leak worth? Smooth K2 in two stages is trained on the filtered pairs, and on as many
pairs drawn from all. More pairs of STS-B help on tests like STS-B even where nothing leaks:
so the test pairs of STS12 to STS16 are split into those that stand in the training rows before the
filter ("leaked") and the rest ("unseen"). Memory lifts the first alone; the unseen ones tell what
better rows are worth. STS-B's and SICK's tests share too few pairs with training to be split.

Smooth K2's trainings ended below no training, so they could tell nothing of what leaks. The same
two trainings with CoSENT were then declared under the same three claims: it takes the same pairs
and is the one way of `two_stages` that is shown to teach this encoder something.
"""

from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Cell, Derived, Experiment
from stsutils.experiments.common.nli import STS12_TO_16
from stsutils.experiments.regression import two_stages
from stsutils.experiments.regression.nli import SEVEN, UNTRAINED
from stsutils.experiments.regression.two_stages import AVERAGE, COSENT, OURS, tests, tuned, way

TESTS = [f"{name}:test" for name in ("sts12", "sts13", "sts14", "sts15", "sts16")]
TESTS += ["stsb:test", "sick_r:test"]
SOURCES = {"STS-B train": "stsb:train", "SICK train": "sick_r:train"}
COUNTS = ("shared", "removed", "kept")
FILTERED, SAME = "filtered", "not filtered, as many pairs"
#: What the rows' names begin with, by way to train.
WAYS = {OURS: "", COSENT: f"{COSENT}, "}
LEAKED, UNSEEN = "leaked pairs", "unseen pairs"
PAIRS = 5395
EVERY = "stsb_sick:all"


def counts() -> dict:
    """What each training set shares with each test set, and with all seven."""
    found = {}
    for source, name in SOURCES.items():
        rows = {f"{source}, {c}": [t] for c, t in zip(SEVEN, TESTS, strict=True)}
        rows[f"{source}, all seven"] = TESTS
        for row, names in rows.items():
            for column in COUNTS:
                found[row, column] = Cell({"leak": [name, *names]}, column, "audit-1")
    return found


def row(name: str, changes: dict, tier: str) -> dict:
    """Column → cell of training one way: averages over all, leaked and unseen test pairs."""
    names = tests(tier)
    split = [names[column] for column in STS12_TO_16]
    found = way(name, tier) | {"apart": {"from": EVERY, "tests": split}} | changes
    judge_free = {c: tuned(found, tier, metric) for c, metric in names.items()}
    out = {AVERAGE: Derived("mean", tuple(judge_free[c] for c in SEVEN))}
    for column, word in ((LEAKED, "leaked"), (UNSEEN, "unseen")):
        parts = tuple(tuned(found, tier, f"{name} {word}") for name in split)
        out[column] = Derived("mean", parts)
    return out


def trained(tier: str) -> dict:
    """Two trainings each way, and the encoder before them."""
    rows = {FILTERED: {}, SAME: {"train": EVERY, "rows": PAIRS}}
    found = {(UNTRAINED, AVERAGE): two_stages.untrained(tier)[AVERAGE]}
    for name, prefix in WAYS.items():
        for label, changes in rows.items():
            own = row(name, changes, tier)
            found |= {(prefix + label, column): cell for column, cell in own.items()}
    return found


def unfiltered(column: str, margin: float, kind: str = "greater") -> tuple:
    """As many pairs of all against the filtered ones, each way."""
    return tuple(
        contrast
        for prefix in WAYS.values()
        for contrast in over(SAME, FILTERED, (column,), margin, kind, prefix)
    )


FILTER = Experiment(
    name="regression-filter",
    title="What the leak filter removes",
    cells=lambda tier: counts(),
    metric="pairs",
    seeds=1,
    times=1.0,
    floor=None,
)

LEAK = Experiment(
    name="regression-leak",
    title="What the leak is worth",
    cells=trained,
    seeds=3,
)
