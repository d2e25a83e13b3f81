"""How fast: steps to each baseline's best score (Fig. 3), and the blog's first epoch.

No run of its own: the curves of Table IV, Table VI and the blog's table. At the lab validation is
looked at every 16 steps of 126 and at the end of each epoch, always on the same 300 pairs. A
crossing is read off the line between two looks; but a baseline's best *is* a look, so a share to
the best is no finer than the looks are, and chapter 17 shows what leaving out every second one
changes. Steps are those of equal batches; a step costs the same with all three losses, to within
what that chapter shows.
"""

from stsutils.claims import Claim
from stsutils.experiments.blog import in_domain as blog
from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Derived, Experiment
from stsutils.experiments.common.sets import COSENT, LEARNED, LOSSES, MSE, SOFTMAX, in_domain, known

COLUMNS = ("PAWS", "PAWSX", "STS-B", "SICK-R", "NLI")
HARD = ("PAWS", "PAWSX")
BASELINES = (MSE, SOFTMAX)
#: The blog's two first epochs: CLS pooling, softmax the baseline.
BLOG = ("ATEC", "PAWSX")


def steps(column: str, baseline: str, share: str = "best") -> str:
    """The name of a column of steps to a baseline's best score, in per cent of its own."""
    return f"{column}: steps to {'95 % of ' if share == '95 %' else ''}the best of {baseline}"


def first_epoch(column: str) -> str:
    """The name of a column of the blog's first epochs."""
    return f"{column}, CLS: validation after the first epoch"


def mean_score(column: str) -> str:
    """The name of a column of means over a whole training."""
    return f"{column}: mean validation of the whole training"


def ends(column: str) -> str:
    """The name of a column of best and last validation scores."""
    return f"{column}: validation"


def columns(tier: str) -> list[str]:
    """The sets of a tier, and at the lab PAWS as it can be learned there."""
    return known(tier, COLUMNS + LEARNED)


def cells(tier: str) -> dict:
    """Everything is read off curves that other experiments have made."""
    found = {}
    for column in columns(tier):
        runs = {loss: in_domain(loss, column, tier) for loss in LOSSES}
        for baseline in BASELINES:
            for share in ("best", "95 %"):
                for loss in (baseline, COSENT):
                    parts = (runs[loss], runs[baseline])
                    found[loss, steps(column, baseline, share)] = Derived(
                        f"steps to {share}", parts
                    )
        for loss, run in runs.items():
            found[loss, mean_score(column)] = Derived("whole training", (run,))
            for end in ("best", "last"):
                found[f"{loss} | {end}", ends(column)] = Derived(end, (run,))
    for column in known(tier, BLOG):
        for loss in (SOFTMAX, COSENT):
            run = blog.cell(loss, column, tier)
            found[loss, first_epoch(column)] = Derived("first epoch", (run,))
    return found


CLAIMS = (
    *(
        Claim(
            f"On sets with hard samples CoSENT needs about half the steps or less to reach the "
            f"best score of {baseline}.",
            "CoSENT, Fig. 3 and V-F (50 % to 67 % less; the margin is 45 %)",
            over(baseline, COSENT, (steps(c, baseline) for c in HARD), 0.45),
        )
        for baseline in BASELINES
    ),
    Claim(
        "CoSENT is two to three times as fast as SBERT: it reaches the best score of softmax in "
        "half the steps on every set.",
        "CoSENT, I (the margin is 50 %)",
        over(SOFTMAX, COSENT, (steps(c, SOFTMAX) for c in COLUMNS), 0.50),
    ),
    Claim(
        "CoSENT is ahead throughout the training: its mean validation score is higher.",
        "CoSENT, Fig. 3 and V-F",
        over(COSENT, BASELINES, map(mean_score, COLUMNS)),
    ),
    *(
        Claim(
            f"After the first epoch on {column} CoSENT is far ahead of Sentence-BERT.",
            f"CoSENT blog post ({numbers})",
            over(COSENT, SOFTMAX, (first_epoch(column),), margin),
        )
        for column, numbers, margin in (
            ("ATEC", "48.78 against 41.54", 0.05),
            ("PAWSX", "57.66 against 10.84, with RoBERTa", 0.05),
        )
    ),
    Claim(
        "Training with the softmax loss may collapse: its validation score drops from the best "
        "to the last look, by more than two points on a set with hard samples.",
        "CoSENT, I; CoSENT blog post",
        over(f"{SOFTMAX} | best", f"{SOFTMAX} | last", map(ends, HARD), 0.02),
    ),
)

EXPERIMENT = Experiment(
    name="convergence",
    title="How fast the losses learn",
    cells=cells,
    claims=CLAIMS,
    metric="per cent of the baseline's own steps, or validation Spearman's ρ × 100; "
    "intervals from the seeds alone",
)
