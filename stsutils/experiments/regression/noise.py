"""When is Translated ReLU worth it? Section 3.3's advice, which the paper does not test.

Smooth K2 for clean labels, Translated ReLU for noisy ones. On STS-B, where this encoder learns
most: 2,000 training pairs, two epochs, a share of the scores dealt out anew among themselves. What
a wrong label costs grows with the error's square for Smooth K2 and MSE, with the error for the
other two. The pairs to choose the moment by are clean, for all rows alike. A loss keeps the rate
that it chose without noise.
"""

from stsutils.claims import Claim
from stsutils.experiments.common.beside import over
from stsutils.experiments.common.declare import Experiment
from stsutils.experiments.common.encoders import BERT, MINI
from stsutils.experiments.regression.nli import (
    K2,
    L1,
    MSE,
    RELU,
    UNTRAINED,
    loss,
    tuned,
    untrained,
)

SHARES = {"no noise": 0.0, "30 % noise": 0.3, "60 % noise": 0.6}
LOSSES = (L1, RELU, MSE, K2)
CLEAN, SOME, MUCH = SHARES


def settings(name: str, share: float, tier: str) -> dict:
    """One training on STS-B with a head, without a rate; .2 is the paper's tolerance on scores."""
    data, own = "demo" if tier == "demo" else "stsb", loss(name)
    if own.get("tolerance"):
        own["tolerance"] = 0.2
    found = {
        "encoder": BERT if tier == "paper" else MINI,
        "pooling": "mean",
        "batch_size": 16,
        "epochs": 2,
        "train": f"{data}:train",
        "validation": f"{data}:validation" + "@500" * (tier == "lab"),
        "test": [f"{data}:test"],
        "loss": own,
        "noise": share,
        "evaluations": 4,
    }
    return found | ({"lr": 2e-5} if tier == "paper" else {"rows": 2000 if tier == "lab" else 1000})


def cells(tier: str) -> dict:
    """Four losses by three shares of noise; no training, which no noise reaches."""
    raw = untrained(tier)["STS-B"]
    found = {(UNTRAINED, column): raw for column in SHARES}
    for name in LOSSES:
        for column, share in SHARES.items():
            own = settings(name, share, tier)
            judge = settings(name, 0.0, tier)
            found[name, column] = tuned(own, tier, own["test"][0], judge)
    return found


ADVICE = "Zhang & Li, 3.3 (advice, with no experiment)"

EXPERIMENT = Experiment(
    name="regression-noise",
    title="Losses with a head on noisy labels",
    cells=cells,
    claims=(
        Claim(
            "With labels of high quality Smooth K2 is better than Translated ReLU.",
            ADVICE,
            over(K2, RELU, (CLEAN,)),
        ),
        Claim(
            "With considerable noise Translated ReLU may be more suitable than Smooth K2.",
            ADVICE,
            over(RELU, K2, (SOME, MUCH)),
        ),
    ),
    seeds=3,
)
