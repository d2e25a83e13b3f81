"""The sets of all tables: where their rows are, and how each loss reads their labels.

The lab has every local row of a set, or 6,000 of the largest. Where a training split is not in the
local layout, most of the validation split trains and the rest of it chooses.
"""

from dataclasses import dataclass, replace

SOFTMAX, MSE, COSENT = "softmax", "cosine-MSE", "CoSENT"
CONTRASTIVE, DIRECT = "contrastive, ε = 0", "direct, linear"
UNTRAINED = "no training"
LOSSES = (SOFTMAX, MSE, COSENT)
AVERAGE = "Avg."
#: Our names of the losses → the papers' systems.
SYSTEMS = {SOFTMAX: "SBERT (softmax)", MSE: "SBERT (MSE)", COSENT: "CoSENT"}
POOLINGS = {"mean": "mean", "CLS": "cls", "max": "max", "first-last": "first_last"}

#: Learning rates of the lab, and the grid of sets where most losses chose the lowest of them.
RATES = (7.5e-5, 1.5e-4, 3e-4, 6e-4)
LOWER_RATES = (3.75e-5, *RATES)

#: Where the lab's rows of a set are: those that train, and those that choose. "apart" cuts a split
#: so that no sentence stands on both sides, or the score that chooses would flatter.
SPLITS = {
    "whole": ("train", "validation@500"),
    "apart": ("validation@train-apart", "validation@choose-apart@500"),
    "joined apart": ("train@train-apart", "train@choose-apart@500"),
}
#: Rows whose choosing pairs order learning rates against their test pairs: what is tuned there is
#: not tested, until the set's own training split is at hand.
MISLED = ("lcqmc:validation@train-apart",)


@dataclass(frozen=True)
class Set:
    """One column of a table: a set of the catalogue, and how each loss reads its labels.

    ``unit`` is the relabelling for cosine-MSE, ``classes`` that for softmax and their number,
    ``two`` that for losses of two classes. At the lab ``split`` says where the rows are
    (`SPLITS`), ``rows`` how many train (None: all), ``cut`` which test pairs are taken, ``rates``
    what a loss may choose, and ``local`` names another set that stands in. ``pooling`` is the
    encoder's.
    """

    name: str
    unit: str = "raw"
    classes: tuple[str, int] = ("raw", 2)
    two: str = "raw"
    split: str = "apart"
    rows: int | None = None
    cut: str = ""
    rates: tuple[float, ...] = RATES
    local: str = ""
    pooling: str = "mean"


GRADED = {"unit": "unit", "classes": ("floor", 6), "split": "whole"}
LARGE = {"rows": 6000, "cut": "@5000"}
SETS = {
    "NLI": Set("all_nli", "unit", ("raw", 3), cut="@5000", local="snli"),
    "STS-B": Set("stsb", two="binary>2.5", rates=LOWER_RATES, **GRADED),
    "SICK-R": Set("sick_r", two="binary>3.0", **GRADED),
    "PAWS": Set("paws"),
    "MRPC": Set("mrpc", split="joined apart"),
    "ATEC": Set("atec", split="whole", rates=LOWER_RATES, **LARGE),
    "BQ": Set("bq", split="whole", **LARGE),
    "LCQMC": Set("lcqmc", **LARGE),
    "PAWSX": Set("pawsx_zh"),
    "STS-B (Chinese)": Set("stsb_zh", two="binary>2.5", **GRADED),
}
CHINESE = ("ATEC", "BQ", "LCQMC", "PAWSX", "STS-B (Chinese)")
#: The sets of Fig. 5: runs on them record where the cosines of the two classes lie.
DENSITIES = ("PAWS", "MRPC", "PAWSX", "ATEC")


#: PAWS again with CLS pooling, which only the lab has.
PAWS_CLS = "PAWS (CLS)"
SETS[PAWS_CLS] = replace(SETS["PAWS"], pooling="cls")
#: What chose an end of a set's grid → more rates beyond that end.
BEYOND = {(SOFTMAX, name): (6e-4,) for name in ("PAWS", PAWS_CLS, "MRPC", "BQ", "SICK-R")}
BEYOND |= {(SOFTMAX, "NLI"): (7.5e-5,), (SOFTMAX, "STS-B"): (3.75e-5,)}
BEYOND |= {(SOFTMAX, "PAWSX"): (6e-4, 1.2e-3), (SOFTMAX, CHINESE[4]): (6e-4,)}
BEYOND |= {(CONTRASTIVE, "PAWSX"): (1.2e-3, 2.4e-3)}
BEYOND |= {(loss, "PAWSX"): (1.2e-3,) for loss in (MSE, COSENT)}
BEYOND |= {(DIRECT, "PAWS"): (3.75e-5,), (DIRECT, "ATEC"): (1.875e-5,), (DIRECT, "BQ"): (3.75e-5,)}


def title(column: str) -> str:
    """A column's name in the papers' tables."""
    return column if column == PAWS_CLS else column.partition(" (")[0]


def places(column: str, tier: str) -> dict[str, str]:
    """Names of a column's train, validation and test rows at a tier."""
    one = SETS[column]
    if tier == "paper":
        return {part: f"{one.name}:{part}" for part in ("train", "validation", "test")}
    name, (train, choose) = one.local or one.name, SPLITS[one.split]
    return {
        "train": f"{name}:{train}",
        "validation": f"{name}:{choose}",
        "test": f"{name}:test{one.cut}",
    }


def metric(column: str, tier: str) -> str:
    """The name of a column's test score."""
    return places(column, tier)["test"]


def golds(column: str, tier: str) -> list[str]:
    """The names of a column's test scores: graded ones in two classes besides, for Table I."""
    test, two = metric(column, tier), SETS[column].two
    return [test, f"{test}|{two}"] if two != "raw" else [test]


def reading(loss: str, column: str) -> dict:
    """How a loss reads a column's labels, and the loss itself."""
    one = SETS[column]
    labels, settings = {
        SOFTMAX: (one.classes[0], {"name": "softmax", "classes": one.classes[1]}),
        MSE: (one.unit, {"name": "cosine_mse"}),
        COSENT: ("raw", {"name": "cosent", "scale": 20.0}),
        CONTRASTIVE: (one.two, {"name": "contrastive", "threshold": 0.0, "form": "as_coded"}),
    }[loss]
    return {"labels": labels, "loss": settings}
