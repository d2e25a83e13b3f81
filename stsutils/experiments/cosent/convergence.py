"""How fast: steps to each baseline's best score (Fig. 3), and the blog's first epoch.

The curves are those of Table IV, Table VI and the blog's table, and on three sets CoSENT's at the
rate that softmax chose. At the lab validation is looked at four times an epoch, always on the same
pairs. A crossing is read off the line between two looks; but a baseline's best *is* a look, so a
share to the best is no finer than the looks are, and the evidence page for Figure 3 shows what
leaving out every second one changes. Steps are those of equal batches; a step costs the same with
all three losses, to within what chapter 18 shows.
"""

from dataclasses import replace
from itertools import product

from stsutils.experiments.blog import in_domain as blog
from stsutils.experiments.common import sets
from stsutils.experiments.common.declare import Derived, Experiment, Published, Tuned, by_system
from stsutils.experiments.common.trainings import in_domain, settings

COLUMNS = ("PAWS", "PAWSX", "STS-B", "SICK-R", "NLI")
BASELINES = (sets.MSE, sets.SOFTMAX)
#: What is to be reached → the share of a baseline's best score that it asks for.
SHARES = {"best": 1.0, "95 %": 0.95}
#: CoSENT at the rate of softmax, where softmax learns.
AT_ITS_RATE = "CoSENT at softmax' rate"
EASY = ("STS-B", "SICK-R", "NLI")
#: The blog's two first epochs, each with another encoder: CLS pooling, softmax the baseline.
BLOG = {"ATEC": "BERT-base", "PAWSX": "RoBERTa-base"}


def steps(column: str, baseline: str, share: str = "best") -> str:
    """The name of a column of steps to a baseline's best score, in per cent of its own."""
    return f"{column}: steps to {'95 % of ' if share == '95 %' else ''}the best of {baseline}"


def first_epoch(column: str) -> str:
    """The name of a column of the blog's first epochs."""
    return f"{column}, CLS: validation after the first epoch"


def columns(tier: str) -> tuple[str, ...]:
    """The sets of a tier, and at the lab PAWS by CLS pooling."""
    return (*COLUMNS, sets.PAWS_CLS) if tier == "lab" else COLUMNS


def at_the_rate_of_softmax(column: str, tier: str) -> Tuned:
    """CoSENT on a set, its rate chosen by the validation score of softmax."""
    softmax, run = in_domain(sets.SOFTMAX, column, tier), settings(sets.COSENT, column, tier)
    return replace(softmax, candidates=tuple(run | {"lr": one["lr"]} for one in softmax.judges))


def cells(tier: str) -> dict:
    """Everything is read off curves; but for `AT_ITS_RATE` other experiments have made them."""
    cells = {}
    for column in columns(tier):
        runs = {loss: in_domain(loss, column, tier) for loss in sets.LOSSES}
        for baseline, share in product(BASELINES, SHARES):
            for loss in (baseline, sets.COSENT):
                parts = (runs[loss], runs[baseline])
                cells[loss, steps(column, baseline, share)] = Derived(f"steps to {share}", parts)
        for loss, run in runs.items():
            name = f"{column}: mean validation of the whole training"
            cells[loss, name] = Derived("whole training", (run,))
            for end in ("best", "last"):
                cells[f"{loss} | {end}", f"{column}: validation"] = Derived(end, (run,))
    for column in EASY if tier == "lab" else ():
        parts = (at_the_rate_of_softmax(column, tier), in_domain(sets.SOFTMAX, column, tier))
        for share in SHARES:
            name = steps(column, sets.SOFTMAX, share)
            cells[AT_ITS_RATE, name] = Derived(f"steps to {share}", parts)
    for column, loss in product(BLOG, blog.LOSSES):
        run = blog.cell(loss, column, tier)
        cells[loss, first_epoch(column)] = Derived("first epoch", (run,))
    return cells


PRINTED = {
    (loss, first_epoch(column)): (f"{encoder} | {theirs}", column)
    for column, encoder in BLOG.items()
    for loss, theirs in by_system(blog.LOSSES).items()
}
EXPERIMENT = Experiment(
    name="convergence",
    title="How fast the losses learn",
    cells=cells,
    published=Published("cosent_blog", "first epoch", PRINTED),
    metric="per cent of the baseline's own steps, or validation Spearman's ρ × 100; "
    "intervals from the seeds alone",
)
