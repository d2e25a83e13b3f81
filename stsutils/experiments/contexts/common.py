"""What the contexts tables share: models and contexts by tier, and the rows that use them.

Sizes are ours: the paper trains on 100 billion tokens what here learns from 40,000 contexts, so
slopes and contrasts are what is claimed, not heights. It names no λ, no context length, no chunk
length, no cut of its second step, no way to choose pairs, and does not say how scores are
normalised; the modules of `stsutils.methods.contexts` say what stands in each place.
"""

from stsutils.experiments.common.declare import Cell
from stsutils.experiments.common.encoders import MINI_3, ROBERTA

#: How Eq. 4 is read. All runs have the first two; the third costs more, and only the main run has
#: it. Where one reading must do it is MAIN: Table 10 prints scores below zero, which Eq. 4 as
#: printed cannot give.
READINGS = ("raw", "centred", "standardised")
CHEAP = READINGS[:2]
MAIN = "centred"
SEEDS = 3
#: Those of *Origin*'s tables, whose rows share runs.
SHARED_SEEDS = 6
#: The pairs that *Origin* is tested on, and those where a surrogate stands beside it.
STSB = "stsb:test"
SOME = {"lab": "stsb:test@500", "paper": STSB}
#: Contexts that are learned from: all, and the smaller texts of Table 6, each for as many steps.
TEXTS = ("whole text", "less text", "least text")
TRIPLES = {"lab": (40_000, 8_000, 1_600), "paper": (900_000, 90_000, 9_000)}


def _models(text: str, sizes: dict, discriminator: dict, generator: dict) -> dict:
    rows = {"text": f"{text}:train", "held_out": f"{text}:validation"}
    return {
        **(rows | {"precision": "float32", "counts": True} | sizes),
        "discriminator": {"form": "bilinear", "batch_size": 64} | discriminator,
        "generator": {"batch_size": 64, "reading": 1, "writing": 1, "dropout": 0.0} | generator,
    }


#: The four models, by tier. The paper tier has the paper's shapes on a millionth of its text.
MODELS = {
    "lab": _models(
        "wiki_sentences",
        {"sentences": 100_000, "pieces": 3_000, "longest": 20, "triples": TRIPLES["lab"][0]},
        {"width": 64, "hidden": 100, "steps": 500, "lr": 2e-3},
        {"width": 128, "heads": 4, "steps": 500, "lr": 2e-3},
    ),
    "paper": _models(
        "wiki_sentences",
        {"sentences": 1_000_000, "pieces": 30_000, "longest": 64, "triples": TRIPLES["paper"][0]}
        | {"precision": "bfloat16", "counts": False},
        {"width": 300, "hidden": 300, "steps": 14_000, "lr": 1e-3},
        {"width": 1_024, "heads": 16, "steps": 14_000, "lr": 3e-4}
        | {"reading": 6, "writing": 6, "dropout": 0.1},
    ),
}
#: Models that a chapter trains while a reader waits.
LIVE = _models(
    "demo_stories",
    {"sentences": 13_000, "pieces": 1_000, "longest": 20, "triples": 5_000},
    {"width": 32, "hidden": 32, "steps": 60, "lr": 1e-2},
    {"width": 64, "heads": 2, "steps": 80, "batch_size": 24, "lr": 1e-2},
)
#: Contexts a sentence, those scored to choose them, and the chunks they come from.
CHOICE = {
    "lab": {"size": 20, "shortlist": 40, "chunks": 100},
    "paper": {"size": 500, "shortlist": 2_000, "chunks": 20_000},
}
#: Sentences that say what a context gives to any sentence, for "standardised".
REFERENCES = {"lab": 4, "paper": 8}
#: Smaller numbers of contexts, of Table 7.
SIZES = {"lab": [2, 5, 10], "paper": [20, 100, 250]}
#: Harvested pairs: all, and the smaller numbers of Table 8.
HARVESTED = {"lab": (4_000, 1_200, 400), "paper": (100_000, 10_000)}
#: The encoder that becomes the surrogate.
ENCODERS = {"lab": MINI_3, "paper": ROBERTA}


def models(tier: str, triples: int | None = None, form: str = "bilinear") -> dict:
    """Settings of the four models; `triples` for less text, `form` for another discriminator."""
    settings = MODELS[tier]
    discriminator = settings["discriminator"] | {"form": form}
    return settings | {"triples": triples or settings["triples"], "discriminator": discriminator}


def origin(tier: str, number: str, triples: int | None = None, test: str = STSB, **changes) -> Cell:
    """A number of *Origin*; all tables that look at one construction share its run."""
    settings = {"models": models(tier, triples), "test": [test]} | CHOICE[tier]
    if "construction" not in changes:
        settings |= {"references": REFERENCES[tier], "sizes": SIZES[tier]}
    return Cell(settings | changes, f"{test} {number}", "contexts-1")


def harvest(tier: str, pairs: int | None = None, reading: str = MAIN) -> dict:
    """Settings of the harvest (not for "standardised"), and of the regression on it.

    The paper: Adam, rate 1e-4.
    """
    settings = {"models": models(tier), "pairs": pairs or HARVESTED[tier][0], "reading": reading}
    return settings | CHOICE[tier] | {"lr": 1e-4, "epochs": 3, "batch_size": 32}
