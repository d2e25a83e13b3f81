"""What the surrogate is made of: Table 8, sections 5.6 and 4.1."""

from stsutils.experiments.common.declare import Experiment, Published
from stsutils.experiments.contexts.common import HARVESTED, SEEDS, UNTRAINED, harvest
from stsutils.experiments.contexts.surrogate import SAME, SURROGATE, run, tests

#: Rows of Table 8, section 5.6 and 4.1: what the surrogate is made of.
MADE = {
    SURROGATE: {},
    "from scratch": {"start": "scratch"},
    "BERT-style": {"structure": "interaction"},
}
OTHER_READINGS = ("raw",)


def made(tier: str) -> dict:
    """The surrogate by start, structure, reading and number of pairs."""
    columns, found = {c: n for c, n in tests(tier).items() if c in ("STS-B", SAME)}, {}
    small = {"test": [*columns.values()], "triplets": []}
    rows = {name: {"harvest": harvest(tier), **changes} for name, changes in MADE.items()}
    rows |= {f"reading | {r}": {"harvest": harvest(tier, reading=r)} for r in OTHER_READINGS}
    names = ("fewer pairs", "fewest pairs")
    for name, pairs in zip(names, HARVESTED[tier][1:], strict=False):
        rows[name] = {"harvest": harvest(tier, pairs)}
    for name, changes in rows.items():
        own = {k: v for k, v in changes.items() if k != "harvest"} | small
        own = {} if name == SURROGATE else own
        for column, metric in columns.items():
            found[name, column] = run(tier, metric, changes["harvest"], **own)
    for column, metric in columns.items():
        found[UNTRAINED, column] = run(tier, metric, None)
    return found


def distances(tier: str) -> dict:
    """The L2 distance to harvested pairs that were not learned from, and those pairs' spread."""
    small = {"test": [n for c, n in tests(tier).items() if c in ("STS-B", SAME)], "triplets": []}
    rows = {SURROGATE: {}, "from scratch": {"start": "scratch", **small}}
    rows |= {f"reading | {r}": small for r in OTHER_READINGS}
    found = {}
    for name, changes in rows.items():
        own = harvest(tier, reading=name.removeprefix("reading | ")) if " | " in name else None
        for column in ("L2", "mean", "sd"):
            found[name, column] = run(tier, column, own or harvest(tier), **changes)
    return found


MADE_OF = Experiment(
    name="contexts-pairs",
    title="The surrogate by what it is made of",
    cells=made,
    published=Published(
        "contexts",
        "8",
        {
            (SURROGATE, "STS-B"): ("Surrogate | training pairs 1M", "STS-B"),
            ("fewer pairs", "STS-B"): ("Surrogate | training pairs 100K", "STS-B"),
        },
    ),
    seeds=SEEDS,
)
DISTANCES = Experiment(
    name="contexts-distances",
    title="How near the surrogate comes to what it was harvested from",
    cells=distances,
    metric="mean squared distance, and mean and standard deviation of harvested similarities",
    seeds=SEEDS,
    times=1.0,
    floor=None,
)
